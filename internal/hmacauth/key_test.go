package hmacauth

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gateway.key")
	k, err := GenerateKey(rand.Reader)
	require.NoError(t, err)
	require.NotZero(t, k)
	for range 2 { // written and replaced
		require.NoError(t, WriteKeyFile(path, k))
		got, err := ReadKeyFile(path)
		require.NoError(t, err)
		require.Equal(t, [32]byte(k), [32]byte(got))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, base64.StdEncoding.EncodeToString(k[:])+"\n", string(text))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode())
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1, "no temp file is left")
}

func TestUnsafeKeyFilesAreRefused(t *testing.T) {
	good := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0xff}, 32)) + "\n"
	put := func(text string, mode fs.FileMode) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			require.NoError(t, os.Chmod(path, mode))
		}
	}
	for name, make := range map[string]func(t *testing.T, path string){
		"readable by the group": put(good, 0o640),
		"readable by others":    put(good, 0o604),
		"empty":                 put("", 0o600),
		"no newline":            put(good[:44], 0o600),
		"two newlines":          put(good+"\n", 0o600),
		"space for newline":     put(good[:44]+" ", 0o600),
		"31 bytes":              put(base64.StdEncoding.EncodeToString(make([]byte, 31))+"\n", 0o600),
		"33 bytes":              put(base64.StdEncoding.EncodeToString(make([]byte, 33))+"\n", 0o600),
		"newline inside":        put(good[:20]+"\n"+good[20:43]+"\n", 0o600),
		"URL-safe alphabet":     put(strings.ReplaceAll(good, "/", "_"), 0o600),
		"loose bits":            put(strings.Repeat("A", 42)+"B=\n", 0o600),
		"symlink": func(t *testing.T, path string) {
			put(good, 0o600)(t, path+".target")
			require.NoError(t, os.Symlink(path+".target", path))
		},
		"FIFO":      func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o600)) },
		"directory": func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "key")
			make(t, path)
			k, err := ReadKeyFile(path)
			require.ErrorIs(t, err, ErrKeyFile)
			require.Zero(t, k)
			require.ErrorContains(t, err, path)
		})
	}
	_, err := ReadKeyFile(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestWhoMayOwnAKey(t *testing.T) {
	for _, row := range []struct {
		owner, self uint32
		may         bool
	}{{1000, 1000, true}, {0, 1000, true}, {0, 0, true}, {1000, 0, false}, {1, 1000, false}, {1001, 1000, false}} {
		require.Equal(t, row.may, mayOwn(row.owner, row.self), "%d's, read by %d", row.owner, row.self)
	}
}

// Another user may have planted the file.
func TestAKeyFileBelongsToUs(t *testing.T) {
	if os.Geteuid() != 0 {
		_, err := ReadKeyFile("/proc/1/comm") // owned by root and readable by all
		require.ErrorIs(t, err, ErrKeyFile)
		return
	}
	path := filepath.Join(t.TempDir(), "key")
	require.NoError(t, WriteKeyFile(path, Key{1}))
	require.NoError(t, os.Chown(path, 12345, 12345))
	_, err := ReadKeyFile(path)
	require.ErrorIs(t, err, ErrKeyFile)
	require.ErrorContains(t, err, "belongs to uid 12345")
}

func TestAKeyThatCannotBeWrittenLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	err := WriteKeyFile(filepath.Join(dir, strings.Repeat("k", 300)), Key{1})
	require.ErrorIs(t, err, syscall.ENAMETOOLONG)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestKeysAreNotWrittenThroughSymlinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "key")
	require.NoError(t, os.Symlink(target, link))
	require.ErrorIs(t, WriteKeyFile(link, Key{1}), ErrKeyFile)
	require.NoFileExists(t, target)
	require.ErrorIs(t, WriteKeyFile(dir, Key{1}), ErrKeyFile, "a directory")
	require.Error(t, WriteKeyFile(filepath.Join(dir, "no", "key"), Key{1}))
}

func TestKeysDoNotPrint(t *testing.T) {
	k := Key(bytes.Repeat([]byte{0xAB}, 32))
	text, err := k.MarshalText()
	require.NoError(t, err)
	require.Equal(t, redacted, string(text))
	out := string(text)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		require.Equal(t, redacted, fmt.Sprintf(verb, k))
		out += fmt.Sprintf(verb, k) + fmt.Sprintf(verb, &k) + fmt.Sprintf(verb, struct{ K Key }{k})
	}
	for _, leak := range []string{"ab", "AB", "171"} {
		require.NotContains(t, strings.ReplaceAll(out, redacted, ""), leak)
	}
}

func TestShortRandomnessMakesNoKey(t *testing.T) {
	k, err := GenerateKey(bytes.NewReader(make([]byte, 31)))
	require.Error(t, err)
	require.Zero(t, k)
}
