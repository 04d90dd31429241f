package decide

import (
	"cmp"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The layers' decision on a call becomes its answer: it runs, waits for the owner, is staged, or is
// denied.

// beforeToolCall judges a call that the gateway is about to make, and answers it.
func (d *draft) beforeToolCall(p *wire.BeforeToolCallEvent) error {
	if session.IsCanary(d.ev.Session) {
		d.denyCanary(p)
		return nil
	}
	d.turns.inTurn()
	before := d.made()
	tool := d.tables.Tool(p.ToolName, p.Params)
	asked := d.calls.askedAt(p.ToolCallID, tool)
	at := d.files.runs(asked, p.Params)
	rules := d.layers.matching(tool, p.Params, at)
	d.layers.turnRules(rules)
	j := d.layers.judge(tool, p.Params, at, rules)
	rec, err := d.answer(p, tool, at, &j, before)
	if err == nil && rec.Verdict == trust.VerdictAllow {
		w := session.Wanted{ID: p.ToolCallID, Tool: tool, Params: p.Params}
		d.values.made(w)
		d.leaving.made()
		d.files.written(w, asked)
	}
	if err == nil && rec.Verdict == trust.VerdictAllow && d.tables.Cleaning(tool) == (policy.Cleaning{Redaction: redact.Off, Injection: policy.InjectionOff}) {
		d.reply.passThrough()
	}
	return err
}

// answer turns the layers' decision on a call into its answer. They were asked after the record's
// first changes: before is how many.
func (d *draft) answer(p *wire.BeforeToolCallEvent, tool string, at asked, j *judgement, before int) (rec *session.Judgement, err error) {
	w := session.Wanted{ID: p.ToolCallID, Tool: tool, Params: p.Params}
	waits := session.Wanted{ID: w.ID, Tool: j.waitsAs(tool), Params: w.Params}
	act := d.layers.act(tool, p.Params, at, j, before)
	mode, lapsed := d.approved(waits, at.level, j)
	rec = &session.Judgement{Act: act, Tool: session.Label(p.ToolName), Does: d.does(p.Params), CallID: session.Label(p.ToolCallID), Mode: j.mode, Level: at.level, Reasons: j.reasons, Cause: at.cause, Authority: j.authority, Shadow: d.layers.shadowed(tool, p.Params, at, j.mode)}
	d.judged(rec)
	d.reply.because(j.reasons...)
	d.called = countedName(d.tables.Tables, tool)
	if j.warned || mode != trust.Allow && intentHeld(j.reasons) {
		d.witness.countHeld()
	}
	why := strictestReason(j.reasons)
	call := d.calls.heard(w, mode, why, rec.Does)
	if mode == trust.Allow {
		rec.Verdict = trust.VerdictAllow
		return rec, nil
	}

	rec.Verdict = trust.VerdictDeny
	d.calls.impacted(tool)
	i := d.node(session.Node{Kind: session.KindDecision, Level: at.level, Tool: session.Label(tool), Blocked: true, Text: why})
	d.edge(call, session.BlockedBy, i)
	text := ""
	switch {
	case j.guarded != nil:
		text, err = d.staging.stageWrite(p, tool, j.guarded, rec)
	case mode == trust.Confirm:
		text, err = d.approvals.hold(waits, j, p.ToolName, at, lapsed, rec)
	default:
		rec.Remedy = cmp.Or(j.remedy, d.layers.remedy(tool, p.Params))
		text = texts.Restricted(p.ToolName, why)
	}
	d.witness.denied(p.ToolCallID, tool, text)
	d.reply.block(text)
	return rec, err
}

// approved is the mode of a call with the existing approvals, and the grant that would hold if the
// level were still that of the approval.
func (d *draft) approved(waits session.Wanted, level trust.Level, j *judgement) (mode trust.Mode, lapsed *session.Grant) {
	if j.mode != trust.Confirm {
		return j.mode, nil
	}
	if !d.Policy.GrantsFollowTaint {
		level = trust.Trusted
	}
	if i := d.state.Granted(waits, level, d.Now); i >= 0 {
		j.reasons = append(j.reasons, session.Reason{Layer: LayerApproval, Mode: trust.Allow, Text: standing(&d.state.Grants[i]).String()})
		d.approvals.useGrant(i)
		return trust.Allow, nil
	}
	if lapsed = d.state.Overtaken(waits, level, d.Now); lapsed != nil {
		j.reasons = append(j.reasons, session.Reason{Layer: LayerApproval, Mode: trust.Confirm, Text: texts.DoesNotHold(lapsed.Level)})
	}
	return trust.Confirm, lapsed
}

// intentHeld reports whether the intent layer held the call.
func intentHeld(reasons []session.Reason) bool {
	for i := range reasons {
		if reasons[i].Layer == LayerIntent && reasons[i].Mode != trust.Allow {
			return true
		}
	}
	return false
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
