package shell

import (
	"bytes"
	"strings"
)

// document is a here-document: <<END up to a line that says END.
type document struct {
	end  string
	tabs bool // <<-END: the line may be indented
	raw  bool // <<'END': nothing in it is expanded
}

// redirect reads what a command reads or writes instead of the terminal.
func (r *reader) redirect(c *command, end byte) {
	start := r.i
	for r.more() && (r.line[r.i] == '<' || r.line[r.i] == '>') {
		r.i++
	}
	op := string(r.line[start:r.i])
	if r.more() && r.line[r.i] == '(' {
		r.i++
		var first command
		if op[0] == '>' { // tee >(sh): it reads what the command outside says
			first = command{piped: true, in: unread}
		}
		switch out := r.commandsFrom(first, ')'); {
		case op[0] != '<':
		case c.shell && c.place == atProgram:
			if out >= said {
				r.evaluated()
			}
			c.place = atArgument
		case c.code && !c.given:
			if out >= said {
				r.found(c.program)
			}
			c.given = true
		case c.out == filed && out >= said: // cat <(…)
			c.out = unread
		}
		return
	}
	doc := document{}
	if r.more() && strings.IndexByte("&|-", r.line[r.i]) >= 0 {
		doc.tabs = r.line[r.i] == '-'
		r.i++
	}
	for r.more() && (r.line[r.i] == ' ' || r.line[r.i] == '\t' || r.line[r.i] == '\\' && r.next() == '\n') {
		if r.line[r.i] == '\\' {
			r.i++
		}
		r.i++
	}
	start = r.i
	mark := len(r.words)
	r.word(end)
	switch w := r.words[mark:]; {
	case op == "<<" && !r.endless && r.sums == 0:
		doc.end, doc.raw = string(w), bytes.ContainsAny(r.line[start:min(r.i, len(r.line))], `'"\`)
		r.documents = append(r.documents, doc)
	case op == "<<<" && c.shell:
		r.inner(w)
	case op == "<<<" && c.code:
		r.interpreted(c.program, w)
	case op == "<<<" && c.lead != nil && c.lead.marks != nil:
		r.marked(w, c.lead.marks)
	case op == "<<<" && c.out == filed:
		c.out = unread
	case bytes.HasPrefix(w, []byte("/dev/")): // bash makes a connection of /dev/tcp/HOST/PORT
		kind, _, _ := bytes.Cut(w[len("/dev/"):], []byte("/"))
		if p := r.byName["/dev/"+string(kind)]; p != nil {
			r.found(p)
		}
	}
	r.words = r.words[:mark]
}

// skipDocuments goes past the here-documents of the line that ended. They are no
// commands, unless a shell reads them.
func (r *reader) skipDocuments() {
	documents := r.documents
	r.documents = nil
	coder, marks := r.coder, r.marks
	r.coder, r.marks = nil, nil
	if r.shells {
		r.shells = false
		return
	}
	for _, doc := range documents {
		body, length := doc.in(r.line[r.i:])
		if length < 0 {
			r.endless = true
			return
		}
		next := r.i + length
		if coder != nil {
			r.interpreted(coder, r.line[r.i:r.i+body])
		}
		r.marked(r.line[r.i:r.i+body], marks)
		if !doc.raw {
			line, mark := r.line, len(r.words)
			r.line = line[:r.i+body]
			r.text(0)
			r.line, r.words = line, r.words[:mark]
		}
		r.i = next
	}
}

// in is how long the document is that text begins with, without and with the
// line that ends it; -1 where none does. To bash, a line that a backslash joins to
// the next may be that line.
func (doc *document) in(text []byte) (body, length int) {
	rest, fits := doc.end, true // what the lines joined so far have left of the end
	for at := 0; at < len(text); {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		last := bytes.TrimRight(line, "\r")
		if doc.tabs {
			last = bytes.TrimLeft(last, "\t")
		}
		if string(last) == doc.end || fits && string(last) == rest {
			return at, at + len(line)
		}
		if piece, joined := bytes.CutSuffix(last, []byte(`\`)); joined && !doc.raw {
			var ok bool
			rest, ok = strings.CutPrefix(rest, string(piece))
			fits = fits && ok
		} else {
			rest, fits = doc.end, true
		}
		at += len(line) + 1
	}
	return 0, -1
}
