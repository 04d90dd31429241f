package session

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Record is what one event changed and why: everything that Apply needs to advance a session's
// state, and that explain needs to say why. It holds hashes and labels, never message text.
// internal/store encodes it field by field, and its tests name any field that is forgotten there.
type Record struct {
	Time    time.Time `json:"time"`
	Session string    `json:"session"`
	Agent   string    `json:"agent,omitzero"`
	Hook    wire.Hook `json:"hook"`
	Turn    int       `json:"turn,omitzero"`

	// Durable requires the record on disk before the answer leaves: it lowers trust, grants or
	// stages something.
	Durable bool `json:"-"`

	Judgement *Judgement  `json:"judgement,omitzero"` // of a tool call
	Cleaned   *Cleaned    `json:"cleaned,omitzero"`   // of parameters or a result
	Taint     trust.Level `json:"taint"`              // the session's taint after the event
	Changes   Changes     `json:"changes,omitzero"`

	Ran *Ran `json:"ran,omitzero"` // a sandboxed tool's run that has ended

	Inauthentic []Inauthentic `json:"inauthentic,omitzero"` // of a context or a response
}

// Judgement is how one tool call was judged, and by what.
type Judgement struct {
	Tool    string        `json:"tool"`
	Does    string        `json:"does,omitzero"` // what it would do: its command, path or target, without secrets; records of earlier versions lack it
	CallID  string        `json:"callId,omitzero"`
	Verdict trust.Verdict `json:"verdict"`
	Mode    trust.Mode    `json:"mode"`  // strictest of the layers, before any grant
	Level   trust.Level   `json:"level"` // the taint that the call was judged at
	Reasons []Reason      `json:"reasons"`
	Cause   *Cause        `json:"cause,omitzero"`   // what brought that level in; nil at trusted
	Remedy  string        `json:"remedy,omitzero"`  // the smallest change that would allow the call
	Blocked string        `json:"blocked,omitzero"` // id of the staged write
	Act     *facts.Act    `json:"act,omitzero"`     // its parameters as the layers read them; records of earlier versions lack it

	Authority *Authorship `json:"authority,omitzero"` // the origins of its values, if those could have avoided a question
	Shadow    []Reason    `json:"shadow,omitzero"`    // what rules that do nothing yet would have changed
}

// Authorship is where a call's values come from (internal/flow).
type Authorship struct {
	Held   bool     `json:"held,omitzero"`
	Why    string   `json:"why,omitzero"` // the first rule that holds it
	Values []Origin `json:"values,omitzero"`
	More   int      `json:"more,omitzero"` // values that are not listed
}

// MaxOrigins bounds the values that one record lists.
const MaxOrigins = 32

// Origin is where one value of a call comes from. The value itself is not recorded.
type Origin struct {
	Arg      string `json:"arg"`
	Role     string `json:"role"`
	Rule     string `json:"rule"`
	Strength int    `json:"strength"`
	Holds    bool   `json:"holds,omitzero"`
	Tool     string `json:"tool,omitzero"`    // of the result that contains it
	CallID   string `json:"callId,omitzero"`  // the same
	Key      string `json:"key,omitzero"`     // the field that it is
	Against  string `json:"against,omitzero"` // the call whose result asks for it
	Grant    string `json:"grant,omitzero"`   // the owner's consent to it, by its id
}

// Reason is what one layer says about a call.
type Reason struct {
	Layer string     `json:"layer"`
	Mode  trust.Mode `json:"mode"`
	Text  string     `json:"text"`
}

// Cause is the content that brought a level in: the answer to "why".
type Cause struct {
	Reason string    `json:"reason"` // "web_fetch response", "external sender"
	Tool   string    `json:"tool,omitzero"`
	CallID string    `json:"callId,omitzero"`
	Detail string    `json:"detail,omitzero"` // a URL's scheme and host, or the program that fetched; at most 120 characters
	Turn   int       `json:"turn,omitzero"`
	Node   int       `json:"node,omitzero"` // index in that turn's graph
	At     time.Time `json:"at"`
}

// Cleaned is what was removed from an event's content, and what was found in it. It
// contains no content: secrets are identified by keyed hashes.
type Cleaned struct {
	Redacted []Redacted `json:"redacted,omitzero"`
	Injected []Injected `json:"injected,omitzero"`
	More     int        `json:"more,omitzero"`     // number of both that are not listed
	Withheld string     `json:"withheld,omitzero"` // id under which the original is kept
	Dropped  string     `json:"dropped,omitzero"`  // why the model got a notice instead of all of it
}

// Redacted is one secret that was removed.
type Redacted struct {
	Type string `json:"type"`
	Rule string `json:"rule"`
	Hash string `json:"hash"` // keyed, so that only this daemon can compare secrets
}

// Injected is one piece of text that gave orders to the model.
type Injected struct {
	Rule     string `json:"rule"`
	Family   string `json:"family"`
	Severity string `json:"severity"`
	Start    int    `json:"start,omitzero"` // in the content's text, in bytes
	End      int    `json:"end,omitzero"`
}

// Empty reports whether there is nothing to tell.
func (c *Cleaned) Empty() bool {
	return len(c.Redacted) == 0 && len(c.Injected) == 0 && c.More == 0 && c.Dropped == ""
}

// Summary says what was done, for the graph.
func (c *Cleaned) Summary() string {
	var parts []string
	if n := len(c.Redacted); n > 0 {
		parts = append(parts, strconv.Itoa(n)+" redacted")
	}
	if n := len(c.Injected); n > 0 {
		parts = append(parts, strconv.Itoa(n)+" injected instructions found: "+c.Injected[0].Rule)
	}
	if c.Withheld != "" {
		parts = append(parts, "withheld as "+c.Withheld)
	}
	if c.Dropped != "" {
		parts = append(parts, "withheld: "+c.Dropped)
	}
	return strings.Join(parts, "; ")
}

// Inauthentic is one thing in a context, or in a response, that is not what it
// claims to be.
type Inauthentic struct {
	What    string  `json:"what"` // message, result or text
	Problem Problem `json:"problem"`
	Index   int     `json:"index,omitzero"` // of the message in the history
	CallID  string  `json:"callId,omitzero"`
	Kind    string  `json:"kind,omitzero"` // of an imitation
}

// Observed is one result as the model got it.
type Observed struct {
	Seq    int    `json:"seq,omitzero"` // its number among the session's results, from 1; 0 for an earlier one
	CallID string `json:"callId,omitzero"`
	Tool   string `json:"tool,omitzero"`
	Mark   Mark   `json:"mark"`
	Denied bool   `json:"denied,omitzero"` // the call never ran: the mark is of the daemon's own text. Earlier versions kept none
}

// Ran is a run's end, as it is recorded.
type Ran struct {
	Tool     string `json:"tool"`
	CallID   string `json:"callId"`
	ExitCode int    `json:"exitCode,omitzero"`
	Signal   string `json:"signal,omitzero"`
	Timeout  bool   `json:"timeout,omitzero"`
	TooMuch  bool   `json:"tooMuch,omitzero"`
	Failed   bool   `json:"failed,omitzero"`
	Stdout   int    `json:"stdout,omitzero"` // bytes
	Stderr   int    `json:"stderr,omitzero"`
	Millis   int    `json:"ms,omitzero"`
}
