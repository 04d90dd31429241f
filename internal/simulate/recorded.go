package simulate

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// NotRecorded stands for what a ledger does not hold: what people and pages said.
const NotRecorded = "(not recorded)"

// Recorded makes a script of a session's records, which hold no texts: what a script made of it
// says has been redacted, and equal values that are not kept have equal numbers.
type Recorded struct {
	script  Script
	calls   map[string]int // steps by the ids of their calls, in the turn
	held    map[string]int // held calls by how approvals name them
	granted []int          // held calls that may run now, in their order
	values  map[string]int // numbers of values that are not kept
	people  map[string]int // and of people
	channel string
}

// Record takes the session's next record.
func (r *Recorded) Record(rec *session.Record) {
	if r.values == nil {
		r.values, r.people, r.held = map[string]int{}, map[string]int{}, map[string]int{}
		r.script.Session, r.script.Agent = said(rec.Session), said(rec.Agent)
	}
	for _, c := range rec.Changes {
		switch c := c.(type) {
		case *session.TurnStarted:
			r.calls = map[string]int{}
			r.says(&c.TurnOrigin)
		case *session.TrustReset:
			r.add(Step{Reset: true})
		case *session.Granted:
			for _, tool := range c.Tools {
				if i, is := r.held[tool]; is && (c.Mark == session.Mark{}) {
					r.script.Steps[i].Approve = true
					if at, is := slices.BinarySearch(r.granted, i); !is {
						r.granted = slices.Insert(r.granted, at, i)
					}
				}
			}
		case *session.CallMoved:
			if i, is := r.calls[c.CallID]; is && c.Status == session.Returned {
				r.returns(&r.script.Steps[i], rec)
			}
		}
	}
	if rec.Judgement != nil {
		r.judged(rec)
	}
}

func (r *Recorded) add(s Step) int {
	r.script.Steps = append(r.script.Steps, s)
	return len(r.script.Steps) - 1
}

func (r *Recorded) says(by *session.TurnOrigin) {
	s := Step{Says: &Speaker{}, Text: NotRecorded}
	switch {
	case by.FromOwner:
		*s.Says = Owner
	case by.Sender == "":
		*s.Says = Stranger
		s.Comment = "begun by: " + said(by.Why)
	default:
		if r.people[by.Sender] == 0 {
			r.people[by.Sender] = len(r.people) + 1
		}
		s.Says.ID = fmt.Sprint("person-", r.people[by.Sender])
	}
	if by.Group {
		s.Says.Group = "group"
	}
	if r.script.Channel == "" {
		r.script.Channel = said(by.Channel)
	}
	if r.channel != by.Channel && r.channel != "" {
		s.Says.Channel = said(by.Channel)
	}
	r.channel = by.Channel
	r.add(s)
}

func (r *Recorded) judged(rec *session.Record) {
	j := rec.Judgement
	s := Step{Tool: j.Tool, Expect: Deny}
	switch {
	case j.Verdict == trust.VerdictAllow:
		s.Expect = Allow
	case j.Mode == trust.Confirm:
		s.Expect = Ask
	}
	if j.Act == nil {
		s.Comment = "an earlier version recorded this call without its parameters"
	} else {
		s.Params = r.params(j.Act)
		if r.script.Workspace == "" {
			r.script.Workspace = said(j.Act.Workspace)
		}
	}
	i := r.again(&s)
	if i < 0 {
		i = r.add(s)
	}
	for _, c := range rec.Changes {
		switch c := c.(type) {
		case *session.CallHeard:
			if r.calls != nil {
				r.calls[c.CallID] = i
			}
		case *session.CodeIssued:
			r.held[c.Tool] = i
		}
	}
}

// again is the held call that runs now, because the owner has said yes to it; -1 for none.
func (r *Recorded) again(s *Step) int {
	for _, i := range slices.Backward(r.granted) {
		old := &r.script.Steps[i]
		if old.Returns == nil && s.Expect == Allow && old.Tool == s.Tool && bytes.Equal(old.Params, s.Params) {
			return i
		}
	}
	return -1
}

func (r *Recorded) returns(s *Step, rec *session.Record) {
	s.Returns = asJSON(NotRecorded)
	if f := rec.Cleaned; f != nil && len(f.Injected) > 0 {
		s.Comment = strings.TrimPrefix(s.Comment+"\n", "\n") + "what it returned gave orders to the model: " + f.Injected[0].Family
	}
}

// params are a call's parameters, with words in place of what is not kept.
func (r *Recorded) params(a *facts.Act) jsontext.Value {
	var v any
	if json.Unmarshal(a.Params(), &v, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil || v == nil {
		return nil
	}
	if text, is := v.(string); is && json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	b, err := json.Marshal(r.told(v), json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil
	}
	return b
}

func (r *Recorded) told(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = r.told(v[k])
		}
	case []any:
		for i := range v {
			v[i] = r.told(v[i])
		}
	case string:
		sum, hidden := facts.Concealed(v)
		if !hidden {
			return said(v)
		}
		if sum == "" {
			return NotRecorded
		}
		if r.values[sum] == 0 {
			r.values[sum] = len(r.values) + 1
		}
		return fmt.Sprintf("(not recorded: value %d)", r.values[sum])
	}
	return v
}

// said is a text without what is secret or personal, whose home is anybody's.
func said(text string) string {
	clean, _ := redact.Text(text, redact.Standard)
	return home.ReplaceAllString(clean, "/home/owner")
}

var home = regexp.MustCompile(`/(home|Users)/[^/\s'"]+`)

// Script is what the records so far come to; nil where there are none.
func (r *Recorded) Script() *Script {
	if r.values == nil {
		return nil
	}
	return &r.script
}

// Settle plays the script, and expects only what it comes to: what the ledger does not hold may
// decide a call. It returns how many calls come to something else.
func (s *Script) Settle(played []Played) (others int) {
	for i := range played {
		step := &s.Steps[i]
		if step.Expect == "" || played[i].Met() {
			continue
		}
		others++
		step.Comment = strings.TrimPrefix(step.Comment+"\n", "\n") + "recorded: " + string(step.Expect) + "; with the words that are not recorded: say them, to have that again"
		step.Expect = ""
		step.Approve = step.Approve && played[i].Failed == ""
	}
	return others
}
