package blackbox_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

var crashes = flag.Int("crashes", 100, "how often TestKillNine kills the daemon")

// TestKillNine kills the real daemon at random moments, under load, and compares its state after
// the restart with a model of what had been acknowledged: levels, codes, grants and staged writes.
// Unanswered requests may have taken effect or not.
func TestKillNine(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	r := newRig(t, "approvalTtlSeconds: 3600\n")
	const workers = 4
	var models []*model
	for i := range workers {
		models = append(models, newModel(fmt.Sprintf("agent:main:w%d", i), rand.New(rand.NewPCG(seed, uint64(i+2)))))
	}
	acknowledged := 0
	for round := range *crashes {
		var wg sync.WaitGroup
		for _, m := range models {
			p := r.gateway()
			wg.Go(func() { m.drive(r, p) })
		}
		time.Sleep(time.Duration(rnd.IntN(25000)) * time.Microsecond)
		require.NoError(t, r.cmd.Process.Kill())
		r.cmd.Wait()
		wg.Wait()
		for _, m := range models {
			acknowledged += m.acked
			m.acked = 0
		}
		if round%10 == 9 {
			// A kill may cut a line in the middle; the next start removes its rest.
			if out, code := r.ctl("audit", "verify", r.path("state", "ledger")); code != 0 {
				require.Contains(t, out, "the last line is incomplete", "round %d", round)
			}
		}
		r.start()
		if round%10 == 9 {
			out, code := r.ctl("audit", "verify", r.path("state", "ledger"))
			require.Zero(t, code, "round %d: %s", round, out)
		}
		admin := r.dial("admin", "admin")
		var staged []object
		admin.admin(&staged, "blocked-list", object{})
		for _, m := range models {
			m.check(t, round, admin, staged)
		}
	}
	r.stop()
	out, code := r.ctl("audit", "verify", r.path("state", "ledger"))
	require.Zero(t, code, out)
	require.Greater(t, acknowledged, *crashes, "too little happened for this to mean anything")
	t.Logf("%d kills, %d acknowledged events", *crashes, acknowledged)
}

// Everything acknowledged is in the ledger's files as soon as the process is killed, also for
// readers before the next start.
func TestKillNineLeavesTheFilesWhole(t *testing.T) {
	r := newRig(t, "")
	for range 4 {
		p := r.gateway()
		receipts := map[string]bool{}
		for range 300 {
			f := p.ask("before_tool_call", "s", object{"toolName": "read", "params": object{}}, r.owner())
			receipts[f["receipt"].(object)["hash"].(string)] = true
		}
		require.NoError(t, r.cmd.Process.Kill())
		r.cmd.Wait()
		require.Equal(t, len(receipts), r.acknowledged(receipts))
		out, code := r.ctl("audit", "verify", r.path("state", "ledger"))
		require.Zero(t, code, out)
		r.start()
	}
}

// acknowledged counts the receipts whose entries are in the ledger's files.
func (r *rig) acknowledged(receipts map[string]bool) (n int) {
	r.t.Helper()
	files, err := filepath.Glob(r.path("state", "ledger", "*.jsonl"))
	require.NoError(r.t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(r.t, err)
		for line := range strings.Lines(string(text)) {
			if at := strings.LastIndex(line, `"hash":"`); at >= 0 && strings.HasSuffix(line, "\"}\n") && receipts[line[at+8:len(line)-3]] {
				n++
			}
		}
	}
	return n
}

// facts are what must survive of a session.
type facts struct {
	known  bool
	level  string
	code   string   // of what is pending
	tools  []string // pending, sorted
	grants []string // timed, sorted
	resets int
}

type model struct {
	session string
	rnd     *rand.Rand
	n       int
	acked   int

	sure   facts
	maybe  *facts // after the event that was not answered
	staged []string
}

func newModel(session string, rnd *rand.Rand) *model {
	return &model{session: session, rnd: rnd, sure: facts{level: "trusted"}}
}

var (
	levels     = []string{"untrusted", "external", "shared", "trusted"}
	stagedID   = regexp.MustCompile(`staged as (b[0-9a-f]{8})`)
	errCrashed = errors.New("the daemon is gone")
)

// drive sends events until the daemon dies.
func (m *model) drive(r *rig, p *peer) {
	for {
		if err := m.step(r, p); err != nil {
			return
		}
		m.acked++
	}
}

func (m *model) step(r *rig, p *peer) error {
	m.n++
	id := fmt.Sprintf("c%d", m.n)
	next := m.sure
	next.known = true
	next.tools, next.grants = slices.Clone(next.tools), slices.Clone(next.grants)
	hook, event := "", object{}
	level := slices.Index(levels, next.level)
	switch m.rnd.IntN(7) {
	case 0, 1: // a result lowers the level
		tool := []string{"web_fetch", "gog", "vestige_search", "read"}[m.rnd.IntN(4)]
		hook, event = "after_tool_call", object{"toolName": tool, "toolCallId": id, "result": "r"}
		next.level = levels[min(level, map[string]int{"web_fetch": 0, "gog": 1, "vestige_search": 2, "read": 3}[tool])]
	case 2: // a call is held
		tool := []string{"exec", "write", "gateway"}[m.rnd.IntN(3)]
		hook, event = "before_tool_call", object{"toolName": tool, "toolCallId": id, "params": object{"path": "x"}}
		if (level < 3 || tool == "gateway") && !slices.Contains(next.grants, tool) {
			next.tools = with(next.tools, tool)
			next.code = "?"
		}
	case 3: // the owner approves
		if next.code == "" {
			return nil
		}
		hook, event = "command", object{"text": ".approve all " + next.code + " 60"}
		for _, tool := range next.tools {
			next.grants = with(next.grants, tool)
		}
		next.code, next.tools = "", nil
	case 4: // the owner resets trust
		to := levels[m.rnd.IntN(4)]
		hook, event = "command", object{"text": ".reset-trust " + to}
		next.level, next.code, next.tools = to, "", nil
		next.resets = min(50, next.resets+1)
	case 5: // a memory file is not written
		hook, event = "before_tool_call", object{"toolName": "write", "toolCallId": id, "params": object{"path": "SOUL.md", "content": id}}
		if level == 3 {
			return nil
		}
	case 6: // the owner withdraws what he has approved
		if len(next.grants) == 0 {
			return nil
		}
		tool := next.grants[m.rnd.IntN(len(next.grants))]
		hook, event = "command", object{"text": ".withdraw " + tool}
		next.grants = slices.DeleteFunc(next.grants, func(g string) bool { return g == tool })
	}
	m.maybe = &next
	f, err := p.try(hook, m.session, event, r.owner())
	if err != nil {
		return err
	}
	if f["type"] != "decision" {
		return errCrashed // it was stopping
	}
	if a, ok := f["approval"].(object); ok {
		next.code, next.tools = a["code"].(string), nil
		for _, tool := range a["tools"].([]any) {
			next.tools = with(next.tools, tool.(string))
		}
	}
	if reason, ok := f["result"].(object)["blockReason"].(string); ok {
		if id := stagedID.FindStringSubmatch(reason); id != nil {
			m.staged = append(m.staged, id[1])
		}
	}
	m.sure, m.maybe = next, nil
	return nil
}

func with(list []string, s string) []string {
	if !slices.Contains(list, s) {
		list = append(list, s)
		slices.Sort(list)
	}
	return list
}

// check compares the state after the restart with the model, and continues from there.
func (m *model) check(t *testing.T, round int, admin *peer, staged []object) {
	t.Helper()
	for _, id := range m.staged {
		require.True(t, slices.ContainsFunc(staged, func(row object) bool { return row["id"] == id }), "round %d: staged write %s is lost", round, id)
	}
	got := admin.facts(m.session)
	if m.maybe != nil && got.is(*m.maybe) {
		m.sure, m.maybe = got, nil
		return
	}
	if !m.sure.known {
		require.False(t, got.known)
		m.maybe = nil
		return
	}
	if !got.is(m.sure) {
		var whole object
		admin.admin(&whole, "session", object{"session": m.session})
		t.Logf("the session: %v", whole)
	}
	if !got.is(m.sure) {
		// A turn here never ends. One with more calls than are remembered gets the level that the
		// oldest might have brought.
		var d struct{ Reason string }
		admin.admin(&d, "session", object{"session": m.session})
		if strings.HasSuffix(d.Reason, "calls behind it") {
			m.sure, m.maybe = got, nil
			return
		}
	}
	require.True(t, got.is(m.sure), "round %d: %s came back as\n%+v\nacknowledged was\n%+v\nand perhaps\n%+v", round, m.session, got, m.sure, m.maybe)
	m.sure, m.maybe = got, nil
}

// is reports whether f matches g. g may know only the latest code: once the owner has used it,
// older ones still wait.
func (f facts) is(g facts) bool {
	waits := g.code == "" || g.code == "?" && f.code != "" || f.code == g.code && slices.Equal(f.tools, g.tools)
	return f.known == g.known && f.level == g.level && waits && slices.Equal(f.grants, g.grants) && f.resets == g.resets
}

func (p *peer) facts(session string) facts {
	var d struct {
		Level   string
		Pending *struct {
			Code  string
			Tools []string
		}
		Grants []struct{ Tool, Scope string }
		Resets []object
	}
	if !p.admin(&d, "session", object{"session": session}) {
		return facts{level: "trusted"}
	}
	f := facts{known: true, level: d.Level, resets: len(d.Resets)}
	if d.Pending != nil {
		f.code = d.Pending.Code
		f.tools = slices.Sorted(slices.Values(d.Pending.Tools))
	}
	for _, g := range d.Grants {
		f.grants = with(f.grants, g.Tool)
	}
	return f
}

// admin runs one of the owner's commands; false means not_found.
func (p *peer) admin(out any, command string, args object) bool {
	p.t.Helper()
	p.send(p.line(command, "", args, object{}, nil))
	f := p.frame()
	if f["code"] == "not_found" {
		return false
	}
	require.Equal(p.t, "result", f["type"], "%v", f)
	b, err := json.Marshal(f["data"])
	require.NoError(p.t, err)
	require.NoError(p.t, json.Unmarshal(b, out, json.MatchCaseInsensitiveNames(true)))
	return true
}

// try is ask for a daemon that may die any moment.
func (p *peer) try(hook, session string, event, ctx object) (object, error) {
	if _, err := io.WriteString(p.conn, p.line(hook, session, event, ctx, nil)); err != nil {
		return nil, err
	}
	return readFrame(p.conn, p.in)
}

// Only the ledger shows that the owner changed a memory file.
func TestWhatTheOwnerDidWithAStagedWriteOutlivesAKill(t *testing.T) {
	r := newRig(t, "")
	p := r.gateway()
	r.taint(p, "s")
	for _, file := range []string{"SOUL.md", "MEMORY.md"} {
		p.ask("before_tool_call", "s", object{"toolName": "write", "params": object{"path": file, "content": "x"}}, r.owner())
	}
	admin := r.dial("admin", "admin")
	var staged []object
	admin.admin(&staged, "blocked-list", object{})
	require.Len(t, staged, 2)
	var done object
	admin.admin(&done, "blocked-commit", object{"id": staged[0]["id"]})
	admin.admin(&done, "blocked-drop", object{"id": staged[1]["id"]})
	r.kill()
	out, failed := r.ctl("audit", "verify", r.path("state", "ledger"))
	require.Zero(t, failed, out)
	text, err := os.ReadFile(r.path("state", "ledger", "00000001.jsonl"))
	require.NoError(t, err)
	require.Contains(t, string(text), fmt.Sprintf(`"event":"staged_write_committed","files":[{"bytes":1,"kind":"memory","path":%q}],"id":%q`, staged[0]["path"], staged[0]["id"]))
	require.Contains(t, string(text), fmt.Sprintf(`"event":"staged_write_dropped","id":%q`, staged[1]["id"]))
	admin = r.dial("admin", "admin")
	admin.admin(&staged, "blocked-list", object{})
	require.Empty(t, staged)
}
