package engine

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// maxStory bounds the events of one tape.
const maxStory = 200

func play(t testing.TB, bytes []byte) {
	s := newStory(t, bytes)
	for i := 0; i < maxStory && len(*s.tape) > 0; i++ {
		s.step()
	}
	s.compareAll("at the end")
}

func (s *story) send(e *modelEvent, ev any) {
	s.tell("%s %s %s %s", e.session, e.hook, asJSON{e.ctx}, asJSON{ev})
	staged := len(s.host.staged)
	c := s.host.open(e.session, e.ctx)
	d := c.send(e.hook, ev)
	want := s.model.handle(e)
	m := s.model.sessions[e.session]

	s.requireSame(want.verdict, d.Verdict, "verdict")
	s.requireSame(want.block, d.Result.Block, "block")
	s.requireSame(m.level, d.Taint, "taint")
	s.requireSame(want.code != "", d.Approval != nil, "a code is offered")
	if a := d.Approval; a != nil {
		s.held = e.calls[0]
		if want.code == "new" {
			s.requireSame(false, s.codes[a.Code], "a code that was given before")
			s.codes[a.Code], m.codes[len(m.codes)-1].code, want.code = true, a.Code, a.Code
		}
		s.requireSame(want.code, a.Code, "code")
		s.requireSame(want.tools, a.Tools, "tools that wait")
		s.requireSame(session.CeilSeconds(want.expires.Sub(s.model.now)), a.ExpiresIn, "seconds")
	}
	left := d.Result.Tools
	if e.hook == wire.AfterLLMCall {
		left = d.Result.ToolCalls
	}
	s.requireSame(want.left, left, "what survives")
	s.requireSame(len(s.model.staged), len(s.host.staged), "staged writes")
	for _, w := range s.host.staged[staged:] {
		s.requireSame(s.model.staged[len(s.model.staged)-1], modelStaged{w.Session, w.Level}, "staged write")
	}
	s.compare(e.session)
}

func (s *story) requireSame(want, got any, what string) {
	s.t.Helper()
	if !reflect.DeepEqual(want, got) {
		require.Equal(s.t, want, got, "%s: model and engine differ\n%s", what, s.story())
	}
}

type asJSON struct{ v any }

func (j asJSON) String() string { return string(raw(j.v)) }

func (s *story) story() string {
	text := s.model.policy.yaml
	for i, line := range s.told {
		text += fmt.Sprintf("\n%3d %s", i, line())
	}
	return text
}

// compare what is known of one session.
func (s *story) compare(key string) {
	s.t.Helper()
	v, err := s.host.engine.Session(key)
	m := s.model.sessions[key]
	if m == nil {
		require.ErrorIs(s.t, err, decide.ErrNotFound)
		return
	}
	require.NoError(s.t, err)
	s.requireSame(m.level, v.Level, "level")
	s.requireSame(m.turns, v.Turns, "turns")
	s.requireSame(m.open(), v.Turn != nil && v.Turn.Open, "open")
	waits := s.model.codes(m)
	s.requireSame(len(waits) > 0, v.Pending != nil, "pending")
	if len(waits) > 0 {
		last := waits[len(waits)-1]
		s.requireSame(last.tools, v.Pending.Tools, "tools that wait")
		s.requireSame(last.level, v.Pending.Level, "level")
	}
	if m.turn != nil {
		s.requireSame(m.turn.blocked, v.Turn.Blocked != "", "blocked")
		s.requireSame(m.turn.iteration, v.Turn.Iteration, "iteration")
	}
}

func (s *story) compareAll(when string) {
	s.t.Helper()
	s.tell("%s", when)
	for _, key := range storySessions {
		s.compare(key)
	}
}

// storyTape is the n-th of the tapes that are always played.
func storyTape(n uint64, length int) []byte {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], n)
	tape := make([]byte, length)
	_, _ = rand.NewChaCha8(seed).Read(tape) // never fails
	return tape
}

// Fifteen hundred stories, always the same: two seconds.
func TestEngineEqualsModel(t *testing.T) {
	n := uint64(1500)
	if testing.Short() {
		n = 200
	}
	for i := range n {
		play(t, storyTape(i, 100+int(i%200)))
	}
}

// Whatever gateways and the owner do, in whatever order, with restarts in between: the engine does
// what the documents say.
func FuzzEngineAgainstModel(f *testing.F) {
	for i := range uint64(16) {
		f.Add(storyTape(1_000_000+i, 200))
	}
	for i := range modelPolicies {
		f.Add(append([]byte{byte(i)}, storyTape(2_000_000+uint64(i), 400)...))
	}
	f.Fuzz(func(t *testing.T, tape []byte) { play(t, tape) })
}
