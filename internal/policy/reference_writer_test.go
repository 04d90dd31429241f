package policy

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	texttemplate "text/template"

	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/trust"
)

// Reference is docs/POLICY-REFERENCE.md: the text of testdata/reference.md, with tables generated
// from the types of a policy file and from the policies made of them.
func Reference() ([]byte, error) {
	t, err := texttemplate.New("reference.md").Funcs(texttemplate.FuncMap{
		"keys": keysTable, "names": keyNames, "presets": presetsTable, "tools": toolsTable,
		"memoryFiles": func() string { return codeWords(memguard.Builtin()) },
	}).ParseFiles("testdata/reference.md")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, nil)
	return b.Bytes(), err
}

// blocks are the parts of a policy file, by the reference's names for them.
var blocks = map[string]reflect.Type{
	"file": reflect.TypeFor[file](), "defaults": reflect.TypeFor[defaults](), "risk": reflect.TypeFor[riskModes](), "tools": reflect.TypeFor[toolRow](),
	"authentication": reflect.TypeFor[authentication](), "sources": reflect.TypeFor[sources](), "authority": reflect.TypeFor[authority](),
	"skills":         reflect.TypeFor[skills](),
	"urlAccess":      reflect.TypeFor[urlAccess](),
	"agentOverrides": reflect.TypeFor[agentOverride](), "when": reflect.TypeFor[whenFile](), "action": reflect.TypeFor[actionFile](),
}

func keysTable(block string) (string, error) {
	t, ok := blocks[block]
	if !ok {
		return "", fmt.Errorf("no block %s", block)
	}
	var b strings.Builder
	b.WriteString("| key | |\n|---|---|\n")
	for _, f := range fields(t) {
		about := strings.ReplaceAll(f.Tag.Get("doc"), "|", `\|`)
		if low, high := f.Tag.Get("min"), f.Tag.Get("max"); high != "" {
			about += fmt.Sprintf(" From %s to %s.", low, high)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", keyOf(f), about)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func keyNames(block string) (string, error) {
	t, ok := blocks[block]
	if !ok {
		return "", fmt.Errorf("no block %s", block)
	}
	var names []string
	for _, f := range fields(t) {
		names = append(names, keyOf(f))
	}
	return codeWords(names), nil
}

// modesOf is the modes of a tool's calls at each level.
func modesOf(t *Tables, tool string) []string {
	var row []string
	for _, l := range trust.Levels {
		row = append(row, t.Call(tool, l).Mode.String())
	}
	return row
}

// inRiskWords is a mode in the words of the risk layer, and – if that does not decide.
var inRiskWords = map[trust.Mode]string{trust.Allow: "allow", trust.Confirm: "ask", trust.Restrict: "deny"}

func presetsTable() (string, error) {
	var b strings.Builder
	b.WriteString("| `mode` | trusted | shared | external | untrusted | read | write | critical | unknown | redaction | injection |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, name := range Presets() {
		// A file names one tool of each class, so that no preset's own action interferes.
		p, err := Parse([]byte("mode: "+name+"\ntools: [{name: r, risk: read}, {name: w, risk: write}, {name: c, risk: critical}]"), "reference")
		if err != nil {
			return "", err
		}
		tables := p.For("")
		cells := modesOf(tables, "exec")
		for _, tool := range []string{"r", "w", "c", "nobody"} {
			cell := "–"
			if r, ok := tables.Risk(tool); ok {
				cell = inRiskWords[r.Mode]
			}
			cells = append(cells, cell)
		}
		c := tables.Cleaning("nobody")
		cells = append(cells, c.Redaction.String(), c.Injection.String())
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, strings.Join(cells, " | "))
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// toolsTable has one row for the built-in tools and actions that are alike.
func toolsTable() string {
	tables := Default().For("")
	like := map[string][]string{}
	for _, t := range builtins {
		call := "by taint"
		switch modes := modesOf(tables, t.name); {
		case !slices.Contains(modes, "confirm"):
			call = "safe"
		case !slices.Contains(modes, "allow"):
			call = "asks"
		}
		row := fmt.Sprintf("%s | %s | %s | %s", call, tables.Output(t.name), t.risk, tables.ActionClasses(t.name))
		like[row] = append(like[row], t.name)
	}
	var rows []string
	for row := range like {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b string) int { return strings.Compare(sortable(a), sortable(b)) })
	var b strings.Builder
	b.WriteString("| call | output | risk | classes | tools and actions |\n|---|---|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %s |\n", row, codeWords(like[row]))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// sortable puts tools that may always be called first, and those that always ask last.
func sortable(row string) string {
	return strings.NewReplacer("safe", "0", "by taint", "1", "asks", "2", "trusted |", "0", "shared |", "1", "external |", "2", "untrusted |", "3").Replace(row)
}

func codeWords(words []string) string { return "`" + strings.Join(words, "` `") + "`" }
