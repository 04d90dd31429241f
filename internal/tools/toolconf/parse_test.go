package toolconf

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/trust"
)

const everyKey = `
wrappers:
  gog:
    binary: /usr/local/bin/gog
    args: [--plain, ""]
    credentials:
      GOG_TOKEN: {file: /etc/gog/token}
      GOG_ACCOUNT: {env: GOG_ACCOUNT}
      GOG_CLIENT: {systemd: gog-client}
      GOG_PASS: {pass: google/gog}
      GOG_AGE: {age: /etc/gog/key.age, identity: /etc/gog/age.key, binary: /opt/age}
      GOG_JSON: {command: [/usr/bin/op, item, get, gog, --format, json], field: .fields.0.value}
    env: {GOG_MODE: plain, URL: "https://{{GOG_ACCOUNT}}@host"}
    forcedEnv: {GOG_READONLY: "1"}
    requestEnv: [LANG, TZ]
    configFile: {path: gog/config.yaml, template: "token: {{GOG_TOKEN}}\n"}
    workingDir: /srv/gog
    timeout: 10m
    maxOutput: 2MiB
    redact: secrets
    output: external
    risk: write
    actionClasses: [read, send]
    stdin: true
    pty: true
  plain: {binary: /bin/plain}
toolDefaults:
  timeout: 60s
  withoutTicket: external
`

func TestEveryKeyArrives(t *testing.T) {
	table, err := Parse(File{"tools.yaml", []byte(everyKey)})
	require.NoError(t, err)
	require.Equal(t, []string{"gog", "plain"}, table.Names())

	gog, _ := table.Tool("gog")
	require.Equal(t, &Tool{
		Name: "gog", Binary: "/usr/local/bin/gog", Args: []string{"--plain", ""},
		Credentials: []Credential{
			{Name: "GOG_ACCOUNT", Source: Source{Kind: FromEnv, Name: "GOG_ACCOUNT"}},
			{Name: "GOG_AGE", Source: Source{Kind: FromAge, Name: "/etc/gog/key.age", Identity: "/etc/gog/age.key", Binary: "/opt/age"}},
			{Name: "GOG_CLIENT", Source: Source{Kind: FromSystemd, Name: "gog-client"}},
			{Name: "GOG_JSON", Source: Source{Kind: FromCommand, Command: []string{"/usr/bin/op", "item", "get", "gog", "--format", "json"}}, Field: ".fields.0.value"},
			{Name: "GOG_PASS", Source: Source{Kind: FromPass, Name: "google/gog", Binary: "/usr/bin/pass"}},
			{Name: "GOG_TOKEN", Source: Source{Kind: FromFile, Name: "/etc/gog/token"}},
		},
		Env:        map[string]string{"GOG_MODE": "plain", "URL": "https://{{GOG_ACCOUNT}}@host"},
		ForcedEnv:  map[string]string{"GOG_READONLY": "1"},
		RequestEnv: []string{"LANG", "TZ"},
		ConfigFile: &ConfigFile{Path: "gog/config.yaml", Template: "token: {{GOG_TOKEN}}\n"},
		WorkingDir: "/srv/gog", Timeout: 10 * time.Minute, MaxOutput: 2 << 20, PTY: true, Redact: redact.Secrets,
		Output: trust.External, Risk: "write", ActionClasses: intent.Of(intent.Read, intent.Send),
	}, gog)

	level, deny := table.WithoutTicket()
	require.Equal(t, trust.External, level)
	require.False(t, deny)
	require.Equal(t, []Fact{
		{"gog", trust.External, "write", intent.Of(intent.Read, intent.Send)},
		{"plain", trust.Untrusted, "unknown", intent.All},
	}, table.Facts())
}

// Defaults are safe, or at least bounded.
func TestDefaults(t *testing.T) {
	table, err := Parse(File{"a.yaml", []byte("wrappers: {plain: {binary: /bin/plain}, look: {binary: /bin/look, risk: read, maxOutput: 0, workingDir: request, stdin: false}}")})
	require.NoError(t, err)
	plain, _ := table.Tool("plain")
	require.Equal(t, &Tool{
		Name: "plain", Binary: "/bin/plain", Env: map[string]string{}, ForcedEnv: map[string]string{},
		Timeout: 300 * time.Second, MaxOutput: 64 << 20, Redact: redact.Standard,
		Output: trust.Untrusted, Risk: "unknown", ActionClasses: intent.All,
	}, plain)
	look, _ := table.Tool("look")
	require.Equal(t, intent.Of(intent.Read), look.ActionClasses)
	require.Zero(t, look.MaxOutput)
	require.True(t, look.NoStdin)
	require.Empty(t, look.WorkingDir)

	for _, none := range []*Table{Empty(), parsed(t, ""), parsed(t, "wrappers:\n")} {
		_, deny := none.WithoutTicket()
		require.True(t, deny)
		require.Empty(t, none.Names())
		_, ok := none.Tool("plain")
		require.False(t, ok)
	}
	for _, text := range []string{"toolDefaults: {withoutTicket: deny}", "toolDefaults: {timeout: 60s}", "wrappers: {plain: {binary: /bin/plain}}"} {
		_, deny := parsed(t, text).WithoutTicket()
		require.True(t, deny, text)
	}
	level, deny := parsed(t, "toolDefaults: {withoutTicket: untrusted}").WithoutTicket()
	require.Equal(t, trust.Untrusted, level)
	require.False(t, deny)
}

func parsed(t *testing.T, text string) *Table {
	t.Helper()
	table, err := Parse(File{"a.yaml", []byte(text)})
	require.NoError(t, err)
	return table
}

// Defaults apply to the tools of every file, in any order.
func TestSeveralFiles(t *testing.T) {
	table, err := Parse(
		File{"a.yaml", []byte("wrappers: {a: {binary: /bin/a}}")},
		File{"b.yaml", []byte("wrappers: {b: {binary: /bin/b}}")},
		File{"policy.yaml", []byte("toolDefaults: {timeout: 9s}")},
	)
	require.NoError(t, err)
	for _, name := range table.Names() {
		tool, _ := table.Tool(name)
		require.Equal(t, 9*time.Second, tool.Timeout)
	}

	_, err = Parse(
		File{"a.yaml", []byte("wrappers:\n  a: {binary: /bin/a}\ntoolDefaults: {}")},
		File{"b.yaml", []byte("toolDefaults: {}\nwrappers:\n  a: {binary: /bin/a}\n  c: {}\n")},
	)
	require.EqualError(t, err, strings.Join([]string{
		"b.yaml:1:15: toolDefaults is given twice, first in a.yaml on line 3: keep one",
		"b.yaml:3:3: wrappers.a is given twice, first in a.yaml on line 2: keep one",
		"b.yaml:4:6: wrappers.c: binary is missing: the absolute path of the program",
	}, "\n"))
}

// Each line is the text after "wrappers:\n  gog:\n    binary: /bin/gog\n", and the error; the first
// number is the line.
func TestWhatIsWrongIsSaidWithItsPlace(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"    binarys: /bin/x", "4:5: wrappers.gog.binarys is not a key: did you mean binary?"},
		{"    command: /bin/x", "4:5: wrappers.gog.command is not a key: use binary, args, "},
		{"    binary: /bin/x", "4:5: wrappers.gog.binary is given twice, first on line 3: keep one"},
		{"    args: --plain", `4:11: wrappers.gog.args must be a list ([a, b] or - lines), not "--plain"`},
		{"    args: [1]", `4:12: wrappers.gog.args[0] must be text, not the number 1: write "1" in quotes`},
		{"    pty: yes", "4:10: wrappers.gog.pty must be true or false"},
		{"    stdin: off", "4:12: wrappers.gog.stdin must be true or false"},
		{"    stdin: false\n    pty: true", "3:5: wrappers.gog: pty gives the caller a keyboard"},
		{"    redact: all", `4:13: wrappers.gog.redact must be strict, standard, secrets or off, not "all"`},
		{"    output: owner", `4:13: wrappers.gog.output must be trusted, shared, external or untrusted, not "owner"`},
		{"    risk: high", "4:11: wrappers.gog.risk must be read, write, critical or unknown"},
		{"    actionClasses: []", "4:20: wrappers.gog.actionClasses is empty"},
		{"    actionClasses: [buy]", "4:21: wrappers.gog.actionClasses[0] must be read, write, send, exec or trade"},
		{"    timeout: 300", "4:14: wrappers.gog.timeout must be a time from 1s to 24h, such as 300s or 5m, not the number 300"},
		{"    timeout: 0s", "4:14: wrappers.gog.timeout must be a time"},
		{"    timeout: -5m", "4:14: wrappers.gog.timeout must be a time"},
		{"    maxOutput: 64MB", "4:16: wrappers.gog.maxOutput must be a size such as 64MiB"},
		{"    maxOutput: -1B", "4:16: wrappers.gog.maxOutput must be a size"},
		{"    maxOutput: 999999999GiB", "4:16: wrappers.gog.maxOutput must be a size"},
		{"    workingDir: here", "4:17: wrappers.gog.workingDir must be request"},
		{"    requestEnv: [A=B]", "4:18: wrappers.gog.requestEnv[0]: \"A=B\" is not the name of an environment variable"},
		{"    requestEnv: [LANG, LD_PRELOAD]", "4:24: wrappers.gog.requestEnv[1]: no request may set LD_PRELOAD, by which programs load code"},
		{"    requestEnv: [VAULT_ADDR]\n    allowUnsafeEnv: true", "4:18: wrappers.gog.requestEnv[0]: no request may set VAULT_ADDR, by which programs reach servers"},
		{"    requestEnv: [LANG, MY_MODE]", "4:24: wrappers.gog.requestEnv[1]: nothing is known of what programs do by MY_MODE: if"},
		{"    requestEnv: [MY_MODE]\n    allowUnsafeEnv: false", "4:18: wrappers.gog.requestEnv[0]: nothing is known of what programs do by MY_MODE: if"},
		{"    requestEnv: [MY_MODE]\n    allowUnsafeEnv: [MY_MODE, YOUR_MODE]", "5:31: wrappers.gog.allowUnsafeEnv[1]: YOUR_MODE is not under requestEnv"},
		{"    env: {\"A B\": x}", "4:11: wrappers.gog.env: \"A B\" is not the name of an environment variable"},
		{"    env: {A: 1}", `4:14: wrappers.gog.env.A must be text, not the number 1: write "1" in quotes`},
		{"    env: {A: \"{{TOKEN}}\"}", "4:14: wrappers.gog.env.A: {{TOKEN}} is not one of the tool's credentials"},
		{"    env: {A: \"{{ TOKEN }}\"}", "4:14: wrappers.gog.env.A: a credential is written {{NAME}}, without spaces"},
		{"    env: {A: \"a\\0b\"}", "4:14: wrappers.gog.env.A holds a NUL"},
		{"    env: {A: x}\n    forcedEnv: {A: y}", "3:5: wrappers.gog: A is in env and in forcedEnv: keep one"},
		{"    forcedEnv: {A: \"{{T}}\"}", "4:20: wrappers.gog.forcedEnv.A: forcedEnv takes no {{NAME}}"},
		{"    forcedEnv: {A: x}\n    requestEnv: [A]", "3:5: wrappers.gog: requestEnv lets a request replace A"},
		{"    credentials: {A: {env: A}}\n    requestEnv: [A]", "3:5: wrappers.gog: requestEnv lets a request replace A"},
		{"    credentials: {A: {env: A}}\n    env: {A: x}", "3:5: wrappers.gog: A is in credentials and in env or forcedEnv: keep one"},
		{"    credentials: {A: {}}", "4:22: wrappers.gog.credentials.A: a credential has one source: file, env, systemd, pass, age or command"},
		{"    credentials: {A: {env: A, file: /a}}", "4:22: wrappers.gog.credentials.A: a credential has one source"},
		{"    credentials: {A: {age: /a}}", "4:22: wrappers.gog.credentials.A: age needs identity"},
		{"    credentials: {A: {file: /a, identity: /b}}", "4:22: wrappers.gog.credentials.A: age needs identity"},
		{"    credentials: {A: {file: /a, binary: /b}}", "4:22: wrappers.gog.credentials.A: binary is for pass and age"},
		{"    credentials: {A: {file: a}}", `4:29: wrappers.gog.credentials.A.file: "a" is relative`},
		{"    credentials: {A: {systemd: ../a}}", "4:32: wrappers.gog.credentials.A.systemd: \"../a\" must be the name of a file"},
		{"    credentials: {A: {pass: --help}}", "4:29: wrappers.gog.credentials.A.pass: \"--help\" begins like an option"},
		{"    credentials: {A: {command: [op, read]}}", "4:32: wrappers.gog.credentials.A.command must be a list whose first word"},
		{"    credentials: {A: {env: A, field: token}}", "4:38: wrappers.gog.credentials.A.field: \"token\" must be a path"},
		{"    credentials: {A: {vault: x}}", "4:23: wrappers.gog.credentials.A.vault is not a key"},
		{"    configFile: {path: /etc/x, template: x}", "4:24: wrappers.gog.configFile.path: \"/etc/x\" must be a plain relative path"},
		{"    configFile: {path: a/../../x, template: x}", "4:24: wrappers.gog.configFile.path"},
		{"    configFile: {path: ../x, template: x}", "4:24: wrappers.gog.configFile.path"},
		{"    configFile: {path: a}", "4:17: wrappers.gog.configFile: template is missing"},
		{"    blockedArgs: [{match: \"a(\"}]", "4:27: wrappers.gog.blockedArgs[0].match: error parsing regexp"},
		{"    blockedArgs: [{match: \"\"}]", "4:27: wrappers.gog.blockedArgs[0].match is empty"},
		{"    blockedArgs: [{message: no}]", "4:19: wrappers.gog.blockedArgs[0]: write match"},
		{"    blockedArgs: [{match: a, command: b}]", "4:19: wrappers.gog.blockedArgs[0]: write match"},
		{"    allowedArgs: [gmail]", "4:19: wrappers.gog.allowedArgs[0] must be a mapping"},
		{"    argPatterns: [gmail]", "4:19: wrappers.gog.argPatterns[0] must be a list"},
		{"    blockedArgs: [{match: \"\\brm\"}]", "4:27: wrappers.gog.blockedArgs[0].match: it holds the control character U+0008"},
		{"    argPatterns: [[\"(?=x)\"]]", "4:20: wrappers.gog.argPatterns[0][0]: error parsing regexp"},
		{"  Gog: {binary: /bin/x}", "4:3: wrappers.Gog: a tool's name is"},
		{"  ../x: {binary: /bin/x}", "4:3: wrappers.../x: a tool's name is"},
		{"  all: {binary: /bin/x}", "4:3: wrappers.all: all means every tool that waits, when one is approved: choose another name"},
		{"  x: {binary: bin/x}", `4:15: wrappers.x.binary: "bin/x" is relative`},
		{"  x: {binary: &a /bin/x}", "4:15: &a: anchors are not taken"},
		{"  x: !!str y", "4:6: !!str: tags are not taken"},
		{"  x: " + strings.Repeat("[", 20) + strings.Repeat("]", 20), "4:21: nested deeper than 16 levels"},
		{"tools: {}", "4:1: tools is not a key: use wrappers or toolDefaults"},
		{"wrapper: {}", "4:1: wrapper is not a key: did you mean wrappers?"},
		{"toolDefaults: {withoutTicket: none}", "4:31: toolDefaults.withoutTicket must be deny, trusted, shared, external or untrusted"},
		{"toolDefaults: {redact: off}", "4:16: toolDefaults.redact is not a key: use timeout or withoutTicket"},
		{"---\nwrappers: {}", "4:1: a second document begins here"},
		{"    args: [", "did not find expected node content"},
		{"\tpty: true", "4:2: this line is indented with a tab: indent with spaces"},
		{"    output: a: b", "4:5: mapping values are not allowed in this context: the indentation is off, or a text with a colon in it needs quotes"},
		{"    binary: @x", "4:5: found character that cannot start any token: a text that begins with a special character needs quotes"},
		{"    args: [\xff]", "4:12: the file is not UTF-8 text"},
		{"    # the owner's own \u2028    env: {A: b}", "4:23: U+2028 ends a line here"},
		{"#" + strings.Repeat(" ", maxFile), "1:1: the file has "},
	} {
		_, err := Parse(File{"t.yaml", []byte("wrappers:\n  gog:\n    binary: /bin/gog\n" + c.text + "\n")})
		require.ErrorContains(t, err, c.says, "%.200s", c.text)
		require.ErrorContains(t, err, "t.yaml:")
		require.NotContains(t, err.Error(), "\n", "%.200s: one mistake, one error", c.text)
		var e *Error
		require.ErrorAs(t, err, &e)
	}
}

func TestAMillionErrorsAreNotShown(t *testing.T) {
	_, err := Parse(File{"t.yaml", []byte("wrappers:\n" + strings.Repeat("  X: {}\n  Y: {}\n", 200))})
	require.ErrorContains(t, err, "more errors")
	require.Less(t, strings.Count(err.Error(), "\n"), 60)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(everyKey))
	f.Add([]byte("wrappers: {a: {binary: /a, blockedArgs: [{match: a}], argPatterns: [[a]]}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Parse(File{"f.yaml", data})
		if err != nil {
			require.Nil(t, table)
			return
		}
		for _, name := range table.Names() {
			tool, _ := table.Tool(name)
			require.True(t, strings.HasPrefix(tool.Binary, "/"))
			require.NotZero(t, tool.ActionClasses)
			require.NotZero(t, tool.Timeout)
			_ = tool.Check([]string{"a", "b"})
		}
	})
}
