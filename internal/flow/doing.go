package flow

import (
	"github.com/provenanced/provenanced/internal/intent"
)

// Doings are kinds of work, as the lists "do …" of the lexicons name them: what a command does, and
// what an owner's words ask for.
type Doings uint64

// Anything is any work, and part of whatever was asked for.
const Anything Doings = 1 << 63

// Nothing is work that nobody can ask for.
const Nothing Doings = 1 << 62

// doingNames are the kinds of work; the index of each is its bit.
var doingNames []string

// doingNamed returns the kind with that name, which a lexicon introduces.
func doingNamed(name string) Doings {
	for i, n := range doingNames {
		if n == name {
			return 1 << i
		}
	}
	doingNames = append(doingNames, name)
	return 1 << (len(doingNames) - 1)
}

// ParseDoings parses the names of kinds of work; ok is false for an unknown one.
func ParseDoings(names ...string) (d Doings, ok bool) {
	for _, name := range names {
		if name == "anything" {
			d |= Anything
			continue
		}
		known := false
		for i, n := range doingNames {
			if n == name {
				d, known = d|1<<i, true
			}
		}
		if !known {
			return 0, false
		}
	}
	return d, true
}

var deletion, following, looking, running = doing("delete"), doing("follow"), doing("look"), doing("run")

// checking is work that checks other work. Its words name things as well, and alone with a question
// mark they ask for it: "Lint?".
var checking = doing("test", "build", "format")

// What the owner asks for with calls of tools other than commands.
var (
	Reminding  = doing("remind")   // something is to happen later, or repeatedly
	Delegating = doing("delegate") // another agent is to do it
	Writing    = doing("write", "edit", "convert", "copy")
)

// doing returns the kinds of work with these names, which a lexicon must have.
func doing(names ...string) Doings {
	_ = lexicon
	d, _ := ParseDoings(names...)
	return d
}

// asksFor reports whether the owner asks in this turn for one of these kinds of work: in their own
// words, or by saying to follow a source that they trust and have named.
func (s *Store) asksFor(d Doings) bool {
	scope := &s.owner.scope
	if d&Anything != 0 && (scope.doings != 0 || scope.classes.Without(intent.Of(intent.Read)) != 0) {
		return true
	}
	return scope.doings&d != 0 || scope.doings&following != 0 && s.sourcesAskFor()&d != 0
}

// sourcesAskFor returns what the trusted sources that the owner named ask for.
func (s *Store) sourcesAskFor() (d Doings) {
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.flags&isTrusted == 0 || !n.source.said() {
			continue
		}
		for r := range s.recs[n.first : n.first+n.kept] {
			rec := &s.recs[int(n.first)+r]
			for k := rec.first; k < rec.first+rec.n; k++ {
				d |= s.wordsAskFor(&s.leafs[k])
			}
		}
	}
	return d
}

// negatedWords is how many words after a negation are not asked for.
const negatedWords = 5

func (s *Store) wordsAskFor(l *leaf) (d Doings) {
	negated := 0
	words := s.words[l.at : l.at+l.n]
	for i, w := range words {
		e := s.doing()[w&hashMask]
		if e.lists&negates != 0 {
			negated = negatedWords
		}
		if negated > 0 {
			negated--
			continue
		}
		if w&jointMask == 0 && (i+1 == len(words) || words[i+1]&jointMask == 0) {
			d |= e.doings
		}
	}
	return d
}

// clauses reads what a message asks for, clause by clause: a negated clause asks for nothing, and
// what it forbids is not asked for anywhere.
type clauses struct {
	wanted, forbidden Doings // in the clauses read so far
	asks, here        Doings // in questions, and in this clause
	negated, request  bool
	words             int // of this clause

	segment Doings // of what was read since the last "and"
	deletes bool   // the last segment asks for a removal, or continues one that does
}

// between reads the text between two words, and reports whether a segment ends there.
func (c *clauses) between(text []byte) (ends bool) {
	over := false
	for _, r := range string(text) {
		switch r {
		case '?', '？':
			c.end(true)
			ends, over = true, true
		case '.', '!', '\n', ';', '。', '！', '；':
			c.end(false)
			ends, over = true, true
		case ',', ':', '(', ')', '，', '、', '：', '—':
			c.end(false)
			ends = true
		}
	}
	if over {
		c.segment |= sentenceEnds
	}
	return ends
}

// sentenceEnds marks a segment after which nothing continues.
const sentenceEnds Doings = 1 << 61

// word reads a word, and reports whether it begins another segment, as "then" does.
func (c *clauses) word(e entry) (begins bool) {
	if e.lists&parts != 0 {
		c.end(false)
		c.segment |= sentenceEnds
	}
	return e.lists&(parts|joins) != 0
}

// count counts a word, after any segment that it begins has begun.
func (c *clauses) count(e entry) {
	c.words++
	c.here |= e.doings
	c.segment |= e.doings
	c.negated = c.negated || e.lists&negates != 0 && e.lists&bids == 0 // "shouldn't we" bids
	c.request = c.request || e.lists&bids != 0
	if c.negated {
		c.segment &^= deletion
	}
}

// close ends a segment, and reports whether it asks for a removal.
func (c *clauses) close(goesOn bool) (deletes bool) {
	own := c.segment &^ (sentenceEnds | looking)
	deletes = own&deletion != 0 || own == 0 && goesOn
	c.deletes = deletes && c.segment&sentenceEnds == 0
	c.segment = 0
	return deletes
}

func (c *clauses) end(question bool) {
	switch {
	case c.negated:
		c.forbidden |= c.here
	case question && !c.request && (c.words > 1 || c.here&checking == 0):
		c.asks |= c.here
	default:
		c.wanted |= c.here
	}
	c.here, c.negated, c.request, c.words = 0, false, false, 0
}

// asked returns what the message asks for. A question only counts if the whole message asks for
// more than a look.
func (c *clauses) asked(look bool) Doings {
	if !look {
		c.wanted |= c.asks
	}
	return c.wanted &^ c.forbidden
}
