package toolconf

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
)

var update = flag.Bool("update", false, "write the expected files")

func TestImport(t *testing.T) {
	from, err := os.ReadFile("testdata/claw-wrap.yaml")
	require.NoError(t, err)
	out, warnings, err := Import(from)
	require.NoError(t, err)
	for name, got := range map[string]string{"imported.yaml": string(out), "warnings.txt": strings.Join(warnings, "\n") + "\n"} {
		if *update {
			require.NoError(t, os.WriteFile("testdata/"+name, []byte(got), 0o600))
		}
		want, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		require.Equal(t, string(want), got, name)
	}
	again, _, err := Import(from)
	require.NoError(t, err)
	require.Equal(t, out, again)
}

// An imported configuration blocks at least what claw-wrap blocked.
func TestWhatIsImportedIsNoLaxer(t *testing.T) {
	from, err := os.ReadFile("testdata/claw-wrap.yaml")
	require.NoError(t, err)
	out, _, err := Import(from)
	require.NoError(t, err)
	table, err := Parse(File{"imported.yaml", out})
	require.NoError(t, err)
	for _, c := range []struct {
		tool, args string // joined by |
		says       string
	}{
		{"mail", "list|inbox", ""},
		{"mail", "send", "reading only"},
		{"mail", "resend", "reading only"},
		{"mail", "label|remove", notAllowed},
		{"lamp", "on|kitchen", ""},
		{"lamp", "status", ""},
		{"lamp", "on|kitchen|now", notAllowed},
		{"lamp", "one|kitchen", notAllowed},
		{"sources", "list|list", ""},
		{"sources", "list|delete", "list or show"}, // claw-wrap: one argument was enough
		{"sources", "show|me", ""},
		{"sources", "delete", "list or show"},
	} {
		tool, ok := table.Tool(c.tool)
		require.True(t, ok, c.tool)
		err := tool.Check(strings.Split(c.args, "|"))
		if c.says == "" {
			require.NoError(t, err, c.args)
		} else {
			require.EqualError(t, err, c.says, c.args)
		}
	}

	mail, _ := table.Tool("mail")
	require.Equal(t, []string{"LANG"}, mail.RequestEnv, "what the tool sets itself, a request never could")
	require.Equal(t, trust.Untrusted, mail.Output)
	require.False(t, mail.PTY)
	sources, _ := table.Tool("sources")
	require.True(t, sources.PTY)
}

func TestImportRefusesWhatIsNoConfiguration(t *testing.T) {
	for _, text := range []string{"", "a: [", "wrappers: {gog: {binary: /bin/gog}}", "tools: 5", "#" + strings.Repeat(" ", maxFile)} {
		_, _, err := Import([]byte(text))
		require.Error(t, err, "%.20q", text)
	}
}

// A configuration that Parse would reject is written anyway, for the owner to fix.
func TestImportSaysWhatWillNotBeTaken(t *testing.T) {
	out, warnings, err := Import([]byte("tools:\n  a: {binary: bin/a}\n  A: {binary: /bin/a}\n"))
	require.NoError(t, err)
	require.Contains(t, string(out), "binary: /bin/a")
	text := strings.Join(warnings, "\n")
	require.Contains(t, text, "tools.A is called a here")

	out, warnings, err = Import([]byte("tools:\n  a: {binary: bin/a, blocked_args: [{pattern: '(?=x)'}, {pattern: x, match: all}], mode: allowlist}\n"))
	require.NoError(t, err)
	require.Contains(t, string(out), "binary: bin/a")
	text = strings.Join(warnings, "\n")
	require.Contains(t, text, "the result:4:13: wrappers.a.binary: \"bin/a\" is relative")
	require.Contains(t, text, "error parsing regexp")
	require.Contains(t, text, "match: all is not known")
	require.Contains(t, text, "lets nothing pass")

	out, warnings, err = Import([]byte("tools:\n  a: {binary: /bin/a, use_stdin: false, use_pty: true}\n"))
	require.NoError(t, err)
	require.NotContains(t, string(out), "pty")
	text = strings.Join(warnings, "\n")
	require.Contains(t, text, "tools.a.use_pty: left out")
	require.NotContains(t, text, "will not take")
}

func FuzzImport(f *testing.F) {
	from, err := os.ReadFile("testdata/claw-wrap.yaml")
	require.NoError(f, err)
	f.Add(from)
	f.Fuzz(func(t *testing.T, data []byte) {
		if out, _, err := Import(data); err == nil {
			require.NotEmpty(t, out)
		}
	})
}
