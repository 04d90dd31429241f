package shell

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/PROGRAMS.md")

const page = "../../docs/PROGRAMS.md"

func TestTheProgramsPage(t *testing.T) {
	text := programsPage()
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o644))
	}
	written, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, string(written), text, "run: go generate ./internal/shell")
}

// programsPage is the text of docs/PROGRAMS.md.
func programsPage() string {
	var b strings.Builder
	b.WriteString(`# Programs

The kinds of programs that the daemon knows on a [command line](POLICY-REFERENCE.md#commands). What a program prints is worth no more than the level of its kind.

[programs.txt](../internal/shell/programs.txt) has all of them, and the words with which each counts (` + "`git pull` does, `git log` does not" + `). This page is written from it by ` + "`go generate ./internal/shell`" + `.

| kind | level | its output | such as |
|---|---|---|---|
`)
	for _, k := range kinds {
		var names []string
		for _, p := range rows {
			if p.kind == k {
				names = append(names, p.names...)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", k.name, k.level, strings.TrimSuffix(strings.ToLower(k.text[:1])+k.text[1:], "."), code(names[:min(5, len(names))]))
	}
	b.WriteString("\n## Commands that only look\n\n`exec.look` is a line of these, with any words:\n\n")
	var whatever, careful []string
	for name, l := range lookers {
		if l.any {
			whatever = append(whatever, name)
		} else {
			careful = append(careful, name)
		}
	}
	slices.Sort(whatever)
	slices.Sort(careful)
	fmt.Fprintf(&b, "%s\n\nand of these, without the options that write files, run programs or set something (`sed -n 3,5p` alone):\n\n%s\n", code(whatever), code(careful))
	return b.String()
}

func code(names []string) string { return "`" + strings.Join(names, "` `") + "`" }
