package session

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/jsonstring"
)

// Change is one step of a session's state, and knows how to make it. There is one type for each
// kind of step; the files changes_*.go group them by topic. A change in a record must not be
// written any more, since records and states share it.
//
// The JSON names of the fields are those that a ledger has had from its first version on. They say
// less than the Go names, because one struct once held all changes.
type Change interface {
	// Op names the kind, in records.
	Op() Op
	// apply makes the change, at the time of its record. It never writes an element that an older
	// copy of the state can see: it appends, or works on a clone.
	apply(s *State, now time.Time)
}

// Op names a kind of Change.
type Op string

// kind is how the changes of one type are read and written.
type kind struct {
	needs []string // members without which such a change says nothing
	read  func(*jsontext.Decoder) (c Change, rest jsontext.Value, err error)
	write func(Change) ([]byte, error)
}

// kinds are all changes. A type that is not listed here is in no record.
var kinds = func() map[Op]kind {
	all := map[Op]kind{}
	// The session: its identity, and what its owner is shown.
	known[AgentNamed](all)
	known[OwnerTold](all)
	known[OwnerSeen](all)
	known[Commanded](all)
	known[Staged](all)
	known[StagedTold](all)
	// the turn
	known[TurnStarted](all)
	known[Assembled](all)
	known[TurnEnded](all)
	known[Joined](all)
	known[TurnBlocked](all)
	known[LLMCalled](all)
	known[LLMSaw](all)
	known[Answered](all)
	// tool calls
	known[CallHeard](all)
	known[CallMoved](all)
	known[CallDenied](all, "mark")
	known[Typed](all)
	known[Impacted](all)
	known[UnticketedRun](all)
	// what was seen
	known[Tainted](all)
	known[Spawned](all)
	known[TrustReset](all)
	known[BegunAnew](all)
	known[HistoryShown](all)
	known[Forgiven](all)
	known[ContextShown](all)
	known[TakenBack](all)
	// files
	known[FileGiven](all, "path")
	known[FileCleared](all, "path")
	known[SkillFound](all, "path")
	known[SkillAccepted](all, "path")
	known[TextPrinted](all)
	// halts
	known[Halted](all)
	known[Resumed](all)
	// approvals
	known[CodeIssued](all)
	known[CodeShown](all)
	known[CodeJoined](all)
	known[CodeClosed](all)
	known[WrongCode](all)
	known[Granted](all)
	known[GrantUsed](all)
	known[Withdrawn](all)
	// authenticity
	known[AuthSwitched](all)
	known[MessageVouched](all, "vouched")
	known[TakenOver](all)
	known[TurnAuthorised](all, "authority")
	known[ResultObserved](all, "observed")
	known[InauthenticTold](all, "mark")
	// the graph
	known[NodeAdded](all, "node")
	known[EdgeAdded](all, "edge")
	known[GraphKept](all)
	return all
}()

// known adds the changes of type T to all.
func known[T any, P interface {
	*T
	Change
}](all map[Op]kind, needs ...string) {
	all[P(new(T)).Op()] = kind{
		needs: needs,
		read: func(dec *jsontext.Decoder) (Change, jsontext.Value, error) {
			var w written[T]
			if err := json.UnmarshalDecode(dec, &w); err != nil {
				return nil, nil, err
			}
			return P(new(w.Change)), w.Rest, nil
		},
		write: func(c Change) ([]byte, error) { return json.Marshal(written[T]{Op: c.Op(), Change: *c.(P)}) },
	}
}

// written is a change as a record has it.
type written[T any] struct {
	Op     Op             `json:"op"`
	Change T              `json:",embed"`
	Rest   jsontext.Value `json:",embed"` // members that T has no field for; see once
}

// once are the members that any change could have while one struct held all of them. A change of an
// earlier version may have one that its type has no field for, since nothing depends on it. One
// with any other member is from a later version.
var once = []string{
	"authority", "callId", "cause", "channel", "edge", "flag", "group", "layer", "level", "mark", "n", "node", "nonce", "observed", "once",
	"params", "seen", "sender", "site", "status", "text", "tool", "tools", "until", "vouched",
}

// MarshalChange writes a change as a JSON object with its op.
func MarshalChange(c Change) ([]byte, error) {
	k, is := kinds[c.Op()]
	if !is {
		return nil, fmt.Errorf("unknown change %q", c.Op())
	}
	return k.write(c)
}

// Changes are the changes of one record, in order.
type Changes []Change

// MarshalJSONTo writes each change with its op.
func (cs Changes) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for _, c := range cs {
		data, err := MarshalChange(c)
		if err != nil {
			return err
		}
		if err := enc.WriteValue(data); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

// UnmarshalJSONFrom reads changes. With json.RejectUnknownMembers it rejects those that a later
// version wrote, since their effect on a state is unknown. Otherwise it reads what it knows of
// them, for display.
func (cs *Changes) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '[' {
		*cs = Changes{}
		return json.UnmarshalDecode(dec, new([]jsontext.Value)) // null, or an error
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	*cs = make(Changes, 0, usualChanges)
	all, _ := json.GetOption(dec.Options(), json.RejectUnknownMembers)
	for dec.PeekKind() != ']' {
		c, err := readChange(dec, all)
		if err != nil {
			return err
		}
		*cs = append(*cs, c)
	}
	_, err := dec.ReadToken()
	return err
}

// usualChanges is room for the changes of most records.
const usualChanges = 4

// readChange reads a change. Its op, which says of which type it is, may stand anywhere in it, so
// the decoder's buffer is looked through before the change is decoded. That has all of it: records
// are read from memory.
func readChange(dec *jsontext.Decoder, all bool) (Change, error) {
	var text jsontext.Value
	if dec.PeekKind() == '{' {
		text = bytes.TrimLeft(dec.UnreadBuffer(), ", \t\r\n")
	}
	op := opOf(text)
	k, is := kinds[op]
	if !is {
		if all {
			return nil, fmt.Errorf("unknown change %q", op)
		}
		return &Unknown{op}, dec.SkipValue()
	}
	for _, name := range k.needs {
		if v := member(text, name); all && (v == nil || v.Kind() == 'n') {
			return nil, fmt.Errorf("change %q without what it is about", op)
		}
	}
	c, rest, err := k.read(dec)
	if err != nil || !all {
		return c, err
	}
	if len(rest) == 0 {
		return c, nil
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(rest, &members); err != nil {
		return nil, err
	}
	for name := range members {
		if !slices.Contains(once, name) {
			return nil, fmt.Errorf("change %q with an unknown member %q", op, name)
		}
	}
	return c, nil
}

// opOf is the name of a change, "" if it has none.
func opOf(change jsontext.Value) Op {
	v := member(change, "op")
	if v.Kind() != '"' {
		return ""
	}
	n, _, _ := jsonstring.End(v[1:])
	return Op(v[1 : 1+n])
}

// member is a text from the value of a member on, nil if the object that the text begins with has
// no such member. It takes a tenth of the time of decoding the object, and judges nothing. It finds
// no name that is written with escapes: records have none.
func member(text jsontext.Value, name string) jsontext.Value {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return nil
			}
		case '"':
			start := i + 1
			n, _, _ := jsonstring.End(text[start:])
			if i = start + n; depth == 1 && i < len(text) && string(text[start:i]) == name && jsonstring.IsName(text, i+1) {
				return bytes.TrimLeft(text[i+1:], ": \t\r\n")
			}
		}
	}
	return nil
}

// Unknown is a change of a later version. It is in no record that a state is made from.
type Unknown struct{ Named Op }

// Op is the name that the later version gave it.
func (c *Unknown) Op() Op { return c.Named }

func (c *Unknown) apply(*State, time.Time) {}

// Apply advances the state by one record. If a journal has lost its beginning, a session's first
// records refer to lost state; the session then takes the level and the agent of these records.
func (s *State) Apply(r *Record) {
	for _, c := range r.Changes {
		c.apply(s, r.Time)
	}
	if r.Taint < s.Level() {
		cause := &Cause{Reason: "from before the records that are kept", Turn: r.Turn, At: r.Time}
		s.Change(&Tainted{Level: r.Taint, Cause: cause}, r.Time)
	}
	if s.Agent == "" && r.Agent != dialect.AgentOf(r.Session) {
		s.Agent = r.Agent
	}
	s.Turns = max(s.Turns, r.Turn)
	s.owned = false
}

// Share lets other states have this one's turn, which must not be written any more.
func (s *State) Share() { s.owned = false }

// Change makes one change.
func (s *State) Change(c Change, now time.Time) { c.apply(s, now) }

// turn returns the latest turn, as a copy that this state owns. One copy is enough for all changes
// of a record.
func (s *State) turn() *Turn {
	if !s.owned {
		t := Turn{Number: s.Turns, LLMNode: -1}
		if s.Turn != nil {
			t = *s.Turn
		}
		s.Turn, s.owned = &t, true
	}
	return s.Turn
}

// lastN keeps the last n elements of a growing list. It does not copy them: append frees the others
// when it next makes room. Copying at each step would cost a turn with many calls 100 KB per call.
func lastN[T any](s []T, n int) []T {
	if len(s) > n {
		return s[len(s)-n:]
	}
	return s
}

// DeleteFunc is slices.DeleteFunc on a copy: states share their slices.
func DeleteFunc[T any](s []T, del func(*T) bool) []T {
	var out []T
	for i := range s {
		if !del(&s[i]) {
			out = append(out, s[i])
		}
	}
	return out
}
