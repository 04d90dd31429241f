package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// seen is what a session has certainly seen, and what its owner was told has been done.
type seen struct {
	level     trust.Level // of everything delivered since the last reset
	saw       trust.Level // level at the latest LLM call
	announced trust.Level // of calls whose results will not be reported
	inherited trust.Level // what the session begins with
	spawner   string

	known     bool // it has sent something
	running   bool // a turn is running
	assembled bool // its context is known
	turns     int
	llmCalls  int  // of the turn
	asked     bool // calls are judged at saw, otherwise at level
	shown     int  // messages in the latest context
	forgives  bool // the owner's latest reset covers everything in the next context

	until  time.Time // exec is approved
	grants []grant   // for exec
	code   string    // the last one offered
	spent  []string  // codes that the owner has denied
}

// grant is an approval for a turn, or for one call of it.
type grant struct {
	turn  int
	once  bool
	moves bool // moves to the next turn if the gateway abandons its own
}

func newSeen() *seen {
	return &seen{level: trust.Trusted, saw: trust.Trusted, announced: trust.Trusted, inherited: trust.Trusted}
}

func (s *seen) sees(level trust.Level) { s.level = trust.Lowest(s.level, level) }

// back says that everything announced has returned, which each LLM call and the end of a turn
// show.
func (s *seen) back() { s.sees(s.announced); s.announced = trust.Trusted }

// lets reports whether an exec may run, and uses up an approval for one call if nothing else
// allows it.
func (s *seen) lets(now time.Time) bool {
	if s.level == trust.Trusted || s.asked && s.saw == trust.Trusted || now.Before(s.until) {
		return true
	}
	single := -1
	for i, g := range s.grants {
		if g.turn != s.turns {
			continue
		}
		if !g.once {
			return true
		}
		single = i
	}
	if single >= 0 {
		s.grants = slices.Delete(s.grants, single, single+1)
	}
	return single >= 0
}

// approved notes an approval, for the current turn or else for the next.
func (s *seen) approved(now time.Time, lasts time.Duration, once bool) {
	if lasts > 0 {
		s.until = now.Add(lasts)
		return
	}
	turn := s.turns
	if !s.running {
		turn++
	}
	s.grants = append(s.grants, grant{turn, once, s.running})
}

// begins starts a turn. The previous one may not have ended.
func (s *seen) begins() {
	s.back()
	for i := range s.grants {
		if g := &s.grants[i]; s.running && g.moves && g.turn == s.turns {
			g.turn, g.moves = g.turn+1, false
		}
	}
	s.turns, s.running, s.assembled, s.llmCalls, s.asked = s.turns+1, true, false, 0, false
}

func (s *seen) withdrawn() { s.until, s.grants = time.Time{}, nil }

func (s *seen) reset(level trust.Level) {
	s.level, s.saw, s.forgives = level, level, true
	s.inherited = max(s.inherited, level)
}

// anew starts a new conversation.
func (s *seen) anew() {
	s.level, s.announced, s.running, s.asked, s.shown, s.forgives = s.inherited, trust.Trusted, false, false, 0, false
	s.withdrawn()
}

// joined says that somebody else takes part in the turn: approvals were not meant for them.
func (s *seen) joined() {
	if s.running {
		s.grants = slices.DeleteFunc(s.grants, func(g grant) bool { return g.turn == s.turns })
	}
}

// ailing is an engine on a disk that fails now and then.
type ailing struct {
	*rig
	disk     *disk
	root     string
	runs     int
	retains  bool
	opens    bool // onFailure: calls that cannot be recorded are allowed
	sessions map[string]*seen
	told     string
}

// Tools that bring in content, and its level; what a session said has that session's.
var brings = map[string]trust.Level{"web_fetch": trust.Untrusted, "memory_search": trust.Shared, "read": trust.Trusted}

const reads = "sessions_history"

var someKeys = []string{"a", "b", "c"}

// something does something in one of a few sessions, to the disk, or to the daemon.
func (a *ailing) something(t *rapid.T) {
	key := rapid.SampledFrom(someKeys).Draw(t, "session")
	s := a.sessions[key]
	things := []struct {
		name string
		do   func(*rapid.T, string, *seen)
	}{
		{"turn", a.turn}, {"turn", a.turn}, {"llm", a.llm}, {"announce", a.announce},
		{"read", a.read}, {"read", a.read}, {"read", a.read}, {"act", a.act}, {"act", a.act}, {"act", a.act}, {"remember", a.remember},
		{"approve", a.approve}, {"approve", a.approve}, {"deny", a.deny}, {"withdraw", a.withdraw}, {"reset", a.reset},
		{"message", a.message}, {"spawn", a.spawn}, {"new", a.anew},
		{"disk", a.breaks}, {"disk", a.breaks}, {"mend", a.mended}, {"restart", a.restarts}, {"rest", a.rests}, {"time", a.passes},
	}
	thing := things[rapid.IntRange(0, len(things)-1).Draw(t, "thing")]
	a.tell("%s %s", key, thing.name)
	thing.do(t, key, s)
	for key, s := range a.sessions {
		if v, err := a.engine.Session(key); err == nil {
			require.LessOrEqual(t, v.Level, s.level, "%s\n%s", key, a.told)
		}
	}
}

func (a *ailing) tell(format string, args ...any) { a.told += fmt.Sprintf(format+"\n", args...) }

// as sends an event in somebody's name.
func (a *ailing) as(ctx wire.Ctx, key string, hook wire.Hook, ev any) engine.Decision {
	a.sessions[key].known = true
	d := a.engine.Handle(context.Background(), hook, key, wire.Payload{Ctx: ctx, Event: ev})
	a.engine.Settle(context.Background(), &d)
	a.tell("\t%s: %s at %s, receipt %t", hook, d.Verdict, d.Taint, d.Receipt != nil)
	return d
}

func (a *ailing) from(key string, hook wire.Hook, ev any) engine.Decision {
	return a.as(owner, key, hook, ev)
}

func (a *ailing) turn(t *rapid.T, key string, s *seen) {
	if rapid.Bool().Draw(t, "the one before ends") {
		a.from(key, wire.AgentEnd, &wire.AgentEndEvent{})
		s.running = false
	}
	if !s.running || s.assembled {
		s.begins()
	}
	s.assembled = true
	messages := make([]map[string]string, s.shown, s.shown+2)
	var sources []wire.Source
	if rapid.IntRange(0, 4).Draw(t, "a page") == 0 {
		sources = []wire.Source{{Kind: "tool_result", Tool: "web_fetch", MessageIndex: len(messages)}}
		messages = append(messages, nil)
		if !s.forgives {
			s.sees(trust.Untrusted)
		}
	}
	messages = append(messages, nil)
	for i := range messages {
		messages[i] = map[string]string{"role": "user", "content": "hello"}
	}
	text, err := json.Marshal(messages)
	require.NoError(t, err)
	s.shown, s.forgives = len(messages), false
	a.from(key, wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: text, Sources: sources})
	if rapid.Bool().Draw(t, "llm") {
		a.calls(key, s)
	}
}

func (a *ailing) llm(_ *rapid.T, key string, s *seen) {
	if s.running {
		a.calls(key, s)
	}
}

func (a *ailing) calls(key string, s *seen) {
	s.back()
	iteration := s.llmCalls
	a.from(key, wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Iteration: &iteration})
	s.saw, s.asked, s.llmCalls = s.level, true, s.llmCalls+1
}

// announce has the model ask for a call whose result is never reported.
func (a *ailing) announce(t *rapid.T, key string, s *seen) {
	if !s.running {
		return
	}
	s.back() // an answer after another shows that what the first asked for has returned
	tool := rapid.SampledFrom([]string{"web_fetch", "memory_search", "read"}).Draw(t, "tool")
	d := a.from(key, wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "announced", Name: tool}}})
	if d.Verdict == trust.VerdictAllow && d.Result.ToolCalls == nil {
		s.announced = trust.Lowest(s.announced, brings[tool])
	}
}

// id is a call's id. Models give the same one to several calls.
func (a *ailing) id(t *rapid.T, tool string) string {
	return rapid.SampledFrom([]string{"c-" + tool, "x", "y"}).Draw(t, "id")
}

func (a *ailing) asks(key, tool, id, params string) engine.Decision {
	if s := a.sessions[key]; !s.running { // not every gateway announces a turn
		s.begins()
	}
	return a.from(key, wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: id, Params: jsontext.Value(params)})
}

func (a *ailing) read(t *rapid.T, key string, s *seen) {
	tool := rapid.SampledFrom([]string{"web_fetch", "memory_search", "read", reads}).Draw(t, "tool")
	id, params, level := a.id(t, tool), "{}", brings[tool]
	if tool == reads {
		other := rapid.SampledFrom(someKeys).Draw(t, "of")
		params, level = `{"sessionKey":"`+other+`"}`, a.sessions[other].level
	}
	if a.asks(key, tool, id, params).Verdict != trust.VerdictAllow {
		return
	}
	switch rapid.IntRange(0, 2).Draw(t, "comes back") {
	case 0:
		return // not yet
	case 1:
		a.from(key, wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: tool, ToolCallID: id, Params: jsontext.Value(params), Result: jsontext.Value(`"page"`)})
	default:
		a.from(key, wire.ToolResultPersist, &wire.ToolResultPersistEvent{ToolName: tool, ToolCallID: id, Message: jsontext.Value(`{"content":"page"}`)})
	}
	s.sees(level)
}

func (a *ailing) act(t *rapid.T, key string, s *seen) {
	d := a.asks(key, "exec", a.id(t, "exec"), `{"command":"ls"}`)
	if d.Approval != nil {
		s.code = d.Approval.Code
	}
	if d.Verdict == trust.VerdictAllow && !(a.opens && d.Receipt == nil) {
		require.True(t, s.lets(a.now()), a.told)
	}
}

// remember writes to memory, which no approval allows.
func (a *ailing) remember(t *rapid.T, key string, s *seen) {
	d := a.asks(key, "write", a.id(t, "write"), `{"path":"/ws/MEMORY.md","content":"what the page says"}`)
	if d.Verdict == trust.VerdictAllow && !(a.opens && d.Receipt == nil) {
		require.Equal(t, trust.Trusted, s.level, a.told)
		require.Equal(t, trust.Trusted, s.announced, a.told)
	}
}

func (a *ailing) approve(t *rapid.T, key string, s *seen) {
	lasts := rapid.SampledFrom([]time.Duration{0, 0, time.Hour}).Draw(t, "lasts")
	once := lasts == 0 && rapid.Bool().Draw(t, "once")
	text := ".approve exec " + s.code
	if lasts > 0 {
		text += " 60"
	} else if once {
		text += " once"
	}
	done := false
	switch how := rapid.IntRange(0, 2).Draw(t, "how"); {
	case how == 0:
		_, err := a.engine.Approve(context.Background(), engine.ApproveRequest{Session: key, Tool: "exec", For: lasts, Once: once})
		done = err == nil
	case s.code == "":
	case how == 1:
		ev := &wire.CommandEvent{Text: text}
		if once && rapid.Bool().Draw(t, "of the call") {
			ev.ToolCallID = a.id(t, "exec")
		}
		done = a.from(key, wire.Command, ev).Verdict == trust.VerdictAllow
		require.False(t, done && slices.Contains(s.spent, s.code), a.told)
	default: // the owner is not told whether it was done
		done = a.from(key, wire.MessageReceived, &wire.MessageReceivedEvent{Content: text}).Receipt != nil
	}
	a.tell("\tapproved for %s, once %t: %t", lasts, once, done)
	if done {
		s.approved(a.now(), lasts, once)
	}
}

func (a *ailing) deny(t *rapid.T, key string, s *seen) {
	switch {
	case rapid.Bool().Draw(t, "by the CLI"):
		_, _ = a.engine.DenyCode(context.Background(), key, "")
	case s.code != "" && a.from(key, wire.Command, &wire.CommandEvent{Text: ".deny " + s.code}).Verdict == trust.VerdictAllow:
		s.spent = append(s.spent, s.code)
	}
}

func (a *ailing) withdraw(t *rapid.T, key string, s *seen) {
	if rapid.Bool().Draw(t, "by the CLI") {
		if _, err := a.engine.Withdraw(context.Background(), key, "exec"); err == nil {
			s.withdrawn()
		}
	} else if a.from(key, wire.Command, &wire.CommandEvent{Text: ".withdraw exec"}).Verdict == trust.VerdictAllow {
		s.withdrawn()
	}
}

func (a *ailing) reset(t *rapid.T, key string, s *seen) {
	level := rapid.SampledFrom([]trust.Level{trust.Trusted, trust.Shared}).Draw(t, "to")
	if rapid.Bool().Draw(t, "by the CLI") {
		if _, err := a.engine.ResetTrust(context.Background(), key, level); err == nil {
			s.reset(level)
		}
	} else if a.from(key, wire.Command, &wire.CommandEvent{Text: ".reset-trust " + level.String()}).Verdict == trust.VerdictAllow {
		s.reset(level)
	}
}

// message comes from somebody else: a stranger's counts in the current turn, another session's
// always.
func (a *ailing) message(t *rapid.T, key string, s *seen) {
	if rapid.Bool().Draw(t, "of a stranger") {
		stranger := owner
		stranger.SenderID, stranger.SenderIsOwner = "222", wire.No
		a.as(stranger, key, wire.MessageReceived, &wire.MessageReceivedEvent{Content: "hi"})
		if s.running {
			s.sees(trust.External)
			s.joined()
		}
		return
	}
	other := rapid.SampledFrom(someKeys).Draw(t, "of")
	if other == key {
		return
	}
	ctx := wire.Ctx{AgentID: "main", InputProvenance: &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: other}}
	a.as(ctx, key, wire.MessageReceived, &wire.MessageReceivedEvent{Content: "hi"})
	s.sees(a.sessions[other].level)
	s.joined()
}

func (a *ailing) spawn(t *rapid.T, key string, s *seen) {
	by := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "by")
	if by == key {
		return
	}
	a.as(wire.Ctx{AgentID: "main", SpawnedBy: by}, key, wire.SessionStart, &wire.SessionStartEvent{})
	if by != s.spawner && a.sessions[by].known {
		s.sees(a.sessions[by].level)
		s.inherited = min(s.inherited, a.sessions[by].level)
	}
	s.spawner = by
}

func (a *ailing) anew(t *rapid.T, key string, s *seen) {
	if rapid.Bool().Draw(t, "told by its end") {
		a.from(key, wire.SessionEnd, &wire.SessionEndEvent{Reason: "reset"})
	} else {
		a.from(key, wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: jsontext.Value(`[{"role":"user","content":"hello"}]`)})
	}
	s.anew()
}

func (a *ailing) breaks(t *rapid.T, _ string, _ *seen) {
	switch rapid.IntRange(0, 2).Draw(t, "how") {
	case 0:
		a.disk.full.Store(true)
	case 1:
		a.disk.room.Store(int64(rapid.IntRange(1, 3).Draw(t, "writes")))
	default:
		a.disk.loose.Store(true)
	}
}

func (a *ailing) mended(t *rapid.T, _ string, _ *seen) { a.mend(t) }

// mend makes room, and waits until the ledger has noticed.
func (a *ailing) mend(t *rapid.T) {
	a.disk.room.Store(0)
	a.disk.full.Store(false)
	a.disk.loose.Store(false)
	for range 10_000 {
		if a.store.Status().Failing == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the ledger does not recover")
}

// restarts stops the daemon, cleanly or not, and starts it again, with its index or without.
func (a *ailing) restarts(t *rapid.T, _ string, _ *seen) {
	a.mend(t)
	a.engine.CatchUp() // only the process knows what was not recorded
	if rapid.Bool().Draw(t, "killed") {
		a.runs++
		again := a.killed(filepath.Join(a.root, fmt.Sprint("killed", a.runs)))
		require.NoError(t, a.store.Close())
		a.rig = again
	} else {
		a.save()
		a.close()
	}
	if !a.retains && rapid.Bool().Draw(t, "without its index") {
		require.NoError(t, os.Remove(a.index()))
	}
	a.open()
	for _, s := range a.sessions {
		s.asked = false // it is unknown which LLM call asks
	}
}

// rests lets sessions leave memory that the index has.
func (a *ailing) rests(t *rapid.T, _ string, _ *seen) {
	for range rapid.IntRange(1, 3).Draw(t, "saves") {
		if a.store.save(context.Background()) != nil {
			return
		}
	}
	if rapid.Bool().Draw(t, "all") {
		a.engine.Forget(a.now().Add(time.Second))
	} else {
		a.engine.Shed(0)
	}
}

func (a *ailing) passes(t *rapid.T, _ string, _ *seen) {
	a.wait(time.Duration(rapid.IntRange(1, 40).Draw(t, "minutes")) * time.Minute)
}

// Whatever the disk does: nothing that was read is forgotten, nothing takes effect that the
// owner was told is not done, and the records contain all of it.
func TestADiskThatFailsRaisesNoLevel(t *testing.T) {
	root := t.TempDir()
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++
		dir := filepath.Join(root, fmt.Sprint(runs))
		require.NoError(rt, os.MkdirAll(filepath.Join(dir, "live"), 0o700))
		a := &ailing{disk: new(disk), root: dir, sessions: map[string]*seen{}}
		for _, key := range someKeys {
			a.sessions[key] = newSeen()
		}
		a.rig = newRig(rt, filepath.Join(dir, "live"), func(o *Options) {
			o.Ledger.FS = a.disk
			o.Ledger.MaxEntries = rapid.SampledFrom([]int{5, 10_000}).Draw(rt, "rotation")
			if a.retains = rapid.Bool().Draw(rt, "retains"); a.retains {
				o.Ledger.Retain = ledger.Retention{Files: 2}
			}
		})
		if a.opens = rapid.IntRange(0, 3).Draw(rt, "onFailure") == 0; a.opens {
			a.policy = "onFailure: open\n"
			a.restart()
		}
		for range rapid.IntRange(1, 40).Draw(rt, "events") {
			a.something(rt)
		}
		a.mend(rt)
		a.save()
		want := a.view()
		a.restart()
		if !a.retains { // retention may remove what explains the latest call
			require.Equal(rt, want, a.view(), a.told)
		}
		for key, s := range a.sessions {
			if s.level < trust.Trusted {
				v, err := a.engine.Session(key)
				require.NoError(rt, err, a.told)
				require.LessOrEqual(rt, v.Level, s.level, a.told)
			}
		}
		a.close()
		require.NoError(rt, os.RemoveAll(dir))
	})
}
