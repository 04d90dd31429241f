package engine

import (
	"cmp"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// hold denies a confirm-held call and offers the owner a code for it. A code
// that is still pending is reused: one prompt for all that waits.
func (d *draft) hold(w wanted, spelled string, at asked, rec *Judgement) error {
	tool := toolOf(w.tool)
	p := d.state.pendingAt(d.now)
	if p != nil && len(p.Tools) >= maxGrants && !slices.Contains(p.Tools, w.tool) {
		rec.Remedy = "the owner answers for the tools that wait; then the agent tries again"
		d.out.Result.BlockReason = "Tool '" + label(spelled) + "' is blocked by security policy. It needs approval, and " +
			itoa(len(p.Tools)) + " other tools wait for theirs already. Tell the owner, and try again when they have answered."
		return nil
	}
	if err := d.pend(p, w, at.level); err != nil {
		return err
	}
	p = d.state.Pending
	code := d.code(p.Nonce)
	d.rec.Durable = true
	d.out.Approval = &wire.Approval{Code: code, Tools: toolsWaiting(p.Tools), ExpiresIn: seconds(d.policy.ApprovalTTL), Why: d.heldBecause(tool, at), AlwaysFor: seconds(d.policy.AllowAlways)}
	d.notes = append(d.notes, note{event: "pending", tools: labels(p.Tools)})

	name := label(spelled)
	why := "Context contains tainted content."
	switch reason := heldFor(rec); {
	case reason != "":
		why = sentenceCase(reason) + "."
		d.out.Approval.Why = why
	case at.level == trust.Trusted:
		why = "It needs approval at every trust level."
	}
	text := "Tool '" + name + "' is blocked by security policy. " + why + "\n" +
		"Blocked tools: " + strings.Join(labels(p.Tools), ", ") + "\n"
	if d.policy.CodesToOwner {
		text += "The owner can approve it: the code is in the gateway's approval prompt and in provenancectl pending."
		rec.Remedy = "the owner approves it: " + approveCommand(d.ev.session, tool)
	} else {
		text += fmt.Sprintf("Approval code: %s (expires in %ds)\nApprove:  .approve %s %s [minutes]\nApprove all:  .approve all %s [minutes]",
			code, seconds(d.policy.ApprovalTTL), label(tool), code, code)
		rec.Remedy = "the owner sends .approve " + label(tool) + " with the code, or runs: " + approveCommand(d.ev.session, tool)
	}
	d.out.Result.BlockReason = text
	return nil
}

// pend puts a call's tool under the code p, or under a new one where p is nil.
func (d *draft) pend(p *Pending, w wanted, level trust.Level) error {
	expires, by := d.now.Add(d.policy.ApprovalTTL), d.state.Turn.by()
	tool, id, params := "", w.id, (*Hash)(nil)
	if d.ev.hook == hookRun {
		id = ""
	}
	if d.ev.hook == hookRun || id != "" {
		hash := hashOf(w.params)
		tool, params = w.tool, &hash
	}
	if p == nil {
		nonce, err := d.randomHex(16)
		if err != nil {
			return err
		}
		d.emit(Change{Op: OpCodeIssued, Nonce: nonce, Tools: []string{w.tool}, Level: level, Until: expires, Text: by, Tool: tool, CallID: id, Params: params})
		return nil
	}
	tools := p.Tools
	if !slices.Contains(tools, w.tool) {
		tools = append(slices.Clone(tools), w.tool)
	}
	if by != p.By {
		by = "" // calls of several people wait: which of them the owner has in mind is not known
	}
	d.emit(Change{Op: OpCodeJoined, Tools: tools, Level: trust.Lowest(p.Level, level), Until: expires, Text: by, Tool: tool, CallID: id, Params: params})
	return nil
}

// approveCommand is a command that the owner can paste into a shell. Names that hold
// what the owner could not see are not put into one.
func approveCommand(session, tool string) string {
	const unsuitable = "provenancectl approve, with what provenancectl pending --json lists"
	words := [...]string{session, tool}
	for i, w := range words {
		if len(w) > 256 || !utf8.ValidString(w) || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return unsuitable
		}
		words[i] = shell.Quote(w)
	}
	return "provenancectl approve --session " + words[0] + " " + words[1]
}

// heldFor is why a call is held, if neither the tool nor the taint of the context is the
// reason: what a rule, the message or a placeholder says. Otherwise it is empty.
func heldFor(rec *Judgement) string {
	reason := ""
	if i := slices.IndexFunc(rec.Reasons, func(r Reason) bool { return r.Layer == layerProtected && r.Mode == trust.Confirm }); i >= 0 {
		return rec.Reasons[i].Text
	}
	for _, r := range rec.Reasons {
		switch {
		case r.Mode == trust.Allow:
		case r.Layer == layerCall || r.Layer == layerRisk:
			return ""
		case reason == "":
			reason = r.Text
		}
	}
	return reason
}

// heldBecause explains to the owner, where he is asked to approve, why a call is held.
func (d *draft) heldBecause(tool string, at asked) string {
	switch {
	case at.level == trust.Trusted && d.tables.Call(tool, at.level).Unknown:
		return "The policy does not know this tool, so it needs approval at every trust level."
	case at.level == trust.Trusted:
		return "It needs approval at every trust level."
	}
	text := "The context is " + at.level.String()
	if at.cause != nil {
		text += ": " + causeText(at.cause)
	}
	return text + "."
}

func labels(tools []string) []string {
	out := make([]string, len(tools))
	for i, t := range tools {
		out[i] = waitingLabel(t)
	}
	return out
}

func seconds(d time.Duration) int { return int(d / time.Second) }

// useGrant spends a single grant. On disk before its call may run: a grant that
// came back after a crash would let a second call pass.
func (d *draft) useGrant(i int) {
	if g := &d.state.Grants[i]; g.Once {
		d.emit(g.used())
		d.rec.Durable = true
	}
}

func grantText(g *Grant) string {
	if g.Once {
		return "approved by the owner, once"
	}
	if g.Turn != 0 {
		return "approved by the owner for this turn"
	}
	return "approved by the owner until " + g.Until.UTC().Format(time.RFC3339)
}

// randomHex is n bytes of a cryptographic source, as hex.
func (d *draft) randomHex(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(d.rand, b); err != nil {
		return "", fmt.Errorf("read randomness: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// Why a code opens nothing. Their texts are for the owner.
var (
	errWrongCode   = fmt.Errorf("that code is not pending: %w", ErrRefused)
	errExpiredCode = fmt.Errorf("that code has expired; ask the agent to try again: %w", ErrRefused)
	errGone        = fmt.Errorf("that call no longer waits; ask the agent to try again: %w", ErrRefused)
	errSeveral     = fmt.Errorf("different calls wait under the id of that one; deny the code and ask the agent to try again: %w", ErrRefused)
	errSeveralRuns = fmt.Errorf("runs of that tool wait that are not the same; provenancectl pending lists them, and approve --call lets one of them pass: %w", ErrRefused)
	errSpentCode   = fmt.Errorf("that code was used or closed already: %w", ErrRefused)
	errBurnedCodes = fmt.Errorf("too many wrong codes: every pending code of this session is burned: %w", ErrRefused)
	errNothing     = Absent("nothing is waiting for approval in this session")
	errNoGrant     = Absent("no such approval stands in this session")
)

// approve grants one tool, or all, of what is pending under a code. An empty
// code is the owner's CLI, which needs none.
func (d *draft) approve(tool, code string, s scope) ([]string, error) {
	p := d.state.Pending
	err := d.checkCode(p, code)
	if err != nil {
		return nil, err
	}
	tools := p.Tools
	if tool != allTools {
		if slices.Contains(p.Tools, tool) {
			tools = []string{tool}
		} else if tools = waitingAs(p.Tools, policy.SafeName(tool)); tools == nil {
			tools = waitingAs(p.Tools, d.tables.Tool(tool, nil)) // as a gateway spells it
		}
		if tools == nil {
			what := "that code is for"
			if code == "" {
				what = "what waits is"
			}
			return nil, fmt.Errorf("%s %s, not %s: %w", what, strings.Join(labels(p.Tools), ", "), label(d.tables.Tool(tool, nil)), ErrRefused)
		}
	}
	g := Change{Op: OpGranted, Tools: tools, Sender: d.giver()}
	if lasts := d.lasts(s); lasts > 0 {
		g.Until = d.now.Add(lasts)
	} else {
		g.N, g.Flag = d.grantTurn()
		g.Text = p.By
	}
	if !s.once {
		d.emit(g)
	} else if tools, err = d.grantOnce(p, g, s.callID); err != nil {
		return nil, err
	}
	d.rec.Durable, d.lifts = true, true
	d.notes = append(d.notes, note{event: "approval", tools: labels(tools), text: "granted"})
	d.ownerNode("approved by the owner: " + strings.Join(labels(tools), ", "))
	return tools, nil
}

// waitingAs are those of the tools that wait which a name means: the tool itself, or else
// its actions, or else what it may change that is protected.
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
		tool := toolOf(t)
		if of, _, _ := strings.Cut(tool, "."); tool != t && (tool == name || of == name) {
			tools = append(tools, t)
		}
	}
	return tools
}

// held is the one call of a tool that waits under an id, in the turn that runs; or the run
// of a wrapped tool that was asked for under it.
func (d *draft) held(p *Pending, tool, id string) (*WaitingCall, error) {
	t := d.state.Turn
	if t.Open() {
		if i := p.index(tool, id, d.state.Turns); i >= 0 {
			if p.Calls[i].Params == (Hash{}) {
				return nil, errSeveral
			}
			return &p.Calls[i], nil
		}
	}
	if c := t.call(id, tool); c != nil {
		if n := t.node(c.Node); n != nil {
			if i := p.run(tool, n.Hash); i >= 0 {
				return &p.Calls[i], nil
			}
		}
	}
	return nil, errGone
}

// heldRun is the run of a wrapped tool that waits. Without one it is nil: what the owner
// means by a tool's name alone is its next call, since a model asks anew.
func (p *Pending) heldRun(tool string) (only *WaitingCall, err error) {
	for i := range p.Calls {
		c := &p.Calls[i]
		if c.Tool != tool || c.CallID != "" {
			continue
		}
		if only != nil || c.Params == (Hash{}) {
			return nil, errSeveralRuns
		}
		only = c
	}
	return only, nil
}

// grantOnce lets one call of each of g's tools pass, and returns those tools: the call that
// the owner was shown, by its id, and nothing else. Where he named none it is the next one,
// and of a wrapped tool the run that waits, which must be the only one.
func (d *draft) grantOnce(p *Pending, g Change, id string) (tools []string, err error) {
	err = errGone
	for _, tool := range g.Tools {
		var call *WaitingCall
		var no error
		if id != "" {
			call, no = d.held(p, tool, id)
		} else {
			call, no = p.heldRun(tool)
		}
		if no != nil {
			if no != errGone {
				err = no
			}
			continue
		}
		one := g
		one.Tools, one.Once = []string{tool}, true
		if call != nil {
			one.CallID, one.Params = call.CallID, &call.Params
		}
		d.emit(one)
		tools = append(tools, tool)
	}
	if tools != nil {
		return tools, nil
	}
	return nil, err
}

// grantTurn is the turn that a turn's grant is for: the one that runs, or the
// next. The second result marks a grant given from outside the turn's own hooks.
func (d *draft) grantTurn() (int, bool) {
	if d.state.Turn.Open() {
		inside := d.ev != nil && (d.ev.hook == wire.ContextAssembled || d.ev.hook == wire.BeforeLLMCall)
		return d.state.Turns, !inside
	}
	return d.state.Turns + 1, false
}

func (d *draft) checkCode(p *Pending, code string) error {
	if code == "" {
		if d.state.pendingAt(d.now) == nil {
			return errNothing
		}
		return nil
	}
	if p != nil && d.isCode(p.Nonce, code) {
		if d.state.pendingAt(d.now) == nil {
			return errExpiredCode
		}
		return nil
	}
	if slices.ContainsFunc(d.state.Spent, func(nonce string) bool { return d.isCode(nonce, code) }) {
		return errSpentCode
	}
	return d.wrongCode()
}

func (d *draft) isCode(nonce, code string) bool {
	return subtle.ConstantTimeCompare([]byte(d.code(nonce)), []byte(code)) == 1
}

// wrongCode counts a guess. Too many in a short time burn what they were
// guessing at.
func (d *draft) wrongCode() error {
	d.emit(Change{Op: OpWrongCode})
	d.rec.Durable = true
	if len(d.state.Wrong) < wrongCodeLimit || d.state.Pending == nil {
		return errWrongCode
	}
	d.emit(Change{Op: OpCodeClosed, Text: "burned"})
	d.notes = append(d.notes, note{event: "approval", text: "burned"})
	return errBurnedCodes
}

// denyCode takes a pending code back.
func (d *draft) denyCode(code string) ([]string, error) {
	p := d.state.pendingAt(d.now)
	if p == nil {
		return nil, errNothing
	}
	if code != "" && !d.isCode(p.Nonce, code) {
		return nil, errWrongCode
	}
	d.emit(Change{Op: OpCodeClosed, Text: "denied"})
	d.rec.Durable = true
	d.notes = append(d.notes, note{event: "approval", tools: labels(p.Tools), text: "denied"})
	return labels(p.Tools), nil
}

// giver is who gives an approval, as the owner reads it.
func (d *draft) giver() string {
	if d.ev.hook == hookApprove {
		return "cli"
	}
	return cmp.Or(d.sender, "owner")
}

// withdraw ends grants before their time: the one of an id, those of a tool, or all.
func (d *draft) withdraw(which string) ([]string, error) {
	names := []string{policy.SafeName(which), d.tables.Tool(which, nil)}
	var tools []string
	for _, g := range d.state.Grants {
		if !g.stands(d.now) || which != allTools && which != g.id() && which != g.Tool && !slices.Contains(names, toolOf(g.Tool)) {
			continue
		}
		d.emit(Change{Op: OpWithdrawn, Tool: g.Tool, Text: g.id()})
		if !slices.Contains(tools, waitingLabel(g.Tool)) {
			tools = append(tools, waitingLabel(g.Tool))
		}
	}
	if tools == nil {
		return nil, errNoGrant
	}
	d.rec.Durable = true
	d.notes = append(d.notes, note{event: "approval", tools: tools, text: "withdrawn"})
	d.ownerNode("no longer approved by the owner: " + strings.Join(tools, ", "))
	return tools, nil
}

// isRefusal tells an answer for the owner from a failure of the daemon.
func isRefusal(err error) bool { return errors.Is(err, ErrRefused) || errors.Is(err, ErrNotFound) }
