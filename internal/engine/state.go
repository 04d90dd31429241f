package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
)

// State is all that the daemon knows about one session. It changes only by Apply,
// so applying a session's records in order rebuilds it.
//
// A State is a value: decide works on a copy, and the copy replaces the
// original once its record is in the journal. Slices are shared between copies,
// so elements that exist are never written again; see Apply.
type State struct {
	Agent     string
	SpawnedBy string // the session that spawned this one
	// SpawnTurn is the turn that it was spawned for. Its spawner speaks in no other.
	SpawnTurn int `json:",omitzero"`
	// InOwnersDM: it was spawned in a turn of the owner's, with nobody else reading along.
	// It stays so, whoever writes to the spawner later.
	InOwnersDM bool `json:",omitzero"`
	// Inherited is the level that the spawner had by then, raised by the owner's resets
	// since. The session never begins above it. Nil at trusted.
	Inherited     *Watermark `json:",omitzero"`
	InheritedSeen trust.Set  `json:",omitzero"` // the levels that the spawner had seen; none once the owner has reset the session

	// What the context holds.
	Watermark Watermark
	Seen      trust.Set // every level seen since the last reset
	Forgiven  int       // history messages the owner's last reset covered
	Forgive   bool      // that reset saw no history: it covers what the next context shows
	Shown     int       `json:",omitzero"` // messages in the latest context; kept up while Forgiven is above 0
	Cleared   *Cleared  `json:",omitzero"` // what it was taken to have forgotten, until its history shows whether it has

	// The turns. Turn is the latest, open or sealed; Kept are older ones.
	Since time.Time `json:",omitzero"` // the first of them began; zero in an index of an earlier version, for one that did before
	Turns int
	Turn  *Turn
	Kept  []PastTurn
	owned bool // no other State shares Turn, so it may be written; only while a record is made or applied

	// Approvals.
	Codes   Codes `json:"Pending"` // that wait for the owner, latest last
	Grants  []Grant
	Wrong   []time.Time // wrong codes within the last wrongCodeWindow
	Spent   []string    // nonces of codes that were used, denied or burned, latest last
	Answers []Answer    `json:",omitzero"` // what became of the latest of them, latest last
	Command CommandMark

	Auth *Auth // what makes messages and results authentic; nil until they are first checked

	// The owner.
	OwnerField bool     // the gateway has said who the owner is, so its silence proves nothing
	Owners     []string // sender ids that were the verified owner, each on its channel

	Typing     []string  `json:",omitzero"` // running commands into which an unfinished line was typed, latest last
	Unticketed time.Time `json:",omitzero"` // a program that named no session was last let run
	Unsaid     []Unsaid  `json:",omitzero"` // what was staged and no reply has told of

	LastImpacted string
	Resets       []Reset
}

// Unsaid is something that was staged, and that the owner has not been told of by a reply.
type Unsaid struct {
	ID   string
	What string // the file, or whose result it is
}

// maxUnsaid bounds what one reply tells.
const maxUnsaid = 8

// Watermark is the lowest level the session has seen since its last reset and
// the content that brought it in (seed 000, "Session Taint Watermark").
type Watermark struct {
	Level trust.Level
	Cause *Cause    // nil at trusted
	Since time.Time // when the level was reached; zero before the first turn
}

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
	Joined    string     `json:",omitzero"` // who came into it last, named as by does
	Others    []string   `json:",omitzero"` // the senders who came into it, at most maxOthers
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
	Truncated bool // the graph reached maxNodes
	LLMNode   int  // index of the latest llm_call node; -1 when there is none
	Denied    []string

	packed PastTurn // the same turn, if it was unpacked from there; empty for one that is open
}

// Open reports whether the turn still runs.
func (t *Turn) Open() bool { return t != nil && t.Ended.IsZero() }

// end drops what only a running turn is asked for.
func (t *Turn) end(now time.Time) { t.Ended, t.Heard = now, "" }

// ownersOwn reports whether the owner himself began the turn. A gateway may name him as
// the sender of a scheduled turn too, whose text an agent may have written.
func (t *Turn) ownersOwn() bool { return t.FromOwner && !isClock(t.Reason) }

// by names who began the turn. It is empty for the owner.
func (t *Turn) by() string {
	if t.ownersOwn() {
		return ""
	}
	return producerName(t.Reason, t.Sender)
}

func producerName(why, sender string) string { return why + " " + sender }

// joined notes who has come into the turn.
func (t *Turn) joined(who, sender string) {
	t.Joined = who
	if sender != "" && len(t.Others) < maxOthers && !slices.Contains(t.Others, sender) {
		t.Others = append(t.Others, sender)
	}
}

// serves reports whether an approval that was given for somebody's turn holds in this
// one: the same person began it, or the owner himself did.
func (t *Turn) serves(by string) bool { return t.ownersOwn() || t.by() == by }

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

// unreported reports whether a call counts as returned although nobody has said so.
func (c *Call) unreported() bool { return c.Status == Announced || c.Status == Running && c.Expected }

// wanted is a call as the gateway asks for it, or reports it.
type wanted struct {
	id     string // empty where the gateway gives none
	tool   string // as it is judged
	params jsontext.Value
}

// CallStatus is how far a call has come.
type CallStatus uint8

const (
	Announced CallStatus = iota // in after_llm_call; counts as returned if nothing else is heard
	Running                     // allowed
	Denied                      // returned nothing and taints nothing
	Returned
)

// Codes are the codes of a session. Each opens what it named when it was shown, for its own
// time, whatever the agent does later.
type Codes []Pending

// UnmarshalJSONFrom also reads the one code that a session had in an index of an earlier
// version.
func (c *Codes) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return json.UnmarshalDecode(dec, (*[]Pending)(c))
	}
	var one Pending
	if err := json.UnmarshalDecode(dec, &one); err != nil {
		return err
	}
	*c = Codes{one}
	return nil
}

// Pending is a code that waits for the owner, and what it would open. The code itself
// follows from the nonce by a key that no record holds.
type Pending struct {
	Nonce   string
	Tools   []string
	Level   trust.Level // the lowest at which one of its calls was held
	Expires time.Time
	Since   time.Time     `json:",omitzero"`     // by the same clock: when it was shown
	By      string        `json:",omitzero"`     // who began the turns whose calls wait; empty for the owner, and for several
	Calls   []WaitingCall `json:"Runs,omitzero"` // the call of each tool that it was shown for, under each id that it was asked for by
}

// WaitingCall is a call that waits, as it was asked for. A run of a wrapped tool has no id and
// no turn: who asks again for it does so under another id.
type WaitingCall struct {
	Tool   string
	CallID string `json:",omitzero"`
	Turn   int    `json:",omitzero"`
	Params Hash   // see paramsHash; zero where an earlier version held several
	Level  trust.Level
}

// is reports whether it is the call of a tool that has an id in a turn.
func (c *WaitingCall) is(tool, id string, turn int) bool {
	return c.Tool == tool && c.CallID == id && c.Turn == turn
}

// contradicts reports whether the code was shown for a call with the id of this one, and other
// parameters.
func (p *Pending) contradicts(c *WaitingCall) bool {
	return c.CallID != "" && slices.ContainsFunc(p.Calls, func(other WaitingCall) bool {
		return other.is(c.Tool, c.CallID, c.Turn) && other.Params != c.Params
	})
}

// contradictedBy reports whether another code contradicts a call of this one.
func (p *Pending) contradictedBy(other *Pending) bool {
	return slices.ContainsFunc(p.Calls, func(c WaitingCall) bool { return other.contradicts(&c) })
}

// paramsHash tells calls apart by their parameters. Unlike hashOf it is never zero: no
// parameters are parameters, too.
func paramsHash(params []byte) Hash { return sha256.Sum256(params) }

// asHeld is the hash of a call's parameters by that of its node.
func asHeld(node Hash) Hash {
	if node == (Hash{}) {
		return paramsHash(nil)
	}
	return node
}

// names reports whether the code was shown for a call with these parameters.
func (p *Pending) names(tool string, params Hash) bool {
	return slices.ContainsFunc(p.Calls, func(c WaitingCall) bool { return c.Tool == tool && c.Params == params })
}

// namesAs reports whether the code was shown for this very call.
func (p *Pending) namesAs(tool, id string, turn int, params Hash) bool {
	return slices.ContainsFunc(p.Calls, func(c WaitingCall) bool {
		return c.Tool == tool && c.Params == params && c.CallID == id && (c.Turn == turn || id == "")
	})
}

// Grant lets a confirm-held tool pass: until a time, until its turn ends, or once.
type Grant struct {
	Tool  string
	Until time.Time // zero for a turn's grant
	Since time.Time `json:",omitzero"` // by the same clock: when it was given
	Turn  int       // the turn it is for; 0 for a timed grant
	By    string    `json:",omitzero"` // who may have begun that turn, beside the owner
	From  string    `json:",omitzero"` // who gave it: cli, or the owner by his id
	Way   string    `json:",omitzero"` // by which way
	Once  bool      // used up by the first call it lets pass
	// The one call that it is for, as the owner was shown it; a run of a wrapped tool has
	// no id that lasts. Empty: any call of Tool.
	CallID string
	Params Hash
	Level  trust.Level // the lowest at which the owner was asked; where grants follow the taint, it does not hold below
	// Outside marks a turn's grant that was given between hooks of the turn
	// (message_received, command, the owner's CLI). A gateway that never ends
	// its turns would lose it to the turn that the owner's message starts.
	Outside bool
}

func (g *Grant) covers(w wanted, t *Turn, now time.Time) bool {
	if g.CallID != "" && g.CallID != w.id || g.forOneCall() && g.Params != paramsHash(w.params) {
		return false
	}
	return g.opens(w.tool, t, now)
}

func (g *Grant) forOneCall() bool { return g.CallID != "" || g.Params != Hash{} }

// opens reports whether it is for any call of a tool.
func (g *Grant) opens(tool string, t *Turn, now time.Time) bool {
	if g.Tool != tool {
		return false
	}
	if g.Turn != 0 {
		return t != nil && g.Turn == t.Number && !g.skips(t)
	}
	return g.lasts(now)
}

// lasts reports whether it is still the time of a timed grant.
func (g *Grant) lasts(now time.Time) bool { return within(now, g.Since, g.Until) }

// stands reports whether it may still let something pass.
func (g *Grant) stands(now time.Time) bool { return g.Turn != 0 || g.lasts(now) }

// id names a grant to the owner, in its session. It follows from what never changes
// about the grant, so that records of any version have one.
func (g *Grant) id() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q %t", g.Tool, g.Since.UnixNano(), g.CallID, g.Once))
	return "g" + hex.EncodeToString(sum[:4])
}

// used is that a call has used the grant up.
func (g *Grant) used() Change { return Change{Op: OpGrantUsed, Tool: g.Tool, Text: g.id()} }

// within reports whether a time that began at since still lasts. It does not if the clock
// has been set back behind its beginning: by that clock nobody knows how long it would.
func within(now, since, until time.Time) bool {
	return now.Before(until) && !now.Before(since.Add(-maxSetBack))
}

// skips reports whether a turn's grant skips this turn and waits for the next one: the
// owner saw what the agent wanted in one person's turn, and somebody else began this one.
func (g *Grant) skips(t *Turn) bool { return g.CallID == "" && !t.serves(g.By) }

// CommandMark remembers the owner's last chat command, because the same message
// is seen again by every hook that carries the history.
type CommandMark struct {
	Hash string
	Turn int // the turn that has seen it; 0 until one has
}

// Reset is one trust reset, for the session's history.
type Reset struct {
	At   time.Time
	From trust.Level
	To   trust.Level
	By   string // owner, cli, fresh session, session end
}

const (
	keptTurns       = 7    // older turns whose graphs stay at hand
	keptPersisted   = 64   // in all, with those that a rule asked to keep
	maxNodes        = 2048 // of one turn's graph
	maxCalls        = 512  // of one turn that are told apart
	maxSpent        = 32
	maxGrants       = 64 // also of tools that wait under one code, which opens all of them
	maxCodes        = 64 // of one session that wait
	maxAliases      = 64 // calls that a code is shown for, each under its own id
	maxResets       = 50
	maxOwners       = 16
	maxOthers       = 16
	wrongCodeLimit  = 5
	wrongCodeWindow = 60 * time.Second
	maxSetBack      = time.Minute // of the clock, as time services do
)

func newState() State {
	return State{Watermark: Watermark{Level: trust.Trusted}}
}

// level is the session's taint.
func (s *State) level() trust.Level { return s.Watermark.Level }

// beginning is the level of the session without its history.
func (s *State) beginning() trust.Level {
	if s.Inherited != nil {
		return s.Inherited.Level
	}
	return trust.Trusted
}

// waiting reports whether the code may still be used.
func (p *Pending) waiting(now time.Time) bool { return within(now, p.Since, p.Expires) }

// codesAt are the codes that have not expired.
func (s *State) codesAt(now time.Time) []*Pending {
	var list []*Pending
	for i := range s.Codes {
		if p := &s.Codes[i]; p.waiting(now) {
			list = append(list, p)
		}
	}
	return list
}

// anyCode reports whether a code waits.
func (s *State) anyCode(now time.Time) bool {
	return slices.ContainsFunc(s.Codes, func(p Pending) bool { return p.waiting(now) })
}

// granted finds the grant that covers a call at a level, -1 when there is none. A grant for
// more than one call comes first, so that no single one is wasted.
func (s *State) granted(w wanted, level trust.Level, now time.Time) int {
	once := -1
	for i := range s.Grants {
		g := &s.Grants[i]
		switch {
		case level < g.Level || !g.covers(w, s.Turn, now):
		case !g.Once:
			return i
		case once < 0 || g.forOneCall():
			once = i
		}
	}
	return once
}

// overtaken finds the grant that would cover a call if it were still at the level of that
// grant, nil when there is none.
func (s *State) overtaken(w wanted, level trust.Level, now time.Time) *Grant {
	for i := range s.Grants {
		if g := &s.Grants[i]; level < g.Level && g.covers(w, s.Turn, now) {
			return g
		}
	}
	return nil
}

// call finds a call of the turn, nil when there is none: by its id, or by its tool
// where the gateway gives no id.
func (t *Turn) call(id, tool string) *Call {
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

// site is the level of the address that a call was judged with, nil where it is unknown. Of
// calls that their results do not tell apart, all must be known, and the lowest counts.
func (t *Turn) site(id, tool string) (level *trust.Level) {
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

// callOfAction finds the first call of an action of the tool that has no id and may still
// return, for a result that comes without the parameters that name the action.
func (t *Turn) callOfAction(tool string) *Call {
	for _, c := range t.Calls {
		if of, action, _ := strings.Cut(c.Tool, "."); of == tool && action != "" && c.ID == "" && c.Status <= Running {
			return c
		}
	}
	return nil
}

// expected is the latest call that was announced and has not returned: one that was
// denied runs when the owner has approved it. Another tool's under its id was not.
func (t *Turn) expected(id, tool string) *Call {
	for _, c := range slices.Backward(t.Calls) {
		if c.Expected && c.ID == id && c.Tool == tool && c.Status != Returned {
			return c
		}
	}
	return nil
}
