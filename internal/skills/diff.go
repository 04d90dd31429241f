package skills

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// MaxDiff bounds a diff: of what is longer the rest is left out, and says so.
const MaxDiff = 1 << 20

// Diff is what has changed from one version of a skill to another, as a unified diff. Of a file
// whose text is not known it says only that it has changed.
func Diff(before, after *Tree) string {
	var out bytes.Buffer
	a, b := before.Files, after.Files
	for len(a)+len(b) > 0 {
		switch {
		case out.Len() > MaxDiff:
			out.Truncate(MaxDiff)
			out.WriteString("\n… the rest is left out\n")
			return strings.ToValidUTF8(out.String(), "\uFFFD")
		case len(b) == 0 || len(a) > 0 && a[0].Name < b[0].Name:
			write(&out, &a[0], nil)
			a = a[1:]
		case len(a) == 0 || b[0].Name < a[0].Name:
			write(&out, nil, &b[0])
			b = b[1:]
		default:
			write(&out, &a[0], &b[0])
			a, b = a[1:], b[1:]
		}
	}
	return out.String()
}

// write writes what has become of one file.
func write(out *bytes.Buffer, before, after *File) {
	from, to := header(before), header(after)
	switch {
	case before != nil && after != nil && before.Link == after.Link && before.Sum == after.Sum:
		if before.Exec != after.Exec {
			fmt.Fprintf(out, "--- %s\n+++ %s\nIt can be run: %t before, %t now\n", from, to, before.Exec, after.Exec)
		}
		return
	case before.links() || after.links():
		fmt.Fprintf(out, "--- %s\n+++ %s\n", from, to)
		if before.links() {
			fmt.Fprintf(out, "-a symlink to %s\n", shown(before.Link))
		}
		if after.links() {
			fmt.Fprintf(out, "+a symlink to %s\n", shown(after.Link))
		}
		return
	case !before.isText() || !after.isText():
		fmt.Fprintf(out, "--- %s\n+++ %s\n", from, to)
		out.WriteString(described("-", before))
		out.WriteString(described("+", after))
		return
	}
	if after != nil && after.Exec && !(before != nil && before.Exec) {
		to += " (can be run)"
	}
	d := diff.Diff(from, before.text(), to, after.text())
	if d == nil {
		fmt.Fprintf(out, "--- %s\n+++ %s\n", from, to) // an empty file
		return
	}
	_, d, _ = bytes.Cut(d, []byte("\n")) // "diff from to", which patch does not need
	out.Write(d)
}

// described is a file whose text cannot be shown.
func described(mark string, f *File) string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf("%s%d bytes, SHA-256 %s\n", mark, f.Size, f.Sum)
}

func header(f *File) string {
	if f == nil {
		return "/dev/null"
	}
	return shown(f.Name)
}

// shown is a name in quotes where some of it cannot be seen.
func shown(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}

func (f *File) links() bool { return f != nil && f.Link != "" }

func (f *File) text() []byte {
	if f == nil {
		return nil
	}
	return f.Text
}

// isText reports whether what a file holds is known and can be shown. What is not there can.
func (f *File) isText() bool {
	return f == nil || f.Kept && utf8.Valid(f.Text) && bytes.IndexByte(f.Text, 0) < 0
}
