package daemon

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func newLoader(t *testing.T, path string) (*loader, *observer.ObservedLogs) {
	t.Helper()
	core, logs := observer.New(zap.InfoLevel)
	return &loader{
		path: path, current: policy.NewCurrent(policy.Default()),
		now: time.Now, log: zap.New(core), swapped: func(*policy.Policy) {}, refused: func(error) {},
	}, logs
}

func TestFirstLoad(t *testing.T) {
	t.Run("a missing file is written with the default policy", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "etc", "policy.yaml")
		l, _ := newLoader(t, path)
		require.NoError(t, l.start())
		require.Equal(t, "personal", l.current.Load().Preset)
		most, _ := l.current.Load().For("").MaxIterations(trust.Trusted)
		require.Equal(t, 100, most, "and a limit that work does not reach")
		require.NoError(t, l.failed)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), "\nmode: personal\n")
	})
	t.Run("where none can be written the built-in policy serves", func(t *testing.T) {
		l, logs := newLoader(t, "/proc/self/none/policy.yaml")
		require.NoError(t, l.start())
		require.Equal(t, "provenance", l.current.Load().Preset)
		require.Error(t, l.failed)
		require.Equal(t, 1, logs.FilterMessageSnippet("built-in policy is").Len())
		require.Equal(t, 1, logs.FilterMessage("the policy is not loaded; the built-in one stays in force").Len())
	})
	t.Run("a file that is wrong stops the start, with its line", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "policy.yaml")
		write(t, path, "mode: strict\nmaxIterations: many\n")
		l, logs := newLoader(t, path)
		require.ErrorContains(t, l.start(), path+":2:")
		require.Zero(t, logs.Len(), "who started it says so")
	})
	t.Run("a file that says nothing means the defaults, with a warning", func(t *testing.T) {
		for _, text := range []string{"", " \n\r\n", "# all of it\n\n  # taken out\n", "\ufeff# a comment", "---\n# mode: strict\n"} {
			path := filepath.Join(t.TempDir(), "policy.yaml")
			write(t, path, text)
			l, logs := newLoader(t, path)
			require.NoError(t, l.start(), text)
			require.Equal(t, policy.Default().Hash, l.current.Load().Hash)
			require.Equal(t, 1, logs.FilterMessage("policy").Len(), text)
		}
	})
	t.Run("the log says which outputs the file trusts otherwise", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "policy.yaml")
		write(t, path, "toolOutputTaints: {web_fetch: external, Web_Search: external}\n")
		l, logs := newLoader(t, path)
		require.NoError(t, l.start())
		want := map[string]trust.Level{"web_fetch": trust.External, "web_search": trust.External}
		require.Equal(t, want, logs.FilterMessage("policy in force").All()[0].ContextMap()["toolOutputTaints"])

		write(t, path, "mode: strict\n")
		require.NoError(t, l.load())
		require.NotContains(t, logs.FilterMessage("policy in force").All()[1].ContextMap(), "toolOutputTaints")
	})
	t.Run("a file that everybody may write stops the start", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "policy.yaml")
		write(t, path, "mode: dev\n")
		require.NoError(t, os.Chmod(path, 0o666))
		l, _ := newLoader(t, path)
		require.EqualError(t, l.start(), "read policy: "+path+" has mode 0666: everybody may write it, and so say what the agent may do: run chmod o-w "+path)
		require.NoError(t, os.Chmod(path, 0o600))
		require.NoError(t, l.start())
		write(t, path, "mode: strict\n")
		require.NoError(t, os.Chmod(filepath.Dir(path), 0o777))
		require.ErrorContains(t, l.load(), "chmod o-w "+filepath.Dir(path))
		require.Equal(t, "dev", l.current.Load().Preset, "and later the one before stays in force")
	})
	t.Run("what says little needs none", func(t *testing.T) {
		for _, text := range []string{"{}", "# a\rmode: provenance\r", "# a\ndeveloperMode: false\n", "--- {}"} {
			path := filepath.Join(t.TempDir(), "policy.yaml")
			write(t, path, text)
			l, logs := newLoader(t, path)
			require.NoError(t, l.start(), text)
			require.Equal(t, policy.Default().Hash, l.current.Load().Hash)
			require.Zero(t, logs.FilterMessage("policy").Len(), text)
		}
	})
}

// onFullDisk names the file that a test writes where no file may be long.
const onFullDisk = "PROVENANCED_TEST_ON_FULL_DISK"

// A full disk must not leave a file that stops the next start.
func TestTheDefaultIsWrittenWholeOrNotAtAll(t *testing.T) {
	if path := os.Getenv(onFullDisk); path != "" {
		signal.Ignore(unix.SIGXFSZ)
		var limit unix.Rlimit
		require.NoError(t, unix.Getrlimit(unix.RLIMIT_FSIZE, &limit))
		limit.Cur = 100
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &limit))
		err := writeDefault(path)
		require.ErrorIs(t, err, unix.EFBIG)
		t.Log(err)
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "policy.yaml")
	require.NoError(t, writeDefault(path))
	require.ErrorIs(t, writeDefault(path), os.ErrExist)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
	info, err := left[0].Info()
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())

	// In a process of its own: the limit is for all files that a process writes, its test log too.
	full := exec.Command(os.Args[0], "-test.run=^TestTheDefaultIsWrittenWholeOrNotAtAll$", "-test.v")
	full.Env = append(os.Environ(), onFullDisk+"="+filepath.Join(dir, "second.yaml"))
	out, err := full.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "file too large")
	left, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

func TestABadFileChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "mode: strict\n")
	l, logs := newLoader(t, path)
	require.NoError(t, l.start())
	before := l.current.Load()

	write(t, path, "mode: strict\n\nonFailure: perhaps\n")
	err := l.load()
	require.ErrorContains(t, err, path+":3:")
	require.Error(t, l.load(), "it is as wrong the second time")
	require.Same(t, before, l.current.Load())
	require.Equal(t, err, l.failed)
	refused := func() int {
		return logs.FilterMessage("the policy is not loaded; the one before stays in force").Len()
	}
	require.Equal(t, 1, refused(), "said once")
	l.asked()
	require.Equal(t, 2, refused(), "and to who asks")
	for _, nothing := range []string{"", "# mode: strict\n"} {
		write(t, path, nothing)
		require.ErrorContains(t, l.load(), path+":1:1: the file is empty, or all comments")
		require.Same(t, before, l.current.Load())
	}

	require.NoError(t, os.Remove(path))
	require.ErrorIs(t, l.load(), os.ErrNotExist)
	require.Same(t, before, l.current.Load())

	write(t, path, "mode: strict\n")
	require.NoError(t, l.load())
	require.NoError(t, l.failed, "a good load clears the error")
	require.Same(t, before, l.current.Load(), "the bytes are those in force already")
	logs.TakeAll()
	l.asked()
	require.Equal(t, 1, logs.Len())
	require.Equal(t, 1, logs.FilterMessage("the policy is as it was").FilterField(zap.String("hash", before.Hash)).Len())

	write(t, path, "mode: dev\n")
	require.NoError(t, l.load())
	require.Equal(t, "dev", l.current.Load().Preset)
}

// Deleting a strict policy must not result in a lax one; nor must an interrupted save.
func TestTheLastGoodPolicyServesWhereTheFileIsLost(t *testing.T) {
	dir := t.TempDir()
	path, keep := filepath.Join(dir, "etc", "policy.yaml"), filepath.Join(dir, "policy.last.yaml")
	fresh := func() (*loader, *observer.ObservedLogs) {
		l, logs := newLoader(t, path)
		l.keep = keep
		return l, logs
	}
	l, _ := fresh()
	require.NoError(t, l.start())
	write(t, path, "mode: strict\n")
	require.NoError(t, l.load())
	strict := l.current.Load().Hash
	write(t, path, "mode: nonsense\n")
	require.Error(t, l.load(), "a wrong policy is not kept")
	write(t, path, "# nothing\n")
	require.Error(t, l.load())

	for _, lose := range []func(){
		func() { require.NoError(t, os.Remove(path)) },
		func() { require.NoError(t, os.RemoveAll(filepath.Dir(path))) },
		func() { require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700)); write(t, path, "") },
		func() { write(t, path, "# mode: strict\n") },
		func() { require.NoError(t, os.Remove(path)); require.NoError(t, os.Symlink("nowhere", path)) },
		func() { require.NoError(t, os.Remove(path)) },
	} {
		lose()
		for range 2 { // the second start has no more information than the first
			l, logs := fresh()
			require.NoError(t, l.start())
			require.Equal(t, strict, l.current.Load().Hash)
			require.Equal(t, 1, logs.FilterMessage("the policy is not loaded; the last good one is in force").FilterLevelExact(zap.ErrorLevel).Len())
			require.ErrorContains(t, l.failed, "the last good policy is in force, from "+keep)
			require.Error(t, l.load())
			require.ErrorContains(t, l.failed, "the last good policy is in force, from "+keep)
			require.Equal(t, strict, l.current.Load().Hash)
		}
	}
	require.NoFileExists(t, path)

	l, _ = fresh()
	require.NoError(t, l.start())
	write(t, path, "mode: strict\n") // the same text
	require.NoError(t, l.load())
	require.NoError(t, l.failed)
	write(t, path, "mode: provenance\n")
	require.NoError(t, l.load())
	require.NoError(t, os.Remove(path))
	l, _ = fresh()
	require.NoError(t, l.start())
	require.Equal(t, "provenance", l.current.Load().Preset)

	write(t, keep, "mode: nonsense\n")
	l, _ = fresh()
	require.ErrorContains(t, l.start(), "nor can the last good policy be used")
	require.NoFileExists(t, path)
	require.NoError(t, os.Remove(keep))
	l, _ = fresh()
	require.NoError(t, l.start())
	require.FileExists(t, path)
}

// Half a policy is often valid, and lax.
func TestHalfAPolicyIsNeverInForce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "mode: strict\n")
	l, logs := newLoader(t, path)
	var late time.Duration
	l.now = func() time.Time { return time.Now().Add(late) }
	require.NoError(t, l.start())
	strict := l.current.Load()

	f, err := os.Create(path)
	require.NoError(t, err)
	_, err = f.WriteString("mode: dev\n")
	require.NoError(t, err)
	for range 3 {
		require.ErrorIs(t, l.attempt(), config.ErrBusy)
		time.Sleep(settle)
	}
	require.NoError(t, l.failed, "a writer has some time")
	late = patience
	for range 3 {
		require.ErrorIs(t, l.attempt(), config.ErrBusy)
	}
	require.ErrorIs(t, l.failed, config.ErrBusy)
	require.Equal(t, 1, logs.FilterMessage("the policy is not loaded; the one before stays in force").Len())
	require.Same(t, strict, l.current.Load())
	_, err = f.WriteString("toolOverrides: {exec: {'*': restrict}}\n")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, l.load())
	require.NoError(t, l.failed)
	require.Equal(t, trust.Restrict, l.current.Load().For("").Call("exec", trust.Trusted).Mode)
}

// Installing the program of a wrapped tool changes no file that a load compares.
func TestALoadFindsProgramsAgain(t *testing.T) {
	dir := t.TempDir()
	path, program := filepath.Join(dir, "policy.yaml"), filepath.Join(dir, "gog")
	write(t, path, "mode: strict\nwrappers:\n  gog:\n    binary: "+program+"\n")
	l, logs := newLoader(t, path)
	require.NoError(t, l.start())
	require.Len(t, l.Tools().Alarms(), 1)

	for _, version := range []string{"/bin/true", "/bin/false"} {
		real, err := filepath.EvalSymlinks(version)
		require.NoError(t, err)
		_ = os.Remove(program)
		require.NoError(t, os.Symlink(version, program))
		before := l.current.Load()
		require.NoError(t, l.load())
		require.Same(t, before, l.current.Load())
		tool, err := l.Tools().Ready("gog")
		require.NoError(t, err)
		require.Equal(t, real, tool.Found)
		require.Empty(t, l.Tools().Alarms())
	}

	require.NoError(t, os.Remove(program))
	require.NoError(t, l.load())
	require.NoError(t, l.load())
	require.Len(t, l.Tools().Alarms(), 1)
	require.Equal(t, 2, logs.FilterMessageSnippet("cannot run").Len(), "each time that it went missing")
}

// What load returned is in force: a reload is visible at once to its caller.
func TestConcurrentReloads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "mode: strict\n")
	l, _ := newLoader(t, path)
	require.NoError(t, l.start())

	var bad atomic.Int64
	stop := make(chan struct{})
	var readers, loaders sync.WaitGroup
	readers.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if p := l.current.Load(); p.Preset != "strict" && p.Preset != "dev" || p.Hash == "" {
					bad.Add(1)
				}
			}
		}
	})
	for range 4 {
		loaders.Go(func() {
			for range 50 {
				_ = l.load()
			}
		})
	}
	for i := range 20 {
		mode := [...]string{"strict", "dev"}[i%2]
		write(t, path+".tmp", "mode: "+mode+"\n")
		require.NoError(t, os.Rename(path+".tmp", path))
		require.NoError(t, l.load())
		require.Equal(t, mode, l.current.Load().Preset)
	}
	loaders.Wait()
	close(stop)
	readers.Wait()
	require.Zero(t, bad.Load())
}
