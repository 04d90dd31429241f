package daemon

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest"
)

// follow watches path and returns reaches, which waits until the watcher has led a reader to
// want and has then been quiet.
func follow(t *testing.T, path string) (reaches func(want string), calls func() int) {
	t.Helper()
	w, err := newWatcher(path, zaptest.NewLogger(t))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	seen := make(chan string, 1000)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.run(ctx, func() bool {
			b, err := os.ReadFile(path)
			if err != nil {
				b = []byte("missing")
			}
			seen <- string(b)
			return true
		})
	}()
	t.Cleanup(func() { cancel(); <-done })

	n := 0
	var last string
	reaches = func(want string) {
		t.Helper()
		deadline := time.After(10 * time.Second)
		for last != want {
			select {
			case last = <-seen:
				n++
			case <-deadline:
				require.FailNow(t, "the watcher missed a change", "last seen %q, want %q", last, want)
			}
		}
		for {
			select {
			case last = <-seen:
				n++
				continue
			case <-time.After(2 * settle):
			}
			break
		}
		require.Equal(t, want, last, "the last content wins")
	}
	return reaches, func() int { return n }
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestWatchSurvivesEverySave(t *testing.T) {
	for _, tt := range []struct {
		name string
		save func(t *testing.T, path, text string)
	}{
		{"truncate and write", write},
		{"write a temporary file, rename it over", func(t *testing.T, path, text string) {
			write(t, path+".tmp", text)
			require.NoError(t, os.Rename(path+".tmp", path))
		}},
		{"vim: rename to a backup, write anew, drop the backup", func(t *testing.T, path, text string) {
			require.NoError(t, os.Rename(path, path+"~"))
			write(t, path, text)
			require.NoError(t, os.Remove(path+"~"))
		}},
		{"delete, and create later", func(t *testing.T, path, text string) {
			require.NoError(t, os.Remove(path))
			time.Sleep(2 * settle)
			write(t, path, text)
		}},
		{"a slow writer", func(t *testing.T, path, text string) {
			f, err := os.Create(path)
			require.NoError(t, err)
			for i := range text {
				_, err := f.WriteString(text[i : i+1])
				require.NoError(t, err)
				time.Sleep(settle / 10)
			}
			require.NoError(t, f.Close())
		}},
		{"delete the directory, make it anew", func(t *testing.T, path, text string) {
			require.NoError(t, os.RemoveAll(filepath.Dir(path)))
			time.Sleep(2 * settle)
			require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
			time.Sleep(2 * settle)
			write(t, path, text)
		}},
		{"delete the directory's parent, make both anew at once", func(t *testing.T, path, text string) {
			require.NoError(t, os.RemoveAll(filepath.Dir(filepath.Dir(path))))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			write(t, path, text)
		}},
		{"swap the directory by rename", func(t *testing.T, path, text string) {
			dir := filepath.Dir(path)
			require.NoError(t, os.Mkdir(dir+".new", 0o700))
			write(t, filepath.Join(dir+".new", filepath.Base(path)), text)
			require.NoError(t, os.Rename(dir, dir+".old"))
			require.NoError(t, os.Rename(dir+".new", dir))
			require.NoError(t, os.RemoveAll(dir+".old"))
		}},
		{"become a symlink", func(t *testing.T, path, text string) {
			target := filepath.Join(t.TempDir(), "elsewhere.yaml")
			write(t, target, text)
			require.NoError(t, os.Symlink(target, path+".ln"))
			require.NoError(t, os.Rename(path+".ln", path))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "etc", "provenanced", "policy.yaml")
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			write(t, path, "v0")
			reaches, _ := follow(t, path)
			reaches("v0")
			for _, text := range []string{"first", "second"} { // the watch must survive having worked once
				tt.save(t, path, text)
				reaches(text)
			}
		})
	}
}

// A ConfigMap volume: policy.yaml -> ..data/policy.yaml, ..data -> ..v1, and an update that
// creates ..v2 and renames a new ..data link over the old one.
func TestWatchFollowsAConfigMap(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	version := func(v string) {
		require.NoError(t, os.Mkdir(filepath.Join(dir, ".."+v), 0o700))
		write(t, filepath.Join(dir, ".."+v, "policy.yaml"), v)
		require.NoError(t, os.Symlink(".."+v, filepath.Join(dir, "..data_tmp")))
		require.NoError(t, os.Rename(filepath.Join(dir, "..data_tmp"), filepath.Join(dir, "..data")))
	}
	version("v1")
	path := filepath.Join(dir, "policy.yaml")
	require.NoError(t, os.Symlink("..data/policy.yaml", path))
	reaches, _ := follow(t, path)
	reaches("v1")
	for i := 2; i < 5; i++ {
		version(fmt.Sprintf("v%d", i))
		require.NoError(t, os.RemoveAll(filepath.Join(dir, fmt.Sprintf("..v%d", i-1))))
		reaches(fmt.Sprintf("v%d", i))
	}
}

func TestWatchSeesASaveBehindASymlink(t *testing.T) {
	t.Parallel()
	target := filepath.Join(t.TempDir(), "shared", "policy.yaml")
	require.NoError(t, os.Mkdir(filepath.Dir(target), 0o700))
	write(t, target, "v0")
	path := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.Symlink(target, path))
	reaches, _ := follow(t, path)
	reaches("v0")
	write(t, target, "in place")
	reaches("in place")
	write(t, target+".tmp", "by rename")
	require.NoError(t, os.Rename(target+".tmp", target))
	reaches("by rename")
}

func TestWatchWaitsForAFileThatIsNotThereYet(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a", "b", "policy.yaml")
	reaches, _ := follow(t, path)
	reaches("missing")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	write(t, path, "at last")
	reaches("at last")
}

func TestABurstOfSavesIsOneChange(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "v0")
	reaches, calls := follow(t, path)
	reaches("v0")
	before := calls()
	for i := range 100 {
		write(t, path, fmt.Sprintf("save %d", i))
	}
	reaches("save 99")
	require.Less(t, calls()-before, 10, "saves that follow each other closely are read together")
}

func TestOtherFilesAreNoChange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "policy.yaml")
	write(t, path, "v0")
	reaches, calls := follow(t, path)
	reaches("v0")
	before := calls()
	for i := range 20 {
		write(t, filepath.Join(dir, fmt.Sprintf("other%d.yaml", i)), "x")
	}
	time.Sleep(4 * settle)
	reaches("v0")
	require.Equal(t, before, calls())
}

func TestASymlinkLoopEndsTheWalk(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Symlink("b", filepath.Join(dir, "a")))
	require.NoError(t, os.Symlink("a", filepath.Join(dir, "b")))
	steps := 0
	walk(filepath.Join(dir, "a"), func(step) { steps++ })
	require.Less(t, steps, 100)
}
