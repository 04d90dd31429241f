package policy_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func command(line string) jsontext.Value {
	b, err := json.Marshal(map[string]any{"command": line, "timeoutSeconds": 5})
	if err != nil {
		panic(err)
	}
	return b
}

func TestWhichCallsRunCommands(t *testing.T) {
	tables := parse(t, `toolOutputTaints: {acme__exec: trusted, process.write: trusted}`).For("")
	for _, c := range []struct {
		why, tool, params string
		want              trust.Level
	}{
		{"exec", "exec", `{"command":"curl x"}`, trust.Untrusted},
		{"exec, of a variable that everybody sets", "exec", `{"command":"$PAGER x","env":{"TERM":"dumb"}}`, trust.Trusted},
		{"exec, of a variable that the call sets", "exec", `{"command":"$PAGER x","env":{"PAGER":"curl"}}`, trust.Untrusted},
		{"exec, by the host's other names", "mcp__openclaw__Exec", `{"command":"curl x"}`, trust.Untrusted},
		{"whatever it is written in", "exec", `{"workdir":"/", "command":"\u0063url x"}`, trust.Untrusted},
		{"only the command", "exec", `{"command":"ls","title":"curl x"}`, trust.Trusted},
		{"no parameters", "exec", ``, trust.Trusted},
		{"no object", "exec", `["curl x"]`, trust.Trusted},
		{"no text", "exec", `{"command":{"curl":"x"}}`, trust.Trusted},
		{"typed into a running command", "process", `{"action":"write","data":"curl x\n"}`, trust.Untrusted},
		{"whatever the action is called", "process.write", `{"action":"write","data":"curl x\n"}`, trust.Untrusted},
		{"pasted", "process", `{"action":"paste","text":"curl x"}`, trust.Untrusted},
		{"sent as keys", "process", `{"action":"send-keys","literal":"curl x"}`, trust.Untrusted},
		{"key by key", "process", `{"action":"send-keys","keys":["c","u","r","l","Space","x","Enter"]}`, trust.Untrusted},
		{"in tokens", "process", `{"action":"send-keys","keys":["cu","S-r","l","space","x","^M"]}`, trust.Untrusted},
		{"in numbers", "process", `{"action":"send-keys","hex":["63","0x75","72","6c","20","78","0d"]}`, trust.Untrusted},
		{"in all three ways", "process", `{"action":"send-keys","literal":"c","hex":["75"],"keys":["r","l","Space","x","Enter"]}`, trust.Untrusted},
		{"and mended", "process", `{"action":"send-keys","keys":["c","x","BSpace","u","r","l","Space","x","Enter"]}`, trust.Untrusted},
		{"mended by a byte", "process", `{"action":"write","data":"cx\u007furl x\n"}`, trust.Untrusted},
		{"pasted, with its marks", "process", `{"action":"write","data":"\u001b[200~curl x\u001b[201~\r"}`, trust.Untrusted},
		{"an answer in keys", "process", `{"action":"send-keys","keys":["y","Enter"]}`, trust.Trusted},
		{"keys that type nothing", "process", `{"action":"send-keys","keys":["Up","Down","Escape","C-c","F5"]}`, trust.Trusted},
		{"what shows pages", "exec", `{"command":"git log","env":{"GIT_PAGER":"curl x"}}`, trust.Untrusted},
		{"what reaches machines", "exec", `{"command":"git push","env":{"GIT_SSH_COMMAND":"curl x"}}`, trust.Untrusted},
		{"what shells read first", "exec", `{"command":"bash -c ls","env":{"BASH_ENV":"$(curl x)"}}`, trust.Untrusted},
		{"in a list", "nodes", `{"action":"run","command":["git","log"],"env":["PAGER=curl x"]}`, trust.Untrusted},
		{"what shows pages at home", "exec", `{"command":"git log","env":{"PAGER":"less -R","TERM":"dumb","LANG":"C"}}`, trust.Trusted},
		{"looked at", "process.poll", `{"action":"poll"}`, trust.Trusted},
		{"typed into a terminal", "terminal", `{"action":"input","data":"ssh host\r"}`, trust.External},
		{"run on a node", "nodes", `{"action":"run","command":["bash","-lc","curl x | sh"]}`, trust.Untrusted},
		{"no command of a node", "nodes", `{"action":"notify","body":"curl x"}`, trust.Trusted},
		{"a tool that runs nothing", "write", `{"command":"curl x"}`, trust.Trusted},
		{"a server's tool", "mcp__acme__exec", `{"command":"curl x"}`, trust.Trusted},
	} {
		require.Equal(t, c.want, tables.Reading().OutputOf(c.tool, jsontext.Value(c.params)), c.why)
	}
}

func TestCommandsOnlyLower(t *testing.T) {
	tables := parse(t, `toolOutputTaints: {exec: external}`).For("")
	require.Equal(t, trust.External, tables.Reading().OutputOf("exec", command("gh issue view 1")))
	require.Empty(t, tables.Reading().Program("exec", command("gh issue view 1")))
	require.Equal(t, trust.Untrusted, tables.Reading().OutputOf("exec", command("gh issue view 1 | curl x")))
	require.Equal(t, "curl", tables.Reading().Program("exec", command("gh issue view 1 | curl x")))
}

func TestAnEntryReplacesTheBuiltInOne(t *testing.T) {
	p := parse(t, `
commandOutputTaints: {CURL: trusted, git: untrusted, wget: local, my-mail: shared, /dev/tcp: external, npx: trusted, eval: trusted, python: external}
agentOverrides:
  work:
    commandOutputTaints: {curl: shared, my-mail: trusted}
`)
	require.Equal(t, []string{"policy.yaml:2:60: commandOutputTaints.wget: local is one of the old six levels: read as trusted"}, p.Warnings)
	for _, p := range []*policy.Policy{p, parse(t, string(p.YAML()))} {
		common, work := p.For(""), p.For("work")
		for line, want := range map[string][2]trust.Level{
			"curl x":           {trust.Trusted, trust.Shared},
			"wget x":           {trust.Trusted, trust.Trusted},
			"git pull":         {trust.Untrusted, trust.Untrusted},
			"git status":       {trust.Trusted, trust.Trusted},
			"my-mail list":     {trust.Shared, trust.Trusted},
			"lynx x":           {trust.Untrusted, trust.Untrusted},
			"curl x; my-mail":  {trust.Shared, trust.Shared},
			"ls </dev/tcp/x/1": {trust.External, trust.External},
			"npx tsc --noEmit": {trust.Trusted, trust.Trusted},
			`eval "$X"`:        {trust.Trusted, trust.Trusted},
			"python3 -c http":  {trust.External, trust.External},
		} {
			require.Equal(t, want[0], common.Reading().OutputOf("exec", command(line)), line)
			require.Equal(t, want[1], work.Reading().OutputOf("exec", command(line)), line)
		}
	}
}

// The output of an unknown program has its own level, if the policy gives it one.
func TestOtherPrograms(t *testing.T) {
	for name, text := range map[string]string{"presets": "", "strict": "mode: strict", "standard": "mode: standard", "dev": "mode: dev"} {
		require.Equal(t, trust.Trusted, parse(t, text).For("").Reading().OutputOf("exec", command("./report.sh")), name)
		require.Equal(t, trust.Untrusted, parse(t, text).For("").Reading().OutputOf("exec", command("claude -p x")), name)
		require.Equal(t, trust.External, parse(t, text).For("").Reading().OutputOf("exec", command("psql -c x")), name)
	}
	p := parse(t, `
toolOutputTaints: {exec.other: external}
agentOverrides: {work: {toolOutputTaints: {exec.other: trusted}}}
`)
	require.Empty(t, p.Warnings)
	for _, p := range []*policy.Policy{p, parse(t, string(p.YAML()))} {
		require.Equal(t, trust.External, p.For("").Reading().OutputOf("exec", command("./report.sh")))
		require.Equal(t, "report.sh", p.For("").Reading().Program("exec", command("./report.sh")))
		require.Equal(t, trust.Trusted, p.For("").Reading().OutputOf("exec", command("ls; make")))
		require.Equal(t, trust.Trusted, p.For("work").Reading().OutputOf("exec", command("./report.sh")))
		require.Equal(t, trust.Untrusted, p.For("work").Reading().OutputOf("exec", command("curl x")))
	}
}

func TestACallTooLongToLookAtCountsAsTheWorst(t *testing.T) {
	tables := parse(t, "commandOutputTaints: {my-mail: shared}").For("")
	long := command(strings.Repeat(" ", 64<<10))
	require.Equal(t, trust.Untrusted, tables.Reading().OutputOf("exec", long))
	require.Equal(t, "a command too long to look at", tables.Reading().Program("exec", long))
	require.Equal(t, trust.Trusted, tables.Reading().OutputOf("exec", command("ls"+strings.Repeat(" ", 60<<10))))
}

func BenchmarkOutputOf(b *testing.B) {
	tables := policy.Default().For("")
	params := command(`cd /srv/app && git status --short && go test ./... 2>&1 | tail -20 && echo "done: $(date)"`)
	b.ReportAllocs()
	for b.Loop() {
		tables.Reading().OutputOf("exec", params)
	}
}
