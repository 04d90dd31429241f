package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// SessionView is one row of the list of sessions.
type SessionView struct {
	Session string      `json:"session"`
	Agent   string      `json:"agent"`
	Level   trust.Level `json:"level"`
	Reason  string      `json:"reason"` // what brought the level in
	Since   *time.Time  `json:"since"`  // when the level was reached
	Turns   int         `json:"turns"`
	Grants  []GrantView `json:"grants"`
}

// SessionDetail is everything about a session for the owner.
type SessionDetail struct {
	SessionView
	Turn         *TurnView    `json:"turn"`
	Pending      *PendingView `json:"pending"` // the latest code
	Resets       []ResetView  `json:"resets"`
	LastImpacted string       `json:"lastImpactedTool"`
	TurnsKept    []string     `json:"turnsKept"` // ids for Graph

	Authority *AuthorityView `json:"authority"` // of the latest turn; nil if messages are not checked
}

// AuthorityView is what the message that began a turn asks for.
type AuthorityView struct {
	Message int             `json:"message"` // its number in the session; 0 if no message began the turn
	Source  session.Source  `json:"source"`
	Sender  string          `json:"sender"`
	At      time.Time       `json:"at"`
	Scope   []string        `json:"scope"`
	Problem session.Problem `json:"problem"` // why it has none; empty if it has
}

// TurnView is the latest turn.
type TurnView struct {
	ID        string      `json:"id"`
	Taint     trust.Level `json:"taint"`
	Iteration int         `json:"iteration"`
	Open      bool        `json:"open"`
	Blocked   string      `json:"blocked,omitzero"`
	StartedAt time.Time   `json:"startedAt"`
}

// PendingView is a code that waits for the owner.
type PendingView struct {
	Session   string      `json:"session"`
	Code      string      `json:"code"`
	Tools     []string    `json:"tools"`
	Level     trust.Level `json:"level"`
	ExpiresIn int         `json:"expiresIn"` // seconds
	Calls     []HeldCall  `json:"calls,omitempty"`
}

// HeldCall is a call of the latest turn that waits.
type HeldCall struct {
	Tool   string `json:"tool"`
	CallID string `json:"callId"`
	Params string `json:"params"` // their beginning; empty if the policy keeps no previews

	Does string `json:"does,omitzero"` // what it would do, without secrets, as in Explanation
	Why  string `json:"why,omitzero"`  // the reason that holds it
}

// maxHeldCalls is as many as an owner reads.
const maxHeldCalls = 16

// heldCalls returns the latest calls that a code was shown for.
func heldCalls(s *session.State, pol *policy.Policy, p *session.Pending) []HeldCall {
	list := []HeldCall{}
	if s.Turn == nil {
		return list
	}
	for _, c := range s.Turn.Calls {
		node := s.Turn.Node(c.Node)
		if node == nil || c.Status != session.Denied || !slices.ContainsFunc(p.Tools, func(name string) bool {
			// Otherwise another code was shown for it, or it was denied rather than held.
			return decide.ToolOf(name) == c.Tool && (p.Names(name, session.AsHeld(node.Hash)) || p.Names(name, session.Hash{}))
		}) {
			continue
		}
		h := HeldCall{Tool: session.Label(c.Tool), CallID: session.Label(c.ID), Params: node.Preview, Does: node.Does, Why: heldBy(s.Turn, c.Node)}
		if i := slices.IndexFunc(list, func(old HeldCall) bool { return old.Tool == h.Tool && old.Params == h.Params }); i >= 0 {
			list = slices.Delete(list, i, i+1) // the same once more
		}
		list = append(list, h)
	}
	list = list[max(0, len(list)-maxHeldCalls):]
	for i := range list {
		list[i].Params = decide.ShownPreview(pol, list[i].Params)
	}
	return list
}

// heldBy returns the reason for which the call of a node is held.
func heldBy(t *session.Turn, node int) string {
	if n := t.Node(node); n.Blocked {
		return n.Text
	}
	for _, e := range t.Edges {
		if e.From != node || e.Relation != session.BlockedBy {
			continue
		}
		if n := t.Node(e.To); n != nil {
			return n.Text
		}
	}
	return ""
}

// GrantView is one tool that the owner has approved.
type GrantView struct {
	ID        string     `json:"id"` // with which Withdraw ends it
	Tool      string     `json:"tool"`
	Scope     string     `json:"scope"`           // turn, time, once or value
	CallID    string     `json:"callId,omitzero"` // the one call that it is for
	AsHeld    bool       `json:"asHeld,omitzero"` // only with the parameters that the owner was asked about
	Since     *time.Time `json:"since"`           // when it was given; nil if not recorded
	By        string     `json:"by"`              // cli, or the owner's id; empty if not recorded
	ExpiresIn int        `json:"expiresIn,omitzero"`
}

// ResetView is one trust reset of the past.
type ResetView struct {
	At   time.Time   `json:"at"`
	From trust.Level `json:"from"`
	To   trust.Level `json:"to"`
	By   string      `json:"by"`
}

func view(key string, s *session.State, now time.Time) SessionView {
	v := SessionView{Session: key, Agent: s.Agent, Level: s.Level(), Turns: s.Turns, Grants: grantViews(s, now)}
	w := s.Watermark()
	if w.Cause != nil {
		v.Reason = w.Cause.Reason
	} else if s.Turn != nil {
		v.Reason = s.Turn.Reason
	}
	if !w.Since.IsZero() {
		at := w.Since.UTC()
		v.Since = &at
	}
	return v
}

// pendingViews returns the session's waiting codes, latest last.
func (e *Engine) pendingViews(s *resident, now time.Time) []PendingView {
	var list []PendingView
	for _, p := range s.state.CodesAt(now) {
		list = append(list, e.pendingView(s, p, now))
	}
	return list
}

// pendingView is one code of a session whose lock is held.
func (e *Engine) pendingView(s *resident, p *session.Pending, now time.Time) PendingView {
	return PendingView{
		Session: s.key, Code: e.opt.Code(p.Nonce), Tools: decide.Labels(p.Tools), Level: p.Level,
		ExpiresIn: session.CeilSeconds(p.Expires.Sub(now)), Calls: heldCalls(&s.state, e.opt.Policy.Load(), p),
	}
}

// Sessions lists the known sessions by key: those after the given one, and at most so many unless
// most is zero.
func (e *Engine) Sessions(after string, most int) ([]SessionView, error) {
	now := e.opt.Now()
	list := []SessionView{}
	err := e.everyone(after, func(s *session.Snapshot) error {
		if session.IsCanary(s.Key) {
			return nil
		}
		if list = append(list, view(s.Key, &s.State, now)); len(list) == most {
			return errEnough
		}
		return nil
	})
	return list, err
}

// Session shows one session.
func (e *Engine) Session(key string) (SessionDetail, error) {
	s, err := e.known(key)
	if err != nil {
		return SessionDetail{}, err
	}
	defer s.mu.Unlock()
	now := e.opt.Now()
	seen := s.forOwner(now)
	st := &seen
	v := SessionDetail{
		SessionView: view(s.key, st, now), Resets: []ResetView{},
		LastImpacted: st.LastImpacted, TurnsKept: []string{},
	}
	if codes := e.pendingViews(s, now); codes != nil {
		v.Pending = &codes[len(codes)-1]
	}
	for _, r := range st.Resets {
		v.Resets = append(v.Resets, ResetView{At: r.At.UTC(), From: r.From, To: r.To, By: r.By})
	}
	for i := range st.Kept {
		v.TurnsKept = append(v.TurnsKept, session.TurnID(st.Kept[i].Number))
	}
	if t := st.Turn; t != nil {
		v.TurnsKept = append(v.TurnsKept, session.TurnID(t.Number))
		v.Turn = &TurnView{
			ID: session.TurnID(t.Number), Taint: t.Level, Iteration: t.Iteration, Open: t.Open(), Blocked: t.Blocked, StartedAt: t.Started.UTC(),
		}
		if a := t.Authority; a != nil {
			v.Authority = &AuthorityView{Message: a.Message, Source: a.Source, Sender: a.Sender, At: a.At.UTC(), Scope: a.Scope.Names(), Problem: a.Problem}
		}
	}
	return v, nil
}

// grantViews shows the grants that may still let something pass.
func grantViews(s *session.State, now time.Time) []GrantView {
	list := []GrantView{}
	for i := range s.Grants {
		g := &s.Grants[i]
		if !g.Stands(now) {
			continue
		}
		v := GrantView{ID: g.ID(), Tool: decide.WaitingLabel(g.Tool), Scope: "time", CallID: session.Label(g.CallID), AsHeld: g.ForOneCall(), By: g.From}
		if !g.Since.IsZero() {
			at := g.Since.UTC()
			v.Since = &at
		}
		switch {
		case g.Once:
			v.Scope = "once"
		case g.Turn != 0:
			v.Scope = "turn"
		case g.Consents():
			v.Scope, v.ExpiresIn = "value", session.CeilSeconds(g.Until.Sub(now))
		default:
			v.ExpiresIn = session.CeilSeconds(g.Until.Sub(now))
		}
		list = append(list, v)
	}
	return list
}

// Pending lists the codes that wait for the owner, by session.
func (e *Engine) Pending() []PendingView {
	now := e.opt.Now()
	list := []PendingView{}
	e.each(func(s *resident) {
		list = append(list, e.pendingViews(s, now)...)
	})
	slices.SortStableFunc(list, func(a, b PendingView) int { return cmp.Compare(a.Session, b.Session) })
	return list
}

// LatestPending lists the codes that wait for the owner and expire last, at most so many, the
// latest first. Where thousands wait, an owner is shown no more of them.
func (e *Engine) LatestPending(most int) []PendingView {
	now := e.opt.Now()
	type code struct {
		key, nonce string
		expires    time.Time
	}
	var codes []code
	e.each(func(s *resident) {
		for _, p := range s.state.CodesAt(now) {
			codes = append(codes, code{s.key, p.Nonce, p.Expires})
		}
	})
	slices.SortStableFunc(codes, func(a, b code) int {
		return cmp.Or(b.expires.Compare(a.expires), cmp.Compare(a.key, b.key))
	})
	list := []PendingView{}
	for _, c := range codes[:min(len(codes), most)] {
		s, err := e.known(c.key)
		if err != nil {
			continue
		}
		for _, p := range s.state.CodesAt(now) {
			if p.Nonce == c.nonce {
				list = append(list, e.pendingView(s, p, now))
			}
		}
		s.mu.Unlock()
	}
	return list
}

// Graph shows the provenance graph of a turn: "last", or an id such as "t3".
func (e *Engine) Graph(key, turn string) (TurnGraph, error) {
	s, err := e.known(key)
	if err != nil {
		return TurnGraph{}, err
	}
	defer s.mu.Unlock()
	now := e.opt.Now()
	t := s.state.Turn
	if turn != "" && turn != "last" {
		var n int
		if t, n = s.state.TurnNamed(turn); t == nil && n > 0 {
			if t, err = e.opt.Index.Turn(s.key, n); err != nil {
				return TurnGraph{}, fmt.Errorf("turn %s of session %s: %w", session.Label(turn), session.Label(key), err)
			}
		}
	}
	if t == nil {
		return TurnGraph{}, fmt.Errorf("turn %s of session %s: %w", session.Label(turn), session.Label(key), decide.ErrNotFound)
	}
	g := graphOf(t, e.opt.Policy.Load(), s.key, s.state.Agent, now.UnixMilli())
	putAnswers(&s.state, t, &g, now)
	return g, nil
}

// Explanation says why a tool call was answered as it was.
type Explanation struct {
	File      int                 `json:"file"`
	Seq       uint64              `json:"seq"`
	Hash      string              `json:"hash"`
	Time      time.Time           `json:"time"`
	Session   string              `json:"session"`
	Agent     string              `json:"agent"`
	Turn      string              `json:"turn"`
	Hook      wire.Hook           `json:"hook"`
	Tool      string              `json:"tool"`
	Does      string              `json:"does,omitzero"` // what it would have done, without secrets; see contentPreviews
	CallID    string              `json:"callId"`
	Verdict   trust.Verdict       `json:"verdict"`
	Mode      trust.Mode          `json:"mode"`
	Level     trust.Level         `json:"level"` // the taint that the call was judged at
	Taint     trust.Level         `json:"taint"` // the session's taint after it
	Reasons   []session.Reason    `json:"reasons"`
	Cause     *CauseView          `json:"cause"`
	Answer    *AnswerView         `json:"answer,omitzero"` // the outcome, if it was held
	Remedy    string              `json:"remedy"`
	Blocked   string              `json:"blocked"`
	Authority *session.Authorship `json:"authority,omitzero"` // the origins of its values, if those could have avoided a question
	Cleaned   *session.Cleaned    `json:"cleaned,omitzero"`   // what was removed from the event's content, and found in it

	Inauthentic []session.Inauthentic `json:"inauthentic,omitzero"` // what in a context or a response is not what it claims to be
}

// CauseView is the content that brought a level in.
type CauseView struct {
	Reason string    `json:"reason"`
	Tool   string    `json:"tool"`
	CallID string    `json:"callId"`
	Detail string    `json:"detail"`
	Turn   string    `json:"turn"`
	At     time.Time `json:"at"`
}

// ExplainLast explains the latest judged call: of a session, or of all.
func (e *Engine) ExplainLast(ctx context.Context, key string) (Explanation, error) {
	e.judgedMu.Lock()
	last := e.lastJudged
	e.judgedMu.Unlock()
	none := decide.Absent(texts.NothingJudged)
	if key != "" {
		s, err := e.known(key)
		if err != nil {
			return Explanation{}, err
		}
		last = s.lastJudged
		s.mu.Unlock()
		none = texts.NothingJudgedIn
	}
	if last.Hash == "" {
		return Explanation{}, none
	}
	return e.Explain(ctx, last.File, last.Seq, key)
}

// Explain explains the entry seq of a ledger file; file 0 is the latest that has it. With a
// session, it must be that session's.
func (e *Engine) Explain(ctx context.Context, file int, seq uint64, key string) (Explanation, error) {
	r, receipt, err := e.opt.Journal.Entry(ctx, file, seq)
	if err != nil {
		where := strconv.FormatUint(seq, 10)
		if file > 0 {
			where = strconv.Itoa(file) + ":" + where
		}
		return Explanation{}, fmt.Errorf("entry %s: %w", where, err)
	}
	if key != "" && r.Session != e.keyOf(key) {
		return Explanation{}, fmt.Errorf("entry %d of session %s: %w", seq, session.Label(key), decide.ErrNotFound)
	}
	x := Explanation{
		File: receipt.File, Seq: receipt.Seq, Hash: receipt.Hash, Time: r.Time.UTC(), Session: r.Session, Agent: r.Agent, Hook: r.Hook,
		Taint: r.Taint, Verdict: trust.VerdictAllow, Mode: trust.Allow, Level: r.Taint, Reasons: []session.Reason{}, Cleaned: r.Cleaned,
		Inauthentic: r.Inauthentic,
	}
	if r.Turn > 0 {
		x.Turn = session.TurnID(r.Turn)
	}
	for i := range r.Inauthentic {
		x.Reasons = append(x.Reasons, decide.InauthenticReason(&r.Inauthentic[i], trust.Allow))
	}
	if j := r.Judgement; j != nil {
		x.Tool, x.Does, x.CallID, x.Verdict, x.Mode, x.Level = j.Tool, j.Does, j.CallID, j.Verdict, j.Mode, j.Level
		x.Reasons, x.Remedy, x.Blocked = append(x.Reasons, j.Reasons...), j.Remedy, j.Blocked
		x.Authority = j.Authority
		x.Answer = answerView(e.answered(r))
		if nonce, _, offered := codeOffered(r); x.Answer != nil && x.Answer.Answer == session.AnswerApproved {
			x.Remedy = "" // it has been done
		} else if offered && !e.codeWaits(r.Session, nonce) {
			x.Remedy = texts.TryAgain
		}
		if c := j.Cause; c != nil {
			x.Cause = &CauseView{Reason: c.Reason, Tool: c.Tool, CallID: c.CallID, Detail: c.Detail, Turn: session.TurnID(c.Turn), At: c.At.UTC()}
		}
	}
	return x, nil
}

// codeOffered returns the nonce of the code that the record offers the owner for a call, and the
// call's tool; records of earlier versions may lack both.
func codeOffered(r *session.Record) (nonce, tool string, offered bool) {
	for _, c := range r.Changes {
		switch c := c.(type) {
		case *session.CodeIssued:
			return c.Nonce, c.Tool, true
		case *session.CodeShown:
			return c.Nonce, c.Tool, true
		case *session.CodeJoined:
			return "", c.Tool, true
		}
	}
	return "", "", false
}

// codeWaits reports whether a code of the session can be approved.
func (e *Engine) codeWaits(key, nonce string) bool {
	s, err := e.known(key)
	if err != nil {
		return false
	}
	defer s.mu.Unlock()
	i := s.state.CodeNamed(nonce)
	return i >= 0 && s.state.Codes[i].Waiting(e.opt.Now())
}
