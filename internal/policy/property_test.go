package policy_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

var (
	someTool    = rapid.SampledFrom([]string{"read", "Exec", "gateway", "web_fetch", "helper", "message", `"a: b"`, "'123'", "gog", "message.read", "message.SEND", "automations", "nodes.invoke", "gateway.look", "helper.look", "srv__helper"})
	someProgram = rapid.SampledFrom([]string{"curl", "Wget", "git", "helper", "'123'", "x.py"})
	someURL     = rapid.SampledFrom([]string{"https://a.example", "'HTTPS://B.example:8443/x y/'", "'https://*.example/a'", "'http://[::1]/%C3%A4'", "http://a.example:443/b/"})
	someMode    = rapid.SampledFrom([]string{"allow", "confirm", "restrict"})
	someLevel   = rapid.SampledFrom([]string{"trusted", "shared", "external", "untrusted", "system", "owner", "local"})
)

// someFile is a valid policy file, as JSON.
func someFile(t *rapid.T) string {
	modes := func(star bool) string {
		keys := someLevel
		if star {
			keys = rapid.OneOf(someLevel, rapid.Just(`"*"`))
		}
		return object(t, keys, func() string { return someMode.Draw(t, "mode") })
	}
	calls := func() string { return object(t, someTool, func() string { return modes(true) }) }
	outputs := func() string { return object(t, someTool, func() string { return someLevel.Draw(t, "level") }) }
	programs := func() string { return object(t, someProgram, func() string { return someLevel.Draw(t, "level") }) }
	urls := func() string { return object(t, someURL, func() string { return someLevel.Draw(t, "level") }) }
	rows := func() string {
		var rows []string
		for _, name := range rapid.SliceOfNDistinct(someTool, 0, 4, strings.ToLower).Draw(t, "rows") {
			row := "name: " + name
			if rapid.Bool().Draw(t, "risk?") {
				row += ", risk: " + rapid.SampledFrom([]string{"read", "write", "critical", "unknown"}).Draw(t, "risk")
			}
			if rapid.Bool().Draw(t, "allow?") {
				row += ", allow: " + rapid.SampledFrom([]string{"true", "false", "ask"}).Draw(t, "allow")
			}
			for _, name := range []string{"redactResult", "scanInjection", "useExecApprovals"} {
				row += rapid.SampledFrom([]string{"", ", " + name + ": true", ", " + name + ": false"}).Draw(t, name)
			}
			if rapid.Bool().Draw(t, "classes?") {
				row += ", actionClasses: " + classList(t, 1)
			}
			rows = append(rows, "{"+row+"}")
		}
		return "[" + strings.Join(rows, ", ") + "]"
	}
	agent := func() string {
		return fmt.Sprintf("{taintPolicy: %s, toolOverrides: %s, toolOutputTaints: %s, commandOutputTaints: %s, urlOutputTaints: %s, tools: %s, authentication: %s}", modes(false), calls(), outputs(), programs(), urls(), rows(), authentication(t))
	}
	var risk []string
	for _, class := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"read", "write", "critical", "unknown"}), 0, 4, rapid.ID).Draw(t, "classes") {
		risk = append(risk, class+": "+rapid.SampledFrom([]string{"allow", "ask", "deny"}).Draw(t, "action"))
	}
	defaults := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		"redaction: off", "redaction: secrets", "redaction: strict", "injection: off", "injection: shadow", "injection: block", "findingLevel: owner",
	}), 0, 3, func(pair string) string { return pair[:strings.Index(pair, ":")] }).Draw(t, "defaults")
	return fmt.Sprintf(`
mode: %s
defaults: {%s}
taintPolicy: %s
toolOverrides: %s
toolOutputTaints: %s
commandOutputTaints: %s
urlOutputTaints: %s
risk: {%s}
tools: %s
authentication: %s
agentOverrides: %s
pathOutputTaints: %s
protectedPaths: %s
memoryFiles: %s
policies: [{name: r, when: {param_equals: {"a.b": %s}, sender: [%d]}, action: {confirm_tools: [%s]}}]
`, rapid.SampledFrom(policy.Presets()).Draw(t, "mode"), strings.Join(defaults, ", "), modes(false), calls(), outputs(), programs(), urls(), strings.Join(risk, ", "), rows(), authentication(t),
		object(t, rapid.SampledFrom([]string{"main", "Work"}), agent),
		rapid.SampledFrom([]string{"{}", "{~/Downloads: trusted, vendor/: shared}", `{"**/inbox/**": untrusted}`}).Draw(t, "places"),
		rapid.SampledFrom([]string{"/a", "~/vault", "[/a/b, ~/c*, .git/hooks, /a/b]"}).Draw(t, "protected"),
		rapid.SampledFrom([]string{"RULES.md", "[MEMORY.md, .agent/rules]", "[/a/b, ~/c*]"}).Draw(t, "memory"),
		rapid.OneOf(rapid.Map(rapid.String(), quote), rapid.Map(rapid.Float64Range(-1e15, 1e15), func(f float64) string { return fmt.Sprint(f) })).Draw(t, "constant"),
		rapid.Int().Draw(t, "sender"), someTool.Draw(t, "glob"))
}

func authentication(t *rapid.T) string {
	var pairs []string
	for _, key := range [][]string{
		{"mode", "off", "warn", "enforce"}, {"scope", "declared", "inferred", "both"},
		{"outsideScope", "confirm", "restrict"}, {"claims", "off", "count", "footer"},
	} {
		if word := rapid.SampledFrom(append(key[1:], "")).Draw(t, key[0]); word != "" {
			pairs = append(pairs, key[0]+": "+word)
		}
	}
	pairs = append(pairs, "sources: "+object(t, rapid.SampledFrom([]string{"human", "agent", "system"}), func() string { return classList(t, 0) }))
	return "{" + strings.Join(pairs, ", ") + "}"
}

func classList(t *rapid.T, least int) string {
	words := rapid.SliceOfNDistinct(rapid.SampledFrom(intent.All.Names()), least, 5, rapid.ID).Draw(t, "action classes")
	return "[" + strings.Join(words, ", ") + "]"
}

func quote(s string) string { return fmt.Sprintf("%q", strings.ToValidUTF8(s, "")) }

func object(t *rapid.T, keys *rapid.Generator[string], value func() string) string {
	var pairs []string
	for _, k := range rapid.SliceOfNDistinct(keys, 0, 4, strings.ToLower).Draw(t, "keys") {
		pairs = append(pairs, k+": "+value())
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

func TestPropertyYAMLRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := someFile(t)
		p, err := policy.Parse([]byte(file), "p")
		require.NoError(t, err, file)
		text := p.YAML()
		again, err := policy.Parse(text, "again")
		require.NoError(t, err, string(text))
		require.Equal(t, p.Hash, again.Hash, file)
		require.Equal(t, p.Redaction, again.Redaction)
		require.Equal(t, p.FindingLevel, again.FindingLevel)
		require.Equal(t, string(text), string(again.YAML()))
		for _, agent := range []string{"", "main", "work"} {
			require.Equal(t, p.For(agent).Authentication(), again.For(agent).Authentication(), agent)
			for _, tool := range []string{"read", "exec", "gateway", "helper", "a: b", "123", "gog", "nobody", "message.read", "message.send", "cron.runs", "nodes.invoke", "gateway.look", "helper.look", "srv__helper.look"} {
				require.Equal(t, modes(p.For(agent), tool), modes(again.For(agent), tool), "%s %s", agent, tool)
				require.Equal(t, risk(p.For(agent), tool), risk(again.For(agent), tool))
				require.Equal(t, p.For(agent).Output(tool), again.For(agent).Output(tool))
				require.Equal(t, p.For(agent).SafeToCall(tool), again.For(agent).SafeToCall(tool))
				require.Equal(t, cleaning(p.For(agent), tool), cleaning(again.For(agent), tool))
				require.Equal(t, p.For(agent).ActionClasses(tool), again.For(agent).ActionClasses(tool), "%s %s", agent, tool)
				require.NotZero(t, p.For(agent).ActionClasses(tool), "no tool is in every scope")
			}
			for _, line := range []string{"curl x", "wget x; curl x", "git pull", "helper", "123 | x.py", "ssh host"} {
				level := p.For(agent).Reading().OutputOf("exec", command(line))
				require.LessOrEqual(t, level, p.For(agent).Output("exec"), "commands only lower")
				require.Equal(t, level, again.For(agent).Reading().OutputOf("exec", command(line)))
			}
		}
	})
}

func TestPropertyLessTrustIsNeverAllowedMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := policy.Parse([]byte(someFile(t)), "p")
		require.NoError(t, err)
		for _, agent := range []string{"", "main", "work"} {
			tables := p.For(agent)
			for i := 1; i < len(trust.Levels); i++ {
				above, level := trust.Levels[i-1], trust.Levels[i]
				require.LessOrEqual(t, tables.Call("nobody", level).Mode, tables.Call("nobody", above).Mode)
			}
			require.Equal(t, tables.Call("nobody", trust.Untrusted).Mode, tables.Call("nobody", trust.Trusted).Mode)
		}
	})
}

// A user's entry for a tool is never overridden by the built-in entries for the tool's actions, and
// what an action's entry leaves open is the tool's.
func TestPropertyAnActionIsNeverLooserThanBothItsEntries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tool := rapid.SampledFrom([]string{"message", "browser", "cron", "nodes", "gateway", "helper"}).Draw(t, "tool")
		mode := func(label string) string {
			if rapid.Bool().Draw(t, label+"?") {
				return "{}"
			}
			return "{untrusted: " + someMode.Draw(t, label) + "}"
		}
		ofTool, ofAction := mode("tool's"), mode("action's")
		p, err := policy.Parse(fmt.Appendf(nil, "toolOverrides: {%s: %s, %s.list: %s}", tool, ofTool, tool, ofAction), "p")
		require.NoError(t, err)
		tables := p.For("")
		got := tables.Call(tables.Tool(tool, jsontext.Value(`{"action":"list"}`)), trust.Untrusted).Mode.String()
		switch {
		case ofAction != "{}":
			require.Equal(t, ofAction, "{untrusted: "+got+"}")
		case ofTool != "{}":
			require.Equal(t, ofTool, "{untrusted: "+got+"}")
		}
	})
}

// Accepted input comes back as an equal policy; rejected input yields nothing.
func FuzzParse(f *testing.F) {
	for _, text := range accepted {
		f.Add([]byte(text))
	}
	for _, bad := range refused {
		if len(bad.text) < 4096 {
			f.Add([]byte(bad.text))
		}
	}
	for _, name := range policy.Presets() {
		text, err := policy.Template(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		p, err := policy.Parse(data, "p")
		require.Equal(t, before, data)
		if err != nil {
			require.Nil(t, p)
			return
		}
		again, err := policy.Parse(p.YAML(), "again")
		require.NoError(t, err, string(p.YAML()))
		require.Equal(t, p.Hash, again.Hash)
	})
}

func BenchmarkLookup(b *testing.B) {
	p, _ := policy.Preset("standard")
	for _, c := range []struct {
		name string
		run  func(*policy.Tables)
	}{
		{"Call", func(t *policy.Tables) { t.Call("web_fetch", trust.External) }},
		{"Risk", func(t *policy.Tables) { t.Risk("exec") }},
		{"Output", func(t *policy.Tables) { t.Output("web_fetch") }},
		{"SafeToCall", func(t *policy.Tables) { t.SafeToCall("read") }},
		{"Cleaning", func(t *policy.Tables) { t.Cleaning("web_fetch") }},
		{"ActionClasses", func(t *policy.Tables) { t.ActionClasses("web_fetch") }},
		{"Authentication", func(t *policy.Tables) { t.Authentication() }},
		{"Tool", func(t *policy.Tables) { t.Tool("web_fetch", nil) }},
		{"action", func(t *policy.Tables) { t.Tool("message", jsontext.Value(`{"action":"read"}`)) }},
		{"unknown", func(t *policy.Tables) { t.Call("nobody", trust.Trusted) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.run(p.For("main"))
			}
		})
	}
}

func TestLookupsAllocateNothing(t *testing.T) {
	tables := policy.Default().For("main")
	params := action("read")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		tables.Call("web_fetch", trust.External)
		tables.Risk("exec")
		tables.Output("nobody")
		tables.SafeToCall("read")
		tables.Cleaning("nobody")
		tables.ActionClasses("nobody")
		tables.Authentication()
		tables.Output("mcp__server__vestige_search")
		tables.Tool("exec", nil)
		tables.Tool("mcp__server__tool", params)
	}))
}
