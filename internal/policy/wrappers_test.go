package policy_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

const withWrappers = `# a comment
mode: standard
toolDefaults:
  timeout: 60s

risk: {read: allow}
wrappers:
  # the mail
  gog:
    binary: /usr/bin/gog
    configFile:
      template: |
        a: b

        c: d
maxIterations: 5 # the end
`

func TestWrappersKeepTheirLines(t *testing.T) {
	text := string(parse(t, withWrappers).Wrappers())
	want := strings.Split(withWrappers, "\n")
	for i, line := range strings.Split(text, "\n") {
		if i < 2 || i == 5 {
			require.Empty(t, line)
			continue
		}
		if line != "" {
			require.Equal(t, want[i], line)
		}
	}
	require.Contains(t, text, "toolDefaults:")
	require.Contains(t, text, "        c: d\n")
	require.NotContains(t, text, "mode")
	require.NotContains(t, text, "the end")

	for _, none := range []string{"", "mode: dev", "wrapper_s: 1", "{}"} {
		p, err := policy.Parse([]byte(none), "p.yaml")
		if err == nil {
			require.Nil(t, p.Wrappers(), none)
		}
	}
	require.Nil(t, policy.Default().Wrappers())
}

// JSON has lines, too, and a mistake in a wrapped tool is reported with its own.
func TestWrappersInJSONKeepTheirLines(t *testing.T) {
	for _, indent := range []string{"  ", "    ", "\t", ""} {
		for _, order := range [][]string{{"mode", "wrappers"}, {"wrappers", "mode"}, {"mode", "wrappers", "maxIterations"}, {"wrappers"}, {"toolDefaults", "mode", "wrappers"}} {
			values := map[string]string{
				"mode": `"dev"`, "maxIterations": "5", "toolDefaults": `{"timeout": "9s"}`,
				"wrappers": "{\n" + indent + indent + `"jíra": {"binary": "/usr/bin/jira",` + "\n" + indent + indent + indent + `"args": ["}", "a\"b"]}}`,
			}
			var lines []string
			for _, key := range order {
				lines = append(lines, indent+`"`+key+`": `+values[key])
			}
			for _, end := range []string{"\n}\n", "}", "\n}\n\n# the end }\n"} {
				file := "{\n" + strings.Join(lines, ",\n") + end
				text := string(parse(t, file).Wrappers())
				got := strings.Split(text, "\n")
				for i, line := range strings.Split(file, "\n") {
					if strings.Contains(line, "jíra") || strings.Contains(line, "args") {
						require.Equal(t, strings.TrimRight(line, "},"), strings.TrimRight(got[i], "},"), text)
					}
				}
				require.NotContains(t, text, "dev")
			}
		}
	}
}

// However the file is written, the blocks keep their meaning.
func TestWrappersSayWhatTheySaid(t *testing.T) {
	const gog = `{"gog":{"binary":"/usr/bin/gog","env":{"A":"x: y","N":"1"},"pty":true,"maxOutput":0}}`
	for _, file := range []string{
		`{"mode":"dev","wrappers":` + gog + `,"maxIterations":5}`,
		"{\"wrappers\":\n" + gog + ",\n\"mode\":\"dev\"}",
		"mode: dev\nwrappers: " + gog,
		"wrappers: " + gog + "\nmode: dev\n",
		"---\n  wrappers: " + gog + "\n  mode: dev\n...\n",
		"mode: dev\r\nwrappers: " + gog + "\r\n",
		"mode: dev\nwrappers: " + gog + "\nmaxIterations: 5\nonFailure: open\n",
		"{\n  \"mode\": \"dev\",\n  \"wrappers\": " + gog + "\n}\n",
		"{\n\t\"wrappers\": " + gog + "\n}\n# }\n",
		"{\n\"wrappers\":\n" + gog + "\n,\n\"mode\": \"dev\" }",
		"--- {mode: dev, wrappers: " + gog + "}\n...\n",
		"# a comment\n{ mode: dev, # another }\nwrappers: " + gog + "}",
		"? wrappers\n: " + gog + "\n? mode\n: dev\n",
	} {
		var got struct{ Wrappers map[string]any }
		dec := yaml.NewDecoder(bytes.NewReader(parse(t, file).Wrappers()))
		dec.KnownFields(true)
		require.NoError(t, dec.Decode(&got), file)
		require.ErrorIs(t, dec.Decode(&got), io.EOF, "nothing follows: %s", file)
		require.Equal(t, map[string]any{"gog": map[string]any{
			"binary": "/usr/bin/gog", "env": map[string]any{"A": "x: y", "N": "1"}, "pty": true, "maxOutput": 0,
		}}, got.Wrappers, file)
	}
}

func TestWrappersAreInTheHash(t *testing.T) {
	seen := map[string]string{}
	for _, file := range []string{
		"mode: dev",
		"wrappers: {}\nmode: dev",
		"wrappers: {a: {binary: /a}}\nmode: dev",
		"wrappers: {a: {binary: /b}}\nmode: dev",
		"wrappers: {a: {binary: /b, args: [x]}}\nmode: dev",
		"wrappers: {a: {binary: /b, args: [x, 1]}}\nmode: dev",
		"wrappers: {a: {binary: /b, args: [x, 1.0]}}\nmode: dev",
		"toolDefaults: {timeout: 9s}\nmode: dev",
	} {
		p := parse(t, file)
		require.Empty(t, seen[p.Hash], file)
		seen[p.Hash] = file
		require.Equal(t, p.Hash, parse(t, string(p.YAML())).Hash, "the effective policy has them: %s", p.YAML())
	}
	require.Equal(t, parse(t, "mode: dev").Hash, parse(t, "mode: dev\nwrappers:\n").Hash, "an empty block says nothing")
}

func TestWrappersMustBeAMapping(t *testing.T) {
	for file, says := range map[string]string{
		"wrappers: [a]":                    "p.yaml:1:11: wrappers must be a mapping",
		"toolDefaults: 5":                  "p.yaml:1:15: toolDefaults must be a mapping",
		"wrappers: {a: {b: 1, b: 2}}":      "p.yaml:1:22: wrappers.a.b is given twice",
		"wrappers: {a: {1: {x: {}, x: }}}": "p.yaml:1:27: wrappers.a.1.x is given twice",
		"wrappers: {a: &x {}}":             "p.yaml:1:15: &x: anchors are not taken",
		"wrappers: {}\nwrappers: {}":       "p.yaml:2:1: wrappers is given twice",
	} {
		_, err := policy.Parse([]byte(file), "p.yaml")
		require.ErrorContains(t, err, says)
	}
}

var jira = policy.ToolFact{Name: "jira", Output: trust.External, Risk: facts.RiskWrite, Classes: intent.Of(intent.Read, intent.Send)}

func TestWithToolsKnowsATool(t *testing.T) {
	before := parse(t, "mode: standard")
	p := before.WithTools([]policy.ToolFact{jira, {Name: "look", Risk: facts.RiskRead}, {Name: "any"}})
	require.NotEqual(t, before.Hash, p.Hash)
	require.Equal(t, before.Preset, p.Preset)
	require.Equal(t, before.Source, p.Source)

	tables := p.For("main")
	require.Equal(t, byTaint, modes(tables, "jira"))
	require.False(t, tables.Call("jira", trust.Trusted).Unknown)
	require.Equal(t, trust.External, tables.Output("jira"))
	risk, ok := tables.Risk("JIRA")
	require.True(t, ok)
	require.Equal(t, trust.Confirm, risk.Mode)
	require.Contains(t, risk.Text, "risk.write: ask")
	require.Equal(t, jira.Classes, tables.ActionClasses("jira"))

	require.Equal(t, trust.Untrusted, tables.Output("look"))
	require.Equal(t, intent.Of(intent.Read), tables.ActionClasses("look"))
	require.Equal(t, intent.All, tables.ActionClasses("any"))
	risk, _ = tables.Risk("any")
	require.True(t, risk.Unknown)

	require.True(t, before.For("main").Call("jira", trust.Trusted).Unknown, "the policy itself is as it was")
	require.Equal(t, before.Hash, before.WithTools(nil).Hash)
	require.Equal(t, before.Hash, p.WithTools(nil).Hash, "tools that have gone are gone")
}

func TestTheFileGoesOverWhatIsConfigured(t *testing.T) {
	p := parse(t, `
mode: standard
toolOverrides: {jira: {untrusted: restrict}}
toolOutputTaints: {jira: shared}
tools: [{name: jira, actionClasses: [trade]}]
agentOverrides:
  guest:
    tools: [{name: jira, allow: false}]
    toolOutputTaints: {jira: trusted}
`).WithTools([]policy.ToolFact{jira})
	common, guest := p.For(""), p.For("guest")
	require.Equal(t, "allow confirm confirm restrict", modes(common, "jira"))
	require.Equal(t, trust.Shared, common.Output("jira"))
	require.Equal(t, trust.Trusted, guest.Output("jira"))
	require.Equal(t, intent.Of(intent.Trade), common.ActionClasses("jira"))
	risk, _ := common.Risk("jira")
	require.Contains(t, risk.Text, "risk.write: ask")
	risk, _ = guest.Risk("jira")
	require.Equal(t, trust.Restrict, risk.Mode)
	require.Contains(t, string(p.YAML()), "{name: jira, risk: write, allow: false", "the class need not be repeated")
}

func TestABuiltInNameKeepsItsPermissions(t *testing.T) {
	facts := []policy.ToolFact{
		{Name: "read", Output: trust.External, Risk: facts.RiskWrite, Classes: intent.Of(intent.Write)},
		{Name: "gateway", Output: trust.Untrusted, Risk: facts.RiskRead},
		{Name: "view_image", Output: trust.Trusted, Risk: facts.RiskRead},
		{Name: "exec", Output: trust.External, Risk: facts.RiskRead},
		{Name: "message.read", Output: trust.Trusted, Risk: facts.RiskRead},
	}
	tables := policy.Default().WithTools(facts).For("")
	require.Equal(t, allowed, modes(tables, "read"))
	require.Equal(t, trust.External, tables.Output("read"))
	require.Equal(t, intent.Of(intent.Write), tables.ActionClasses("read"))
	require.Equal(t, "confirm confirm confirm confirm", modes(tables, "gateway"))
	require.Equal(t, trust.Trusted, tables.Output("image"), "an alias is the tool")
	require.Equal(t, policy.Default().For("").Output("message.read"), tables.Output("message.read"), "an action of the gateway's is the gateway's")

	standard := parse(t, "mode: standard")
	was, _ := standard.For("").Risk("exec")
	is, _ := standard.WithTools(facts).For("").Risk("exec")
	require.Equal(t, was, is, "the preset's own action for exec")
}

func TestWarningsAreThoseOfTheFile(t *testing.T) {
	p := parse(t, "mode: standard\ntoolOverrides: {exce: {}, jira: {}}\ntaintPolicy: {trusted: confirm, shared: allow}")
	require.Len(t, p.Warnings, 4, "%q", p.Warnings)
	with := p.WithTools([]policy.ToolFact{jira})
	require.Len(t, with.Warnings, 3, "jira has a class now: %q", with.Warnings)
	require.Equal(t, with.Warnings, with.WithTools([]policy.ToolFact{jira}).Warnings)
}

// The effective policy of one with tools, as a file, is that policy.
func TestThePolicyWithToolsCanBeLoadedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := policy.Parse([]byte(someFile(t)), "p.yaml")
		require.NoError(t, err)
		var given []policy.ToolFact
		for _, name := range rapid.SliceOfNDistinct(someTool, 0, 4, strings.ToLower).Draw(t, "names") {
			given = append(given, policy.ToolFact{
				Name: strings.Trim(name, `"'`), Output: rapid.SampledFrom(trust.Levels[:]).Draw(t, "output"),
				Risk:    rapid.SampledFrom([]facts.Risk{facts.RiskUnknown, facts.RiskRead, facts.RiskWrite, facts.RiskCritical}).Draw(t, "risk"),
				Classes: intent.Classes(rapid.IntRange(0, int(intent.All)).Draw(t, "classes")),
			})
		}
		with := p.WithTools(given)
		again, err := policy.Parse(with.YAML(), "again.yaml")
		require.NoError(t, err, "%s", with.YAML())
		require.Equal(t, with.Hash, again.Hash, "%s\n---\n%s", with.YAML(), again.YAML())
		require.Equal(t, with.Hash, with.WithTools(given).Hash)
	})
}
