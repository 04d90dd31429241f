package store

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// draw fills v, which is addressable, field by field, so that a field that the encoder does not
// know shows up.
func draw(t *rapid.T, v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
		return
	case *trust.Level:
		*x = rapid.SampledFrom(trust.Levels[:]).Draw(t, "level")
		return
	case *trust.Mode:
		*x = rapid.SampledFrom([]trust.Mode{trust.Allow, trust.Confirm, trust.Restrict}).Draw(t, "mode")
		return
	case *trust.Verdict:
		*x = rapid.SampledFrom([]trust.Verdict{trust.VerdictAllow, trust.VerdictConfirm, trust.VerdictDeny}).Draw(t, "verdict")
		return
	case *intent.Classes:
		*x = intent.Classes(rapid.Uint8Range(0, uint8(intent.All)).Draw(t, "classes"))
		return
	case *facts.Effects:
		*x = facts.Effects(rapid.Uint16Range(0, uint16(2*facts.Leaves-1)).Draw(t, "effects"))
		return
	case *facts.Finds:
		*x = facts.Finds(rapid.Uint16Range(0, uint16(2*facts.Unsearched-1)).Draw(t, "finds"))
		return
	case *facts.Role:
		*x = facts.Role(rapid.Uint16Range(0, uint16(2*facts.Shell-1)).Draw(t, "roles"))
		return
	case *session.Mark:
		*x = session.Mark(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "mark"))
		return
	case *session.Changes:
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			c := reflect.New(rapid.SampledFrom(kinds()).Draw(t, "kind"))
			draw(t, c.Elem())
			*x = append(*x, c.Interface().(session.Change))
		}
		return
	case *session.Hash:
		*x = session.Hash(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" {
				draw(t, v.Field(i))
			}
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			draw(t, v.Elem())
		}
	case reflect.Slice:
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			draw(t, v.Index(v.Len()-1))
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "<&>\u2028\x00\x1f\x7f\"\\\b\f", "é😀", "\ufffd"})).Draw(t, "text"))
	case reflect.Int8:
		v.SetInt(rapid.Int64Range(-1, 4).Draw(t, "n"))
	case reflect.Int:
		v.SetInt(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "n"))
	case reflect.Uint8:
		v.SetUint(rapid.Uint64Range(0, 3).Draw(t, "n"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	default:
		t.Fatalf("no way to draw a %s", v.Type())
	}
}

// records are one of each kind of change, as ledgers contain them.
var records = sync.OnceValues(func() (lines [][]byte, err error) {
	data, err := os.ReadFile("../session/testdata/changes.jsonl")
	return bytes.Split(bytes.TrimSpace(data), []byte("\n")), err
})

// kinds are the types of changes.
var kinds = sync.OnceValue(func() (types []reflect.Type) {
	lines, err := records()
	if err != nil {
		panic(err)
	}
	for _, line := range lines {
		r, err := decodeRecord(line)
		if err != nil {
			panic(err)
		}
		if kind := reflect.TypeOf(r.Changes[0]).Elem(); !slices.Contains(types, kind) {
			types = append(types, kind)
		}
	}
	return types
})

func TestChangesAreWrittenAsTheyAlwaysWere(t *testing.T) {
	lines, err := records()
	require.NoError(t, err)
	for _, line := range lines {
		r, err := decodeRecord(line)
		require.NoError(t, err)
		again, err := appendRecord(nil, r)
		require.NoError(t, err)
		require.Equal(t, string(line), string(again))
	}
}

func TestRecordsAreWrittenCanonically(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r session.Record
		draw(t, reflect.ValueOf(&r).Elem())
		r.Durable = false
		got, err := appendRecord(nil, &r)
		require.NoError(t, err)
		plain, err := json.Marshal(&r)
		require.NoError(t, err)
		want, err := ledger.Canonical(plain)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
		var back session.Record
		require.NoError(t, json.Unmarshal(got, &back, json.RejectUnknownMembers(true)))
		if r.Judgement != nil && r.Judgement.Reasons == nil {
			r.Judgement.Reasons = []session.Reason{}
		}
		require.Equal(t, r, back)
	})
}

func TestARecordIsReadOnlyIfAllOfItIsKnown(t *testing.T) {
	good, err := appendRecord(nil, judged())
	require.NoError(t, err)
	_, err = decodeRecord(good)
	require.NoError(t, err)
	for name, data := range map[string]string{
		"a field of a later version":  `{"hook":"ping","mood":"fine","session":"s","taint":"trusted","time":"2026-02-21T18:00:00Z"}`,
		"a change of a later version": `{"changes":[{"op":"forsaken"}],"hook":"ping","session":"s","taint":"trusted","time":"2026-02-21T18:00:00Z"}`,
		"a node that is not there":    `{"changes":[{"op":"node"}],"hook":"ping","session":"s","taint":"trusted","time":"2026-02-21T18:00:00Z"}`,
		"an edge that is not there":   `{"changes":[{"op":"edge"}],"hook":"ping","session":"s","taint":"trusted","time":"2026-02-21T18:00:00Z"}`,
		"a level of a later version":  `{"hook":"ping","session":"s","taint":"adored","time":"2026-02-21T18:00:00Z"}`,
	} {
		_, err := decodeRecord([]byte(data))
		require.Error(t, err, name)
	}
	_, err = appendRecord(nil, &session.Record{Session: "\xff"})
	require.Error(t, err, "text that is not UTF-8 cannot be written")
}

// judged is a held call as most are recorded.
func judged() *session.Record {
	cause := &session.Cause{Reason: "web_fetch response", Tool: "web_fetch", CallID: "w", Detail: "https://a.example/é", Turn: 3, At: start}
	return &session.Record{
		Time: start, Session: "agent:main:main", Agent: "main", Hook: wire.BeforeToolCall, Turn: 3, Taint: trust.Untrusted,
		Judgement: &session.Judgement{
			Tool: "exec", CallID: "c1", Verdict: trust.VerdictDeny, Mode: trust.Confirm, Level: trust.Untrusted,
			Reasons: []session.Reason{{Layer: "call", Mode: trust.Confirm, Text: "exec at untrusted"}}, Cause: cause,
			Remedy: "the owner sends .approve exec with the code",
		},
		Changes: session.Changes{
			&session.NodeAdded{Node: session.Node{Kind: session.KindToolCall, Level: trust.Untrusted, Tool: "exec", CallID: "c1", Hash: session.Hash{1}, Preview: "not to be written"}},
			&session.CallHeard{CallID: "c1", Tool: "exec", Node: 4, Status: session.Denied},
			&session.CodeIssued{Tools: []string{"exec"}, Nonce: "00112233445566778899aabbccddeeff", Until: start.Add(time.Minute)},
			&session.Impacted{Tool: "exec"},
		},
	}
}

func BenchmarkRecord(b *testing.B) {
	r := judged()
	b.Run("appended", func(b *testing.B) {
		b.ReportAllocs()
		buf, err := appendRecord(nil, r)
		require.NoError(b, err)
		b.SetBytes(int64(len(buf)))
		for b.Loop() {
			buf, _ = appendRecord(buf[:0], r)
		}
	})
	b.Run("reflected and sorted", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			plain, _ := json.Marshal(r)
			_, _ = ledger.Canonical(plain)
		}
	})
}
