package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/store"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// owner plays the owner's side of the engine. It knows one session, "s", and records what it
// was asked to do.
type owner struct {
	Owner
	asked []string
}

func (o *owner) did(format string, args ...any) {
	o.asked = append(o.asked, fmt.Sprintf(format, args...))
}

func known(session string) error {
	if session != "s" {
		return fmt.Errorf("session %s: %w", session, decide.ErrNotFound)
	}
	return nil
}

func (o *owner) Sessions(after string, most int) ([]engine.SessionView, error) {
	if after == "all" { // a cheap way to make the answer long
		return []engine.SessionView{{Reason: strings.Repeat("x", wire.MaxFrame)}}, nil
	}
	if after != "" || most != 0 {
		o.did("sessions after %s, %d", after, most)
	}
	return nil, nil
}

func (o *owner) Halts() []engine.HaltView { return []engine.HaltView{} }

func (o *owner) Halt(_ context.Context, sessions, why string) error {
	o.did("halt %q, %s", sessions, why)
	return nil
}

func (o *owner) Resume(_ context.Context, sessions string) ([]string, error) {
	o.did("resume %q", sessions)
	return []string{"*"}, nil
}

func (o *owner) Tools() []engine.ToolView {
	return []engine.ToolView{{Tool: "exec", Known: true, Seen: "called"}}
}

func (o *owner) LatestPending(most int) []engine.PendingView {
	o.did("pending, %d", most)
	return o.Pending()
}

func (o *owner) Pending() []engine.PendingView {
	return []engine.PendingView{{Session: "s", Code: "bf619df9", Tools: []string{"exec"}, ExpiresIn: 120}}
}
func (o *owner) Session(key string) (engine.SessionDetail, error) {
	return engine.SessionDetail{}, known(key)
}
func (o *owner) Approve(_ context.Context, r engine.ApproveRequest) (engine.Approved, error) {
	switch r.Code {
	case "00000000":
		return engine.Approved{}, fmt.Errorf("that code is not pending: %w", decide.ErrRefused)
	case "11111111":
		return engine.Approved{}, fmt.Errorf("record: %w: write /secret/path: no space left on device", ledger.ErrFailing)
	}
	o.did("approve %+v", r)
	return engine.Approved{Session: r.Session, Approved: []string{r.Tool}, Scope: "turn"}, nil
}
func (o *owner) DenyCode(_ context.Context, session, code string) ([]string, error) {
	o.did("deny %s %s", session, code)
	return nil, nil
}
func (o *owner) Withdraw(_ context.Context, session, which string) ([]string, error) {
	o.did("withdraw %s %s", session, which)
	return []string{"exec"}, nil
}
func (o *owner) ResetTrust(_ context.Context, session string, l trust.Level) (engine.ResetResult, error) {
	o.did("reset %s %s", session, l)
	return engine.ResetResult{Session: session, To: l}, errors.Join(known(session))
}
func (o *owner) Explain(_ context.Context, file int, seq uint64, session string) (engine.Explanation, error) {
	o.did("explain %d/%d %s", file, seq, session)
	return engine.Explanation{}, nil
}
func (o *owner) ExplainLast(_ context.Context, session string) (engine.Explanation, error) {
	o.did("explain last %s", session)
	return engine.Explanation{}, nil
}
func (o *owner) Graph(session, turn string) (engine.TurnGraph, error) {
	o.did("graph %s %s", session, turn)
	return engine.TurnGraph{}, errors.New("journal: /secret/path: input/output error")
}
func (o *owner) ImportWatermarks(_ context.Context, f engine.WatermarkFile) (int, error) {
	o.did("import %d", len(f.Watermarks))
	return len(f.Watermarks), nil
}
func (o *owner) ExportWatermarks(string, int) (engine.WatermarkFile, error) {
	return engine.WatermarkFile{Version: 1}, nil
}
func (o *owner) Stats() engine.Stats { return engine.Stats{Sessions: 3, Allowed: 2, Denied: 1} }

type staging struct{}

var stagedFiles = []store.BlockedFile{{Path: "/w/MEMORY.md", Kind: store.KindMemory, Bytes: new(5)}}

var stagedAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func (staging) List() ([]store.BlockedRow, error) {
	return []store.BlockedRow{{ID: "b1", Session: "s", Path: "/w/MEMORY.md", Operation: "write", BlockedAt: stagedAt, Bytes: 5, Files: stagedFiles}}, nil
}
func (s staging) Show(id string) (store.BlockedDetail, error) {
	return store.BlockedDetail{BlockedRow: store.BlockedRow{ID: id}, Content: "hello", Note: "not all of it"}, staged(id)
}
func (staging) Diff(id string) (store.BlockedDiff, error) {
	return store.BlockedDiff{ID: id, Diff: "+hello\n"}, staged(id)
}
func (staging) Commit(id string, with ...string) (store.BlockedCommitted, error) {
	done := store.BlockedCommitted{ID: id, Path: "/w/MEMORY.md", Bytes: 5, Files: stagedFiles}
	for _, path := range with {
		done.Left = append(done.Left, store.BlockedFile{Path: path})
	}
	return done, staged(id)
}
func (staging) Room() store.Room     { return store.Room{Writes: 1, MaxWrites: 2} }
func (staging) Drop(id string) error { return staged(id) }

func staged(id string) error {
	if id != "b1" {
		return fmt.Errorf("staged write %q: %w", id, decide.ErrNotFound)
	}
	return nil
}

type policyFile struct{ bad error }

func (*policyFile) Current() *policy.Policy         { return policy.Default() }
func (*policyFile) Path() string                    { return "/etc/p.yaml" }
func (*policyFile) LoadedAt() time.Time             { return stagedAt }
func (p *policyFile) LastError() (time.Time, error) { return stagedAt, p.bad }
func (p *policyFile) Reload(context.Context) error  { return p.bad }

func serveAdmin(t *testing.T) (*host, *owner, *policyFile) {
	o, f := new(owner), new(policyFile)
	h := serve(t, setup{name: "admin", limits: Limits{MaxFailures: 1000}, proto: func(h *host) Protocol {
		src := StatusSource{
			Version: "1.2.3", Started: epoch.Add(-time.Minute), RuntimeDir: "/run/p", StateDir: "/var/p",
			Owner: o, Blocked: staging{}, Policy: f,
			Journal: func() JournalStatus { return JournalStatus{Entries: 7} },
			Alarms:  func() []string { return nil },
		}
		return Admin(AdminOptions{
			Owner: o, Blocked: staging{}, Policy: f, Hub: h.hub, Version: "1.2.3",
			Status: func() (Status, error) { return h.Status(src) },
		})
	}})
	return h, o, f
}

func (c *client) command(name, args string) answer {
	c.t.Helper()
	r := c.h.request("c")
	r.Hook, r.Session = wire.Hook(name), ""
	r.Payload = jsontext.Value(`{"event":` + args + `}`)
	return c.ask(c.h.sign(r))
}

func TestCommands(t *testing.T) {
	h, o, _ := serveAdmin(t)
	c := h.dial(t)
	for _, tc := range []struct{ command, args, data, asked string }{
		{"ping", `{}`, `{"version":"1.2.3"}`, ""},
		{"sessions", `{}`, `[]`, ""},
		{"sessions", `{"after":"a","most":5}`, `[]`, "sessions after a, 5"},
		{"pending", `{"most":7}`, `[{"session":"s","code":"bf619df9","tools":["exec"],"level":"untrusted","expiresIn":120}]`, "pending, 7"},
		{"pending", `{}`, `[{"session":"s","code":"bf619df9","tools":["exec"],"level":"untrusted","expiresIn":120}]`, ""},
		{"approve", `{"session":"s","tool":"exec"}`, `{"session":"s","approved":["exec"],"scope":"turn"}`, "approve {Session:s Tool:exec Code: For:0s Once:false CallID:}"},
		{"approve", `{"session":"s","tool":"all","code":"bf619df9","seconds":1800}`, `{"session":"s","approved":["all"],"scope":"turn"}`, "approve {Session:s Tool:all Code:bf619df9 For:30m0s Once:false CallID:}"},
		{"approve", `{"session":"s","tool":"exec","once":true,"callId":"run1"}`, `{"session":"s","approved":["exec"],"scope":"turn"}`, "approve {Session:s Tool:exec Code: For:0s Once:true CallID:run1}"},
		{"deny", `{"session":"s","code":"bf619df9"}`, `{"session":"s","denied":[]}`, "deny s bf619df9"},
		{"halt", `{"sessions":"agent:*","why":"look"}`, `{"halts":[]}`, `halt "agent:*", look`},
		{"halt", `{}`, `{"halts":[]}`, `halt "", `},
		{"resume", `{"sessions":"*"}`, `{"resumed":["*"],"halts":[]}`, `resume "*"`},
		{"withdraw", `{"session":"s","which":"g0badcafe"}`, `{"session":"s","withdrawn":["exec"]}`, "withdraw s g0badcafe"},
		{"reset-trust", `{"session":"s"}`, `{"session":"s","from":"untrusted","to":"trusted"}`, "reset s trusted"},
		{"reset-trust", `{"session":"s","level":"external"}`, `{"session":"s","from":"untrusted","to":"external"}`, "reset s external"},
		{"explain", `{}`, "", "explain last "},
		{"explain", `{"seq":0,"session":"s"}`, "", "explain 0/0 s"},
		{"blocked-list", `{}`, `[{"id":"b1","session":"s","path":"/w/MEMORY.md","operation":"write","level":"untrusted","blockedAt":"2026-01-02T03:04:05Z","bytes":5,"files":[{"path":"/w/MEMORY.md","kind":"memory","bytes":5}]}]`, ""},
		{"blocked-show", `{"id":"b1"}`, `{"id":"b1","session":"","path":"","operation":"","level":"untrusted","blockedAt":"0001-01-01T00:00:00Z","bytes":0,"files":[],` +
			`"tool":"","agent":"","reason":"","content":"hello","note":"not all of it"}`, ""},
		{"blocked-diff", `{"id":"b1"}`, `{"id":"b1","diff":"+hello\n","files":[]}`, ""},
		{"blocked-commit", `{"id":"b1"}`, `{"id":"b1","path":"/w/MEMORY.md","bytes":5,"files":[{"path":"/w/MEMORY.md","kind":"memory","bytes":5}],"left":[]}`, ""},
		{"blocked-commit", `{"id":"b1","with":["a"]}`, `{"id":"b1","path":"/w/MEMORY.md","bytes":5,"files":[{"path":"/w/MEMORY.md","kind":"memory","bytes":5}],"left":[{"path":"a","kind":""}]}`, ""},
		{"blocked-drop", `{"id":"b1"}`, `{"id":"b1"}`, ""},
		{"watermarks-export", `{}`, `{"version":1,"watermarks":{}}`, ""},
		{"watermarks-import", `{"file":{"version":1,"watermarks":{"s":{"level":"external","from":"elsewhere"}}}}`, `{"imported":1}`, "import 1"},
		{"subscribe", `{}`, `{}`, ""},
	} {
		o.asked = nil
		a := c.command(tc.command, tc.args)
		require.Equal(t, "result", a.Type, "%s: %s", tc.command, a.Message)
		require.Equal(t, "c", a.ID)
		if tc.data != "" {
			require.JSONEq(t, tc.data, string(a.Data), tc.command)
		}
		require.Equal(t, tc.asked, strings.Join(o.asked, "\n"), tc.command)
	}
}

func TestCommandsThatDoNotWork(t *testing.T) {
	h, o, f := serveAdmin(t)
	f.bad = errors.New("/etc/p.yaml:3:5: no such mode")
	c := h.dial(t)
	for _, tc := range []struct {
		command, args string
		code          wire.Code
		message       string
	}{
		{"make-coffee", `{}`, wire.UnknownHook, "unknown command"},
		{"before_tool_call", `{}`, wire.UnknownHook, "unknown command"},
		{"sessions", `{"all":true}`, wire.BadRequest, "all is no argument"},
		{"sessions", `{"after":"all"}`, wire.Failed, "longer than the 16 MiB"},
		{"session", `{"session":7}`, wire.BadRequest, "session: a string belongs there"},
		{"session", `[]`, wire.BadRequest, "belongs"},
		{"session", `{}`, wire.BadRequest, "session is missing"},
		{"approve", `{"session":"s"}`, wire.BadRequest, "tool is missing"},
		{"approve", `{"tool":"exec"}`, wire.BadRequest, "session is missing"},
		{"approve", `{"session":"s","tool":"exec","seconds":-1}`, wire.BadRequest, "no length of time"},
		{"approve", `{"session":"s","tool":"exec","seconds":9223372036854775807}`, wire.BadRequest, "no length of time"},
		{"approve", `{"session":"s","Tool":"exec"}`, wire.BadRequest, "Tool is no argument"},
		{"approve", `{"session":"s","tool":"exec","once":1}`, wire.BadRequest, "once: true or false belongs there"},
		{"approve", `{"session":"s","tool":"exec","seconds":1e20}`, wire.BadRequest, "seconds: a whole number belongs there"},
		{"deny", `{}`, wire.BadRequest, "session is missing"},
		{"withdraw", `{"session":"s"}`, wire.BadRequest, "which is missing"},
		{"reset-trust", `{}`, wire.BadRequest, "session is missing"},
		{"reset-trust", `{"session":"s","level":"divine"}`, wire.BadRequest, "unknown trust level"},
		{"explain", `{"seq":-1}`, wire.BadRequest, "seq: a whole number from 0 on belongs there"},
		{"graph", `{}`, wire.BadRequest, "session is missing"},
		{"watermarks-import", `{}`, wire.BadRequest, "file is missing"},
		{"watermarks-import", `{"file":{"watermarks":{"s":{"level":"divine"}}}}`, wire.BadRequest, `file.watermarks.s.level: unknown trust level "divine"`},
		{"watermarks-import", `{"file":7}`, wire.BadRequest, "file: an object belongs there"},
		{"watermarks-import", `{"file":{"watermarks":{"a/b":{"escalatedAt":7}}}}`, wire.BadRequest, "file.watermarks.a/b.escalatedAt: a string belongs there"},
		{"watermarks-import", `{"file":{"watermarks":{"s":{"resetHistory":7}}}}`, wire.BadRequest, "resetHistory: an array belongs there"},
		{"subscribe", `{"to":"all"}`, wire.BadRequest, "to is no argument"},
		{"session", `{"session":"x"}`, wire.NotFound, "session x: not found"},
		{"blocked-show", `{"id":"b2"}`, wire.NotFound, `staged write "b2": not found`},
		{"blocked-drop", `{}`, wire.NotFound, `staged write "": not found`},
		{"approve", `{"session":"s","tool":"exec","code":"00000000"}`, wire.Failed, "that code is not pending"},
		{"approve", `{"session":"s","tool":"exec","code":"11111111"}`, wire.Unavailable, "cannot write its state directory; make room"},
		{"reload", `{}`, wire.Failed, "/etc/p.yaml:3:5: no such mode"},
		{"graph", `{"session":"s"}`, wire.Failed, texts.Refusals[wire.Failed]},
	} {
		o.asked = nil
		a := c.command(tc.command, tc.args)
		require.Equal(t, tc.code, a.Code, "%s %s: %+v", tc.command, tc.args, a)
		require.Contains(t, a.Message, tc.message, "%s %s", tc.command, tc.args)
		require.NotContains(t, a.Message, "/secret/path")
		require.NotContains(t, a.Message, ": refused")
		require.NotContains(t, a.Message, "Go ")
		if tc.code == wire.BadRequest {
			require.Empty(t, o.asked, "nothing was done")
		}
	}
}

// Asking for something that does not exist (yet) happens every day.
func TestWhatIsNotThereIsNoWarning(t *testing.T) {
	h, _, _ := serveAdmin(t)
	c := h.dial(t)
	for _, tc := range []struct {
		args  string
		code  wire.Code
		level zapcore.Level
	}{
		{`{"session":"x"}`, wire.NotFound, zapcore.DebugLevel},
		{`{}`, wire.BadRequest, zapcore.WarnLevel},
	} {
		require.Equal(t, tc.code, c.command("session", tc.args).Code)
		logged := func() bool { return h.logs.FilterField(zap.String("code", string(tc.code))).Len() == 1 }
		require.Eventually(t, logged, 5*time.Second, time.Millisecond)
		require.Equal(t, tc.level, h.logs.FilterMessage("request refused").All()[0].Level)
		h.logs.TakeAll()
	}
}

func TestStatus(t *testing.T) {
	h, _, f := serveAdmin(t)
	f.bad = errors.New("/etc/p.yaml:3:5: no such mode")
	c := h.dial(t)
	c.refused(h.request("x"), wire.Unauthenticated)
	a := c.command("status", `{}`)
	var got map[string]any
	require.NoError(t, json.Unmarshal(a.Data, &got))
	def := policy.Default()
	require.NotZero(t, got["pid"])
	delete(got, "pid")
	require.Equal(t, map[string]any{
		"version": "1.2.3", "startedAt": epoch.Add(-time.Minute).UTC().Format(time.RFC3339), "uptimeSeconds": 60.0,
		"runtimeDir": "/run/p", "stateDir": "/var/p",
		"policy": map[string]any{
			"path": "/etc/p.yaml", "preset": def.Preset, "hash": def.Hash, "loadedAt": "2026-01-02T03:04:05Z", "warnings": []any{},
			"lastError": map[string]any{"at": "2026-01-02T03:04:05Z", "message": "/etc/p.yaml:3:5: no such mode"},
		},
		"sessions": 3.0, "pending": 0.0, "blocked": 1.0,
		"staging": map[string]any{
			"writes": 1.0, "bytes": 0.0, "maxWrites": 2.0, "maxBytes": 0.0, "maxSessionWrites": 0.0, "maxSessionBytes": 0.0, "fullSessions": []any{},
		},
		"connections":    map[string]any{"gateway": 0.0, "admin": 1.0, "tools": 0.0},
		"decisions":      map[string]any{"allow": 2.0, "confirm": 0.0, "deny": 1.0},
		"answers":        map[string]any{"accepted": 0.0, "denied": 0.0, "blind": 0.0},
		"refused":        map[string]any{"unauthenticated": 1.0, "badRequest": 0.0, "replayed": 0.0, "tooLarge": 0.0, "overloaded": 0.0},
		"onFailure":      def.OnFailure.String(),
		"journal":        map[string]any{"file": 0.0, "entries": 7.0, "durable": false, "buffered": 0.0, "unsynced": 0.0, "lastSync": nil, "failing": ""},
		"halts":          []any{},
		"alarms":         []any{},
		"authentication": []any{},
	}, got)
}

func TestPolicyAndReload(t *testing.T) {
	h, _, _ := serveAdmin(t)
	c := h.dial(t)
	def := policy.Default()
	var shown struct {
		Path, Preset, Hash, YAML string
		Warnings                 []string
	}
	require.NoError(t, json.Unmarshal(c.command("policy", `{}`).Data, &shown, json.MatchCaseInsensitiveNames(true)))
	require.Equal(t, "/etc/p.yaml", shown.Path)
	require.Equal(t, def.Hash, shown.Hash)
	again, err := policy.Parse([]byte(shown.YAML), "shown")
	require.NoError(t, err)
	require.Equal(t, def.Hash, again.Hash, "what is shown can be loaded again")
	require.JSONEq(t, `{"preset":"`+def.Preset+`","hash":"`+def.Hash+`","warnings":[]}`, string(c.command("reload", `{}`).Data))
}
