package decide

import (
	"crypto/subtle"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

const (
	maxAliases     = 64 // calls that a code is shown for, each under its own id
	WrongCodeLimit = 5
)

// approvals are the codes that wait for the owner, and the grants.
type approvals struct {
	*basis
	reply   *reply
	speaker *speaker
}

// hold denies a call that needs confirmation and offers the owner a code for it, which names the
// call and what else waits. It returns what the agent is told. lapsed is the grant that would cover
// the call at a higher level, or nil.
func (a *approvals) hold(w session.Wanted, j *judgement, spelled string, at asked, lapsed *session.Grant, rec *session.Judgement) (text string, err error) {
	tool := ToolOf(w.Tool)
	waiting := a.state.CodesAt(a.Now)
	params := session.ParamsHash(w.Params)
	p := a.shownFor(waiting, w.Tool, params, at.level)
	if others := toolsOf(waiting); p == nil && (len(waiting) == session.MaxCodes || len(others) >= session.MaxGrants && !slices.Contains(others, w.Tool)) {
		rec.Remedy = texts.AnswerFirst
		if len(others) >= session.MaxGrants {
			return texts.OthersWait(spelled, len(others), "tools"), nil
		}
		return texts.OthersWait(spelled, len(waiting), "calls"), nil
	}
	if p, err = a.pend(p, waiting, w, params, j, at.level); err != nil {
		return "", err
	}
	code, left := a.Code(p.Nonce), session.CeilSeconds(p.Expires.Sub(a.Now))
	a.durable()
	approval := &wire.Approval{Code: code, Tools: toolsWaiting(p.Tools), ExpiresIn: left, Why: a.heldBecause(tool, at), AlwaysFor: seconds(a.Policy.AllowAlways), Narrow: w.Tool != tool, Severity: severity(a.state.Level())}
	a.reply.asks(approval)
	labels := Labels(p.Tools)
	a.note(Note{Event: "pending", Tools: labels})

	why, layer := texts.Tainted, ""
	switch reason, of := heldFor(rec); {
	case lapsed != nil:
		why = texts.Overtaken(lapsed.Level, at.level, at.cause)
		approval.Why = why
	case reason != "":
		why, layer = session.Capitalised(reason)+".", of
		approval.Why = why
	case at.level == trust.Trusted:
		why = texts.AtEveryLevel
	}
	told := texts.Held{Called: spelled, Tool: tool, Why: why, ToOwner: layer == LayerAuthority, Waiting: labels}
	if !a.Policy.CodesToOwner {
		told.Code, told.Seconds = code, left
	}
	rec.Remedy = texts.Approves(tool, approveCommand(a.ev.Session, tool), told.Code != "")
	return told.String(), nil
}

// shownFor finds the code to show again for a call: the latest one, if it was shown for the same
// call and still has half its time, so that the owner can use it. A new one would add nothing, and
// an agent that keeps trying would make one each time.
func (a *approvals) shownFor(waiting []*session.Pending, tool string, params session.Hash, level trust.Level) *session.Pending {
	if len(waiting) == 0 {
		return nil
	}
	p := waiting[len(waiting)-1]
	if !p.Names(tool, params) || p.LevelOf(tool) != level ||
		p.Expires.Sub(a.Now) < a.Policy.ApprovalTTL/2 || len(p.Calls) >= len(p.Tools)+maxAliases {
		return nil
	}
	return p
}

// pend puts a call under the code p, which was shown for it before, or under a new one if p is nil.
// A new one also names what waits already.
func (a *approvals) pend(p *session.Pending, waiting []*session.Pending, w session.Wanted, params session.Hash, j *judgement, level trust.Level) (*session.Pending, error) {
	call := session.HeldCall{Tool: w.Tool, CallID: w.ID, Params: params, Source: j.source, Consents: j.consents}
	if a.ev.Hook == HookRun {
		call.CallID = ""
	}
	if p != nil {
		if !p.NamesAs(w.Tool, call.CallID, a.state.Turns, call.Params) {
			a.emit(&session.CodeShown{Nonce: p.Nonce, HeldCall: call})
		}
		return &a.state.Codes[a.state.CodeNamed(p.Nonce)], nil
	}
	nonce, err := a.randomHex(16)
	if err != nil {
		return nil, err
	}
	tools, by := toolsOf(waiting), a.state.Turn.By()
	if !slices.Contains(tools, w.Tool) {
		tools = append(tools, w.Tool)
	}
	for _, other := range waiting {
		if other.By != by {
			by = "" // several people's calls wait: which one the owner means is unknown
		}
	}
	a.emit(&session.CodeIssued{Nonce: nonce, Tools: tools, Level: level, Until: a.Now.Add(a.Policy.ApprovalTTL), By: by, HeldCall: call})
	return &a.state.Codes[len(a.state.Codes)-1], nil
}

// toolsOf returns the tools that wait under any of the codes.
func toolsOf(codes []*session.Pending) (tools []string) {
	for _, p := range codes {
		for _, tool := range p.Tools {
			if !slices.Contains(tools, tool) {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

// approveCommand is a command that the owner can paste into a shell. It contains no names with
// characters that the owner could not see.
func approveCommand(session, tool string) string {
	words := [...]string{session, tool}
	for i, w := range words {
		if len(w) > 256 || !utf8.ValidString(w) || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return texts.ApproveListed
		}
		words[i] = shell.Quote(w)
	}
	return texts.ApproveCommand(words[0], words[1])
}

// heldFor returns why a call is held, if neither the tool nor the taint of the context is the
// reason: what a rule, the message or a placeholder says. Otherwise it is empty.
func heldFor(rec *session.Judgement) (reason, layer string) {
	for _, layer := range [...]string{LayerProtected, LayerAuthority} {
		if i := slices.IndexFunc(rec.Reasons, func(r session.Reason) bool { return r.Layer == layer && r.Mode == trust.Confirm }); i >= 0 {
			return rec.Reasons[i].Text, layer
		}
	}
	for _, r := range rec.Reasons {
		switch {
		case r.Mode == trust.Allow:
		case r.Layer == LayerCall || r.Layer == LayerRisk:
			return "", ""
		case reason == "":
			reason, layer = r.Text, r.Layer
		}
	}
	return reason, layer
}

// heldBecause explains to the owner, who is asked to approve a call, why it is held.
func (q *question) heldBecause(tool string, at asked) string {
	switch {
	case at.level == trust.Trusted && q.tables.Call(tool, at.level).Unknown:
		return texts.UnknownToolWaits
	case at.level == trust.Trusted:
		return texts.AtEveryLevel
	}
	return texts.ContextIs(at.level, at.cause)
}

// Labels returns the displayed names of waiting calls.
func Labels(tools []string) []string {
	out := make([]string, len(tools))
	for i, t := range tools {
		out[i] = WaitingLabel(t)
	}
	return out
}

func seconds(d time.Duration) int { return int(d / time.Second) }

// useGrant uses up a single grant. That must be on disk before its call may run: a grant that came
// back after a crash would let a second call pass.
func (a *approvals) useGrant(i int) {
	if g := &a.state.Grants[i]; g.Once {
		a.emit(g.Used())
		a.durable()
	}
}

// standing is an approval as a sentence shows it.
func standing(g *session.Grant) texts.Granted {
	return texts.Granted{Way: WayText(g.Way), Since: g.Since, Until: g.Until, Once: g.Once, Turn: g.Turn != 0, Value: g.Consents()}
}

// Why a code has no effect. The texts are for the owner.
var (
	errWrongCode   = Refused(texts.CodeNotPending)
	errExpiredCode = Refused(texts.CodeExpired)
	errGone        = Refused(texts.CallGone)
	errSeveralIDs  = Refused(texts.SeveralUnderID)
	errSeveral     = Refused(texts.SeveralOfTool)
	errSpentCode   = Refused(texts.CodeSpent)
	errBurnedCodes = Refused(texts.CodesBurned)
	errNothing     = Absent(texts.NothingWaits)
	errNoGrant     = Absent(texts.NoSuchGrant)
)

// approve grants one tool, or all, of what waits under a code. An empty code is the owner's CLI,
// which needs none: it stands for all that wait.
func (a *approvals) approve(tool, code string, s scope) ([]string, error) {
	codes, err := a.codesFor(code)
	if err != nil {
		return nil, err
	}
	tools := toolsOf(codes)
	if tool != allTools {
		waiting := tools
		if slices.Contains(waiting, tool) {
			tools = []string{tool}
		} else if tools = waitingAs(waiting, policy.SafeName(tool)); tools == nil {
			tools = waitingAs(waiting, a.tables.Tool(tool, nil)) // as a gateway spells it
		}
		if tools == nil {
			return nil, Refused(texts.CodeIsFor(code != "", Labels(waiting), a.tables.Tool(tool, nil)))
		}
	}
	g := session.Granted{From: a.speaker.giver(), Way: a.way()}
	if code != "" {
		g.Nonce = codes[0].Nonce
	}
	if lasts := a.lasts(s); lasts > 0 {
		g.Until = a.Now.Add(lasts)
	} else {
		g.Turn, g.Outside = a.grantTurn()
		g.By = byOf(codes)
	}
	if s.once {
		if tools, err = a.grantOnce(codes, g, tools, s.callID); err != nil {
			return nil, err
		}
	} else {
		a.grant(codes, g, tools)
	}
	a.agree(codes, tools, g)
	a.consent(codes, tools, g)
	a.lifted()
	a.note(Note{Event: "approval", Tools: Labels(tools), Text: "granted"})
	a.ownerNode(texts.OwnerApproved(WayText(a.way()), Labels(tools)))
	return tools, nil
}

// grant lets any call of the tools pass, each from the level on at which the owner was asked.
func (a *approvals) grant(codes []*session.Pending, g session.Granted, tools []string) {
	for _, level := range trust.Levels {
		g.Level, g.Tools = level, nil
		for _, tool := range tools {
			if askedLevel(codes, tool) == level {
				g.Tools = append(g.Tools, tool)
			}
		}
		if g.Tools != nil {
			a.emit(new(g))
		}
	}
}

// agree lets the agent act, until the turn ends, on the sources for which the calls of the tools
// were held.
func (a *approvals) agree(codes []*session.Pending, tools []string, g session.Granted) {
	for _, p := range codes {
		for i := range p.Calls {
			c := &p.Calls[i]
			if c.Source == "" || !slices.Contains(tools, c.Tool) || slices.Contains(a.state.Agreed(), c.Source) {
				continue
			}
			one := session.Granted{Tools: []string{a.sourceName(c.Source)}, From: g.From, Way: g.Way, Nonce: g.Nonce, Source: c.Source, By: byOf(codes)}
			one.Turn, one.Outside = a.grantTurn()
			a.emit(&one)
		}
	}
}

// sourceName is the name of an agreement to a result, among those of approvals: no call waits under
// it.
func (a *approvals) sourceName(callID string) string {
	if t := a.state.Turn; t != nil {
		for i := range t.Nodes {
			n := &t.Nodes[i]
			if n.Kind != session.KindToolResult || n.CallID != session.Label(callID) {
				continue
			}
			name := n.Tool + " (what it returned"
			if n.Detail != "" {
				name += " from " + n.Detail
			}
			return name + ")"
		}
	}
	return "call (what " + session.Label(callID) + " returned)"
}

// askedLevel is the lowest level at which a call of a tool waits.
func askedLevel(codes []*session.Pending, tool string) trust.Level {
	level := trust.Trusted
	for _, p := range codes {
		if slices.Contains(p.Tools, tool) {
			level = trust.Lowest(level, p.LevelOf(tool))
		}
	}
	return level
}

// byOf returns who began the turns whose calls wait under the codes; empty for the owner, and for
// several people.
func byOf(codes []*session.Pending) string {
	by := codes[0].By
	for _, p := range codes {
		if p.By != by {
			return ""
		}
	}
	return by
}

// waitingAs returns those of the waiting tools that a name means: the tool itself, or else its
// actions, or else a protected path that it may change.
func waitingAs(waiting []string, name string) (tools []string) {
	if slices.Contains(waiting, name) {
		return []string{name}
	}
	for _, t := range waiting {
		if tool, _, isAction := strings.Cut(t, "."); isAction && tool == name {
			tools = append(tools, t)
		}
	}
	if tools != nil {
		return tools
	}
	for _, t := range waiting {
		tool := ToolOf(t)
		if tool != t && (tool == name || withoutAction(tool) == name) {
			tools = append(tools, t)
		}
	}
	return tools
}

// held finds the call of a tool that the owner means: by its id, in the current turn; or without
// one the only call of the tool that waits under the codes.
func (a *approvals) held(codes []*session.Pending, tool, id string) (only *session.WaitingCall, err error) {
	params := session.Hash{}
	if id != "" {
		if params, err = a.paramsOf(codes, tool, id); err != nil {
			return nil, err
		}
	}
	for _, p := range codes {
		for i := range p.Calls {
			c := &p.Calls[i]
			switch {
			case c.Tool != tool, id != "" && c.Params != params:
				continue
			case c.Params == (session.Hash{}), only != nil && only.Params != c.Params:
				return nil, errSeveral
			case only == nil || c.Level < only.Level:
				only = c
			}
		}
	}
	if only == nil {
		return nil, errGone
	}
	return only, nil
}

// paramsOf finds the parameters of a held call by its id: under one of the codes, or in the turn,
// which knows the ids of runs. If calls with other parameters wait under the id, it is unknown
// which of them the owner was shown.
func (a *approvals) paramsOf(codes []*session.Pending, tool, id string) (session.Hash, error) {
	t := a.state.Turn
	var found *session.WaitingCall
	if t.Open() {
		for _, p := range codes {
			for i := range p.Calls {
				if c := &p.Calls[i]; c.Is(tool, id, a.state.Turns) {
					found = c
				}
			}
		}
	}
	if found != nil {
		if slices.ContainsFunc(a.state.CodesAt(a.Now), func(p *session.Pending) bool { return p.Contradicts(found) }) {
			return session.Hash{}, errSeveralIDs
		}
		return found.Params, nil
	}
	if c := t.Call(id, ToolOf(tool)); c != nil && c.Tool == ToolOf(tool) {
		if n := t.Node(c.Node); n != nil && slices.ContainsFunc(codes, func(p *session.Pending) bool {
			return p.NamesAs(tool, "", 0, session.AsHeld(n.Hash))
		}) {
			return session.AsHeld(n.Hash), nil
		}
	}
	return session.Hash{}, errGone
}

// grantOnce lets one call of each of the tools pass, exactly as it was held, and returns those
// tools. If the gateway's prompt names the call by its id, the grant is for that call alone:
// elsewhere the model asks again, under another id.
func (a *approvals) grantOnce(codes []*session.Pending, g session.Granted, among []string, id string) (tools []string, err error) {
	err = errGone
	var grants []*session.Granted
	for _, tool := range among {
		call, no := a.held(codes, tool, id)
		if no != nil {
			if no != errGone {
				err = no
			}
			continue
		}
		one := new(g)
		one.Tools, one.Once, one.Level, one.Params = []string{tool}, true, call.Level, call.Params
		if a.ev.Hook == wire.Command && call.CallID != "" {
			one.CallID = id
		}
		grants = append(grants, one)
		tools = append(tools, tool)
	}
	if tools == nil {
		return nil, err
	}
	a.remember(codes, g, tools)
	for _, one := range grants {
		a.emit(one)
	}
	return tools, nil
}

// remember records whom, or what, the owner has approved: until the turn ends the tool may act on
// the same values again. It does not if more than the values matters: what a command does, and how
// much is paid.
func (a *approvals) remember(codes []*session.Pending, g session.Granted, tools []string) {
	g.Once, g.CallID, g.Params, g.Until = false, "", session.Hash{}, time.Time{}
	g.Turn, g.Outside = a.grantTurn()
	g.By = byOf(codes)
	for _, waiting := range tools {
		tool := ToolOf(waiting)
		if does := a.tables.ActionClasses(tool); namesValues(waiting) && !does.Has(intent.Exec) && !does.Has(intent.Trade) {
			a.grant(codes, g, []string{waiting})
		}
	}
}

// grantTurn returns the turn that a turn's grant is for: the current one, or the next. The second
// result marks a grant given outside of the turn's own hooks.
func (a *approvals) grantTurn() (int, bool) {
	if a.state.Turn.Open() {
		inside := a.ev != nil && (a.ev.Hook == wire.ContextAssembled || a.ev.Hook == wire.BeforeLLMCall)
		return a.state.Turns, !inside
	}
	return a.state.Turns + 1, false
}

// codesFor returns the waiting codes: the one that the owner names, or all.
func (a *approvals) codesFor(code string) ([]*session.Pending, error) {
	if code == "" {
		if codes := a.state.CodesAt(a.Now); codes != nil {
			return codes, nil
		}
		return nil, errNothing
	}
	for i := range a.state.Codes {
		p := &a.state.Codes[i]
		switch {
		case !a.isCode(p.Nonce, code):
		case !p.Waiting(a.Now):
			return nil, errExpiredCode
		default:
			return []*session.Pending{p}, nil
		}
	}
	if slices.ContainsFunc(a.state.Spent, func(nonce string) bool { return a.isCode(nonce, code) }) {
		return nil, errSpentCode
	}
	return nil, a.wrongCode()
}

func (q *question) isCode(nonce, code string) bool {
	return subtle.ConstantTimeCompare([]byte(q.Code(nonce)), []byte(code)) == 1
}

// wrongCode counts a guess. Too many in a short time invalidate all codes.
func (a *approvals) wrongCode() error {
	a.emit(&session.WrongCode{})
	a.durable()
	if len(a.state.Wrong) < WrongCodeLimit || len(a.state.Codes) == 0 {
		return errWrongCode
	}
	a.emit(&session.CodeClosed{What: session.AnswerBurned})
	a.note(Note{Event: "approval", Text: "burned"})
	return errBurnedCodes
}

// denyCode closes a code, or without one all that wait. It also closes those that were shown for
// another call under the same id, since a prompt's answer does not distinguish the two.
func (a *approvals) denyCode(code string) ([]string, error) {
	codes := a.state.CodesAt(a.Now)
	if codes == nil {
		return nil, errNothing
	}
	if code == "" {
		a.emit(&session.CodeClosed{What: "denied", By: a.speaker.giver(), Way: a.way()})
	} else {
		i := slices.IndexFunc(codes, func(p *session.Pending) bool { return a.isCode(p.Nonce, code) })
		if i < 0 {
			return nil, errWrongCode
		}
		denied := codes[i]
		codes = slices.DeleteFunc(codes, func(p *session.Pending) bool { return p != denied && !denied.ContradictedBy(p) })
		for _, p := range codes {
			a.emit(&session.CodeClosed{What: "denied", Nonce: p.Nonce, By: a.speaker.giver(), Way: a.way()})
		}
	}
	tools := Labels(toolsOf(codes))
	a.durable()
	denied := Note{Event: "approval", Tools: tools, Text: "denied"}
	for _, p := range codes {
		denied.Codes = append(denied.Codes, a.Code(p.Nonce))
	}
	a.note(denied)
	return tools, nil
}

// withdraw ends grants before their time: the one with an id, those of a tool, or all.
func (a *approvals) withdraw(which string) ([]string, error) {
	names := []string{policy.SafeName(which), a.tables.Tool(which, nil)}
	var tools []string
	for _, g := range a.state.Grants {
		if !g.Stands(a.Now) || which != allTools && which != g.ID() && which != g.Tool && !slices.Contains(names, ToolOf(g.Tool)) {
			continue
		}
		a.emit(&session.Withdrawn{Tool: g.Tool, Grant: g.ID()})
		if !slices.Contains(tools, WaitingLabel(g.Tool)) {
			tools = append(tools, WaitingLabel(g.Tool))
		}
	}
	if tools == nil {
		return nil, errNoGrant
	}
	a.durable()
	a.note(Note{Event: "approval", Tools: tools, Text: "withdrawn"})
	a.ownerNode(texts.OwnerWithdrew(tools))
	return tools, nil
}

// severity is the urgency with which the owner's prompt is shown.
func severity(level trust.Level) string {
	if level == trust.Untrusted {
		return "critical"
	}
	return "warning"
}
