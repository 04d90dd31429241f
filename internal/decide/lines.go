package decide

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/texts"
)

// The authority of a command line. Package shell says what each of its commands does and with which
// words; here each act becomes a call whose values package flow judges.

// operandRoles are the roles of a command line's words.
var operandRoles = map[shell.OperandKind]flow.Role{
	shell.Option:    flow.ID,
	shell.Setting:   flow.ID,
	shell.Address:   flow.URL,
	shell.Host:      flow.Host,
	shell.Name:      flow.ID,
	shell.File:      flow.File,
	shell.Recipient: flow.Target,
	shell.Text:      flow.Content,
}

var leeways = map[shell.Leeway]flow.Leeway{shell.Below: flow.Below, shell.Open: flow.Open, shell.Chosen: flow.Chosen}

// readLine is what the command line of a call does.
type readLine struct {
	tool   string
	params jsontext.Value
	acts   []shell.Act
}

// lineActs returns what the command line of a call does; none if it runs no line of its own.
// Several callers need it, so it is computed once.
func (v *values) lineActs(tool string, params jsontext.Value) []shell.Act {
	if l := v.line; l == nil || l.tool != tool || !bytes.Equal(l.params, params) {
		v.line = &readLine{tool: tool, params: params}
		if line, dir := v.tables.OwnLine(tool, params); line != nil {
			v.line.acts = line.Acts(v.workspace(), dir)
		}
	}
	return v.line.acts
}

// onlyLook reports whether acts are known only to look.
func onlyLook(acts []shell.Act) bool {
	for i := range acts {
		if e := acts[i].Effect; e != shell.Looks && e != shell.Fetches {
			return false
		}
	}
	return len(acts) > 0
}

// reaches are the operands that say whom or which machine a command reaches. Its other operands
// mean little without the rest of the line, so their approval does not last.
var reaches = map[shell.OperandKind]bool{shell.Address: true, shell.Host: true, shell.Recipient: true}

// actCall is an act as its values are judged; with inParts, by the parts that the owner may name.
func actCall(act *shell.Act, inParts bool) flow.Call {
	forge := act.NamesRepository()
	c := flow.Call{Tool: act.Program, Classes: intent.Of(intent.Exec), Fetches: act.Effect == shell.Fetches}
	if forge { // what was approved there is an entry, whatever is done to it
		c.Tool, _, _ = strings.Cut(act.Program, " ")
	}
	if act.Effect == shell.Sends {
		c.Classes = intent.Of(intent.Send)
	}
	if act.Effect == shell.Works || act.Effect == shell.Sends {
		var known bool
		if c.Doings, known = flow.ParseDoings(act.Asked...); !known || c.Doings == 0 {
			c.Doings = flow.Nothing
		}
		c.Also, _ = flow.ParseDoings(act.Also...)
	}
	add := func(o *shell.Operand) {
		role := operandRoles[o.Kind]
		if o.Kind == shell.Name && strings.Trim(o.Text, "0123456789") == "" { // of a process, an issue
			role = flow.Target
		}
		c.Values = append(c.Values, flow.Arg{Name: o.Kind.String(), Text: o.Text, Role: role, Leeway: leeways[o.May], Own: o.Program, Once: !reaches[o.Kind] && !(forge && role == flow.Target)})
	}
	for i := range act.Operands {
		o := &act.Operands[i]
		if !inParts || o.Parts == nil {
			add(o)
			continue
		}
		for k := range o.Parts {
			add(&o.Parts[k])
		}
	}
	return c
}

// namesIn returns the words of a command line that may be names of repositories and the like.
func namesIn(acts []shell.Act) (names []string) {
	for i := range acts {
		for _, o := range acts[i].Operands {
			if (o.Seen || o.Kind == shell.Name && o.May == shell.Given) && len(names) < maxNames {
				names = append(names, o.Text)
			}
		}
	}
	return names
}

const maxNames = 16 // of one line

// judgeActs judges the authority of a command line's values. why says what it does if that is the
// reason, which takes precedence over nobody having asked for it.
func (v *values) judgeActs(acts []shell.Act) (out flow.Judgement, why string) {
	hold := func(rule flow.Rule, text string) {
		worse := rule == flow.Untold && out.Why != flow.Untold
		if !out.Held || worse {
			out.Held, out.Why = true, rule
		}
		if why == "" || worse {
			why = text
		}
	}
	for i := range acts {
		act := v.inProject(&acts[i], acts[:i])
		switch {
		case act.Effect == shell.Looks:
			continue
		case act.Effect == shell.Untold:
			hold(flow.Untold, texts.HeldAs(act.Program, act.Why))
			continue
		case act.Effect == shell.Works && v.writesMemory(act):
			hold(flow.Untold, texts.HeldAs(act.Program, texts.ChangesMemory))
		}
		j := v.judgeAct(act)
		out.Values = append(out.Values, j.Values...)
		if j.Held {
			text := ""
			if j.Why == flow.NotAsked {
				text = texts.NotAskedFor(act.Program)
			}
			hold(j.Why, text)
		}
	}
	return out, why
}

// judgeAct judges the authority of one act's values. If a whole value is not the owner's, its parts
// may be.
func (v *values) judgeAct(act *shell.Act) flow.Judgement {
	judged := func(inParts bool) flow.Judgement {
		c := actCall(act, inParts)
		c.Consented, c.Approved, c.Made = v.state.Agreed(), v.approved(c.Tool), v.isMade
		if act.NamesRepository() {
			c.Ours = v.isOurs
		}
		return v.store().Judge(c, v.rules())
	}
	j := judged(false)
	if j.Held && slices.ContainsFunc(act.Operands, func(o shell.Operand) bool { return o.Parts != nil }) {
		if parts := judged(true); !parts.Held {
			return parts
		}
	}
	return j
}

// maxMemoryPaths bounds the paths of an act that are examined: each may be a link.
const maxMemoryPaths = 64

// writesMemory reports whether a path of an act is one of the agent's memory, or cannot be
// examined. A path that it only reads counts as well, since the act does not say which.
func (v *values) writesMemory(act *shell.Act) bool {
	workspace, resolve, paths := v.workspace(), v.resolvingMemory(), 0
	for i := range act.Operands {
		o := &act.Operands[i]
		if o.Kind != shell.File || o.Seen || o.Parts != nil {
			continue
		}
		if paths++; paths > maxMemoryPaths {
			return true
		}
		if _, yes := v.Policy.MemoryFiles.Guarded(strings.TrimRight(o.Text, "*"), workspace, resolve); yes {
			return true
		}
	}
	return false
}
