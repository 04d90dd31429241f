package decide

import (
	"cmp"
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What the layers say of a call becomes the answer to it: it runs, waits for the
// owner, is staged, or is denied.

// beforeToolCall judges a call that the gateway is about to make, and enforces the
// answer.
func (d *draft) beforeToolCall(p *wire.BeforeToolCallEvent) error {
	if session.IsCanary(d.ev.Session) {
		d.denyCanary(p)
		return nil
	}
	d.inTurn()
	tool := d.tables.Tool(p.ToolName, p.Params)
	at := d.askedAt(p.ToolCallID, tool)
	rules := d.matching(tool, p.Params, at)
	d.turnRules(rules)
	j := d.judge(tool, p.Params, at, rules)
	if err := d.answer(p, tool, at, &j); err != nil || d.out.Verdict != trust.VerdictAllow {
		return err
	}
	d.out.PassThrough = d.tables.Cleaning(tool) == policy.Cleaning{Redaction: redact.Off, Injection: policy.InjectionOff}
	return nil
}

// answer turns what the layers say of a call into the answer to it.
func (d *draft) answer(p *wire.BeforeToolCallEvent, tool string, at asked, j *judgement) error {
	mode, w := j.mode, session.Wanted{ID: p.ToolCallID, Tool: tool, Params: p.Params}
	waits := session.Wanted{ID: w.ID, Tool: j.waitsAs(tool), Params: w.Params}
	var lapsed *session.Grant
	if mode == trust.Confirm {
		level := at.level
		if !d.Policy.GrantsFollowTaint {
			level = trust.Trusted
		}
		if i := d.state.Granted(waits, level, d.Now); i >= 0 {
			mode = trust.Allow
			j.reasons = append(j.reasons, session.Reason{Layer: layerApproval, Mode: trust.Allow, Text: grantText(&d.state.Grants[i])})
			d.useGrant(i)
		} else if lapsed = d.state.Overtaken(waits, level, d.Now); lapsed != nil {
			j.reasons = append(j.reasons, session.Reason{Layer: layerApproval, Mode: trust.Confirm, Text: "its approval was given at " + lapsed.Level.String() + " and does not hold below"})
		}
	}
	rec := &session.Judgement{Tool: session.Label(p.ToolName), Does: d.does(p.Params), CallID: session.Label(p.ToolCallID), Mode: j.mode, Level: at.level, Reasons: j.reasons, Cause: at.cause}
	d.rec.Judgement, d.out.Reasons = rec, j.reasons
	d.called = countedName(d.tables, tool)
	if j.warned || mode != trust.Allow && intentHeld(j.reasons) {
		d.count.Calls++
	}
	why := strictestReason(j.reasons)
	call := d.heard(w, mode, why)
	if mode == trust.Allow {
		rec.Verdict = trust.VerdictAllow
		return nil
	}

	rec.Verdict, d.out.Verdict = trust.VerdictDeny, trust.VerdictDeny
	d.out.Result.Block = true
	d.impacted(tool)
	d.observeDenial(p.ToolCallID, tool)
	i := d.node(session.Node{Kind: session.KindDecision, Level: at.level, Tool: session.Label(tool), Blocked: true, Text: why})
	d.edge(call, session.BlockedBy, i)
	switch {
	case j.guarded != nil:
		return d.stageWrite(p, tool, j.guarded, rec)
	case mode == trust.Confirm:
		return d.hold(waits, p.ToolName, at, lapsed, rec)
	default:
		rec.Remedy = cmp.Or(j.remedy, d.remedy(tool, p.Params))
		d.out.Result.BlockReason = "Tool '" + session.Label(p.ToolName) + "' is not available: it is restricted by security policy (" + why + "). " +
			"Only the owner can change that; tell the user if you cannot do without it."
		return nil
	}
}

// heard enters a call that was just judged into the turn, and returns its node.
func (d *draft) heard(w session.Wanted, mode trust.Mode, why string) int {
	status := session.Running
	if mode != trust.Allow {
		status = session.Denied
	}
	known := d.state.Turn.Call(w.ID, w.Tool)
	if known == nil {
		return d.callNode(w, status, why)
	}
	// A call that was allowed may have run: a later one of its id does not undo that, and
	// another tool's is another call.
	if known.Status > session.Running || known.Status == session.Running && (status == session.Denied || known.Tool != w.Tool) {
		return d.callNode(w, status, why)
	}
	_, returns := d.willReturn(w, status)
	d.emit(&session.CallMoved{CallID: w.ID, Tool: w.Tool, Status: status, Level: returns, Site: d.judgedSite(w)})
	if status == session.Denied && !d.toldWith(known.Node, w.Params) {
		return d.callNode(w, status, why) // the owner is shown other parameters than were announced
	}
	return known.Node
}

// toldWith reports whether a node of the graph has these parameters.
func (d *draft) toldWith(node int, params jsontext.Value) bool {
	n := d.state.Turn.Node(node)
	return n != nil && n.Hash == session.HashOf(params)
}

// intentHeld reports whether the intent layer held the call.
func intentHeld(reasons []session.Reason) bool {
	for i := range reasons {
		if reasons[i].Layer == layerIntent && reasons[i].Mode != trust.Allow {
			return true
		}
	}
	return false
}

func (d *draft) impacted(tool string) {
	d.emit(&session.Impacted{Tool: session.Label(tool)})
}

func strictestReason(reasons []session.Reason) string {
	best := 0
	for i := range reasons {
		if reasons[i].Mode < reasons[best].Mode {
			best = i
		}
	}
	return reasons[best].Text
}

// remedy is the smallest thing that would allow a restricted call.
func (d *draft) remedy(tool string, params jsontext.Value) string {
	if t := d.state.Turn; t.Blocked != "" {
		return "end this turn: " + t.Blocked
	}
	for l := d.state.Level() + 1; l <= trust.Trusted; l++ {
		j := judgement{mode: trust.Allow}
		at := asked{level: l, seen: trust.Set(0).With(l)}
		d.judgeTables(&j, tool, params, at)
		judgeRules(&j, tool, d.matching(tool, params, at))
		d.judgeIntent(&j, tool, params)
		switch j.mode {
		case trust.Allow:
			return "the owner, having read the content, sends: .reset-trust " + l.String()
		case trust.Confirm:
			return "the owner, having read the content, sends: .reset-trust " + l.String() + "; the call can then be approved with a code"
		}
	}
	switch risk, _ := d.tables.Risk(tool); {
	case risk.Unknown && risk.Mode == trust.Restrict:
		return "change the policy: give the tool a risk class under tools"
	case d.tables.Call(tool, trust.Trusted).Unknown:
		return "change the policy: name the tool " + policy.ToClassify
	}
	return "change the policy: no trust level allows this call"
}

// stageID is a new id for something that is staged for the owner.
func (d *draft) stageID() (string, error) {
	id, err := d.randomHex(4)
	return "b" + id, err
}

// stageWrite keeps a write to a memory file for the owner and tells the agent so.
func (d *draft) stageWrite(p *wire.BeforeToolCallEvent, tool string, g *guarded, rec *session.Judgement) error {
	id, err := d.stageID()
	if err != nil {
		return err
	}
	reason := "content of an announced call"
	if c := d.state.Watermark.Cause; c != nil {
		reason = c.Reason
	}
	d.stage = &BlockedWrite{
		ID: id, Session: d.ev.Session, Agent: d.rec.Agent, Tool: session.Label(tool), Operation: g.op,
		Path: g.path, Paths: g.paths, Workspace: g.workspace, Params: p.Params, Level: g.level, Reason: reason, At: d.Now,
	}
	rec.Blocked = id
	d.rec.Durable = true
	shown, _ := redact.Text(g.path, redact.Standard)
	d.emit(&session.Staged{ID: id, What: session.Preview(shown, 200)})
	d.notes = append(d.notes, Note{Event: "blocked", Text: id})
	why := " was not made: it is a memory file and the context holds " + g.level.String() + " content. The content is not lost: it is staged as " + id + ".\n" +
		"Tell the user: I saved this to staging. Review it with: provenancectl blocked show " + id
	if g.op == memguard.Other {
		rec.Remedy = "the owner reviews it (provenancectl blocked show " + id + ") and does it, or sends .reset-trust so that the agent can"
		d.out.Result.BlockReason = "The call of '" + session.Label(p.ToolName) + "' with " + session.Label(g.path) + why + ". Or send .reset-trust and ask me again."
		return nil
	}
	rec.Remedy = "the owner reviews it (provenancectl blocked show " + id + ") and commits it: provenancectl blocked commit " + id
	d.out.Result.BlockReason = "The " + g.op + " of " + session.Label(g.path) + why +
		". Commit it with: provenancectl blocked commit " + id + ". Or send .reset-trust and ask me to write it again."
	return nil
}

// NotKept says that what was to be staged could not be, for a reason.
func (out *Outcome) NotKept(why error) {
	if out.Stage.Operation == OperationResult {
		out.resultNotKept(why)
	} else {
		out.writeNotKept(why)
	}
}

// writeNotKept leaves a write denied that could not be staged: the agent is to keep the
// content itself.
func (out *Outcome) writeNotKept(err error) {
	out.notStaged()
	out.Record.Judgement.Blocked = ""
	out.Record.Judgement.Remedy = "make room for staged writes, then let the agent try again"
	out.Decision.Result.BlockReason = "The write to " + session.Label(out.Stage.Path) + " was not made: it is a memory file and the context holds " +
		out.Stage.Level.String() + " content. It could not be staged either" + whyNotKept(err) + ". Keep the content in the conversation and tell the user."
}

// whyNotKept tells of a quota: the owner can make room. Any other cause is in the log.
func whyNotKept(err error) string {
	if full, ok := errors.AsType[NoRoom](err); ok {
		return ", because " + string(full) + "; the owner makes room with 'provenancectl blocked commit' or 'blocked drop'"
	}
	return ""
}

// notStaged takes back what was to be told of a staged write.
func (out *Outcome) notStaged() {
	out.Record.Changes = session.DeleteFunc(out.Record.Changes, func(c *session.Change) bool {
		staged, is := (*c).(*session.Staged)
		return is && staged.ID == out.Stage.ID
	})
	out.Next.Unsaid = session.DeleteFunc(out.Next.Unsaid, func(u *session.Unsaid) bool { return u.ID == out.Stage.ID })
	out.Notes = slices.DeleteFunc(out.Notes, func(n Note) bool { return n.Event == "blocked" && n.Text == out.Stage.ID })
}
