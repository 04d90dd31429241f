package replay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Attack is a session in which somebody else's words have the agent do something.
type Attack struct {
	Name  string
	steps []step
}

type step struct {
	what stepKind
	tool string
	text string // a message's, a result's, or a call's parameters
}

type stepKind string

const (
	saysOwner    stepKind = "owner"
	saysStranger stepKind = "stranger"
	calls        stepKind = "call"
	returned     stepKind = "result"
	does         stepKind = "!" // what the attack is for
	orders       stepKind = "order"
)

// Attacks are those that the hosts' dialects know.
func Attacks() ([]Attack, error) {
	var all []Attack
	for _, text := range dialect.Attacks() {
		more, err := parseAttacks(text)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// parseAttacks reads sources and goals, which are joined as lines with an arrow say, and whole
// chains.
func parseAttacks(text string) (all []Attack, err error) {
	sources, goals := map[string][]step{}, map[string][]step{}
	var add func(step)
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		word, rest, _ := strings.Cut(line, " ")
		switch from, to, joins := strings.Cut(line, " -> "); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "  ") && add != nil:
			s, err := parseStep(line[2:])
			if err != nil {
				return nil, fmt.Errorf("attacks, line %d: %w", n, err)
			}
			add(s)
		case joins:
			for goal := range strings.FieldsSeq(to) {
				if sources[from] == nil || goals[goal] == nil {
					return nil, fmt.Errorf("attacks, line %d: no source %s or no goal %s", n, from, goal)
				}
				all = append(all, Attack{from + " -> " + goal, joined(sources[from], goals[goal])})
			}
		case word == "source":
			add = func(s step) { sources[rest] = append(sources[rest], s) }
		case word == "goal":
			add = func(s step) { goals[rest] = append(goals[rest], s) }
		case word == "chain":
			all = append(all, Attack{Name: rest})
			at := len(all) - 1
			add = func(s step) { all[at].steps = append(all[at].steps, s) }
		default:
			return nil, fmt.Errorf("attacks, line %d: neither a step nor the beginning of some", n)
		}
	}
	return all, nil
}

func parseStep(line string) (step, error) {
	what, text, _ := strings.Cut(line, " ")
	s := step{what: stepKind(what), text: text}
	switch s.what {
	case saysOwner, saysStranger, returned, orders:
		return s, nil
	case calls, does:
		s.tool, s.text, _ = strings.Cut(text, " ")
		if !jsontext.Value(s.text).IsValid() {
			return s, fmt.Errorf("the parameters of %s are not JSON", s.tool)
		}
		return s, nil
	}
	return s, fmt.Errorf("unknown step %.20q", what)
}

// joined is a source that gives the goal's order, and the calls that obey it.
func joined(source, goal []step) (steps []step) {
	order := ""
	for _, s := range goal {
		if s.what == orders {
			order = s.text
		}
	}
	for _, s := range source {
		s.text = strings.ReplaceAll(s.text, "@", order)
		steps = append(steps, s)
	}
	for _, s := range goal {
		if s.what != orders {
			steps = append(steps, s)
		}
	}
	return steps
}

// Admitted says how many attacks pass under one policy and under another, and names those that
// pass under the second alone.
func Admitted(all []Attack, before, after *policy.Policy) (was, is int, admitted []string) {
	passed, passes := Passing(all, before), Passing(all, after)
	for i := range all {
		if passed[i] {
			was++
		}
		if passes[i] {
			is++
		}
		if passes[i] && !passed[i] {
			admitted = append(admitted, all[i].Name)
		}
	}
	return was, is, admitted
}

// Passing says of each attack whether it passes under a policy.
func Passing(all []Attack, p *policy.Policy) []bool {
	passes := make([]bool, len(all))
	var next atomic.Int64
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				passes[i] = all[i].Passes(p)
			}
		})
	}
	working.Wait()
	return passes
}

// Passes reports whether an attack comes to its end unasked under a policy. It is decided by an
// engine of its own, which records nothing.
func (a *Attack) Passes(p *policy.Policy) bool {
	v := victim{engine: engine.New(engine.Options{
		Policy: policy.NewCurrent(p), Journal: nowhere{}, Index: nowhere{}, Staging: nowhere{}, Paths: nowhere{},
		Now: func() time.Time { return time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC) }, Rand: rand.NewChaCha8([32]byte{}),
		Code: digest, Digest: digest, Mark: mark, Log: zap.NewNop(),
		Ticket: func(string, trust.Level, time.Time) string { return "" }, Sign: func(text []byte) [32]byte { return sha256.Sum256(text) },
	})}
	for i := range a.steps {
		if !v.step(&a.steps[i]) {
			return false
		}
	}
	return true
}

// victim is the agent that is attacked.
type victim struct {
	engine *engine.Engine
	ctx    wire.Ctx
	calls  int
	last   *step
}

// step reports whether the attack can go on.
func (v *victim) step(s *step) bool {
	switch s.what {
	case saysOwner, saysStranger:
		v.ctx = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, WorkspaceDir: "/home/owner/workspace"}
		if s.what == saysStranger {
			v.ctx.SenderID, v.ctx.SenderIsOwner = "222", wire.No
		}
		v.ask(wire.MessageReceived, &wire.MessageReceivedEvent{Content: s.text, SenderID: v.ctx.SenderID})
		said := []struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		}{{"user", s.text}}
		v.ask(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: asJSON(said)})
		v.model()
	case calls, does:
		v.calls++
		v.last = s
		return v.ask(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: s.tool, ToolCallID: v.id(), Params: jsontext.Value(s.text)}) == trust.VerdictAllow
	case returned:
		v.ask(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: v.last.tool, ToolCallID: v.id(), Params: jsontext.Value(v.last.text), Result: asJSON(s.text)})
		v.model()
	}
	return true
}

func (v *victim) id() string { return "call_" + strconv.Itoa(v.calls) }

// model has the model asked what to do next.
func (v *victim) model() { v.ask(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{}) }

func (v *victim) ask(hook wire.Hook, event any) trust.Verdict {
	d := v.engine.Handle(context.Background(), hook, "agent:main:main", wire.Payload{Ctx: v.ctx, Event: event})
	v.engine.Settle(context.Background(), &d)
	return d.Verdict
}

func asJSON(v any) jsontext.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic("replay: " + err.Error()) // texts of ours
	}
	return b
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

func mark(domain, text string) session.Mark {
	sum := sha256.Sum256([]byte(domain + "\n" + text))
	return session.Mark(sum[:16])
}

// nowhere keeps nothing and knows no file.
type nowhere struct{}

func (nowhere) Append(*session.Record) (wire.Receipt, error) {
	return wire.Receipt{File: 1, Seq: 1, Hash: "-"}, nil
}
func (nowhere) Flush(context.Context, wire.Receipt, bool) error { return nil }
func (nowhere) Entry(context.Context, int, uint64) (*session.Record, wire.Receipt, error) {
	return nil, wire.Receipt{}, decide.ErrNotFound
}
func (nowhere) Load(string) (session.Snapshot, bool, error)       { return session.Snapshot{}, false, nil }
func (nowhere) Turn(string, int) (*session.Turn, error)           { return nil, decide.ErrNotFound }
func (nowhere) Each(string, func(session.Snapshot) error) error   { return nil }
func (nowhere) Count() int                                        { return 0 }
func (nowhere) Stage(context.Context, decide.BlockedWrite) error  { return nil }
func (nowhere) Resolve(name string) string                        { return path.Clean(name) }
func (nowhere) Linked(name string, _ func() []facts.Place) string { return name }
