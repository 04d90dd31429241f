package decide

import (
	"math/rand/v2"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

func testEnv(t testing.TB, yaml string) Env {
	p, err := policy.Parse([]byte(yaml), "policy.yaml")
	require.NoError(t, err)
	return Env{
		Policy: p, Now: time.Date(2026, 2, 10, 20, 15, 0, 0, time.UTC), Resolve: path.Clean, Linked: func(s string, _ func() []facts.Place) string { return s },
		Protected: protect.New(protect.Daemon{}, nil, path.Clean), Rand: rand.NewChaCha8([32]byte{}), Code: testCode, Ticket: testTicket, Digest: testCode, Mark: testMark, Sign: sha256Of,
	}
}

// judged is what the record of a call contains.
func judged(t testing.TB, e Env, tool string, params jsontext.Value) *session.Judgement {
	s := session.NewState()
	ev := &Event{Hook: wire.BeforeToolCall, Session: "s", Payload: wire.Payload{Ctx: owner, Event: &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: "c", Params: params}}}
	out, err := Decide(&s, ev, e)
	require.NoError(t, err)
	return out.Record.Judgement
}

var drawnPart = regexp.MustCompile(`<(uuid|[alhHubxdL])(\d*)>`)

// secrets are the texts in which internal/redact must find something, and what that is.
func secrets(t testing.TB) (texts []string, spans [][]string) {
	rng := rand.New(rand.NewPCG(1, 2))
	data, err := os.ReadFile("../redact/testdata/positives.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		kind, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") || !strings.Contains("api_key authorization jwt password private_key seed_phrase url_credentials", kind) {
			continue
		}
		text = drawnPart.ReplaceAllStringFunc(text, func(m string) string {
			p := drawnPart.FindStringSubmatch(m)
			if p[1] == "uuid" {
				return "6ba7b812-9dad-41d1-a0b4-00c04fd430c8"
			}
			n, _ := strconv.Atoi(p[2])
			alphabet := map[string]string{"d": "123456789", "h": "0123456789abcdef", "H": "0123456789ABCDEF", "L": "abcdefghijklmnopqrstuvwxyz", "u": "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ", "l": "0123456789abcdefghijklmnopqrstuvwxyz"}[p[1]]
			if alphabet == "" {
				alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			}
			b := make([]byte, n)
			for i := range b {
				b[i] = alphabet[rng.IntN(len(alphabet))]
			}
			return string(b)
		})
		text = strings.NewReplacer(`\\n`, `\n`, `\n`, "\n").Replace(text)
		var in []string
		for _, m := range regexp.MustCompile(`(?s)«(.*?)»`).FindAllStringSubmatch(text, -1) {
			in = append(in, m[1])
		}
		text = strings.NewReplacer("«", "", "»", "").Replace(text)
		if clean, _ := redact.Text(text, redact.Secrets); !slices.ContainsFunc(in, func(s string) bool { return strings.Contains(clean, s) }) { // of this level
			texts, spans = append(texts, text), append(spans, in)
		}
	}
	require.Greater(t, len(texts), 300)
	return texts, spans
}

// Whatever parameter a secret is in, no part of it is among the kept values, and neither is a text
// that contains one.
func TestNoSecretIsAmongTheValues(t *testing.T) {
	e := testEnv(t, "")
	texts, spans := secrets(t)
	for i, text := range texts {
		inURL := "https://example.com/?q=" + text
		if clean, _ := redact.Text(inURL, redact.Secrets); strings.Contains(clean, spans[i][0]) {
			inURL = text // recognised only by the label before it, at the beginning of a line
		}
		for _, c := range []struct {
			tool   string
			params any
		}{
			{"exec", map[string]any{"command": text, "workdir": text, "env": map[string]string{"X": text}}},
			{"write", map[string]any{"path": text, "content": text}},
			{"web_fetch", map[string]any{"url": text}},
			{"web_fetch", map[string]any{"url": inURL}},
			{"message", map[string]any{"action": text, "to": text, "message": text, "channel": text, "buttons": []any{map[string]string{"text": text}}}},
			{"other", map[string]any{"a": text, "b": []string{text, inURL}, "path": text, "c": map[string]any{"d": []any{map[string]string{"file": text}}}}},
			{"other", map[string]any{text: "x", "y": map[string]int{text: 1}}},
			{"other", string(raw(map[string]string{"path": text}))},
			{"other", map[string]any{"filler": strings.Repeat("a ", 10_000), "path": text, "command": text}},
		} {
			j := judged(t, e, c.tool, raw(c.params))
			shown := string(raw(j.Act))
			for _, s := range spans[i] {
				if len(s) >= 8 {
					require.NotContains(t, shown, strings.Trim(string(raw(s)), `"`), "%s with %q", c.tool, text)
				}
			}
		}
	}
}

// What is kept is bounded, and says so.
func TestTheValuesOfACallAreBounded(t *testing.T) {
	e := testEnv(t, "")
	many := map[string]any{}
	for i := range 1000 {
		many["file"+strconv.Itoa(i)] = "/tmp/" + strconv.Itoa(i)
	}
	a := judged(t, e, "other", raw(many)).Act
	require.Len(t, a.Values, maxValues)
	require.Equal(t, 1000-maxValues, a.More)
	require.False(t, a.Kept())
	deep := strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100)
	a = judged(t, e, "other", jsontext.Value(deep)).Act
	require.Equal(t, 1, a.More)
	a = judged(t, e, "exec", raw(map[string]string{"command": strings.Repeat("ls ", 10_000)})).Act
	require.Equal(t, 30_002, a.Values[0].Size, "with its quotes")
	require.Empty(t, a.Values[0].Text)
	require.Empty(t, a.Values[0].Sum)
	require.Less(t, len(raw(a)), 300)
}

// Parameters that are kept completely come back as they were.
func TestParamsComeBack(t *testing.T) {
	e := testEnv(t, "")
	for _, params := range []string{
		`{"path":"/ws/a.md"}`, `{"command":"ls -la","timeout":30,"background":true,"host":null}`, `{}`, `null`,
		`{"command":"ls","env":{"LANG":"/x/C.UTF-8","A":"/b"},"workdir":"/ws"}`,
		`{"files":["/a","/b",{"path":"/c","to":["/d",["/e"]]},"/f"],"path":[],"file":{}}`,
		`{"edits":[{"path":"/a","file":"/b"},{"path":"/c"}],"x":{"y":{"z":"/w"}},"u":{"y":{"z":"/w"}}}`,
		`"{\"path\":\"/ws/a.md\"}"`,
	} {
		a := judged(t, e, "other", jsontext.Value(params)).Act
		require.True(t, a.Kept(), params)
		got := a.Params()
		if params == "null" {
			require.Empty(t, got)
			continue
		}
		require.Equal(t, params, string(got))
		var again facts.Act
		require.NoError(t, json.Unmarshal(raw(a), &again, json.RejectUnknownMembers(true)))
		require.Equal(t, *a, again)
	}
	for _, params := range []string{`[1]`, `"x"`, `7`, `{"a":`, ``} {
		a := judged(t, e, "other", jsontext.Value(params)).Act
		require.Equal(t, params == "", a.Kept(), params)
	}
}

// With contentPreviews off, only actions and channels of a call's values are kept.
func TestWithoutPreviewsNoValueIsKept(t *testing.T) {
	j := judged(t, testEnv(t, "contentPreviews: false"), "exec", raw(map[string]string{"command": "ls /home/ann", "workdir": "/home/ann"}))
	require.NotContains(t, string(raw(j)), "ann")
	require.Len(t, j.Act.Values, 2)
}

// A record of an earlier version, or of no call, is not decided again, and an error says so.
func TestARecordWithoutFactsIsNotDecidedAgain(t *testing.T) {
	e := testEnv(t, "")
	s := session.NewState()
	for _, r := range []string{
		`{"hook":"before_tool_call","session":"s","taint":"trusted","time":"2026-02-01T09:30:00Z","judgement":{"tool":"read","verdict":"allow","mode":"allow","level":"trusted","reasons":[]}}`,
		`{"hook":"agent_end","session":"s","taint":"trusted","time":"2026-02-01T09:30:00Z"}`,
	} {
		var old session.Record
		require.NoError(t, json.Unmarshal([]byte(r), &old, json.RejectUnknownMembers(true)))
		_, err := Again(&s, &old, e, Alike{All: true})
		require.ErrorIs(t, err, ErrNoFacts)
	}
}
