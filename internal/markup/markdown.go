package markup

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// readers are the ways to read Markdown: with HTML tags, or like a client that shows tags as
// text; with tables, footnotes and definition lists, or without. A bar, a comment or an
// indentation can make the same text code to one reader and a picture to another.
var readers = [...]parser.Parser{reader(true, false), reader(false, false), reader(true, true), reader(false, true)}

func reader(tags, extended bool) parser.Parser {
	var blocks, inlines []util.PrioritizedValue
	for _, b := range parser.DefaultBlockParsers() {
		if tags || b.Value != parser.NewHTMLBlockParser() {
			blocks = append(blocks, b)
		}
	}
	for _, in := range parser.DefaultInlineParsers() {
		switch in.Value {
		case parser.NewEmphasisParser():
			continue // emphasis makes neither pictures nor code, and is quadratic in the number of stars
		case parser.NewRawHTMLParser():
			if !tags {
				continue
			}
		}
		in.Value = noting{in.Value.(parser.InlineParser)}
		inlines = append(inlines, in)
	}
	p := parser.NewParser(parser.WithBlockParsers(blocks...), parser.WithInlineParsers(inlines...),
		parser.WithParagraphTransformers(util.Prioritized(defining{parser.LinkReferenceParagraphTransformer}, 100)))
	if extended {
		goldmark.New(goldmark.WithParser(p), goldmark.WithExtensions(extension.Table, extension.Footnote, extension.DefinitionList))
	}
	return p
}

// notes is what the parsers leave in their context: places, which the tree does not record, and how
// much work they did.
type notes struct {
	pictures []Fetch
	code     func(start, end int)
	budget   int
}

var notesKey = parser.NewContextKey()

// noting is a parser that leaves notes.
type noting struct{ parser.InlineParser }

func (p noting) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	in := pc.Get(notesKey).(*notes)
	if in.budget < 0 {
		return nil
	}
	_, from := block.Position()
	n := p.InlineParser.Parse(parent, block, pc)
	_, to := block.Position()
	switch n := n.(type) {
	case nil, *ast.Text:
		in.budget -= inVain(parent.Lines(), block.Source(), from.Start)
	case *ast.CodeSpan:
		in.code(from.Start, to.Start)
	case *ast.Image:
		end, source := to.Start, block.Source()
		for source[end-1] != ')' && source[end-1] != ']' {
			end-- // the reader may be in the next line
		}
		address, is := resolved(n.Destination)
		in.pictures = append(in.pictures, Fetch{Start: n.Pos(), End: end, Address: address, Elsewhere: is})
	}
	return n
}

// inVain returns how many bytes a parser may have searched without finding anything: to the end of
// the block for the end of what begins here, or, more quickly, before a bracket for a link in it.
func inVain(block *text.Segments, source []byte, at int) int {
	switch {
	case block == nil || block.Len() == 0 || source[at] == '!':
		return 0
	case source[at] == ']' && at+1 < len(source) && source[at+1] != '(' && source[at+1] != '[':
		return (at - block.At(0).Start) / 16
	}
	return block.At(block.Len()-1).Stop - at
}

// CloseBlock turns what proved not to be a link back into text.
func (p noting) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// defining is the parser of link reference definitions. It searches for the end of each again,
// and moves all lines after it.
type defining struct{ parser.ParagraphTransformer }

func (p defining) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	in, lines := pc.Get(notesKey).(*notes), node.Lines()
	if first := lines.At(0); strings.HasPrefix(strings.TrimLeft(string(first.Value(reader.Source())), " "), "[") {
		in.budget -= lines.Len() * (lines.At(lines.Len()-1).Stop - first.Start) / 8
	}
	if in.budget >= 0 {
		p.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// blocks notes code blocks.
func (in *notes) blocks(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if kind := n.Kind(); entering && (kind == ast.KindCodeBlock || kind == ast.KindFencedCodeBlock) {
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			in.code(line.Start, line.Stop)
		}
	}
	return ast.WalkContinue, nil
}

// parse finds the pictures of all readers, and what is code to all of them. It returns false if a
// parser panics: the library is large, and the text untrusted.
func parse(source string) (found []Fetch, code []bool, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	by := make([]uint8, len(source)) // a bit for each reader
	who := uint8(0)
	for _, spelled := range spellings(source) {
		for _, p := range readers {
			bit := who + 1
			in := &notes{budget: mostLooked, code: func(start, end int) {
				for at := range by[start:end] {
					by[start+at] |= bit
				}
			}}
			who |= bit
			pc := parser.NewContext()
			pc.Set(notesKey, in)
			if ast.Walk(p.Parse(text.NewReader([]byte(spelled)), parser.WithContext(pc)), in.blocks) != nil || in.budget < 0 {
				return nil, nil, false
			}
			found = append(found, in.pictures...)
		}
	}
	code = make([]bool, len(source))
	for at, is := range by {
		code[at] = is == who
	}
	return found, code, true
}

// spellings returns the text with both meanings of a lone carriage return: as the end of a line,
// and as white space.
func spellings(text string) []string {
	lines := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\x00\n"), "\r", "\n"), "\x00\n", "\r\n")
	if lines == text {
		return []string{text}
	}
	return []string{text, lines}
}

// pictures finds pictures that CommonMark does not know but a more lenient reader may: with a space
// in the address, unclosed, with a text that is too long, with a definition in the middle of a
// paragraph. Only those that lead elsewhere count, so that ordinary text does not.
func pictures(text string) []Fetch {
	var found []Fetch
	defined := definitions(text)
	for at := 0; at < len(text); {
		end := paragraph(text, at)
		found = append(found, picturesIn(text[:end], at, defined)...)
		at = end
	}
	return found
}

// paragraph returns the place of the next empty line.
func paragraph(text string, at int) int {
	for at < len(text) {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if strings.Trim(text[at:end], "> \t\r\n") == "" {
			return end
		}
		at = end
	}
	return at
}

func picturesIn(text string, at int, defined map[string]string) []Fetch {
	var found []Fetch
	note := func(start, end int) {
		if f, ok := target(text, start, end, defined); ok {
			found = append(found, f)
		}
	}
	var open []int  // brackets
	var first []int // pictures that may end with the first ]( whatever is before it
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i+1 < len(text) && strings.IndexByte(`[]\\`, text[i+1]) >= 0 {
				i++
			}
		case '[':
			open = append(open, i)
			if isPicture(text, i) {
				first = append(first, i)
			}
		case ']':
			if n := len(open); n > 0 {
				if isPicture(text, open[n-1]) {
					note(open[n-1], i)
				}
				open = open[:n-1]
			}
			if i+1 < len(text) && text[i+1] == '(' && len(first) > 0 {
				note(first[0], i)
				first = first[:0]
			}
		}
	}
	return found
}

// isPicture reports whether a bracket opens a picture, perhaps after a backslash.
func isPicture(text string, bracket int) bool { return bracket > 0 && text[bracket-1] == '!' }

// target returns where a picture leads whose text is between the two brackets.
func target(text string, open, closed int, defined map[string]string) (Fetch, bool) {
	f := Fetch{Start: open - 1, End: closed + 1, Elsewhere: true}
	after := text[closed+1:]
	if strings.HasPrefix(after, "(") {
		after = after[:min(len(after), longestAddress)]
		begins := len(after) - len(strings.TrimLeft(after[1:], "> \t\r\n<"))
		size := strings.IndexAny(after[begins:], ")\n")
		if size < 0 {
			size = len(after) - begins
		}
		address := []byte(strings.TrimSpace(after[begins : begins+size]))
		if _, is := resolved(address[:min(len(address), longestScheme)]); !is {
			return Fetch{}, false
		}
		f.Address, _ = resolved(address)
		f.End += begins + size
		if f.End < len(text) && text[f.End] == ')' {
			f.End++
		}
		return f, true
	}
	label := text[open+1 : closed]
	if skipped := strings.TrimLeft(after, "> \t\r\n"); strings.HasPrefix(skipped, "[") {
		if size := strings.IndexByte(skipped, ']'); size > 0 {
			if named := skipped[1:size]; strings.TrimSpace(named) != "" {
				label = named
			}
			f.End += len(after) - len(skipped) + size + 1
		}
	}
	if len(defined) == 0 || len(label) > longestLabel {
		return Fetch{}, false
	}
	f.Address = defined[util.ToLinkReference([]byte(label))]
	return f, f.Address != ""
}

// Bounds for repeated reading of nested brackets. CommonMark's limit for a label is 999 characters;
// the end of a longer address does not matter, and the part that says where it leads is shorter,
// even if each of its letters is a character reference.
const (
	longestLabel   = 2000
	longestAddress = 2000
	longestScheme  = 200
)

// definitions finds the link reference definitions that lead elsewhere. They count wherever a
// line begins with one.
func definitions(text string) map[string]string {
	found := map[string]string{}
	for at := 0; at < len(text); {
		line := text[at:]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		begins := strings.TrimLeft(line, "> \t*+-0123456789.)")
		if strings.HasPrefix(begins, "[") {
			if size := strings.Index(begins, "]:"); 0 < size && size <= longestLabel {
				rest := strings.TrimLeft(text[at+len(line)-len(begins)+size+2:], "> \t\r\n<")
				if n := strings.IndexAny(rest, " \t\r\n>"); n >= 0 {
					rest = rest[:n]
				}
				if address, is := resolved([]byte(rest)); is {
					found[util.ToLinkReference([]byte(begins[1:size]))] = address
				}
			}
		}
		at += len(line) + 1
	}
	return found
}
