package engine

import (
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Record is what one event changed and why: everything that Apply needs to advance a
// session's state, and that explain needs to say why. It holds hashes and labels, never
// message text. internal/store encodes it field by field, and its tests name any field
// that is forgotten there.
type Record struct {
	Time    time.Time `json:"time"`
	Session string    `json:"session"`
	Agent   string    `json:"agent,omitzero"`
	Hook    wire.Hook `json:"hook"`
	Turn    int       `json:"turn,omitzero"`

	// Durable asks for the record to be on disk before the answer leaves: it
	// lowers trust, grants or stages something.
	Durable bool `json:"-"`

	Judgement *Judgement  `json:"judgement,omitzero"` // of a tool call
	Cleaned   *Cleaned    `json:"cleaned,omitzero"`   // of parameters or a result
	Taint     trust.Level `json:"taint"`              // the session's taint after the event
	Changes   []Change    `json:"changes,omitzero"`

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
	Level   trust.Level   `json:"level"` // the taint the call was judged at
	Reasons []Reason      `json:"reasons"`
	Cause   *Cause        `json:"cause,omitzero"`   // what brought that level in; nil at trusted
	Remedy  string        `json:"remedy,omitzero"`  // the smallest thing that would allow the call
	Blocked string        `json:"blocked,omitzero"` // id of the staged write
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
