package session

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/trust"
)

// Turn is one turn of the agent: from the assembled context to the response.
type Turn struct {
	Number    int
	Started   time.Time
	Ended     time.Time // zero while open
	Assembled bool      // context_assembled was seen
	Reason    string    // why the turn started at the level it did
	Level     trust.Level
	FromOwner bool
	Group     bool       `json:",omitzero"` // in a group
	Sender    string     // who began it, if the gateway has said
	Channel   string     `json:",omitzero"` // where, if the gateway has said
	Joined    string     `json:",omitzero"` // who came into it last, named as By does
	Others    []string   `json:",omitzero"` // the senders who came into it, at most MaxOthers
	Authority *Authority // what the message that began it asks for; nil where messages are not checked

	// The latest LLM call that the gateway reported. Tool calls are judged at
	// what the model had seen when it asked.
	LLMCalls  int
	Iteration int
	Looped    bool   // loop_iteration_start announced the call; before_llm_call follows
	Answered  bool   // after_llm_call told its answer
	Announces bool   `json:",omitzero"` // and calls in it
	Heard     string `json:",omitzero"` // the process that heard of it; another may have missed later ones
	CallLevel trust.Level
	CallSeen  trust.Set
	CallCause *Cause

	Calls     []*Call // pointers, because each change of a call copies the list
	Blocked   string  // why the turn is blocked; empty when it is not
	BlockedBy string  // the layer that blocked it
	Persist   bool    // a rule asked to keep this graph

	Nodes     []Node
	Edges     []Edge
	Truncated bool // the graph reached MaxNodes
	LLMNode   int  // index of the latest llm_call node; -1 when there is none
	Denied    []string
	Denials   []Denial `json:",omitzero"` // what the agent was told in place of results, latest last

	Apart bool `json:",omitzero"` // the index keeps the turn in another place, and most of it is not here; see State.Apart
}

// Open reports whether the turn still runs.
func (t *Turn) Open() bool { return t != nil && t.Ended.IsZero() }

// end drops what only a running turn is asked for.
func (t *Turn) end(now time.Time) { t.Ended, t.Heard = now, "" }

// OwnersOwn reports whether the owner himself began the turn. A gateway may name him as
// the sender of a scheduled turn too, whose text an agent may have written.
func (t *Turn) OwnersOwn() bool { return t.FromOwner && !dialect.IsClock(t.Reason) }

// By names who began the turn. It is empty for the owner.
func (t *Turn) By() string {
	if t.OwnersOwn() {
		return ""
	}
	return ProducerName(t.Reason, t.Sender)
}

// ProducerName names who began a turn: why it has its level, and the sender.
func ProducerName(why, sender string) string { return why + " " + sender }

// joined notes who has come into the turn.
func (t *Turn) joined(who, sender string) {
	t.Joined = who
	if sender != "" && len(t.Others) < MaxOthers && !slices.Contains(t.Others, sender) {
		t.Others = append(t.Others, sender)
	}
}

// serves reports whether an approval that was given for somebody's turn holds in this
// one: the same person began it, or the owner himself did.
func (t *Turn) serves(by string) bool { return t.OwnersOwn() || t.By() == by }

// Call is one tool call of the turn, from the moment it is heard of.
type Call struct {
	ID     string
	Tool   string
	Node   int // its tool_call node; -1 when the graph is full
	Status CallStatus
	// Level is that of what it returns, the lowest that was heard of. Records of
	// earlier versions lack it: such a call returns untrusted content.
	Level trust.Level
	// Site is the level of the address that the call was judged with, where the policy
	// knows it (urlOutputTaints). Only then may a result be of that level. Nil: unknown.
	Site     *trust.Level `json:",omitzero"`
	Expected bool         `json:",omitzero"` // its gateway announced it, and may not report its result
	LLMCall  int          `json:",omitzero"` // which of the turn's asked for it, where it was announced
	Params   unread       `json:",omitzero"` // in an index of an earlier version
}

// unread takes what an earlier version kept, and drops it.
type unread struct{}

func (*unread) UnmarshalJSON([]byte) error { return nil }

// Unreported reports whether a call counts as returned although nobody has said so.
func (c *Call) Unreported() bool { return c.Status == Announced || c.Status == Running && c.Expected }

// Wanted is a call as the gateway asks for it, or reports it.
type Wanted struct {
	ID     string // empty where the gateway gives none
	Tool   string // as it is judged
	Params jsontext.Value
	Sum    *Hash // of Params, where those are not at hand
}

func (w *Wanted) sum() Hash {
	if w.Sum != nil {
		return *w.Sum
	}
	return ParamsHash(w.Params)
}

// CallStatus is how far a call has come.
type CallStatus uint8

const (
	Announced CallStatus = iota // in after_llm_call; counts as returned if nothing else is heard
	Running                     // allowed
	Denied                      // returned nothing and taints nothing
	Returned
)

// Call finds a call of the turn, nil when there is none: by its id, or by its tool
// where the gateway gives no id.
func (t *Turn) Call(id, tool string) *Call {
	switch {
	case t == nil:
		return nil
	case id != "":
		return t.callByID(id, tool)
	}
	return t.callByTool(tool)
}

// callByID finds a call by its id. Models give one id to several calls: the tool's own
// go first, then those that may still return, then the latest.
func (t *Turn) callByID(id, tool string) (best *Call) {
	rank := -1
	for _, c := range t.Calls {
		if c.ID != id {
			continue
		}
		r := 0
		if c.Tool == tool {
			r = 2
		}
		if c.Status <= Running {
			r++
		}
		if r >= rank {
			best, rank = c, r
		}
	}
	return best
}

// Site is the level of the address that a call was judged with, nil where it is unknown. Of
// calls that their results do not tell apart, all must be known, and the lowest counts.
func (t *Turn) Site(id, tool string) (level *trust.Level) {
	if t == nil {
		return nil
	}
	for _, c := range t.Calls {
		switch {
		case c.ID != id || c.Tool != tool || id == "" && c.Status == Returned:
		case c.Site == nil:
			return nil
		case level == nil || *c.Site < *level:
			level = c.Site
		}
	}
	return level
}

// callByTool finds the first call of a tool that has no id and has not returned; one
// that was denied only where there is no other.
func (t *Turn) callByTool(tool string) (best *Call) {
	for _, c := range t.Calls {
		if c.Tool != tool || c.Status == Returned || c.ID != "" {
			continue
		}
		if best == nil || best.Status == Denied && c.Status != Denied {
			best = c
		}
	}
	return best
}

// Denial is what the agent was told in place of a call's result.
type Denial struct {
	CallID string `json:",omitzero"` // empty where the gateway gives none
	Tool   string
	Mark   Mark // keyed, of the words
}

// Denies reports whether the agent was told these words in place of the result of a call: by its
// id, or by its tool where the gateway gives no id.
func (t *Turn) Denies(id, tool string, words Mark) bool {
	return slices.ContainsFunc(t.Denials, func(d Denial) bool {
		return d.Mark == words && words != Mark{} && d.CallID == id && (id != "" || d.Tool == tool)
	})
}

// CallOfAction finds the first call of an action of the tool that has no id and may still
// return, for a result that comes without the parameters that name the action.
func (t *Turn) CallOfAction(tool string) *Call {
	for _, c := range t.Calls {
		if of, action, _ := strings.Cut(c.Tool, "."); of == tool && action != "" && c.ID == "" && c.Status <= Running {
			return c
		}
	}
	return nil
}

// Expected is the latest call that was announced and has not returned: one that was
// denied runs when the owner has approved it. Another tool's under its id was not.
func (t *Turn) Expected(id, tool string) *Call {
	for _, c := range slices.Backward(t.Calls) {
		if c.Expected && c.ID == id && c.Tool == tool && c.Status != Returned {
			return c
		}
	}
	return nil
}
