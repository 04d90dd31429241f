package ctl

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Output on a terminal fits its width: text is folded between words, names are shortened before
// explanations are, and what is still too long loses its middle. In a pipe or a file everything
// is complete, with each row on one line.

// reset ends a colour.
const reset = "\x1b[0m"

// pieces are the parts into which rendered text may be split, each with its width: colours,
// which have none, what clean made of a character, and what a reader takes for one character.
func pieces(s string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for s != "" {
			n, width := piece(s)
			if !yield(s[:n], width) {
				return
			}
			s = s[n:]
		}
	}
}

func piece(s string) (n, width int) {
	switch {
	case s[0] == '\x1b':
		return strings.IndexByte(s, 'm') + 1, 0
	case s[0] == '\\' && len(s) > 1 && strings.IndexByte("xunrt", s[1]) >= 0:
		n = max(map[byte]int{'x': 4, 'u': 6}[s[1]], 2)
		if n > len(s) || strings.Trim(s[2:n], "0123456789abcdef") != "" {
			n = 1 // a backslash in the text itself
		}
		return n, n
	case s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf):
		return 1, 1
	}
	cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	// Terminals give the voice marks of halfwidth kana a column of their own.
	width += strings.Count(cluster, "\uff9e") + strings.Count(cluster, "\uff9f")
	return len(cluster), width
}

// cellWidth is how many columns rendered text takes.
func cellWidth(s string) (w int) {
	for _, width := range pieces(s) {
		w += width
	}
	return w
}

// clip is the beginning of rendered text that fits into cols columns. Colours end there.
func clip(s string, cols int) string {
	if cellWidth(s) <= cols {
		return s
	}
	end, width, colored := 0, 0, false
	for p, w := range pieces(s) {
		if width += w; width > cols {
			break
		}
		end += len(p)
		colored = colored || p[0] == '\x1b'
	}
	if colored {
		return s[:end] + reset
	}
	return s[:end]
}

// elide is rendered text, shortened in the middle until it fits into cols columns: names with
// the same beginning often end differently. Colours are kept.
func (p *printer) elide(s string, cols int) string {
	if cellWidth(s) <= cols {
		return s
	}
	mark := p.spelled("…")
	room := cols - cellWidth(mark)
	if room < 0 {
		return clip(s, cols)
	}
	head, tail := (room+1)/2, room/2
	var all []string
	var widths []int
	for piece, w := range pieces(s) {
		all, widths = append(all, piece), append(widths, w)
	}
	from, to := 0, len(all)
	for ; widths[from] <= head; from++ {
		head -= widths[from]
	}
	for ; widths[to-1] <= tail; to-- {
		tail -= widths[to-1]
	}
	out := strings.Join(all[:from], "") + mark
	for _, left := range all[from:to] {
		if left[0] == '\x1b' {
			out += left
		}
	}
	return out + strings.Join(all[to:], "")
}

// fold is rendered text in lines of cols columns, broken between words. A colour continues
// after a break. A width of zero is unlimited.
func (p *printer) fold(s string, cols int) []string {
	if cols <= 0 || cellWidth(s) <= cols {
		return []string{s}
	}
	if before, command, ends := cutCommand(s); ends {
		return append(foldWords(before, cols, p.cut), p.foldCommand(command, cols)...)
	}
	return foldWords(s, cols, p.cut)
}

// cutCommand finds a command at the end of a text, if it may be broken between its words.
func cutCommand(s string) (before, command string, ends bool) {
	i := strings.LastIndex(s, ": provenancectl ")
	if i < 0 || strings.ContainsAny(s[i:], "'\"\x1b") {
		return s, "", false
	}
	return s[:i+1], s[i+2:], true
}

// foldCommand breaks a command so that a shell still reads it as one.
func (p *printer) foldCommand(s string, cols int) []string {
	if cellWidth(s) <= cols {
		return []string{s}
	}
	lines := foldWords(s, cols-2, p.cut)
	for i := range lines[:len(lines)-1] {
		lines[i] += ` \`
	}
	return lines
}

// cut is a word that is too long for a line, shortened in the middle.
func (p *printer) cut(word string, cols int) string {
	p.elided = true
	return p.elide(word, cols)
}

// foldWords is text in lines of cols columns. A longer word is shortened with cut or, if cut is
// nil, gets a line of its own.
func foldWords(s string, cols int, cut func(word string, cols int) string) []string {
	if cellWidth(s) <= cols {
		return []string{s}
	}
	var out []string
	line, width, color := "", 0, ""
	wrap := func() {
		line = strings.TrimRight(line, " ")
		if color != "" {
			line += reset
		}
		out = append(out, line)
		line, width = color, 0
	}
	for word := range strings.SplitSeq(s, " ") {
		if cut != nil && cellWidth(word) > cols {
			word = cut(word, cols)
		}
		w := cellWidth(word)
		switch {
		case width > 0 && width+1+w > cols:
			wrap()
		case width > 0:
			line, width = line+" ", width+1
		}
		line, width = line+word, width+w
		for piece, w := range pieces(word) {
			if w == 0 && piece[0] == '\x1b' {
				color = piece
			}
			if piece == reset {
				color = ""
			}
		}
	}
	return append(out, line)
}

// brief is the beginning of rendered text, cut off after a word.
func (p *printer) brief(s string, cols int) string {
	if cellWidth(s) <= cols {
		return s
	}
	mark := p.spelled("…")
	if first := p.fold(s, cols-cellWidth(mark)-1)[0]; cols > cellWidth(mark)+1 {
		return first + " " + mark
	}
	return clip(mark, cols)
}

// tell prints like say, folded to the terminal's width. Continuation lines are indented like
// the first.
func (p *printer) tell(format string, args ...any) {
	text := strings.ReplaceAll(p.text(format, args...), "\t", "    ")
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		p.hang(indent, indent, line[len(indent):])
		if ended {
			p.w.WriteByte('\n')
		}
	}
}

// hang prints rendered text between an indentation and the edge of the terminal.
func (p *printer) hang(first, indent, text string) {
	room := 0
	if p.width > 0 {
		room = max(p.width-cellWidth(indent), 1)
	}
	p.w.WriteString(strings.TrimRight(first+strings.Join(p.fold(text, room), "\n"+indent), " "))
}

// advise prints text after a rendered label, folded to the terminal and indented accordingly.
// No word is shortened, because people copy paths and commands from it: one that is too long
// exceeds the terminal. If the label leaves hardly any room, the text begins below it.
func (p *printer) advise(label, text string, paint func(string) ink) {
	indent := strings.Repeat(" ", cellWidth(label))
	if p.width > 0 && p.width-len(indent) < narrowest {
		if label = strings.TrimRight(label, " "); label != "" {
			p.w.WriteString(label + "\n")
		}
		indent = "      "
		label = indent
	}
	for line := range strings.SplitSeq(text, "\n") {
		for _, part := range folded(line, p.width-len(indent)) {
			p.w.WriteString(strings.TrimRight(label+p.render(paint(part)), " ") + "\n")
			label = indent
		}
	}
}

// pairs prints rows of a label and a text.
func (p *printer) pairs(indent string, rows [][]string) {
	widest := 0
	for _, r := range rows {
		widest = max(widest, cellWidth(r[0]))
	}
	hanging := indent + strings.Repeat(" ", widest+2)
	if p.width > 0 && p.width-len(hanging) < leastText {
		hanging = indent + "  "
	}
	for _, r := range rows {
		first := indent + r[0] + strings.Repeat(" ", max(widest+2-cellWidth(r[0]), 0))
		if len(hanging) < cellWidth(first) && r[1] != "" { // no room beside the label
			if r[0] != "" {
				p.w.WriteString(p.elide(indent+r[0], p.width) + "\n")
			}
			first = hanging
		}
		p.hang(first, hanging, r[1])
		p.w.WriteByte('\n')
	}
}

// leastText is the width below which folded text is hard to read.
const leastText = 18

// wellRead is the width above which names get room before a text gets more.
const wellRead = 34

// commands prints hints that end with commands for copying, and reports whether there is room
// for all of them. None of their words may be shortened.
func (p *printer) commands(hints ...string) bool {
	var out []string
	for _, h := range hints {
		h = p.render(h)
		if p.width == 0 || cellWidth(h) <= p.width {
			out = append(out, h)
			continue
		}
		label, command, _ := strings.Cut(h, ": ")
		room := p.width - len("   \\")
		if strings.ContainsAny(command, `'"`) || slices.ContainsFunc(strings.Fields(command), func(w string) bool { return cellWidth(w) > room }) {
			return false
		}
		out = append(out, label+":")
		for _, line := range p.foldCommand(command, room+2) {
			out = append(out, "  "+line)
		}
	}
	for _, line := range out {
		p.w.WriteString(p.render(dim(line)) + "\n")
	}
	return true
}

// column is a column of a table.
type column struct {
	head string
	// What happens to it on a narrow terminal: text is folded, a name is shortened in the
	// middle, and neither gets fewer columns than least. Other columns keep their width.
	kind  columnKind
	least int
	// Columns that may be dropped are dropped in this order; zero means never.
	goes int
}

type columnKind int

const (
	whole columnKind = iota
	name
	text
)

// grid prints rows under their heads, columns two spaces apart.
func (p *printer) grid(cols []column, rows [][]any) { p.gridIn("", cols, rows, false) }

// gridIn is grid with indented rows. If each row must be a single line, texts are cut off, and
// there may not be room for everything.
func (p *printer) gridIn(indent string, cols []column, rows [][]any, single bool) {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		for _, v := range r {
			cells[i] = append(cells[i], p.render(v))
		}
	}
	widths := make([]int, len(cols))
	for i := range cols {
		widths[i] = len(cols[i].head)
		for _, r := range cells {
			widths[i] = max(widths[i], cellWidth(r[i]))
		}
	}
	room := p.width - len(indent)
	if p.width > 0 && !fit(cols, widths, cells, room, single) && !single {
		p.records(indent, cols, cells)
		return
	}
	head := make([]string, len(cols))
	headed := slices.ContainsFunc(cols, func(c column) bool { return c.head != "" })
	for i, c := range cols {
		if widths[i] >= 0 {
			head[i] = p.elide(p.render(dim(c.head)), widths[i])
		}
	}
	if headed {
		p.row(indent, cols, widths, head, single)
	}
	for _, r := range cells {
		p.row(indent, cols, widths, r, single)
	}
}

const gone = -1

// fit narrows the columns until all fit into room, and reports whether they do. A dropped
// column has no width.
func fit(cols []column, widths []int, cells [][]string, room int, single bool) bool {
	natural := slices.Clone(widths)
	for {
		need := -2
		for i, c := range cols {
			if widths[i] == gone {
				continue
			}
			widths[i] = natural[i]
			if c.kind != whole {
				widths[i] = min(natural[i], max(c.least, longest(c, cells, i, single)))
			}
			need += widths[i] + 2
		}
		if need <= room {
			for _, share := range []struct {
				kind columnKind
				most int
			}{{text, wellRead}, {name, room}, {text, room}} {
				for i, c := range cols {
					if widths[i] != gone && c.kind == share.kind {
						more := max(min(natural[i]-widths[i], room-need, share.most-widths[i]), 0)
						widths[i], need = widths[i]+more, need+more
					}
				}
			}
			return true
		}
		next := -1
		for i, c := range cols {
			if widths[i] != gone && c.goes > 0 && (next < 0 || c.goes < cols[next].goes) {
				next = i
			}
		}
		if next < 0 {
			return false
		}
		widths[next] = gone
	}
}

// longest is the width of a text's longest word, within reason.
func longest(c column, cells [][]string, i int, single bool) (w int) {
	if c.kind != text || single {
		return 0
	}
	for _, r := range cells {
		for word := range strings.FieldsSeq(r[i]) {
			w = max(w, min(cellWidth(word), 32))
		}
	}
	return w
}

// row prints one row, on as many lines as its texts need.
func (p *printer) row(indent string, cols []column, widths []int, cells []string, single bool) {
	var folded [][]string
	height := 1
	for i, cell := range cells {
		switch {
		case widths[i] == gone:
			continue
		case p.width == 0 || cellWidth(cell) <= widths[i]:
			folded = append(folded, []string{cell})
		case cols[i].kind == text && single:
			folded = append(folded, []string{p.brief(cell, widths[i])})
		case cols[i].kind == text:
			folded = append(folded, p.fold(cell, widths[i]))
		default:
			folded = append(folded, []string{p.elide(cell, widths[i])})
		}
		height = max(height, len(folded[len(folded)-1]))
	}
	widths = slices.DeleteFunc(slices.Clone(widths), func(w int) bool { return w == gone })
	for y := range height {
		line := indent
		for i, lines := range folded {
			cell := ""
			if y < len(lines) {
				cell = lines[y]
			}
			line += cell + strings.Repeat(" ", widths[i]-cellWidth(cell)+2)
		}
		p.w.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// records prints the cells of each row below one another, on a terminal that is too narrow for
// a table.
func (p *printer) records(indent string, cols []column, rows [][]string) {
	for i, r := range rows {
		if i > 0 {
			p.w.WriteByte('\n')
		}
		p.w.WriteString(indent + p.elide(r[0], p.width-len(indent)) + "\n")
		var rest [][]string
		for j, cell := range r[1:] {
			if cell != "" {
				rest = append(rest, []string{p.render(dim(strings.ToLower(cols[j+1].head))), cell})
			}
		}
		p.pairs(indent+"  ", rest)
	}
}

// wholeElsewhere says where to read a shortened command or reason in full.
func (p *printer) wholeElsewhere(c *call) {
	if p.elided {
		p.tell("\n%s\n", dim(fmt.Sprintf("%s stands for what did not fit; `provenancectl %s | cat` shows it.", p.spelled("…"), c.cmd.name)))
	}
}
