package session

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Op names what a Change does.
type Op string

const (
	OpAgent       Op = "agent"        // Text: the session's agent
	OpOwnerField  Op = "owner_field"  // the gateway tells who the owner is
	OpOwner       Op = "owner"        // Text: a sender id of the verified owner, with its channel
	OpSpawned     Op = "spawned"      // Text: the session that spawned this one; Flag: in the owner's own chat; Level, Cause: what it had seen, if that was less than trusted; Seen: all of that
	OpTurnStarted Op = "turn_started" // Level, Text: why that level; Flag: from the owner; Group, Sender
	OpAssembled   Op = "assembled"    // Text, Flag, Group, Sender: as in turn_started, now that the context is known
	OpTurnEnded   Op = "turn_ended"   // Flag: given up by its gateway, not ended
	OpJoined      Op = "joined"       // Text: who has a say in the turn from here on, and is not the owner
	OpAnswered    Op = "answered"     // N: calls that it asks for
	OpTurnBlocked Op = "turn_blocked" // Text: why; Layer
	OpPersist     Op = "persist"
	OpTainted     Op = "tainted"     // Level, Cause
	OpLLMCall     Op = "llm_call"    // N: iteration; Flag: announced by loop_iteration_start; Text: the process that heard of it
	OpLLMSaw      Op = "llm_saw"     // the latest LLM call sees all that the context holds now
	OpCall        Op = "call"        // CallID, Tool, N: node, Status, Level: of what it returns; Site: of the address it was judged with
	OpCallStatus  Op = "call_status" // CallID, Tool, Status, Level, Site: as heard now
	OpTyped       Op = "typed"       // Text: a running command; Flag: a line typed into it goes on in a later call
	OpImpacted    Op = "impacted"    // Tool; Flag: before the session came here
	OpCodeIssued  Op = "code_issued" // Nonce, Tools, Level: of the call, Until; Text: who began the turns, if not the owner; Tool, CallID, Params: of the call
	OpCodeShown   Op = "code_shown"  // Nonce, Tool, CallID, Params: the code was shown again, for the same call under another id
	OpCodeJoined  Op = "code_joined" // in older records, as code_issued: the code opens more, for longer
	OpCodeClosed  Op = "code_closed" // Nonce, or all; Text: denied or burned; Sender: who denied it, Channel: by which way
	OpWrongCode   Op = "wrong_code"
	OpGranted     Op = "granted"    // Tools, Level; Nonce: of the code, if one was named; Until, or N: the turn it is for, Text: who may begin it beside the owner; Flag: from outside its hooks; Once, CallID, Params; Sender: who gave it, Channel: by which way
	OpGrantUsed   Op = "grant_used" // Tool, Text: the id of the single grant that a call has used up; N: its place, in older records
	OpWithdrawn   Op = "withdrawn"  // Tool, Text: the id of the grant that has ended
	OpForgiven    Op = "forgiven"   // N: messages that the last reset covers
	OpShown       Op = "shown"      // N: messages that the context shows
	OpCommand     Op = "command"    // Text: hash; N: turn
	OpReset       Op = "reset"      // Level, Text: by whom, N: messages forgiven; Flag: it saw no history
	OpFresh       Op = "fresh"      // Text: what started the session anew
	OpBegun       Op = "begun"      // the history has shown whether the session had begun anew
	OpUnticketed  Op = "unticketed" // a program without a ticket may run, or wait for the owner
	OpTakenBack   Op = "taken_back" // Tools: not granted after all; N, Flag: forgiven by the resets before; Level, Cause, Seen: inherited all the same
	OpAuth        Op = "auth"       // Flag: messages are checked from here on, or no longer
	OpVouched     Op = "vouched"    // Vouched
	OpTakenOver   Op = "taken_over" // the history that was there before messages were checked is known
	OpAuthority   Op = "authority"  // Authority, of the turn
	OpObserved    Op = "observed"   // Observed
	OpStaged      Op = "staged"     // Text: id of what was staged, or withheld; Tool: the file, or what it is
	OpSaid        Op = "said"       // a reply has told of what was staged
	OpTold        Op = "told"       // Mark: of what was found inauthentic
	OpNode        Op = "node"       // Node, of the turn's graph
	OpEdge        Op = "edge"       // Edge
)

// MaxTyping bounds the running commands of which is kept that a line was typed in part.
const MaxTyping = 32

// Known reports whether Apply knows the op. An unknown op was written by a later
// version, and its effect cannot be known.
func (o Op) Known() bool {
	switch o {
	case OpAgent, OpOwnerField, OpOwner, OpSpawned, OpTurnStarted, OpAssembled, OpTurnEnded, OpJoined, OpAnswered, OpTurnBlocked, OpPersist, OpTainted,
		OpLLMCall, OpLLMSaw, OpCall, OpCallStatus, OpTyped, OpImpacted, OpCodeIssued, OpCodeShown, OpCodeJoined, OpCodeClosed, OpWrongCode, OpGranted,
		OpGrantUsed, OpWithdrawn, OpForgiven, OpShown, OpCommand, OpReset, OpFresh, OpBegun, OpUnticketed, OpTakenBack, OpAuth, OpVouched, OpTakenOver, OpAuthority, OpObserved, OpTold, OpStaged, OpSaid, OpNode, OpEdge:
		return true
	}
	return false
}

// Change is one step of a session's state. Which fields count follows from Op.
type Change struct {
	Op      Op           `json:"op"`
	Level   trust.Level  `json:"level,omitzero"`
	Seen    trust.Set    `json:"seen,omitzero"` // levels, as a sum of their bits
	Site    *trust.Level `json:"site,omitzero"` // of a call: the level of its address
	Cause   *Cause       `json:"cause,omitzero"`
	Tool    string       `json:"tool,omitzero"`
	Tools   []string     `json:"tools,omitzero"`
	Params  *Hash        `json:"params,omitzero"` // of a call
	CallID  string       `json:"callId,omitzero"`
	Status  CallStatus   `json:"status,omitzero"`
	Nonce   string       `json:"nonce,omitzero"` // of a code
	N       int          `json:"n,omitzero"`
	Until   time.Time    `json:"until,omitzero"`
	Text    string       `json:"text,omitzero"`
	Layer   string       `json:"layer,omitzero"`
	Sender  string       `json:"sender,omitzero"`
	Channel string       `json:"channel,omitzero"` // of a turn: where its message came from; of an answer: by which way
	Flag    bool         `json:"flag,omitzero"`
	Group   bool         `json:"group,omitzero"` // of a turn: others than its sender read what is said in it
	Once    bool         `json:"once,omitzero"`

	Vouched   *Vouched   `json:"vouched,omitzero"`
	Authority *Authority `json:"authority,omitzero"`
	Observed  *Observed  `json:"observed,omitzero"`
	Mark      *Mark      `json:"mark,omitzero"`

	Node *Node `json:"node,omitzero"`
	Edge *Edge `json:"edge,omitzero"`
}

// Apply advances the state by one record. If a journal has lost its beginning, a
// session's first records refer to what is gone; the session then takes the level that
// they were written at, and the agent that they name.
func (s *State) Apply(r *Record) {
	for i := range r.Changes {
		s.Change(&r.Changes[i], r.Time)
	}
	if r.Taint < s.Watermark.Level {
		cause := &Cause{Reason: "from before the records that are kept", Turn: r.Turn, At: r.Time}
		s.Change(&Change{Op: OpTainted, Level: r.Taint, Cause: cause}, r.Time)
	}
	if s.Agent == "" && r.Agent != AgentOf(r.Session) {
		s.Agent = r.Agent
	}
	s.Turns = max(s.Turns, r.Turn)
	s.owned = false
}

// Share lets other states have this one's turn: it is not written any more.
func (s *State) Share() { s.owned = false }

// Change makes one change. It never writes an element that an older copy of the state can
// see: it appends, or works on a clone.
func (s *State) Change(c *Change, now time.Time) {
	switch c.Op {
	case OpAgent:
		s.Agent = c.Text
	case OpOwnerField:
		s.OwnerField = true
	case OpOwner:
		s.Owners = lastN(append(s.Owners, c.Text), maxOwners)
	case OpSpawned:
		s.SpawnedBy, s.InOwnersDM, s.SpawnTurn = c.Text, c.Flag, s.Turns
		if !s.Turn.Open() {
			s.SpawnTurn++
		}
		s.inherit(c, now)
	case OpTainted:
		s.Seen = s.Seen.With(c.Level)
		if c.Level < s.Watermark.Level {
			s.Watermark = Watermark{Level: c.Level, Cause: c.Cause, Since: now}
		}
		if s.Turn.Open() {
			t := s.turn()
			t.Level = trust.Lowest(t.Level, c.Level)
		}
	case OpTyped:
		s.Typing = deleteFunc(s.Typing, func(into *string) bool { return *into == c.Text })
		if c.Flag {
			s.Typing = lastN(append(s.Typing, c.Text), MaxTyping)
		}
	case OpImpacted:
		s.impacted(c)
	case OpCommand:
		s.Command = CommandMark{Hash: c.Text, Turn: c.N}
	case OpReset:
		s.reset(c, now)
	case OpFresh:
		s.fresh(c, now)
	case OpBegun:
		s.Cleared = nil
	case OpUnticketed:
		s.Unticketed = now
	case OpTakenBack:
		s.Forgiven, s.Forgive = min(s.Forgiven, c.N), s.Forgive && c.Flag
		s.Grants = deleteFunc(s.Grants, func(g *Grant) bool { return slices.Contains(c.Tools, g.Tool) })
		s.Answers = deleteFunc(s.Answers, func(a *Answer) bool {
			return (a.What == AnswerApproved || a.What == AnswerCovered) && slices.ContainsFunc(a.Calls, func(call AnsweredCall) bool { return slices.Contains(c.Tools, call.Tool) })
		})
		s.inherit(c, now)
	case OpForgiven:
		s.Forgiven, s.Forgive, s.Shown = max(s.Forgiven, c.N), false, c.N
	case OpShown:
		if c.N < s.Shown { // a compaction: nobody knows any more what stands where
			s.Forgiven = 0
		}
		s.Shown = c.N
	case OpTurnStarted, OpAssembled, OpTurnEnded, OpJoined, OpTurnBlocked, OpPersist, OpLLMCall, OpLLMSaw, OpAnswered, OpCall, OpCallStatus, OpNode, OpEdge:
		s.applyTurn(c, now)
	case OpCodeIssued, OpCodeShown, OpCodeJoined, OpCodeClosed, OpWrongCode, OpGranted, OpGrantUsed, OpWithdrawn:
		s.applyApproval(c, now)
	case OpAuth, OpVouched, OpTakenOver, OpAuthority, OpObserved, OpTold:
		s.applyAuth(c)
	case OpStaged:
		s.Unsaid = lastN(append(s.Unsaid, Unsaid{ID: c.Text, What: c.Tool}), maxUnsaid)
	case OpSaid:
		s.Unsaid = nil
	}
}

// applyTurn makes a change of the latest turn.
func (s *State) applyTurn(c *Change, now time.Time) {
	if c.Op == OpTurnStarted {
		s.startTurn(c, now)
		return
	}
	t := s.turn()
	switch c.Op {
	case OpAssembled:
		t.Assembled, t.Reason, t.FromOwner, t.Group, t.Sender, t.Channel = true, c.Text, c.Flag, c.Group, c.Sender, c.Channel
	case OpTurnEnded:
		t.end(now)
		s.endGrants(c.Flag)
	case OpJoined:
		t.joined(c.Text, c.Sender)
		s.Grants = deleteFunc(s.Grants, func(g *Grant) bool { return g.Turn == s.Turns && g.CallID == "" && !g.Skips(t) })
	case OpTurnBlocked:
		t.Blocked, t.BlockedBy = c.Text, c.Layer
	case OpPersist:
		t.Persist = true
	case OpLLMCall:
		if !t.Looped || c.N != t.Iteration {
			t.LLMCalls++
		}
		t.Iteration, t.Looped, t.Answered, t.Announces, t.Heard = c.N, c.Flag, false, false, c.Text
		s.llmSaw(t)
	case OpLLMSaw:
		s.llmSaw(t)
	case OpAnswered:
		t.Answered, t.Announces = true, c.N > 0
	case OpCall:
		call := &Call{ID: c.CallID, Tool: c.Tool, Node: c.N, Status: c.Status, Level: c.Level, Site: c.Site}
		if c.Status == Announced {
			call.Expected, call.LLMCall = true, t.LLMCalls
		} else if known := t.Expected(c.CallID, c.Tool); known != nil {
			call.Expected, call.LLMCall = true, known.LLMCall
		}
		t.Calls = lastN(append(t.Calls, call), MaxCalls)
	case OpCallStatus:
		t.callStatus(c)
	case OpNode:
		t.addNode(c.Node)
	case OpEdge:
		t.Edges = append(t.Edges, *c.Edge)
	}
}

// applyApproval makes a change of codes or grants.
func (s *State) applyApproval(c *Change, now time.Time) {
	switch c.Op {
	case OpCodeIssued:
		s.issue(c, now)
	case OpCodeShown:
		if i := s.CodeNamed(c.Nonce); i >= 0 && c.Params != nil {
			s.Codes = slices.Clone(s.Codes)
			s.Codes[i].hold(c, s.Turns, s.Codes[i].LevelOf(c.Tool))
		}
	case OpCodeJoined:
		s.widen(c, now)
	case OpCodeClosed:
		s.closeCodes(func(p *Pending) bool {
			closes := c.Nonce == "" || c.Nonce == p.Nonce
			if closes {
				s.answer(p, Answer{What: c.Text, Way: c.Channel, By: c.Sender, At: now}, anyCall, now)
			}
			return closes
		})
	case OpWrongCode:
		recent := deleteFunc(s.Wrong, func(at *time.Time) bool { return now.Sub(*at) >= wrongCodeWindow })
		s.Wrong = append(recent, now)
	case OpGranted:
		s.grant(c, now)
	case OpGrantUsed:
		i := 0
		s.Grants = deleteFunc(s.Grants, func(g *Grant) bool {
			i++
			return g.Once && (c.Text == g.ID() || c.Text == "" && i-1 == c.N)
		})
	case OpWithdrawn:
		s.Grants = deleteFunc(s.Grants, func(g *Grant) bool { return g.ID() == c.Text })
	}
}

// issue adds a code. It is shown for a call, and names beside it what waits already: as each
// code of before was shown, so that this one opens no more of them.
func (s *State) issue(c *Change, now time.Time) {
	p := Pending{Nonce: c.Nonce, Tools: c.Tools, Level: c.Level, Expires: c.Until, Since: now, By: c.Text}
	for _, tool := range c.Tools {
		if tool == c.Tool {
			continue
		}
		for i := len(s.Codes) - 1; i >= 0; i-- {
			old := &s.Codes[i]
			if !old.Waiting(now) || !slices.Contains(old.Tools, tool) {
				continue
			}
			if call := old.latest(tool); call != nil {
				p.Calls = append(p.Calls, *call)
			}
			p.Level = trust.Lowest(p.Level, old.LevelOf(tool))
			break
		}
	}
	p.hold(c, s.Turns, c.Level)
	s.Codes = append(slices.Clone(s.Codes), p)
	for i := 0; len(s.Codes) > MaxCodes && i < len(s.Codes); { // the oldest that have expired
		if old := &s.Codes[i]; old.Waiting(now) {
			i++
			continue
		}
		s.answer(&s.Codes[i], Answer{}, anyCall, now)
		s.Spent = lastN(append(s.Spent, s.Codes[i].Nonce), maxSpent)
		s.Codes = slices.Delete(s.Codes, i, i+1)
	}
}

// widen is what an earlier version did where a further call was held.
func (s *State) widen(c *Change, now time.Time) {
	i := len(s.Codes) - 1
	if i < 0 {
		return
	}
	s.Codes = slices.Clone(s.Codes)
	p := &s.Codes[i]
	p.Tools, p.Expires, p.Since, p.Level, p.By = c.Tools, c.Until, now, c.Level, c.Text
	p.hold(c, s.Turns, c.Level)
}

// CodeNamed finds the code of a nonce, -1 when there is none.
func (s *State) CodeNamed(nonce string) int {
	return slices.IndexFunc(s.Codes, func(p Pending) bool { return p.Nonce == nonce })
}

// closeCodes ends codes: they open nothing any more.
func (s *State) closeCodes(which func(*Pending) bool) {
	var left Codes
	for i := range s.Codes {
		if p := &s.Codes[i]; which(p) {
			s.Spent = lastN(append(s.Spent, p.Nonce), maxSpent)
		} else {
			left = append(left, *p)
		}
	}
	s.Codes = left
}

// impacted notes a tool that was denied.
func (s *State) impacted(c *Change) {
	s.LastImpacted = c.Tool
	if c.Flag {
		return
	}
	if t := s.turn(); len(t.Denied) < MaxCalls && !slices.Contains(t.Denied, c.Tool) {
		t.Denied = append(t.Denied, c.Tool)
	}
}

// inherit takes over what a change passes on from the session's spawner.
func (s *State) inherit(c *Change, now time.Time) {
	s.InheritedSeen |= c.Seen
	if c.Cause != nil && c.Level < s.beginning() {
		s.Inherited = &Watermark{Level: c.Level, Cause: c.Cause, Since: now}
	}
}

// llmSaw notes that t's latest LLM call has seen all that the context holds.
func (s *State) llmSaw(t *Turn) {
	t.CallLevel, t.CallSeen, t.CallCause = s.Watermark.Level, s.Seen, s.Watermark.Cause
}

func (t *Turn) callStatus(c *Change) {
	known := t.Call(c.CallID, c.Tool)
	if known == nil {
		return
	}
	call := *known
	if c.Status == Returned {
		call.Level = c.Level // what came back tells
	} else {
		call.Level, call.Site = trust.Lowest(call.Level, c.Level), call.siteWith(c.Site)
	}
	call.Status = c.Status
	t.Calls = slices.Clone(t.Calls)
	t.Calls[slices.Index(t.Calls, known)] = &call
}

// siteWith is the site of a call that is judged with a site. Judged again, with another
// address, its result may be from either.
func (c *Call) siteWith(site *trust.Level) *trust.Level {
	switch {
	case c.Status == Announced: // nobody has judged it yet
		return site
	case c.Site == nil || site != nil && *c.Site < *site:
		return c.Site
	}
	return site
}

func (s *State) startTurn(c *Change, now time.Time) {
	if old := s.Turn; old != nil {
		if old.Open() {
			t := *old
			t.end(now)
			old = &t
			s.endGrants(true)
		}
		if a := old.Authority; a != nil && a.Problem == "" {
			auth := *s.Authenticity()
			auth.Last = a
			s.Auth = &auth
		}
		s.Kept = keepTurns(append(slices.Clone(s.Kept), packed(old)))
	}
	if s.Turns == 0 {
		s.Since = now
	}
	s.Turns++
	if c := s.Cleared; c != nil && c.Turn < s.Turns-1 { // a whole turn has passed since, which is a history of its own
		s.Cleared = nil
	}
	if s.Watermark.Since.IsZero() {
		s.Watermark.Since = now
	}
	level := trust.Lowest(c.Level, s.Watermark.Level)
	s.owned = true
	s.Turn = &Turn{Number: s.Turns, Started: now, Reason: c.Text, Level: level, FromOwner: c.Flag, Group: c.Group, Sender: c.Sender, Channel: c.Channel, LLMNode: -1}
}

// endGrants ends the grants of this turn. Two kinds move on to the next turn instead:
// those that the owner gave between the hooks of a turn that its gateway then gave up,
// and those that he gave for somebody else's turn.
func (s *State) endGrants(givenUp bool) {
	s.Grants = slices.Clone(s.Grants)
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Turn == s.Turns && (givenUp && g.Outside || g.Skips(s.Turn)) {
			g.Turn, g.Outside = s.Turns+1, false
		}
	}
	s.Grants = deleteFunc(s.Grants, func(g *Grant) bool { return g.Turn != 0 && g.Turn <= s.Turns })
}

// keepTurns drops the oldest turns; those that a rule asked to keep go last.
func keepTurns(turns []PastTurn) []PastTurn {
	plain := 0
	for _, t := range turns {
		if _, persist := t.Head(); !persist {
			plain++
		}
	}
	out := turns[:0]
	for i, t := range turns {
		if _, persist := t.Head(); !persist {
			if plain > keptTurns {
				plain--
				continue
			}
		} else if len(turns)-i > keptPersisted {
			continue
		}
		out = append(out, t)
	}
	return out
}

func (s *State) grant(c *Change, now time.Time) {
	s.Grants = deleteFunc(s.Grants, func(g *Grant) bool {
		return !c.Once && slices.Contains(c.Tools, g.Tool) || g.Turn == 0 && !g.lasts(now)
	})
	for _, tool := range c.Tools {
		g := Grant{Tool: tool, Until: c.Until, Since: now, Turn: c.N, By: c.Text, From: c.Sender, Way: c.Channel, Outside: c.Flag, Once: c.Once, CallID: c.CallID, Level: c.Level}
		if c.Params != nil {
			g.Params = *c.Params
		}
		s.Grants = lastN(append(s.Grants, g), MaxGrants)
	}
	given := Answer{What: AnswerApproved, Way: c.Channel, By: c.Sender, At: now}
	var meant []WaitingCall
	approved := func(h *WaitingCall) bool { return slices.Contains(c.Tools, h.Tool) }
	s.Codes = slices.Clone(s.Codes)
	for i := range s.Codes {
		if p := &s.Codes[i]; c.Nonce == "" || c.Nonce == p.Nonce {
			meant = append(meant, p.Calls...)
			s.answer(p, given, approved, now)
			p.Tools = deleteFunc(p.Tools, func(t *string) bool { return slices.Contains(c.Tools, *t) })
			p.Calls = deleteFunc(p.Calls, approved)
		}
	}
	// The owner may never have seen what only other codes name: it passes as well, but they
	// have not said so of it.
	named := func(h *WaitingCall) bool {
		return approved(h) && slices.ContainsFunc(meant, func(m WaitingCall) bool { return m.Tool == h.Tool && m.Params == h.Params })
	}
	covered := given
	covered.What = AnswerCovered
	s.closeCodes(func(p *Pending) bool {
		closes := s.answered(p, now)
		if closes {
			s.answer(p, given, named, now)
			s.answer(p, covered, func(h *WaitingCall) bool { return !named(h) }, now)
		}
		return closes
	})
}

// answered reports whether nothing that a code names waits any more: it has been approved,
// by this code or by another.
func (s *State) answered(p *Pending, now time.Time) bool {
	for _, tool := range p.Tools {
		stands := slices.ContainsFunc(s.Grants, func(g Grant) bool {
			return g.Tool == tool && g.Stands(now) && g.CallID == "" && g.Level <= p.Level &&
				(!g.Once || g.ForOneCall() && p.Names(tool, g.Params))
		})
		if !stands {
			return false
		}
	}
	return true
}

// latest is how a tool's call was asked for last; nil where an earlier version kept nothing.
func (p *Pending) latest(tool string) *WaitingCall {
	for i := len(p.Calls) - 1; i >= 0; i-- {
		if p.Calls[i].Tool == tool {
			return &p.Calls[i]
		}
	}
	return nil
}

// LevelOf is the level at which a tool's call was held.
func (p *Pending) LevelOf(tool string) trust.Level {
	if call := p.latest(tool); call != nil {
		return call.Level
	}
	return p.Level
}

// hold keeps the call that a change of a code is about.
func (p *Pending) hold(c *Change, turn int, level trust.Level) {
	if c.Params == nil {
		return
	}
	if c.CallID == "" {
		turn = 0
	}
	if !p.NamesAs(c.Tool, c.CallID, turn, *c.Params) {
		p.Calls = append(slices.Clone(p.Calls), WaitingCall{c.Tool, c.CallID, turn, *c.Params, level})
	}
}

func (s *State) reset(c *Change, now time.Time) {
	s.Resets = lastN(append(s.Resets, Reset{At: now, From: s.Watermark.Level, To: c.Level, By: c.Text}), maxResets)
	s.Watermark = Watermark{Level: c.Level, Cause: c.Cause, Since: now}
	s.Seen, s.InheritedSeen = trust.Set(0).With(c.Level), 0
	if s.Inherited != nil && c.Level > s.Inherited.Level {
		s.Inherited = nil
		if lifted := s.Watermark; c.Level < trust.Trusted {
			s.Inherited = &lifted
		}
	}
	s.Forgiven, s.Forgive = max(s.Forgiven, c.N), c.Flag
	if !c.Flag {
		s.Shown = c.N
	}
	s.closeCodes(func(p *Pending) bool {
		s.answer(p, Answer{What: AnswerReset, By: c.Text, At: now}, anyCall, now)
		return true
	})
	s.LastImpacted = ""
	if s.Turn.Open() {
		t := s.turn()
		t.Level = c.Level
		t.CallLevel, t.CallSeen, t.CallCause = c.Level, s.Seen, c.Cause
	}
}

// fresh forgets what the session's history held: there is no history any more.
func (s *State) fresh(c *Change, now time.Time) {
	if s.Turn.Open() {
		s.turn().end(now)
	}
	from := s.Watermark.Level
	s.Cleared = s.clearing()
	s.Watermark, s.Seen, s.Forgiven, s.Forgive, s.Shown = Watermark{Level: trust.Trusted, Since: now}, 0, 0, false, 0
	if s.Inherited != nil {
		s.Watermark, s.Seen = *s.Inherited, s.InheritedSeen.With(s.Inherited.Level)
	}
	s.Codes, s.Grants, s.Wrong, s.LastImpacted, s.Command = nil, nil, nil, "", CommandMark{}
	s.forgetMessages()
	if from < s.Watermark.Level {
		s.Resets = lastN(append(s.Resets, Reset{At: now, From: from, To: s.Watermark.Level, By: c.Text}), maxResets)
	}
}

// turn is the latest turn, as a copy that this state owns. One copy does for all
// changes of a record.
func (s *State) turn() *Turn {
	if !s.owned {
		t := Turn{Number: s.Turns, LLMNode: -1}
		if s.Turn != nil {
			t = *s.Turn
			t.packed = ""
		}
		s.Turn, s.owned = &t, true
	}
	return s.Turn
}

// lastN keeps the last n elements of a list that grows. It does not copy them: append
// frees the others when it next makes room. A copy at each step would cost a turn of many
// calls 100 KB for each call.
func lastN[T any](s []T, n int) []T {
	if len(s) > n {
		return s[len(s)-n:]
	}
	return s
}

// deleteFunc is slices.DeleteFunc on a copy.
func deleteFunc[T any](s []T, del func(*T) bool) []T {
	var out []T
	for i := range s {
		if !del(&s[i]) {
			out = append(out, s[i])
		}
	}
	return out
}
