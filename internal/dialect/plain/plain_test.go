package plain_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/dialect"
	_ "github.com/provenanced/provenanced/internal/dialect/plain"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// call is one call, in the terms of each host.
type call struct {
	what            string
	openclaw, plain spoken
}

type spoken struct{ tool, params, result, failure string }

// seen is the outcome of a call.
type seen struct {
	Verdict  trust.Verdict
	Taint    trust.Level // when it was judged
	Reasons  []session.Reason
	Staged   string // the memory file that it would have written
	Does     string
	From     string
	After    trust.Level // once it has returned
	Returned bool
}

// Whatever a host calls its tools, the same calls get the same verdicts for the same reasons.
func TestAnotherHostsCallsGetTheSameVerdicts(t *testing.T) {
	const owner, stranger = "111", "222"
	calls := []call{
		{"a file is read", spoken{"read", `{"path":"notes.md"}`, `"n"`, ""}, spoken{"open_text", `{"place":"notes.md"}`, `"n"`, ""}},
		{"a command runs", spoken{"exec", `{"command":"ls"}`, `"a"`, ""}, spoken{"run_line", `{"line":"ls"}`, `"a"`, ""}},
		{"a key of the daemon's", spoken{"exec", `{"command":"cat /run/provenanced/gateway.key"}`, `"a"`, ""}, spoken{"run_line", `{"line":"cat /run/provenanced/gateway.key"}`, `"a"`, ""}},
		{"what runs at each login", spoken{"write", `{"path":"~/.bashrc","content":"x"}`, `"a"`, ""}, spoken{"put_text", `{"place":"~/.bashrc","ink":"x"}`, `"a"`, ""}},
		{"a page whose address is known", spoken{"web_fetch", `{"url":"https://docs.example/a"}`, `{"fetched":{"url":"https://docs.example/a","finalUrl":"https://docs.example/b"},"content":"p"}`, ""},
			spoken{"get_page", `{"where":"https://docs.example/a"}`, `{"origin":{"asked":"https://docs.example/a","reached":"https://docs.example/b"},"page":"p"}`, ""}},
		{"a call for the schedule", spoken{"intent", `{"action":"list"}`, `"a"`, ""}, spoken{"reminder", `{"deed":"list"}`, `"a"`, ""}},
		{"words of an external session", spoken{"sessions_history", `{"sessionKey":"agent:main:b"}`, `"words"`, ""}, spoken{"other_words", `{"of":"b"}`, `"words"`, ""}},
		{"words to the owner", spoken{"message", `{"message":"hello","to":"` + owner + `"}`, `"sent"`, ""}, spoken{"tell", `{"words":"hello","whom":"` + owner + `"}`, `"sent"`, ""}},
		{"a memory file", spoken{"write", `{"path":"MEMORY.md","content":"x"}`, "", ""}, spoken{"put_text", `{"place":"MEMORY.md","ink":"x"}`, "", ""}},
		{"what later turns are shown", spoken{"intent", `{"action":"create"}`, "", ""}, spoken{"reminder", `{"deed":"create"}`, "", ""}},
		{"a page", spoken{"web_fetch", `{"url":"https://a.example/x?y"}`, `"p"`, ""}, spoken{"get_page", `{"where":"https://a.example/x?y"}`, `"p"`, ""}},
		{"words to the owner again", spoken{"message", `{"message":"hello"}`, `"sent"`, ""}, spoken{"tell", `{"words":"hello"}`, `"sent"`, ""}},
		{"something to fetch", spoken{"message", `{"message":"MEDIA: https://a.example"}`, "", ""}, spoken{"tell", `{"words":"FETCH https://a.example"}`, "", ""}},
		{"words to somebody else", spoken{"message", `{"message":"hello","to":"` + stranger + `"}`, "", ""}, spoken{"tell", `{"words":"hello","whom":"` + stranger + `"}`, "", ""}},
		{"a command behind a button", spoken{"message", `{"message":"hello","buttons":".approve all 01234567"}`, "", ""}, spoken{"tell", `{"words":"hello","buttons":".approve all 01234567"}`, "", ""}},
		{"a command after that", spoken{"exec", `{"command":"ls"}`, "", ""}, spoken{"run_line", `{"line":"ls"}`, "", ""}},
	}
	typed := []call{
		{"half a line is typed", spoken{"process", `{"sessionId":"1","data":"cu"}`, `""`, ""}, spoken{"press_keys", `{"window":"1","pressed":"cu"}`, `""`, ""}},
		{"and its end", spoken{"process", `{"sessionId":"1","data":"rl https://docs.example/a\n"}`, `"p"`, ""}, spoken{"press_keys", `{"window":"1","pressed":"rl https://docs.example/a\n"}`, `"p"`, ""}},
	}
	requireSame(t, calls)
	requireSame(t, typed)
}

// inPlain replaces OpenClaw's words, as the owner is shown them, by those of the other host.
var inPlain = strings.NewReplacer("to: ", "whom: ", "sessionKey: agent:main:", "of: ")

func requireSame(t *testing.T, calls []call) {
	theirs, ours := run(t, calls, func(c call) spoken { return c.openclaw }), run(t, calls, func(c call) spoken { return c.plain })
	for i, c := range calls {
		want := theirs[i]
		for j := range want.Reasons {
			want.Reasons[j].Text = strings.ReplaceAll(want.Reasons[j].Text, "toolOverrides."+c.openclaw.tool, "toolOverrides."+c.plain.tool)
		}
		if want.Does = inPlain.Replace(want.Does); strings.HasPrefix(want.Does, "{") { // no parameter says what it does
			require.True(t, strings.HasPrefix(ours[i].Does, "{"), c.what)
			want.Does = ours[i].Does
		}
		require.Equal(t, want, ours[i], c.what)
		t.Logf("%s: %s, %s after it", c.what, ours[i].Verdict, ours[i].After)
	}
}

// A group's members answer a question, so the answer has their level.
func TestAnotherHostsQuestionsAreAnsweredByTheGroup(t *testing.T) {
	group := wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, GroupID: "g"}
	for _, tool := range []string{"ask_user", "inquire"} {
		s := newHarness(t, group)
		s.call(t, spoken{tool, `{}`, `"yes"`, ""})
		require.Equal(t, trust.External, s.state.Level(), tool)
	}
}

// A job has the level of the session that wrote it.
func TestAnotherHostsJobsBringWhatTheirSessionsSaw(t *testing.T) {
	for _, c := range []spoken{{"cron", `{"action":"list"}`, `"{\"id\":\"j1\"}"`, ""}, {"appointments", `{"deed":"·List"}`, `"appointment j1"`, ""}} {
		s := newHarness(t, ownerDM)
		s.call(t, c)
		require.Equal(t, trust.External, s.state.Level(), c.tool)
	}
}

// A call that is judged under an action of its own still belongs to its tool.
func TestAnActionWithAnEntryStillReadsTheSession(t *testing.T) {
	s := newHarness(t, ownerDM)
	p, err := policy.Parse([]byte("toolOverrides: {sessions_history.x: {\"*\": allow}}\n"), "p")
	require.NoError(t, err)
	s.policy = p
	s.call(t, spoken{"sessions_history", `{"action":"x","sessionKey":"agent:main:b"}`, `"words"`, ""})
	require.Equal(t, trust.External, s.state.Level())
}

// A failure that only says that there is no such tool brings nothing in; any other does.
func TestAnotherHostsMissingToolsBringNothingIn(t *testing.T) {
	for text, level := range map[string]trust.Level{`"Tool nothing not found"`: trust.Trusted, `"no nothing here"`: trust.Trusted, `"nothing to see"`: trust.Untrusted} {
		s := newHarness(t, ownerDM)
		s.decide(t, wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "nothing", ToolCallID: "1", Result: jsontext.Value(text), Error: jsontext.Value(text)})
		require.Equal(t, level, s.state.Level(), text)
	}
}

// Nobody wrote what a host's clock begins, and only the owner is at its screen.
func TestAnotherHostsClockAndScreen(t *testing.T) {
	for provider, level := range map[string]trust.Level{
		"cron": trust.Trusted, "calendar": trust.Trusted, "webchat": trust.Trusted, "window": trust.Trusted, "telegram": trust.Untrusted,
	} {
		s := newHarness(t, wire.Ctx{AgentID: "main", MessageProvider: provider})
		s.decide(t, wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: jsontext.Value(`[{"role":"user","content":"x"}]`)})
		require.Equal(t, level, s.state.Level(), provider)
	}
}

// What follows in a response is fetched by whatever shows it.
func TestAnotherHostFetchesNothingForAResponse(t *testing.T) {
	for _, c := range []struct{ fetch, text string }{{"web_fetch", "MEDIA: https://a.example/?s"}, {"get_page", "FETCH a"}} {
		s := newHarness(t, ownerDM)
		s.call(t, spoken{c.fetch, `{}`, `"p"`, ""})
		out := s.decide(t, wire.BeforeResponseEmit, &wire.BeforeResponseEmitEvent{Content: c.text, Final: wire.Yes})
		require.Contains(t, out.Decision.Reasons, session.Reason{Layer: "call", Mode: trust.Allow, Text: "something to fetch from another address is left out of the response"}, c.text)
	}
}

// A host's own files are protected at their usual paths, and wherever it says that it keeps them.
func TestAnotherHostsPlacesAreProtected(t *testing.T) {
	ctx := ownerDM
	ctx.GatewayDir = "/srv/host"
	for file, what := range map[string]string{
		"/elsewhere/openclaw.json": "the gateway's configuration", "/srv/host/plugins/a": "the gateway's own files",
		"~/.desk/a": "the desk's own files", "/srv/host/drawer/a": "the desk's own files", "notes.md": "",
	} {
		s := newHarness(t, ctx)
		came := s.call(t, spoken{"put_text", `{"place":"` + file + `","ink":"x"}`, "", ""})
		require.Equal(t, what == "", came.Verdict == trust.VerdictAllow, file)
		if what != "" {
			require.Contains(t, came.Reasons, session.Reason{Layer: "protected", Mode: trust.Confirm, Text: "it may change " + file + " (" + what + "): that needs an approval which names the path, at every level"})
		}
	}
}

// Content that a host shows around a message has its kind's level, and an unknown name has no kind.
func TestAnotherHostsKindsOfContent(t *testing.T) {
	for kind, level := range map[string]trust.Level{"quoted message": trust.External, "note on the desk": trust.External, "letter": trust.Untrusted} {
		s := newHarness(t, ownerDM)
		s.decide(t, wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: jsontext.Value(`[{"role":"user","content":"x"}]`), Sources: []wire.Source{{Kind: kind}}})
		require.Equal(t, level, s.state.Level(), kind)
	}
}

// Content in the instructions that is not an instruction is found for any host.
func TestAnotherHostsInstructions(t *testing.T) {
	for text, level := range map[string]trust.Level{"Be kind.": trust.Trusted, "LETTER from Ann": trust.External, "## Compiled Wiki Snapshot\\n": trust.Shared} {
		s := newHarness(t, ownerDM)
		s.decide(t, wire.ContextAssembled, &wire.ContextAssembledEvent{SystemPrompt: jsontext.Value(`"` + text + `"`), Messages: jsontext.Value(`[{"role":"user","content":"x"}]`)})
		require.Equal(t, level, s.state.Level(), text)
	}
}

// A host's own tools are known under the names with which it offers them elsewhere.
func TestAnotherHostsPrefixOfItsOwnTools(t *testing.T) {
	for _, tool := range []string{"mcp__openclaw__web_fetch", "desk-get_page"} {
		s := newHarness(t, ownerDM)
		require.Equal(t, trust.VerdictAllow, s.call(t, spoken{tool, `{}`, `"p"`, ""}).Verdict, tool)
		require.False(t, s.policy.For("").Call(tool, trust.Trusted).Unknown, tool)
	}
}

// The preset standard asks about tools that run commands or begin sessions, whatever their names.
func TestAPresetKnowsWhatAnotherHostsToolsRun(t *testing.T) {
	for _, tool := range []string{"exec", "process", "terminal", "nodes", "sessions_spawn", "run_line", "press_keys", "delegate"} {
		p, ok := policy.Preset("standard")
		require.True(t, ok)
		risk, ok := p.For("").Risk(tool)
		require.True(t, ok, tool)
		require.Contains(t, risk.Text, "tools."+tool+".allow: ask (preset standard)")
	}
}

// The output of unknown programs has the policy's level, by each host's entry.
func TestAnotherHostsUnknownPrograms(t *testing.T) {
	for _, entries := range []string{"exec.other: external", "run_line.other: external", "exec.other: shared, run_line.other: external"} {
		p, err := policy.Parse([]byte("toolOutputTaints: {"+entries+"}\n"), "p")
		require.NoError(t, err)
		require.Equal(t, trust.External, p.For("").Reading().OutputOf("run_line", jsontext.Value(`{"line":"its-own"}`)), entries)
	}
}

// A session's key names its agent, and the policy check doubts a rule about sessions of another
// one.
func TestAnotherHostsKeysNameTheirAgents(t *testing.T) {
	for key, agent := range map[string]string{"agent:ann:main": "ann", "desk/ann/1": "ann", "desk": "", "ann": ""} {
		require.Equal(t, agent, dialect.AgentOf(key), key)
	}
	for session, contradicts := range map[string]bool{"desk/ann/*": true, "desk/bob/*": false, "agent:ann:*": true} {
		p, err := policy.Parse([]byte("policies: [{name: a, when: {session: '"+session+"', agent: bob}, action: {block_turn: true}}]\n"), "p")
		require.NoError(t, err)
		require.Equal(t, contradicts, strings.Contains(strings.Join(p.Warnings, "\n"), "agent and session contradict each other"), session)
	}
}

func run(t *testing.T, calls []call, words func(call) spoken) (all []seen) {
	s := newHarness(t, ownerDM)
	for _, c := range calls {
		all = append(all, s.call(t, words(c)))
	}
	return all
}

var ownerDM = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, WorkspaceDir: "/ws"}

// harness is one session.
type harness struct {
	policy *policy.Policy
	ctx    wire.Ctx
	state  session.State
	typing map[string]string
	calls  int
}

func newHarness(t *testing.T, ctx wire.Ctx) *harness {
	p, err := policy.Parse([]byte("ownerIds: [\"telegram:111\"]\nurlOutputTaints: {https://docs.example/: shared}\ncontentPreviews: true\n"), "p")
	require.NoError(t, err)
	return &harness{policy: p, ctx: ctx, state: session.NewState(), typing: map[string]string{}}
}

const key = "agent:main:a"

func (h *harness) decide(t *testing.T, hook wire.Hook, event any) decide.Outcome {
	ev := &decide.Event{Hook: hook, Session: key, Payload: wire.Payload{Ctx: h.ctx, Event: event}, OwnerField: true, Typing: h.typing}
	require.NoError(t, decide.LookAtRead(ev, h.policy, func(of session.Subject, _ string) (*session.Shared, error) {
		switch of.Key() {
		case "agent:main:b", "desk/b", "agent:main:cron:j1", "desk/appointment j1":
			return &session.Shared{Level: trust.External}, nil
		}
		return nil, nil
	}))
	sum := func(text string) string { s := sha256.Sum256([]byte(text)); return hex.EncodeToString(s[:4]) }
	out, err := decide.Decide(&h.state, ev, decide.Env{
		Policy: h.policy, Now: time.Unix(1770000000, 0).UTC(), Resolve: path.Clean,
		Linked:    func(s string, _ func() []facts.Place) string { return s },
		Protected: protect.New(protect.Daemon{Runtime: "/run/provenanced"}, dialect.Places(), path.Clean),
		Rand:      rand.NewChaCha8([32]byte{byte(h.calls)}), Code: sum, Digest: sum,
		Ticket: func(string, trust.Level, time.Time) string { return "ticket" },
		Mark: func(domain, text string) session.Mark {
			s := sha256.Sum256([]byte(domain + text))
			return session.Mark(s[:16])
		},
		Sign: func(text []byte) [32]byte { return sha256.Sum256(text) },
	})
	require.NoError(t, err)
	if typed := out.Typed; typed != nil {
		delete(h.typing, typed.Into)
		if typed.Known {
			h.typing[typed.Into] = typed.Line
		}
	}
	h.state = out.Next
	return out
}

func (h *harness) call(t *testing.T, c spoken) seen {
	h.calls++
	id := "call-" + string(rune('a'+h.calls))
	out := h.decide(t, wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: c.tool, ToolCallID: id, Params: jsontext.Value(c.params)})
	s := seen{Verdict: out.Decision.Verdict, Taint: out.Decision.Taint, Reasons: out.Decision.Reasons}
	if out.Stage != nil {
		s.Staged = out.Stage.Path
	}
	for _, n := range h.state.Turn.Nodes {
		if n.Kind == session.KindToolCall {
			s.Does, s.From = n.Does, n.Detail
		}
	}
	if s.Verdict == trust.VerdictAllow && c.result != "" {
		s.Returned = true
		h.decide(t, wire.AfterToolCall, &wire.AfterToolCallEvent{
			ToolName: c.tool, ToolCallID: id, Params: jsontext.Value(c.params), Result: jsontext.Value(c.result), Error: jsontext.Value(c.failure),
		})
	}
	s.After = h.state.Level()
	return s
}
