package decide

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// Some paths guard the agent itself: the daemon's own, the gateway's configuration, programs that
// run at login (package protect). A call that may change one needs an approval that names the path,
// at every level. So it waits, and is approved, under a name that contains the path, and neither an
// approval of its tool nor one for another path covers it.

// Protected returns the protected places under a policy: those of the daemon, those that hosts
// always have and those found here, and those that the policy names. resolve follows symlinks.
func Protected(d protect.Daemon, found []facts.Place, pol *policy.Policy, resolve func(string) string) *protect.Set {
	more := append(dialect.Places(), found...)
	for _, path := range pol.ProtectedPaths {
		more = append(more, facts.Place{Path: path, What: texts.PolicyProtects})
	}
	return protect.New(d, more, resolve)
}

// maxProtected bounds the paths in one approval's name, in bytes.
const maxProtected = 512

// protectedBy returns what a call would do to protected paths.
func (l *layers) protectedBy(tool string, params jsontext.Value) protect.Finding {
	name := withoutAction(tool)
	does := l.tables.ActionClasses(tool) | l.tables.ActionClasses(name)
	if l.tables.Call(tool, trust.Trusted).Unknown {
		does = intent.All
	}
	places := dialect.PlacesAt(l.ctx.GatewayDir, l.ctx.GatewayConfig)
	return l.Protected.Look(protect.Call{
		Tool: name, Params: params, Line: l.tables.Line(tool, params), Writes: does.Has(intent.Write), Runs: does.Has(intent.Exec),
		Workspace: l.workspace(), Places: places, Resolve: l.resolving(func() []facts.Place { return l.Protected.Known(places) }),
	})
}

// judgeProtected holds a call that may change protected paths. No level, preset, or rule overrides
// that.
func (l *layers) judgeProtected(j *judgement, tool string, params jsontext.Value) {
	f := l.protectedAgain(l.typesProtected(tool, params))
	j.protection = f
	switch {
	case f.Key != "":
		shown, _ := redact.Text(f.Key, redact.Secrets)
		j.add(LayerProtected, trust.Restrict, texts.MayReadKey(shown, maxProtected))
		j.remedy = texts.NoRemedyForKeys
		return
	case len(f.Paths) == 0:
		return
	}
	name := strings.Join(f.Paths, ", ")
	if shown, _ := redact.Text(name, redact.Secrets); f.More || len(name) > maxProtected || shown != name || !visible(name) {
		j.add(LayerProtected, trust.Restrict, texts.MayChangeTooMuch(shown))
		j.remedy = texts.FewerPaths
		return
	}
	whats := make([]string, len(f.Paths))
	for i, path := range f.Paths {
		whats[i] = path + " (" + f.Whats[i] + ")"
	}
	j.protected = name
	if f.Alone {
		sum := l.sum(params)
		j.protected += " [" + hex.EncodeToString(sum[:4]) + "]"
		j.add(LayerProtected, trust.Confirm, texts.IsAbout(whats))
		return
	}
	j.add(LayerProtected, trust.Confirm, texts.MayChange(whats))
}

// visible reports whether the owner can see all of a name.
func visible(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// waitsAs is the name under which a call waits and is approved: its tool; the protected path that
// it may change; and, if authority holds it, what it acts on. A tool's own name has no space in it,
// or it is denied.
func (j *judgement) waitsAs(tool string) string {
	if j.protected != "" {
		tool += " " + j.protected
	}
	if j.actsOn != "" {
		tool += " (" + j.actsOn + ")"
	}
	return tool
}

// namesValues reports whether a name has the values that its calls act on, and nothing else.
func namesValues(waiting string) bool {
	rest := strings.TrimPrefix(waiting, ToolOf(waiting))
	return strings.HasPrefix(rest, " (") && !strings.HasPrefix(rest, thisCallAlone)
}

// thisCallAlone begins the name of what can only be approved for the same parameters.
const thisCallAlone = " (this call, "

// ToolOf returns the tool in a waiting call's name.
func ToolOf(waiting string) string {
	tool, _, _ := strings.Cut(waiting, " ")
	return tool
}

// WaitingLabel is such a name for display.
func WaitingLabel(waiting string) string {
	tool, paths, protected := strings.Cut(waiting, " ")
	if !protected {
		return session.Label(waiting)
	}
	return session.Label(tool) + " " + session.Preview(paths, maxProtected+32)
}

// toolsWaiting returns the tools in waiting calls' names, without duplicates, for a gateway to name
// in its command.
func toolsWaiting(waiting []string) (tools []string) {
	for _, w := range waiting {
		if tool := session.Label(ToolOf(w)); !slices.Contains(tools, tool) {
			tools = append(tools, tool)
		}
	}
	return tools
}
