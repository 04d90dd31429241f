package injection

import (
	"math/bits"
	"sort"
	"strings"
	"sync"
)

// context describes the surroundings of findings: whether the text is about attacks, and where it
// quotes. An attack that such a text quotes is its subject.
type context struct {
	f      *folded
	topics func() []cue // in order; computed only where something is quoted
	fences []int        // offsets of ``` in the original text

	line, seen int // no line ends between these offsets in the original text
}

const (
	topicReach  = 2500 // folded bytes to either side that are searched for subjects
	minTopics   = 2    // subjects that make a text with quotations one about attacks
	plainTopics = 4    // subjects that do so in a mere list
	lineReach   = 400  // bytes of a line that are examined
)

func newContext(f *folded) *context {
	c := &context{f: f, topics: sync.OnceValue(func() []cue {
		topics := subjects().cues(f, 0, len(f.bytes))
		inOrder(topics)
		return topics
	})}
	for i := 0; ; {
		k := strings.Index(f.text[i:], "```")
		if k < 0 {
			return c
		}
		c.fences = append(c.fences, i+k)
		i += k + 3
	}
}

// quoted reports whether the evidence is a quotation: without the cues that a text about attacks
// quotes, too little weight is left.
func (c *context) quoted(cues []cue) bool {
	top := cues[0]
	for _, q := range cues {
		if q.weight > top.weight {
			top = q
		}
	}
	topQuoted := c.quotes(top)
	if !topQuoted && top.weight >= Threshold {
		return false // as in most texts
	}
	var room [maxTogether]cue
	rest := room[:0]
	for _, q := range cues {
		if q == top && topQuoted || q != top && q.weight > 1 && c.quotes(q) {
			continue
		}
		rest = append(rest, q)
	}
	if len(rest) == len(cues) {
		return false
	}
	for i := range rest {
		if score, _, _, _ := together(c.f, rest[i:]); score >= Threshold {
			return false
		}
	}
	return true
}

// quotes reports whether a cue is quoted in a text about attacks.
func (c *context) quotes(q cue) bool {
	from, to := c.f.span(q.start, q.end)
	least := minTopics
	if !c.inQuotes(from, to) {
		if !c.inList(from) {
			return false
		}
		least = plainTopics
	}
	return c.about(q.start, q.end, least)
}

// about reports whether at least so many subjects occur near folded [start, end), not inside it.
func (c *context) about(start, end, least int) bool {
	topics := c.topics()
	first := sort.Search(len(topics), func(k int) bool { return topics[k].start >= start-topicReach })
	var seen uint
	for _, t := range topics[first:] {
		if t.start > end+topicReach {
			break
		}
		if t.end > end+topicReach || t.start < end && t.end > start {
			continue
		}
		seen |= 1 << t.rule
		if bits.OnesCount(seen) >= least {
			return true
		}
	}
	return false
}

// inFront returns the part of the line before an offset. The last line is kept, since most offsets
// are on the same line as the one before.
func (c *context) inFront(from int) string {
	text := c.f.text
	least := max(0, from-lineReach)
	if from < c.line || from > c.seen+lineReach || c.line > least && text[c.line-1] != '\n' {
		c.line, c.seen = least, least
	}
	for c.seen < from {
		end := index(text[:from], c.seen, '\n')
		if c.seen = min(end+1, from); end < from {
			c.line = c.seen
		}
	}
	return text[max(c.line, least):from]
}

// inQuotes reports whether [from, to) is code, or in quotation marks on its line.
func (c *context) inQuotes(from, to int) bool {
	if sort.SearchInts(c.fences, from)%2 == 1 {
		return true
	}
	text := c.f.text
	rest := text[to:min(len(text), to+lineReach)]
	if k := strings.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	line := c.inFront(from)
	for _, q := range [...]string{"`", `"`} {
		if strings.Count(line, q)%2 == 1 && strings.Contains(rest, q) {
			return true
		}
	}
	for _, q := range [...][2]string{{"“", "”"}, {"«", "»"}, {"„", "“"}, {"「", "」"}, {"‘", "’"}} {
		if strings.Contains(rest, q[1]) && strings.LastIndex(line, q[0]) > strings.LastIndex(line, q[1]) {
			return true
		}
	}
	return strings.HasSuffix(line, "'") && strings.Contains(rest, "'")
}

// inList reports whether the line at from is an entry of a list or table, a quotation, or indented
// code.
func (c *context) inList(from int) bool {
	line := c.inFront(from)
	if strings.HasPrefix(line, "    ") {
		return true
	}
	line = strings.TrimLeft(line, " ")
	if line == "" {
		return false
	}
	switch line[0] {
	case '\t', '|', '>':
		return true
	case '-', '*', '+':
		return strings.HasPrefix(line[1:], " ")
	}
	return strings.HasPrefix(line, "• ")
}
