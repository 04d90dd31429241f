package ledger

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

func TestLineOfASeedVector(t *testing.T) {
	data := `{"agent":"bernard","created":"2026-02-21T18:00:00Z","version":"1.0"}`
	got, at := newHasher().appendLine(nil, &line{typ: Genesis, prev: []byte(ZeroHash), data: []byte(data)})
	require.Equal(t, `{"seq":0,"type":"GENESIS","prevHash":"`+ZeroHash+`","data":`+data+`,"hash":"`+genesisHash+"\"}\n", string(got))
	require.Equal(t, genesisHash, string(got[at:at+hashLen]))
	require.LessOrEqual(t, len(got)-len(data), lineFrame)
	l, err := parseLine(bytes.TrimSuffix(got, []byte("\n")))
	require.NoError(t, err)
	require.Equal(t, Entry{Type: Genesis, PrevHash: ZeroHash, Data: jsontext.Value(data), Hash: genesisHash}, l.entry())
}

func FuzzLine(f *testing.F) {
	for _, data := range three(f) {
		for raw := range bytes.Lines(data) {
			f.Add(bytes.TrimSuffix(raw, []byte("\n")))
		}
	}
	f.Add([]byte(`{"seq":18446744073709551615,"type":"META","prevHash":"` + ZeroHash + `","data":{"a":1e21,"\u0001":"\u001f€😀"},"hash":"` + ZeroHash + `"}`))
	h := newHasher()
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := parseLine(raw)
		if err != nil {
			return
		}
		again, at := h.appendLine(nil, &l)
		copy(again[at:], l.hash) // the decoder does not check the hash
		require.Equal(t, string(raw)+"\n", string(again))
		c, err := Canonical(l.data)
		require.NoError(t, err)
		require.Equal(t, string(c), string(l.data))
		require.Equal(t, Hash(string(l.prev), l.seq, l.typ, l.data), string(h.appendHash(nil, &l)))
	})
}

// isCanonical accepts what Canonical makes, and nothing else.
func FuzzIsCanonical(f *testing.F) {
	for _, pattern := range []string{"testdata/rfc8785/input/*.json", "testdata/rfc8785/output/*.json"} {
		names, err := filepath.Glob(pattern)
		require.NoError(f, err)
		require.NotEmpty(f, names)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(f, err)
			f.Add(data)
			f.Add(append(append([]byte(`{"v":`), data...), '}'))
		}
	}
	for _, s := range []string{
		`{}`, `{"a":-0}`, `{"a":-1}`, `{"a":0.5}`, `{"a":01}`, `{"a":1E2}`, `{"a":1e+21}`, `{"a":999999999999999999999}`,
		`{"a":9007199254740993}`, `{"a":1e400}`, `{"a":-}`, `{"a":"\/"}`, `{"a":"\u0008"}`, `{"a":"\u001F"}`, `{"a":"\u000b"}`,
		`{"a":"\ud83d\ude00"}`, "{\"a\":\"\x7f\"}", "{\"\uffff\":1,\"\U00010000\":2}", "{\"\U00010000\":1,\"\uffff\":2}",
		`{"a":1,"a":1}`, `{"":1,"a":[]}`, `{"a":[1,2,{"b":null}],"b":true,"c":false}`, `{"\n":1,"\"":2,"\\":3}`, `{"a":1,}`, `{"a"}`, `{`, `{"a":[}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Canonical(data)
		want := err == nil && bytes.Equal(c, data)
		require.Equal(t, want, isCanonical(data), "%q", data)
		if err == nil {
			require.True(t, isCanonical(c), "%q", c)
		}
	})
}

func TestCanonicalNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var text string
		switch r.IntN(3) {
		case 0:
			text = strconv.FormatInt(r.Int64()>>r.IntN(63), 10)
		case 1:
			text = strconv.FormatFloat(r.NormFloat64(), 'g', -1, 64)
		case 2:
			text = strconv.FormatUint(r.Uint64()>>r.IntN(63), 10) + "e" + strconv.Itoa(r.IntN(40)-20)
		}
		data := []byte(`{"n":` + text + `}`)
		c, err := Canonical(data)
		require.NoError(t, err)
		require.Equal(t, bytes.Equal(c, data), isCanonical(data), text)
		require.True(t, isCanonical(c), text)
	}
}

func TestCanonicalDepth(t *testing.T) {
	for _, depth := range []int{maxDepth - 1, maxDepth, maxDepth + 1} {
		data := []byte(`{"a":` + string(bytes.Repeat([]byte("["), depth-1)) + string(bytes.Repeat([]byte("]"), depth-1)) + `}`)
		_, err := Canonical(data)
		require.Equal(t, err == nil, isCanonical(data), depth)
	}
}

func BenchmarkIsCanonical(b *testing.B) {
	data := record()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if !isCanonical(data) {
			b.Fatal("not canonical")
		}
	}
}
