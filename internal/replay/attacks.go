package replay

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/simulate"
	"github.com/provenanced/provenanced/internal/trust"
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

// Passes reports whether an attack comes to its end unasked under a policy.
func (a *Attack) Passes(p *policy.Policy) bool {
	victim := simulate.New(p, simulate.Scene{})
	for i := range a.steps {
		switch s := &a.steps[i]; s.what {
		case saysOwner:
			victim.Says(simulate.Owner, s.text)
		case saysStranger:
			victim.Says(simulate.Stranger, s.text)
		case calls, does:
			if d, _ := victim.Calls(s.tool, jsontext.Value(s.text)); d.Verdict != trust.VerdictAllow {
				return false
			}
		case returned:
			text, _ := jsontext.AppendQuote(nil, s.text)
			victim.Returned(text)
		}
	}
	return true
}
