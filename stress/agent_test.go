//go:build stress

package stress_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// agent is one session at work: it fetches pages, is held, is approved or not, and is reset. It
// checks every answer against what was acknowledged to it before.
type agent struct {
	d       *daemon
	session string
	rnd     *rand.Rand
	*peer
	calls int
	codes time.Duration // validity of a code; 0: as long as the test takes
	took  []time.Duration

	granted bool // the owner has approved since a turn last ended; a grant in a turn that is given up applies to the next

	level  string   // according to the latest answer
	unsure bool     // a reset was refused, but its entry may still be kept
	kept   []string // levels that the session may be remembered at: one, once a receipt says which
}

const (
	trusted   = "trusted"
	untrusted = "untrusted"
)

// errWrong is an answer that cannot be right. An agent's other errors are refusals, or errors of
// its connection.
var errWrong = errors.New("wrong answer")

// refused is an error frame, or an answer that the daemon could not record.
type refused struct{ code string }

func (r refused) Error() string { return "refused: " + r.code }

var stagedAs = regexp.MustCompile(`staged as (b[0-9a-f]{8})`)

const undecided = "undecided" // answered as onFailure says

func (d *daemon) agent(session string, seed uint64) *agent {
	return &agent{d: d, session: session, rnd: rand.New(rand.NewPCG(seed, 7)), level: trusted, kept: []string{trusted}}
}

// say asks one question whose answer leaves the session at the given level.
func (a *agent) say(hook, payload, level string) (answer, error) {
	a.kept = append(a.kept, level)
	began := time.Now()
	f, err := a.ask(hook, a.session, payload)
	if err != nil {
		return f, err
	}
	a.took = append(a.took, time.Since(began))
	if a.unsure && f.Taint == trusted && level == a.level {
		a.level, level = trusted, trusted
	}
	switch {
	case f.Type != "decision":
		return f, refused{f.Code}
	case f.ID != strconv.Itoa(a.n):
		return f, fmt.Errorf("%w: %s to question %d", errWrong, f.ID, a.n)
	case slices.ContainsFunc(f.Reasons, func(r struct{ Layer, Mode, Text string }) bool { return r.Layer == "failure" }),
		f.Receipt == nil:
		return f, a.undecided(hook, f, level)
	}
	a.d.receipts.add(f)
	a.unsure, a.level, a.kept = false, level, a.kept[:0]
	a.kept = append(a.kept, level)
	if f.Taint != level {
		return f, fmt.Errorf("%w: %s to %s %s leaves %s at %s, not at %s", errWrong, f.Verdict, hook, payload, a.session, f.Taint, level)
	}
	return f, nil
}

// undecided handles an answer that could not be recorded. An event that lowers the level still
// does. One that would raise it is answered as not done; but its entry may keep its place while it
// waits for the disk, and take effect later.
func (a *agent) undecided(hook string, f answer, level string) error {
	switch {
	case level == untrusted:
		a.level = untrusted
	case level != a.level:
		a.unsure = true
		if f.Taint == trusted {
			a.level = trusted
		}
	}
	if f.Taint != a.level {
		return fmt.Errorf("%w: an undecided %s leaves %s at %s, not at %s", errWrong, hook, a.session, f.Taint, a.level)
	}
	return refused{undecided}
}

// tells reports events that leave the level unchanged, as pairs of a hook and an event.
func (a *agent) tells(events ...[2]string) error {
	for _, e := range events {
		if _, err := a.say(e[0], payload(e[1]), a.level); err != nil {
			return err
		}
	}
	return nil
}

// calling calls a tool, and requires the verdict.
func (a *agent) calling(tool, params, verdict string) (answer, error) {
	a.calls++
	f, err := a.say("before_tool_call", before(tool, strconv.Itoa(a.calls), params), a.level)
	if errors.Is(err, refused{undecided}) && f.Verdict == "allow" && tool != "read" && tool != "web_fetch" {
		return f, fmt.Errorf("%w: %s goes on and nobody can record it", errWrong, tool)
	}
	if err == nil && f.Verdict != verdict {
		err = fmt.Errorf("%w: %s for %s in %s at %s: %+v", errWrong, f.Verdict, tool, a.session, a.level, f)
	}
	return f, err
}

// returned reports the result of the last call.
func (a *agent) returned(tool, text, level string) error {
	_, err := a.say("after_tool_call", after(tool, strconv.Itoa(a.calls), text), level)
	return err
}

// turn is one turn, at random a harmless or an eventful one. It ends with the first question that
// was not answered well.
func (a *agent) turn() error {
	for _, step := range []func() error{a.opens, a.reads, a.fetches, a.executes, a.remembers, a.closes, a.isReset} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (a *agent) opens() error {
	return a.tells(
		[2]string{"before_agent_start", `{"prompt":"what is new?"}`},
		[2]string{"message_received", `{"content":"what is new?"}`},
		[2]string{"context_assembled", `{"systemPrompt":"You help.","messages":[{"role":"user","content":"what is new?"}]}`},
		[2]string{"loop_iteration_start", `{"iteration":0}`},
		[2]string{"before_llm_call", `{"iteration":0,"tools":["read","exec","web_fetch"]}`},
		[2]string{"after_llm_call", `{"iteration":0,"response":"let me see"}`},
	)
}

func (a *agent) reads() error {
	if _, err := a.calling("read", `{"path":"notes.txt"}`, "allow"); err != nil {
		return err
	}
	if err := a.returned("read", "nothing much", a.level); err != nil {
		return err
	}
	return a.tells([2]string{"tool_result_persist", `{"toolName":"read","toolCallId":"` + strconv.Itoa(a.calls) + `","message":{"content":"nothing much"}}`})
}

func (a *agent) fetches() error {
	if a.rnd.IntN(3) > 0 {
		return nil
	}
	if _, err := a.calling("web_fetch", `{"url":"https://example.org"}`, "allow"); err != nil {
		return err
	}
	if err := a.returned("web_fetch", "a page", untrusted); err != nil {
		return err
	}
	return a.tells([2]string{"loop_iteration_end", `{"iteration":0}`}, [2]string{"before_llm_call", `{"iteration":1}`})
}

func (a *agent) executes() error {
	if err := a.tells([2]string{"resolve_exec_env", `{"toolName":"exec","host":"gateway"}`}); err != nil {
		return err
	}
	if a.level == trusted {
		_, err := a.calling("exec", `{"command":"ls"}`, "allow")
		return err
	}
	f, err := a.calling("exec", `{"command":"ls"}`, "deny")
	if a.granted && f.Verdict == "allow" {
		return nil
	}
	if err != nil {
		return err
	}
	if f.Approval == nil {
		return fmt.Errorf("%w: held without a code: %+v", errWrong, f)
	}
	code := f.Approval.Code
	verdict := "deny"
	switch a.rnd.IntN(4) {
	case 0:
		a.granted = true
		f, err = a.say("command", command(".approve exec "+code), a.level)
		verdict = "allow"
	case 1:
		err = a.ownerSays("deny", `{"session":"`+a.session+`","code":"`+code+`"}`)
	case 2:
		if a.codes == 0 {
			return nil
		}
		time.Sleep(a.codes + 200*time.Millisecond)
		f, err = a.say("command", command(".approve exec "+code), a.level) // too late
	case 3: // nobody answers
		return nil
	}
	if err != nil {
		return err
	}
	_, err = a.calling("exec", `{"command":"ls"}`, verdict)
	return err
}

// remembers writes to a memory file; if the write is held back, the owner drops it.
func (a *agent) remembers() error {
	if a.rnd.IntN(8) > 0 {
		return nil
	}
	const note = `{"path":"MEMORY.md","content":"a note"}`
	if a.level == trusted {
		_, err := a.calling("write", note, "allow")
		return err
	}
	f, err := a.calling("write", note, "deny")
	if err != nil {
		return err
	}
	id := stagedAs.FindStringSubmatch(f.Result.BlockReason)
	if id == nil {
		return fmt.Errorf("%w: not staged: %+v", errWrong, f)
	}
	return a.ownerSays("blocked-drop", `{"id":"`+id[1]+`"}`)
}

func (a *agent) closes() error {
	err := a.tells([2]string{"before_response_emit", `{"content":"done","final":false}`}, [2]string{"agent_end", `{}`})
	a.granted = a.granted && err != nil
	return err
}

func (a *agent) isReset() error {
	if a.level == trusted || a.rnd.IntN(2) > 0 {
		return nil
	}
	if a.rnd.IntN(2) > 0 {
		_, err := a.say("command", command(".reset-trust"), trusted)
		return err
	}
	a.kept = append(a.kept, trusted)
	err := a.ownerSays("reset-trust", `{"session":"`+a.session+`"}`)
	if err != nil {
		a.unsure = true
		return err
	}
	a.level, a.kept = trusted, []string{trusted}
	return nil
}

// ownerSays sends one of the owner's commands, on a new connection, as provenancectl does.
func (a *agent) ownerSays(command, args string) error {
	p, err := a.d.try("admin")
	if err != nil {
		return err
	}
	defer p.Close()
	f, err := p.ask(command, "", `{"event":`+args+`}`)
	if err == nil && f.Type != "result" {
		err = refused{f.Code + ": " + f.Message}
	}
	return err
}

// crowd is agents that work concurrently, each on a connection of its own, until stop is called.
type crowd struct {
	agents []*agent
	done   sync.WaitGroup
	stop   func()
}

// crowd makes n agents work. An agent that fails reconnects if failed says so; otherwise it stops.
func (d *daemon) crowd(n int, failed func(*agent, error) (again bool)) *crowd {
	d.t.Helper()
	c := &crowd{}
	for i := range n {
		c.agents = append(c.agents, d.agent(fmt.Sprintf("agent:main:w%d", i), uint64(i)))
	}
	c.work(failed)
	d.t.Cleanup(func() { c.stop() })
	return c
}

// work makes the agents work, again if they have worked before.
func (c *crowd) work(failed func(*agent, error) (again bool)) {
	quit := make(chan struct{})
	c.stop = sync.OnceFunc(func() { close(quit); c.done.Wait() })
	for _, a := range c.agents {
		c.done.Go(func() { a.work(quit, failed) })
	}
}

func (a *agent) work(quit chan struct{}, failed func(*agent, error) bool) {
	for {
		select {
		case <-quit:
			return
		default:
		}
		err := a.oneTurn()
		if err != nil && !failed(a, err) {
			return
		}
	}
}

func (a *agent) oneTurn() (err error) {
	if a.peer == nil {
		if a.peer, err = a.d.try("gateway"); err != nil {
			return err
		}
	}
	a.SetDeadline(time.Now().Add(30 * time.Second))
	if err = a.turn(); err != nil {
		a.hangUp()
	}
	return err
}

func (a *agent) hangUp() {
	if a.peer != nil {
		a.Close()
		a.peer = nil
	}
}

// remembered requires that the daemon knows every session at the acknowledged level, or at that of
// a question that it received and could not answer.
func (c *crowd) remembered(d *daemon) {
	d.t.Helper()
	var rows []struct{ Session, Level string }
	d.ctlJSON(&rows, "sessions")
	levels := make(map[string]string)
	for _, row := range rows {
		levels[row.Session] = row.Level
	}
	for _, a := range c.agents {
		level := levels[a.session]
		if level == "" {
			level = trusted // never heard of
		}
		require.Contains(d.t, a.kept, level, "%s", a.session)
		a.level, a.unsure, a.kept = level, false, []string{level}
	}
}

// percentile sorts times.
func percentile(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)-1, len(times)*p/100)]
}

func (c *crowd) took() (all []time.Duration) {
	for _, a := range c.agents {
		all = append(all, a.took...)
	}
	return all
}

func (c *crowd) hangUp() {
	for _, a := range c.agents {
		a.hangUp()
	}
}

// noFailure is for a crowd whose every question must be answered well.
func noFailure(t testing.TB) func(*agent, error) bool {
	return func(a *agent, err error) bool {
		t.Errorf("%s: %v", a.session, err)
		return false
	}
}
