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
	Ended     time.Time // zero while it runs
	Assembled bool      // context_assembled was seen
	Reason    string    // why the turn started at its level
	Level     trust.Level
	FromOwner bool
	Group     bool       `json:",omitzero"` // in a group
	Sender    string     // who began it, if the gateway has said
	Channel   string     `json:",omitzero"` // where, if the gateway has said
	Joined    string     `json:",omitzero"` // who joined it last, named as By does
	Others    []string   `json:",omitzero"` // the senders who joined it, at most MaxOthers
	Authority *Authority // what its first message asks for; nil if messages are not checked

	// The latest LLM call that the gateway reported. Tool calls are judged by what the model had
	// seen when it asked.
	LLMCalls  int
	Iteration int
	Looped    bool   // loop_iteration_start announced the call; before_llm_call follows
	Answered  bool   // after_llm_call reported its answer
	Announces bool   `json:",omitzero"` // and the calls in it
	Heard     string `json:",omitzero"` // the process that received the report; another may have missed later ones
	CallLevel trust.Level
	CallSeen  trust.Set
	CallCause *Cause

	Calls     []*Call // pointers, because each change of a call copies the list
	Blocked   string  // why the turn is blocked; empty if it is not
	BlockedBy string  // the layer that blocked it
	Persist   bool    // a rule asked to keep this graph

	Nodes     []Node
	Edges     []Edge
	Truncated bool // the graph reached MaxNodes
	LLMNode   int  // index of the latest llm_call node; -1 if there is none
	Denied    []string
	Denials   []Denial `json:",omitzero"` // what the agent was told instead of results, latest last

	Apart bool `json:",omitzero"` // the index stores the turn elsewhere, and most of it is not here; see State.Apart
}

// Open reports whether the turn still runs.
func (t *Turn) Open() bool { return t != nil && t.Ended.IsZero() }

// end drops what only a running turn needs.
func (t *Turn) end(now time.Time) { t.Ended, t.Heard = now, "" }

// OwnersOwn reports whether the owner personally began the turn. A gateway may also name them as
// the sender of a scheduled turn, whose text an agent may have written.
func (t *Turn) OwnersOwn() bool { return t.FromOwner && !dialect.IsClock(t.Reason) }

// By names who began the turn. It is empty for the owner.
func (t *Turn) By() string {
	if t.OwnersOwn() {
		return ""
	}
	return ProducerName(t.Reason, t.Sender)
}

// ProducerName names who began a turn: the reason for its level, and the sender.
func ProducerName(why, sender string) string { return why + " " + sender }

// joined notes who has joined the turn.
func (t *Turn) joined(who, sender string) {
	t.Joined = who
	if sender != "" && len(t.Others) < MaxOthers && !slices.Contains(t.Others, sender) {
		t.Others = append(t.Others, sender)
	}
}

// serves reports whether an approval given for somebody's turn holds in this one: the same person
// began it, or the owner did.
func (t *Turn) serves(by string) bool { return t.OwnersOwn() || t.By() == by }

// Call is one tool call of the turn, from the first report on.
type Call struct {
	ID     string
	Tool   string
	Node   int // its tool_call node; -1 if the graph is full
	Status CallStatus
	// Level is that of its result, the lowest reported. Records of earlier versions lack it: such a
	// call returns untrusted content.
	Level trust.Level
	// Site is the level of the address that the call was judged with, if the policy knows it
	// (urlOutputTaints). Only then may a result have that level. Nil: unknown.
	Site     *trust.Level `json:",omitzero"`
	Expected bool         `json:",omitzero"` // its gateway announced it, and may not report its result
	LLMCall  int          `json:",omitzero"` // the LLM call of the turn that asked for it, if it was announced
	Params   unread       `json:",omitzero"` // in an index of an earlier version
}

// unread discards what an earlier version kept.
type unread struct{}

func (*unread) UnmarshalJSON([]byte) error { return nil }

// Unreported reports whether a call counts as returned although no result was reported.
func (c *Call) Unreported() bool { return c.Status == Announced || c.Status == Running && c.Expected }

// Wanted is a call as the gateway requests or reports it.
type Wanted struct {
	ID     string // empty if the gateway gives none
	Tool   string // as it is judged
	Params jsontext.Value
	Sum    *Hash // of Params, if those are not available
}

func (w *Wanted) sum() Hash {
	if w.Sum != nil {
		return *w.Sum
	}
	return ParamsHash(w.Params)
}

// CallStatus is the progress of a call.
type CallStatus uint8

const (
	Announced CallStatus = iota // in after_llm_call; counts as returned unless something else is reported
	Running                     // allowed
	Denied                      // returned nothing and taints nothing
	Returned
)

// Call finds a call of the turn by its id, or by its tool if the gateway gives no id; nil if there
// is none.
func (t *Turn) Call(id, tool string) *Call {
	switch {
	case t == nil:
		return nil
	case id != "":
		return t.callByID(id, tool)
	}
	return t.callByTool(tool)
}

// callByID finds a call by its id. Models give several calls the same id: the tool's own come
// first, then those that may still return, then the latest.
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

// Site returns the level of the address that a call was judged with, or nil if it is unknown. Of
// calls that their results do not distinguish, all must be known, and the lowest counts.
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

// callByTool finds the first call of a tool that has no id and has not returned; a denied one only
// if there is no other.
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

// Denial is what the agent was told instead of a call's result.
type Denial struct {
	CallID string `json:",omitzero"` // empty if the gateway gives none
	Tool   string
	Mark   Mark // a keyed hash of the text
}

// Denies reports whether the agent was told this text instead of the result of a call, found by its
// id, or by its tool if the gateway gives no id.
func (t *Turn) Denies(id, tool string, words Mark) bool {
	return slices.ContainsFunc(t.Denials, func(d Denial) bool {
		return d.Mark == words && words != Mark{} && d.CallID == id && (id != "" || d.Tool == tool)
	})
}

// CallOfAction finds the first call of an action of the tool that has no id and may still return,
// for a result without the parameters that name the action.
func (t *Turn) CallOfAction(tool string) *Call {
	for _, c := range t.Calls {
		if of, action, _ := strings.Cut(c.Tool, "."); of == tool && action != "" && c.ID == "" && c.Status <= Running {
			return c
		}
	}
	return nil
}

// Expected returns the latest announced call of a tool with an id that has not returned. A denied
// one counts, since it runs once the owner has approved it.
func (t *Turn) Expected(id, tool string) *Call {
	for _, c := range slices.Backward(t.Calls) {
		if c.Expected && c.ID == id && c.Tool == tool && c.Status != Returned {
			return c
		}
	}
	return nil
}
