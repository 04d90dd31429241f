package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The content of a package, from programs that are built for it.
func TestPackage(t *testing.T) {
	bin := t.TempDir()
	out, err := exec.Command("go", "build", "-o", bin, "../../cmd/...").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, write(bin, filepath.Join(bin, "man")))
	t.Run("its pages", func(t *testing.T) { sayWhatTheProgramsDo(t, bin) })
	t.Run("its files", func(t *testing.T) { areInTheirPlaces(t, bin) })
}

func areInTheirPlaces(t *testing.T, bin string) {
	dest := t.TempDir()
	cmd := exec.Command("make", "-s", "-C", "../..", "install", "BIN="+bin, "DESTDIR="+dest, "PREFIX=/usr")
	cmd.Env = append(os.Environ(), "MAKEFLAGS=") // of the make that runs this
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
	var files []string
	require.NoError(t, filepath.WalkDir(dest, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		require.NotZero(t, info.Size(), path)
		files = append(files, info.Mode().String()+strings.TrimPrefix(path, dest))
		return err
	}))
	require.Equal(t, []string{
		"-rwxr-xr-x/usr/bin/provenance-wrap", "-rwxr-xr-x/usr/bin/provenancectl", "-rwxr-xr-x/usr/bin/provenanced",
		"-rw-r--r--/usr/lib/systemd/system/provenanced.service", "-rw-r--r--/usr/lib/systemd/system/provenanced.socket",
		"-rw-r--r--/usr/lib/systemd/user/provenanced.service", "-rw-r--r--/usr/lib/systemd/user/provenanced.socket",
		"-rw-r--r--/usr/share/bash-completion/completions/provenancectl", "-rw-r--r--/usr/share/fish/vendor_completions.d/provenancectl.fish",
		"-rw-r--r--/usr/share/man/man1/provenance-wrap.1", "-rw-r--r--/usr/share/man/man1/provenancectl.1",
		"-rw-r--r--/usr/share/man/man8/provenanced.8", "-rw-r--r--/usr/share/zsh/site-functions/_provenancectl",
	}, files)
	for _, whose := range []string{"system", "user"} {
		unit, err := os.ReadFile(filepath.Join(dest, "usr/lib/systemd", whose, "provenanced.service"))
		require.NoError(t, err)
		require.Contains(t, string(unit), "\nExecStart=/usr/bin/provenanced serve\n")
	}
}

// A page has all of its program's help, and roff reports no problems.
func sayWhatTheProgramsDo(t *testing.T, bin string) {
	pages := filepath.Join(bin, "man")
	word := regexp.MustCompile(`[^\s()\[\]]+`)
	for name, asked := range map[string][]string{
		"provenanced.8": {"help", "help serve"}, "provenancectl.1": {"help", "help approve", "help audit show", "help top"}, "provenance-wrap.1": {"--help"},
	} {
		file := filepath.Join(pages, name)
		page, err := os.ReadFile(file)
		require.NoError(t, err)
		plain := strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ti`, "~", `\e`, `\`, `\&`, "").Replace(string(page))
		program, _, _ := strings.Cut(name, ".")
		for _, args := range asked {
			help, err := exec.Command(filepath.Join(bin, program), strings.Fields(args)...).Output()
			require.NoError(t, err)
			for _, w := range word.FindAllString(string(help), -1) {
				if w != "flags:" && w != "commands:" {
					require.Contains(t, plain, strings.TrimSuffix(w, ":"), "%s lacks a word of %s", name, args)
				}
			}
		}
		if groff, err := exec.LookPath("groff"); err == nil {
			said, err := exec.Command(groff, "-k", "-man", "-Tutf8", "-ww", "-z", file).CombinedOutput()
			require.NoError(t, err)
			require.Empty(t, string(said), name)
		}
	}
	require.Error(t, write(pages, pages), "no programs there")
}
