package toolexec

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// write makes a file in a new directory.
func write(t testing.TB, name, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

// program makes a script in place of another program.
func program(t testing.TB, script string) string {
	return write(t, "program", "#!/bin/sh\n"+script+"\n", 0o755)
}

func TestCredentialsComeFromTheirSources(t *testing.T) {
	file := write(t, "token", "of a file\n", 0o600)
	shared := write(t, "token", "of a group", 0o640)
	lines := write(t, "key", "line 1\nline 2\n\n", 0o400)
	account := write(t, "json", `{"fields":[{"id":"a"},{"id":"b","value":"of JSON"}],"port":8080,"big":1e21,"no":null}`, 0o600)
	pass := program(t, `[ "$1 $2" = "show google/gog" ] && printf 'of pass\nlogin: someone\n'`)
	age := program(t, `[ "$1 $2 $3" = "--decrypt --identity /key" ] && cat "$4"`)
	r := newRunner(t, func(o *Options) {
		o.Environ = environment("GOG", "of a variable\n", "CREDENTIALS_DIRECTORY", filepath.Dir(file))
	})
	for name, tt := range map[string]struct {
		source toolconf.Source
		field  string
		want   string
	}{
		"file":       {toolconf.Source{Kind: toolconf.FromFile, Name: file}, "", "of a file"},
		"group":      {toolconf.Source{Kind: toolconf.FromFile, Name: shared}, "", "of a group"},
		"one cut":    {toolconf.Source{Kind: toolconf.FromFile, Name: lines}, "", "line 1\nline 2\n"},
		"env":        {toolconf.Source{Kind: toolconf.FromEnv, Name: "GOG"}, "", "of a variable"},
		"systemd":    {toolconf.Source{Kind: toolconf.FromSystemd, Name: "token"}, "", "of a file"},
		"pass":       {toolconf.Source{Kind: toolconf.FromPass, Name: "google/gog", Binary: pass}, "", "of pass"},
		"pass, CRLF": {toolconf.Source{Kind: toolconf.FromPass, Name: "x", Binary: program(t, `printf 'of pass\r\nlogin: someone\r\n'`)}, "", "of pass"},
		"age":        {toolconf.Source{Kind: toolconf.FromAge, Name: file, Binary: age, Identity: "/key"}, "", "of a file"},
		"command":    {toolconf.Source{Kind: toolconf.FromCommand, Command: []string{"/bin/echo", "of", "a command"}}, "", "of a command"},
		"field":      {toolconf.Source{Kind: toolconf.FromFile, Name: account}, ".fields.1.value", "of JSON"},
		"number":     {toolconf.Source{Kind: toolconf.FromFile, Name: account}, ".port", "8080"},
		"big number": {toolconf.Source{Kind: toolconf.FromFile, Name: account}, ".big", "1000000000000000000000"},
	} {
		t.Run(name, func(t *testing.T) {
			tool := shell(`printf %s "$CREDENTIAL" | sed 's/./&|/g'`) // so that it is not removed
			tool.Credentials = []toolconf.Credential{{Name: "CREDENTIAL", Source: tt.source, Field: tt.field}}
			_, stdout, _ := run(t, r, Request{Tool: tool}, "")
			require.Equal(t, tt.want, strings.ReplaceAll(stdout, "|", ""))
			require.Equal(t, map[string]error{"CREDENTIAL": nil}, r.Check(t.Context(), tool))
		})
	}
}

func TestCredentialsThatCannotBeHad(t *testing.T) {
	file := write(t, "token", "a marvellous secret", 0o600)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(file, link))
	fifo := filepath.Join(t.TempDir(), "fifo")
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	r := newRunner(t, func(o *Options) { o.Environ = environment("EMPTY", "", "CREDENTIALS_DIRECTORY", filepath.Dir(file)) })
	at := func(name string) toolconf.Source { return toolconf.Source{Kind: toolconf.FromFile, Name: name} }
	command := func(words ...string) toolconf.Source {
		return toolconf.Source{Kind: toolconf.FromCommand, Command: words}
	}
	for name, tt := range map[string]struct {
		source toolconf.Source
		field  string
		want   string
	}{
		"nowhere":       {toolconf.Source{}, "", "unknown kind"},
		"missing":       {at(file + "x"), "", "no such file"},
		"symlink":       {at(link), "", "is a symlink"},
		"pipe":          {at(fifo), "", "not a file"},
		"directory":     {at(filepath.Dir(file)), "", "not a file"},
		"open to all":   {at(write(t, "t", "a marvellous secret", 0o604)), "", "mode 0604"},
		"group writes":  {at(write(t, "t", "a marvellous secret", 0o660)), "", "mode 0660"},
		"long":          {at(write(t, "t", strings.Repeat("marvellous", 10_000), 0o600)), "", "longer than 65536 bytes"},
		"empty":         {at(write(t, "t", "\n", 0o600)), "", "it is empty"},
		"NUL":           {at(write(t, "t", "marvellous\x00", 0o600)), "", "NUL"},
		"unset":         {toolconf.Source{Kind: toolconf.FromEnv, Name: "NOT"}, "", "NOT is not set"},
		"empty env":     {toolconf.Source{Kind: toolconf.FromEnv, Name: "EMPTY"}, "", "it is empty"},
		"elsewhere":     {toolconf.Source{Kind: toolconf.FromSystemd, Name: "../" + filepath.Base(filepath.Dir(file)) + "/token"}, "", "no such credential"},
		"fails":         {command("/bin/sh", "-c", "echo marvellous; echo marvellous >&2; exit 4"), "", "/bin/sh: exit status 4"},
		"no program":    {command("/no/such"), "", "no such file"},
		"no command":    {command(), "", "no command"},
		"says too much": {command("/bin/sh", "-c", "yes marvellous"), "", "longer than 65536 bytes"},
		"hangs":         {command("/bin/sh", "-c", "echo marvellous; sleep 1000"), "", "no answer within"},
		"holds on":      {command("/bin/sh", "-c", "echo marvellous; setsid sleep 3 &"), "", "no answer within"},
		"not JSON":      {at(file), ".a", "not JSON"},
		"no field":      {command("/bin/echo", `{"a":{"b":"marvellous"}}`), ".a.c", "no such field"},
		"field of text": {command("/bin/echo", `{"a":"marvellous"}`), ".a.b", "no such field"},
		"no position":   {command("/bin/echo", `["marvellous"]`), ".1", "no such field"},
		"an object":     {command("/bin/echo", `{"a":{"b":"marvellous"}}`), ".a", "neither text nor a number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slow := strings.HasPrefix(tt.want, "no answer")
			ctx := t.Context()
			if slow {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, time.Second)
				defer cancel()
			}
			tool := shell("echo ran")
			tool.Credentials = []toolconf.Credential{
				{Name: "CREDENTIAL", Source: tt.source, Field: tt.field},
				{Name: "OTHER", Source: at(file)},
			}
			errs := r.Check(ctx, tool)
			require.ErrorContains(t, errs["CREDENTIAL"], tt.want)
			require.NotContains(t, errs["CREDENTIAL"].Error(), "marvellous")
			require.NoError(t, errs["OTHER"])
			if !slow {
				_, err := r.Run(ctx, Request{Tool: tool, Cwd: "/"}, Streams{})
				require.ErrorIs(t, err, ErrCredential)
				require.ErrorContains(t, err, "CREDENTIAL: ")
				require.NotContains(t, err.Error(), "marvellous")
			}
		})
	}
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %s", credentials{"A": []byte("secret")}, credentials{"A": []byte("secret")},
		credentials{"A": []byte("secret")}, credentials{"A": []byte("secret")}), "secret")
}

// Another user's file may have been planted.
func TestACredentialBelongsToUs(t *testing.T) {
	if os.Geteuid() != 0 {
		_, err := readSecret("/proc/1/comm") // root's, and readable by everyone
		require.ErrorContains(t, err, "mode")
		return
	}
	file := write(t, "token", "x", 0o600)
	require.NoError(t, os.Chown(file, 12345, 12345))
	_, err := readSecret(file)
	require.ErrorContains(t, err, "belongs to another user")
}

func TestSecretsStayOutOfOutput(t *testing.T) {
	secret := "a-secret-of-'ours'"
	tool := shell(`echo "token: $TOKEN"; printf %s "user:$TOKEN" | base64; echo "$URL" >&2; cat "$XDG_CONFIG_HOME/gog/config.yaml"
		for i in 1 2 3; do printf %.11s "$TOKEN"; sleep 0.1; printf '%s\n' "${TOKEN#???????????}"; done; echo "${ONLY:-none}"; echo someone@example.com`)
	tool.Redact = redact.Standard
	tool.Env["URL"] = "https://{{ONLY}}@host"
	tool.ConfigFile = &toolconf.ConfigFile{Path: "gog/config.yaml", Template: "account: {{ONLY}}\n"}
	tool.Credentials = []toolconf.Credential{
		{Name: "TOKEN", Source: toolconf.Source{Kind: toolconf.FromEnv, Name: "A"}},
		{Name: "ONLY", Source: toolconf.Source{Kind: toolconf.FromEnv, Name: "B"}},
	}
	r := newRunner(t, func(o *Options) { o.Environ = environment("A", secret, "B", "account'of{{TOKEN}}") })
	_, stdout, stderr := run(t, r, Request{Tool: tool}, "")
	require.Regexp(t, strings.Join([]string{
		`^token: \[REDACTED:credential\]`,
		`dXNlcj.?.?\[REDACTED:credential\]=*`,
		`account: '\[REDACTED:credential\]'`,
		`\[REDACTED:credential\]`, `\[REDACTED:credential\]`, `\[REDACTED:credential\]`,
		`none`,
		`\[REDACTED:email\]`,
	}, "\n")+"\n$", stdout)
	require.Equal(t, "https://[REDACTED:credential]@host\n", stderr)
}

// A credential for a template reaches the tool in no other way.
func TestACredentialForATemplateIsNoVariable(t *testing.T) {
	r := newRunner(t, func(o *Options) { o.Environ = environment("A", "a marvellous secret") })
	for name, use := range map[string]func(tool *toolconf.Tool){
		"a file":   func(tool *toolconf.Tool) { tool.ConfigFile = &toolconf.ConfigFile{Path: "c", Template: "v: {{V}}\n"} },
		"variable": func(tool *toolconf.Tool) { tool.Env["URL"] = "https://{{V}}@host" },
	} {
		tool := shell(`echo "${V:-none}"`)
		tool.Credentials = []toolconf.Credential{{Name: "V", Source: toolconf.Source{Kind: toolconf.FromEnv, Name: "A"}}}
		use(tool)
		_, stdout, _ := run(t, r, Request{Tool: tool}, "")
		require.Equal(t, "none\n", stdout, name)
	}
}

func TestAConfigurationFileHoldsItsCredentialsAndGoesWithTheRun(t *testing.T) {
	value := "it's \"#: {a}\t& *"
	tool := shell(`cd "$XDG_CONFIG_HOME"; ls -AR; stat -c '%a %n' . gog gog/config.yaml; sed 's/./&|/g' gog/config.yaml; echo "$XDG_CONFIG_HOME" >&2`)
	tool.Credentials = []toolconf.Credential{{Name: "V", Source: toolconf.Source{Kind: toolconf.FromEnv, Name: "V"}}}
	tool.ConfigFile = &toolconf.ConfigFile{Path: "gog/config.yaml", Template: "v: {{V}}\nw: {{W}}\n"}
	r := newRunner(t, func(o *Options) { o.Environ = environment("V", value) })
	_, stdout, home := run(t, r, Request{Tool: tool, Env: map[string]string{"XDG_CONFIG_HOME": "/tmp"}}, "")
	require.Equal(t, ".:\ngog\n\n./gog:\nconfig.yaml\n700 .\n700 gog\n600 gog/config.yaml\n"+
		"v: 'it''s \"#: {a}\t& *'\nw: {{W}}\n", strings.ReplaceAll(stdout, "|", ""))
	require.NoDirExists(t, strings.TrimSpace(home), "it goes with the run")

	for _, bad := range []string{"two\nlines", "a\x1bb", "\xff", "\u2028", "\u2029", "\ufeff", "\ufffe", "\uffff"} {
		r := newRunner(t, func(o *Options) { o.Environ = environment("V", bad) })
		_, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
		require.ErrorIs(t, err, ErrCredential)
		require.ErrorIs(t, err, errNotInYAML)
	}
	tool.ConfigFile.Path = "../outside"
	_, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
	require.ErrorIs(t, err, ErrNotStarted)
}

func TestASpoolPassesAllOnInOrderWithinItsBound(t *testing.T) {
	temp := newRunner(t).temp
	const max = 100_000
	s := newSpool(temp.unnamed, max)
	defer s.close()
	var put, got strings.Builder
	chunkOf := func(i int) string { return strings.Repeat(string(rune('a'+i%26)), 1+i*37%5000) }

	// More than fits, so that both sides wait for each other.
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 1000 {
			s.put([]byte(chunkOf(i)))
		}
		s.end()
	}()
	for i := range 1000 {
		put.WriteString(chunkOf(i))
	}
	buf := make([]byte, 1234)
	for {
		n := s.get(buf)
		if n == 0 {
			break
		}
		s.mu.Lock()
		to := s.to
		s.mu.Unlock()
		require.LessOrEqual(t, to, int64(max))
		got.Write(buf[:n])
	}
	<-done
	require.True(t, put.String() == got.String())

	full := newSpool(func() (*os.File, error) { return nil, errors.New("disk full") }, max)
	released := make(chan struct{})
	go func() { full.put(make([]byte, spoolMemory+1)); close(released) }()
	select {
	case <-released:
		t.Fatal("a queue that is full takes more")
	case <-time.After(50 * time.Millisecond):
	}
	require.Equal(t, len(buf), full.get(buf))
	<-released
	full.put(make([]byte, len(buf)-1)) // fits
	go func() { time.Sleep(20 * time.Millisecond); full.drop() }()
	full.put(buf) // until it is dropped
	require.Zero(t, full.get(buf))
}

// The content of an unreadable file is lost, and what follows is not taken for it. The tool does
// not wait for a reader that has gone.
func TestASpoolThatCannotBeReadEnds(t *testing.T) {
	const max = 1 << 10
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	s := newSpool(func() (*os.File, error) { return file, nil }, max)
	s.put(make([]byte, spoolMemory+max/2))
	require.NoError(t, file.Close())
	buf := make([]byte, 2*spoolMemory)
	require.Equal(t, spoolMemory, s.get(buf))
	require.Zero(t, s.get(buf))
	s.put(make([]byte, spoolMemory+2*max)) // more than fits
	require.Zero(t, s.get(buf))
}
