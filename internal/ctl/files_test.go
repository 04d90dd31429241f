package ctl

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/policy"
)

func TestPolicyInitWritesWhatValidates(t *testing.T) {
	for _, preset := range policy.Presets() {
		file := filepath.Join(t.TempDir(), "new", "policy.yaml")
		got := runWith(t, nil, nil, "policy", "init", file, "--preset", preset)
		require.Equal(t, ExitDone, got.code, got.err)
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		got = runWith(t, nil, nil, "policy", "validate", file)
		require.Equal(t, ExitDone, got.code, got.out)
		require.Contains(t, got.out, "valid, preset "+preset)
	}
}

func TestPolicyInitLeavesAFileAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(file, []byte("mine"), 0o600))
	got := runWith(t, nil, nil, "policy", "init", file)
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, "--force")
	require.Equal(t, "mine", string(mustRead(file)))

	got = runWith(t, nil, nil, "policy", "init", "--force", file, "--json")
	require.Equal(t, ExitDone, got.code, got.err)
	require.Contains(t, string(mustRead(file)), "mode: personal")
	left, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, left, 1, "no temporary file stays")

	require.Contains(t, runWith(t, nil, nil, "policy", "init", "-").out, "mode: personal")

	got = runWith(t, nil, nil, "policy", "init", filepath.Dir(file))
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, "is a directory: name a file in it")
}

// Someone who keeps the policy elsewhere, and a symlink to it here, keeps both.
func TestWhatIsNoFileIsNotReplacedByOne(t *testing.T) {
	dir := t.TempDir()
	file, link, dangling, fifo := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling"), filepath.Join(dir, "fifo")
	require.NoError(t, os.WriteFile(file, []byte("mine"), 0o600))
	require.NoError(t, os.Symlink("file", link))
	require.NoError(t, os.Symlink("nothing", dangling))
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	d := replies{"watermarks-export": `{}`}
	for name, want := range map[string]string{
		link:     link + " is a symlink: name what it leads to, " + file,
		dangling: dangling + " is a symlink that leads nowhere: remove it, or name another file",
		fifo:     fifo + " is not a regular file; - prints",
	} {
		before, err := os.Lstat(name)
		require.NoError(t, err)
		for _, line := range [][]string{
			{"policy", "init", name}, {"policy", "init", "--force", name}, {"watermarks", "export", name},
			{"import", "../tools/toolconf/testdata/claw-wrap.yaml", "--force", "--output", name},
		} {
			got := runWith(t, d, nil, line...)
			require.Equal(t, ExitWrong, got.code, line)
			require.Equal(t, "provenancectl: "+want+"\n", got.err, line)
			after, err := os.Lstat(name)
			require.NoError(t, err)
			require.Equal(t, before.Mode(), after.Mode())
		}
	}
	require.Equal(t, "mine", string(mustRead(file)))
	require.Equal(t, ExitDone, runWith(t, nil, nil, "policy", "init", "--force", file).code)
	require.Contains(t, string(mustRead(link)), "mode: personal")
}

func TestPolicyValidateNamesEveryError(t *testing.T) {
	bad := "mode: strickt\ntoolOverides: {}\n"
	in := func(e *Env) { e.Stdin = strings.NewReader(bad) }
	got := runWith(t, nil, in, "policy", "validate", "-")
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.out, "<stdin>:1:7: ")
	require.Contains(t, got.out, "<stdin>:2:1: ")
	require.Contains(t, got.out, "2 errors")
	require.Empty(t, got.err)

	got = runWith(t, nil, in, "policy", "validate", "-", "--json")
	require.Equal(t, ExitWrong, got.code)
	var v struct {
		Valid    bool     `json:"valid"`
		Errors   []string `json:"errors"`
		Warnings []string `json:"warnings"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &v))
	require.False(t, v.Valid)
	require.Len(t, v.Errors, 2)
	require.NotNil(t, v.Warnings)

	require.Equal(t, ExitWrong, runWith(t, nil, in, "policy", "show", "-").code)
}

func TestPolicyShowOfAFileNeedsNoDaemon(t *testing.T) {
	in := func(e *Env) { e.Stdin = strings.NewReader("mode: strict\n") }
	got := runWith(t, nil, in, "policy", "show", "-")
	require.Equal(t, ExitDone, got.code, got.err)
	again, err := policy.Parse([]byte(got.out), "shown")
	require.NoError(t, err, "an effective policy is a policy")
	strict, _ := policy.Preset("strict")
	require.Equal(t, strict.Hash, again.Hash)
}

func TestWatermarksGoThroughUnchanged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "watermarks.json")
	d := replies{"watermarks-export": `{"version":1,"watermarks":{"session:ü":{"level":"untrusted","new":1e400}}}`, "watermarks-import": `{"imported":1}`}
	got := runWith(t, d, nil, "watermarks", "export", file)
	require.Equal(t, ExitDone, got.code, got.err)

	s := &spy{replies: d}
	got = runWith(t, s, nil, "watermarks", "import", file)
	require.Equal(t, ExitDone, got.code, got.err)
	require.Equal(t, `{"file":`+d["watermarks-export"]+`}`, s.args)
	require.Contains(t, got.out, "1 session lowered")

	got = runWith(t, s, func(e *Env) { e.Stdin = strings.NewReader("{") }, "watermarks", "import", "-")
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, "not JSON")

	d["watermarks-export"] = `{"version":1,"watermarks":{}}`
	got = runWith(t, d, nil, "watermarks", "export", file)
	require.Equal(t, ExitWrong, got.code)
	require.Equal(t, "provenancectl: "+file+" exists already; --force overwrites it\n", got.err)
	require.Contains(t, string(mustRead(file)), "session:ü")
	require.Equal(t, ExitDone, runWith(t, d, nil, "watermarks", "export", "--force", file).code)
	require.NotContains(t, string(mustRead(file)), "session:ü")
}

func TestFilesAreBounded(t *testing.T) {
	got := runWith(t, day, func(e *Env) { e.Stdin = strings.NewReader(strings.Repeat(" ", maxFile+1)) }, "policy", "validate", "-")
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, "larger than 16.0 MiB")
}

// Someone who typed "-" by mistake gets out with Ctrl-C.
func TestReadingCanBeInterrupted(t *testing.T) {
	for _, line := range [][]string{{"scan", "-"}, {"policy", "validate", "-"}, {"policy", "show", "-"}, {"import", "-"}, {"watermarks", "import", "-"}} {
		in, typist := io.Pipe() // nothing is typed
		defer typist.Close()
		var stderr bytes.Buffer
		ctx, interrupt := context.WithCancel(t.Context())
		ended := make(chan int)
		go func() { ended <- Run(ctx, line, Env{Stdin: in, Stdout: io.Discard, Stderr: &stderr}) }()
		interrupt()
		select {
		case code := <-ended:
			require.Equal(t, ExitWrong, code)
			require.Equal(t, "provenancectl: interrupted\n", stderr.String())
		case <-time.After(10 * time.Second):
			require.Fail(t, "still reading", line)
		}
	}
}

// A file's name is any bytes, but JSON is text.
func TestJSONOfAFileWhoseNameIsNotUTF8(t *testing.T) {
	file := filepath.Join(t.TempDir(), "caf\xe9.yaml")
	for _, line := range [][]string{{"policy", "init", file}, {"policy", "validate", file}, {"policy", "show", file}, {"scan", file}} {
		got := runWith(t, nil, nil, append(line, "--json")...)
		require.Equal(t, ExitDone, got.code, got.err)
		require.Contains(t, got.out, "caf\ufffd.yaml")
		require.True(t, jsontext.Value(got.out).IsValid())
	}
}
