package shell

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
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

// programsPage is docs/PROGRAMS.md.
func programsPage() string {
	var b strings.Builder
	b.WriteString(`# Programs

The programs that the daemon knows on a [command line](POLICY-REFERENCE.md#commands), by kind. Each kind has a level: what its programs print is worth no more. An entry in ` + "`commandOutputTaints`" + ` replaces the level of one program, whatever it does. What a program prints that is not on this page has the level of ` + "`exec.other`" + ` in ` + "`toolOutputTaints`" + `, if the policy has one.

This page is written by ` + "`go generate ./internal/shell`" + ` from internal/shell/programs.txt, which also says what a program does with the paths on its line, and what it runs.

## Commands that only look

` + "`exec.look`" + ` is a line of these, with any words:

`)
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
	for _, k := range kinds {
		fmt.Fprintf(&b, "\n## %s: %s\n\n%s\n\n", strings.ToUpper(k.name[:1])+k.name[1:], k.level, k.text)
		var plain []string
		var table [][2]string
		for _, p := range rows {
			if p.kind != k {
				continue
			}
			names := code(p.names)
			switch conditions := conditions(p); {
			case conditions == "":
				plain = append(plain, names)
			default:
				table = append(table, [2]string{names, conditions})
			}
		}
		if plain != nil {
			b.WriteString(strings.Join(plain, " ") + "\n")
		}
		if table != nil {
			if plain != nil {
				b.WriteString("\n")
			}
			b.WriteString("| program | counts |\n|---|---|\n")
			for _, row := range table {
				fmt.Fprintf(&b, "| %s | %s |\n", row[0], row[1])
			}
		}
	}
	b.WriteString("\n## Variables\n\nThe value of one of these is read, too, wherever a command or its call sets it. `*PAGER` is every variable whose name ends so.\n\n")
	var names []string
	for name := range variables {
		names = append(names, name)
	}
	slices.Sort(names)
	b.WriteString(code(names) + "\n")
	return b.String()
}

func code(names []string) string { return "`" + strings.Join(names, "` `") + "`" }

// conditions says when a program counts, if not always.
func conditions(p *program) string {
	byKind := map[*kind][]string{}
	var order []*kind
	for _, ph := range p.when {
		if byKind[ph.kind] == nil {
			order = append(order, ph.kind)
		}
		words := strings.NewReplacer("<address>", "an address", "<host>", "a host", "<edited>", "an address that is opened", "<query>", "a query of an address", "<client>", "a class that fetches", "<@>", "a module with its version", "<:>", "an address", "+", "what is named").Replace(strings.Join(ph.words, " "))
		byKind[ph.kind] = append(byKind[ph.kind], words)
	}
	var all []string
	if p.level != p.kind.level {
		all = append(all, p.level.String())
	}
	if p.code != "" && p.level < trust.Trusted {
		all = append(all, "with code on the line that may reach out")
	}
	for _, k := range order {
		text := strings.Join(byKind[k], ", ")
		if k != p.kind {
			text += fmt.Sprintf(" (%s, %s)", k.name, k.level)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
