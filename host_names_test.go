package provenanced_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/dialect/openclaw"
	"github.com/provenanced/provenanced/internal/facts"
)

// A host's names stand in its dialect (internal/dialect/openclaw) and nowhere else: what is
// decided is decided by what a tool does. These may name some all the same.
var namesHosts = map[string]string{ // a file or a folder, and maybe the names: why
	"internal/dialect/": "the dialects",
	"internal/wire/":    "the protocol's own fields, which OpenClaw's plugin was the first to send, and a mark that docs/PROTOCOL.md names",

	"internal/policy/parse.go: plugins":                  "a policy may be a part of the gateway's configuration",
	"internal/policy/report.go: plugins":                 "a policy may be a part of the gateway's configuration",
	"internal/server/gateway.go: sessionKey":             "a field of the protocol",
	"internal/decide/observed.go: content":               "the envelope of a result, as the protocol has it",
	"internal/decide/authentic.go: message":              "what a mark is of",
	"internal/decide/history.go: message":                "what was not authentic",
	"internal/decide/judge.go: intent":                   "a layer",
	"internal/engine/engine.go: process":                 "what an id is of",
	"internal/session/graph.go: tool_call":               "a kind of node",
	"internal/graphview/graph.go: tool_call":             "a kind of node",
	"internal/ctl/checks_policy.go: openclaw":            "doctor looks into the gateway's configuration, and says what to write there",
	"internal/ctl/checks_gateway.go: OPENCLAW":           "a document",
	"internal/ctl/commands.go: openclaw OpenClaw":        "an example, and a format",
	"internal/tools/toolconf/environ.go: OPENCLAW":       "secrets of the environment",
	"internal/tools/toolconf/import_source.go: openclaw": "what claw-wrap's configuration names",
	"internal/authentic/":                                "what models write to look like a tool's call",
	"examples/":                                          "a session of OpenClaw's",
	"bench/":                                             "sessions of OpenClaw's",
}

// hosts are those that programs know.
var hosts = []facts.Host{openclaw.Host()}

// judging are the packages that decide about calls. There, not even a common word that is a
// tool's name may stand alone, and no parameter is read by a name that stands in the code.
var judging = []string{"internal/decide/", "internal/engine/", "internal/memguard/", "internal/policy/", "internal/protect/", "internal/session/"}

func TestHostsAreNamedInTheirDialectAlone(t *testing.T) {
	names := map[string]bool{}
	tools := map[string]bool{}
	for _, host := range hosts {
		collect(reflect.ValueOf(host), names)
		for _, tool := range host.Tools {
			name, _, _ := strings.Cut(tool.Name, ".")
			tools[name] = true
		}
		for name := range host.Aliases {
			tools[name] = true
		}
	}
	var telling []string // they are no common words
	for name := range names {
		if regexp.MustCompile(`^[A-Za-z]+(_[A-Za-z]+)+$|^[a-z]+([A-Z][a-z]+)+$`).MatchString(name) {
			telling = append(telling, name)
		}
	}
	slices.Sort(telling)
	word := regexp.MustCompile(`\b(?:` + strings.Join(telling, "|") + `|MEDIA:)\b|(?i:openclaw)`)

	used := map[string]bool{}
	for _, file := range ourFiles(t, ".go") {
		file = filepath.ToSlash(file)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		judges := slices.ContainsFunc(judging, func(dir string) bool { return strings.HasPrefix(file, dir) })
		texts, fields := literals(t, file)
		for _, text := range texts {
			found := word.FindString(text)
			if tool, _, _ := strings.Cut(text, "."); found == "" && judges && tools[tool] {
				found = tool
			}
			if found == "" && judges && fields[text] {
				found = text
			}
			if found == "" {
				continue
			}
			if allowed := allowedBy(file, found); allowed != "" {
				used[allowed] = true
				continue
			}
			t.Errorf("%s says %q: what a host calls so stands in its dialect", file, text)
		}
	}
	for key := range namesHosts {
		require.True(t, used[key], "%s names no host any more: leave it out", key)
	}
}

func allowedBy(file, found string) string {
	for key := range namesHosts {
		at, names, some := strings.Cut(key, ": ")
		if (file == at || strings.HasSuffix(at, "/") && strings.HasPrefix(file, at)) && (!some || slices.Contains(strings.Fields(names), found)) {
			return key
		}
	}
	return ""
}

// collect finds the names in a host's tables.
func collect(v reflect.Value, names map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		names[strings.Trim(v.String(), `"`)] = true
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), names)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			collect(v.Elem(), names)
		}
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), names)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			collect(key, names)
			collect(v.MapIndex(key), names)
		}
	}
	delete(names, "")
}

// literals are the texts in a file's code, without imports and the tags of fields; fields are
// those of them by which a member of some JSON is read.
func literals(t *testing.T, file string) (texts []string, fields map[string]bool) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	fields = map[string]bool{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "Member") {
				for _, arg := range n.Args {
					if text, ok := textOf(arg); ok {
						fields[text] = true
					}
				}
			}
		case *ast.BasicLit:
			if text, ok := textOf(n); ok {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts, fields
}

func textOf(n ast.Expr) (text string, ok bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
