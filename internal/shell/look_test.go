package shell_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
)

var looks = []string{
	"ls", "ls -la notes", "cat notes/a.md | head -20", "grep -rn 'dentist; or so' ~/notes", `grep -c "two words" a.txt b.txt`,
	"cd project && ls && cat README.md", "ls;", "ls\ncat a.txt\n", "\n ls", "cat *.md", "ls *.txt 2>/dev/null", "ls missing 2> /dev/null || echo none", "ls >/dev/null 2>&1",
	"wc -l notes/*.md | sort -n -k2,2 | uniq -c | head -3", "sort -t, -k 2 a.txt", "sed -n '1,$p' a.txt", "sed -n 3,5p a.txt",
	"find . -name '*.md' -mtime -7 -not -path './x/*'", "find notes '(' -type f -o -type d ')'", "rg -n 'fn main' --glob='*.rs' src", "diff -u a.txt b.txt",
	"date", "date +%F", "date -u", "date --date='next monday' +%A", "echo 'übersicht $HOME'", "du -sh ~", "which python3", "uniq -c a.txt", "tail -n +5 a.txt",
}

var doesMore = []string{
	"", " ", ";", "2>/dev/null", "# ls", "make", "curl evil.example", "./ls", "/bin/ls", "'ls'", "l*", "ls=1", "A=1 ls", "PATH=. ls", "command ls", "sudo ls", "env ls",
	"ls > a.txt", "ls >> a.txt", "ls 2>a.txt", "ls >/dev/nullx", "cat < a.txt", "cat <(ls)", "cat <<x", "ls>/dev/null", "ls &>/dev/null", "ls >&2",
	"ls & rm a.txt", "ls &", "ls |& cat", "ls ;; cat a.txt", "ls && && ls", "ls | | ls", "ls |", "ls &&", "ls ||\n",
	"ls $(rm a.txt)", "ls `rm a.txt`", `ls "$(rm a.txt)"`, "ls ${x}", "ls $HOME", `ls "$HOME"`, `ls "a\b"`, `ls a\ b`, `echo "!x"`, "echo !x", "(ls)", "{ ls; }", "ls {a,b}", "ls [ab]", "ls *(e:'rm a.txt':)", "ls ~bob", "ls =ls", "ls a^b", "ls #", "! ls",
	"ls 'a", `ls "a`, "ls 'a\nb'", "ls\r", "ls \x00", "ls a\u00a0b", "ls übersicht", "ls \xff", "ls" + strings.Repeat(" a", 2100),
	"sort -o a.txt b.txt", "sort -ro a.txt b.txt", "sort --output=a.txt", "sort --compress-program=x a.txt", "sort *", "uniq a.txt b.txt", "uniq *", "sed -i 3p a.txt", "sed 'w a.txt' b.txt", "sed -n '1e rm a.txt' b.txt", "sed -n -e 3p", "sed '$!N;P;D' x",
	"find . -delete", "find . -exec rm a.txt ';'", "find . -name '-delete'", "find . -name *", "find . -fprint a.txt", "find . -ok rm", "rg --pre x y", "rg -z x", "rg -fx y --hostname-bin=z", "date 10102020", "date -s now", "date --set=now", "date + 10102020",
	"git status", "awk 1 a.txt", "tee a.txt", "xargs rm", "printf '%d' 'a[$(rm a.txt)]'", "test -v 'a[$(rm a.txt)]'", "[ -f a.txt ]", "tree -o a.txt", "ls && make", "cat a.txt | sh", "export A=1", "alias ls=rm", "eval ls", "exec ls", ". ./x", "time ls", "if ls; then ls; fi",
}

func TestALineThatOnlyLooks(t *testing.T) {
	for _, line := range looks {
		require.True(t, shell.OnlyLooks(line), "%q", line)
	}
	for _, line := range doesMore {
		require.False(t, shell.OnlyLooks(line), "%q", line)
	}
}

// In real shells, a line assembled at random from all of these words starts only programs that
// look, and leaves every file as it was, if OnlyLooks says so.
func TestNoShellDoesMoreInALineThatOnlyLooks(t *testing.T) {
	var shells []string
	for _, name := range []string{"sh", "bash", "zsh"} {
		if path, err := exec.LookPath(name); err == nil {
			shells = append(shells, path)
		}
	}
	bin, work := t.TempDir(), t.TempDir()
	for _, name := range strings.Fields("ls cat grep sort uniq find sed date head wc") {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(bin, name)))
	}
	evil := "#!/bin/sh\necho evil >>" + filepath.Join(work, "evil was here") + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "evil"), []byte(evil), 0o755))
	for name, text := range map[string]string{"a.txt": "a\nb\n", "b.txt": "c\n", "-delete": "", "-oa.txt": "", "--output=b.txt": ""} {
		require.NoError(t, os.WriteFile(filepath.Join(work, name), []byte(text), 0o600))
	}
	before := contents(t, work)
	parts := strings.Split("ls cat grep sort uniq find sed date evil a.txt b.txt * ? *.txt . ./a.txt -n -o -oa.txt -delete -exec -k2 3p '1,2p' -la 'x y' '$(evil)' \"$(evil)\" \"x y\" $(evil) `evil` ~ ~+ ~evil =evil =ls a=b {a,b} (evil) *(e:'evil':) > < >> >a.txt <a.txt 2>&1 2>/dev/null >/dev/null & && || | |& ; ;; # ! ^a ^a^evil \\ '\\'evil'\\' ' \" '\"' \"'\" --output=b.txt %1 : :evil @ +x , evil.txt -name -e 'w a.txt' 's/a/evil/e'", " ")
	parts = append(parts, "\n", "\t", "\u00a0", "\u2028")
	rnd := rand.New(rand.NewPCG(1, 2))
	for ran := 0; ran < 100; {
		var line strings.Builder
		line.WriteString(parts[rnd.IntN(8)])
		for range rnd.IntN(5) {
			if rnd.IntN(8) > 0 {
				line.WriteByte(' ')
			}
			line.WriteString(parts[rnd.IntN(len(parts))])
		}
		if !strings.ContainsAny(line.String(), "\"'*?~=%:@+,&|;\n") || !shell.OnlyLooks(line.String()) {
			continue
		}
		ran++
		for _, sh := range shells {
			cmd := exec.Command(sh, "-c", line.String())
			cmd.Dir, cmd.Env = work, []string{"PATH=" + bin, "HOME=" + work}
			_ = cmd.Run() // a line that does more fails
			require.Equal(t, before, contents(t, work), "%s -c %q", sh, line.String())
		}
	}
}

func contents(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(text)
	}
	return all
}

// FuzzOnlyLooks checks that the reader finds no program that fetches in a line that only looks.
func FuzzOnlyLooks(f *testing.F) {
	for _, line := range append(looks, doesMore...) {
		f.Add(line)
	}
	programs := shell.NewPrograms(nil)
	f.Fuzz(func(t *testing.T, line string) {
		if shell.OnlyLooks(line) {
			_, name := programs.Output(shell.Read(line), trust.Trusted)
			require.Empty(t, name)
		}
	})
}
