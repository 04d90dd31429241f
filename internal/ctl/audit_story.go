package ctl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// story is what an entry says, for people.
type story struct {
	at      time.Time // zero when the entry does not say
	session string
	hook    string
	tools   []string // tools that it is about
	verdict string   // on a tool call
	held    bool     // it is denied, and the owner may approve it
	level   string   // at which the call was judged
	taint   string   // the session's, after it
	why     string   // the reason that the verdict rests on
	cause   string   // what had lowered the level at which it was judged
	granted []string // tools that the owner let pass
	notes   []string // what it did
}

// storyOf tells an entry, and returns the record in it, nil where there is none.
func storyOf(e *ledger.Entry) (story, *session.Record) {
	switch e.Type {
	case ledger.Claim, ledger.Verify, ledger.Retract:
		var r session.Record
		if err := json.Unmarshal(e.Data, &r); err == nil {
			return recordStory(&r), &r
		}
	}
	return otherStory(e), nil
}

// recordStory tells an event and its decision.
func recordStory(r *session.Record) story {
	s := story{at: r.Time, session: r.Session, hook: string(r.Hook), taint: r.Taint.String()}
	if j := r.Judgement; j != nil {
		s.verdict, s.level = j.Verdict.String(), j.Level.String()
		s.held = j.Verdict == trust.VerdictDeny && j.Mode == trust.Confirm
		s.about(j.Tool)
		s.why = decisive(j)
		s.note("%s", s.why)
		if j.Cause != nil {
			s.cause = j.Cause.Reason
		}
		if j.Blocked != "" {
			s.note("staged %s", j.Blocked)
		}
	}
	for _, c := range r.Changes {
		s.change(c, r.Time)
	}
	for _, f := range r.Inauthentic {
		s.note("%s", strings.TrimSpace(f.What+" "+string(f.Problem)+" "+strings.ReplaceAll(f.Kind, "_", " ")))
	}
	if r.Ran != nil {
		s.ran(r.Ran)
	}
	return s
}

// ran describes how a wrapped tool's run ended.
func (s *story) ran(r *session.Ran) {
	s.about(r.Tool)
	how := fmt.Sprintf("exit %d", r.ExitCode)
	switch {
	case r.Failed:
		s.note("did not start")
		return
	case r.Timeout:
		how = "ended by its timeout"
	case r.TooMuch:
		how = "ended by its output limit"
	case r.Signal != "":
		how = "ended by " + r.Signal
	}
	s.note("%s after %s, %d bytes out, %d bytes on stderr", how, time.Duration(r.Millis)*time.Millisecond, r.Stdout, r.Stderr)
}

// decisive is the reason that the verdict rests on, unless nothing stood in the call's way.
func decisive(j *session.Judgement) string {
	for _, r := range slices.Backward(j.Reasons) {
		if r.Mode == j.Mode && j.Verdict != trust.VerdictAllow || r.Mode == trust.Allow && j.Mode < trust.Allow && j.Verdict == trust.VerdictAllow {
			return r.Layer + ": " + r.Text
		}
	}
	return ""
}

func (s *story) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); text != "" {
		s.notes = append(s.notes, text)
	}
}

func (s *story) about(tools ...string) {
	for _, t := range tools {
		if t != "" && !slices.ContainsFunc(s.tools, func(known string) bool { return strings.EqualFold(known, t) }) {
			s.tools = append(s.tools, t)
		}
	}
}

// change describes one change of a session's state. Mere bookkeeping is left out.
func (s *story) change(c session.Change, now time.Time) {
	switch c := c.(type) {
	case *session.TurnStarted:
		s.note("turn started: %s", c.Why)
	case *session.TurnEnded:
		s.note("turn ended")
	case *session.TurnBlocked:
		s.note("turn blocked by %s: %s", c.Layer, c.Why)
	case *session.GraphKept:
		s.note("graph kept")
	case *session.Tainted:
		if c.Cause != nil {
			s.note("taint %s by %s", c.Level, c.Cause.Reason)
		}
	case *session.LLMCalled:
		s.note("iteration %d", c.Iteration)
	case *session.CallHeard:
		s.about(c.Tool)
	case *session.CallMoved:
		s.about(c.Tool)
	case *session.Impacted:
		s.about(c.Tool)
		if s.verdict == "" && !c.Elsewhere { // otherwise the verdict says so, or another daemon denied it
			s.note("denied %s", c.Tool)
		}
	case *session.Staged:
		s.about(c.What)
	case *session.SkillFound:
		if c.Cause != nil {
			s.note("%s", c.Cause.Reason)
		}
	case *session.SkillAccepted:
		if c.Path != "" {
			s.note("accepted: %s", c.By)
		}
	case *session.TrustReset:
		s.note("trust reset to %s by %s", c.Level, or(c.By, "owner"))
	case *session.TakenBack:
		s.about(c.Tools...)
	case *session.Halted:
		s.note("halted %s by %s: %s", or(c.Sessions, session.AllSessions), or(c.By, "owner"), or(c.Why, "no reason given"))
	case *session.Resumed:
		s.note("resumed %s by %s", strings.Join(c.Halts, ", "), or(c.By, "owner"))
	case *session.BegunAnew:
		s.note("started anew: %s", c.By)
	case *session.MessageVouched:
		s.vouched(&c.Vouched)
	case *session.TurnAuthorised:
		switch a := &c.Authority; {
		case a.Problem != "":
			s.note("no authority: its message is %s", a.Problem)
		case a.Shown:
			s.note("message %d asks for: %s", a.Message, a.Scope)
		}
	default:
		s.approval(c, now)
	}
}

// approval describes what happened to a call that waited for the owner.
func (s *story) approval(c session.Change, now time.Time) {
	switch c := c.(type) {
	case *session.CodeIssued:
		s.about(c.Tool)
		s.about(c.Tools...)
		s.note("code issued for %s", strings.Join(c.Tools, ", "))
	case *session.CodeShown:
		s.about(c.Tool)
	case *session.CodeJoined:
		s.about(c.Tool)
		s.about(c.Tools...)
		s.note("code now for %s", strings.Join(c.Tools, ", "))
	case *session.CodeClosed:
		s.note("code %s", or(c.What, "closed"))
	case *session.WrongCode:
		s.note("wrong code")
	case *session.Granted:
		until := "this turn"
		if c.Once {
			until = "one call"
		} else if !c.Until.IsZero() {
			until = span(c.Until.Sub(now))
		}
		s.about(c.Tools...)
		s.granted = append(s.granted, c.Tools...)
		s.note("granted %s for %s", strings.Join(c.Tools, ", "), until)
	case *session.GrantUsed:
		s.about(c.Tool)
	case *session.Withdrawn:
		s.about(c.Tool)
		s.note("approval of %s withdrawn", c.Tool)
	}
}

// vouched describes a message that arrived; earlier ones are left out.
func (s *story) vouched(v *session.Vouched) {
	if v.N > 0 {
		s.note("message %d of %s vouched for: %s", v.N, or(v.Sender, string(v.Source)), v.Scope)
	}
}

// otherStory describes an entry about the daemon or the ledger itself. There are many kinds and
// new ones may come, so it shows what the data contains.
func otherStory(e *ledger.Entry) story {
	var data map[string]any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return story{}
	}
	text := func(key string) string {
		v, _ := data[key].(string)
		return v
	}
	s := story{session: text("session"), hook: text("hook"), verdict: text("verdict")}
	s.about(text("tool"))
	for _, key := range []string{"time", "at", "created"} {
		if t, err := time.Parse(time.RFC3339, text(key)); err == nil {
			s.at = t
			delete(data, key)
			break
		}
	}
	s.note("%s", strings.ReplaceAll(text("event"), "_", " "))
	for _, key := range slices.Sorted(maps.Keys(data)) {
		switch key {
		case "event", "session", "hook", "verdict", "tool":
			continue
		}
		switch v := data[key].(type) {
		case string:
			if len(v) == 64 {
				v = short(v) // a hash
			}
			s.note("%s %s", strings.ReplaceAll(key, "_", " "), v)
		case float64, bool:
			s.note("%s %v", strings.ReplaceAll(key, "_", " "), v)
		}
	}
	return s
}
