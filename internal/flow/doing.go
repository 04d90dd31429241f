package flow

import (
	"github.com/provenanced/provenanced/internal/intent"
)

// Doings are kinds of work, as the lists "do …" of the lexicons name them: what a command does,
// and what an owner's words ask for.
type Doings uint64

// Anything is any work: it accompanies whatever was asked for.
const Anything Doings = 1 << 63

// Nothing is no work that anybody can ask for.
const Nothing Doings = 1 << 62

// doingNames are the kinds of work; the bit of each is its place.
var doingNames []string

// doingNamed is the kind of that name, which a lexicon begins.
func doingNamed(name string) Doings {
	for i, n := range doingNames {
		if n == name {
			return 1 << i
		}
	}
	doingNames = append(doingNames, name)
	return 1 << (len(doingNames) - 1)
}

// ParseDoings reads the names of kinds of work; ok is false where one is not known.
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

// checking tells of work whether it is good. Its words name things as well, and alone with a
// question mark they ask for it: "Lint?".
var checking = doing("test", "build", "format")

// What the owner asks for with the calls of tools that are no commands.
var (
	Reminding  = doing("remind")   // something is to happen later, or again and again
	Delegating = doing("delegate") // another agent is to do it
	Writing    = doing("write", "edit", "convert", "copy")
)

// doing is the kinds of work of these names, which a lexicon has.
func doing(names ...string) Doings {
	_ = lexicon
	d, _ := ParseDoings(names...)
	return d
}

// asksFor reports whether the owner asks in this turn for work of one of these kinds: with
// their own words, or with a source that they trust and have named, if they say to follow it.
func (s *Store) asksFor(d Doings) bool {
	scope := &s.owner.scope
	if d&Anything != 0 && (scope.doings != 0 || scope.classes.Without(intent.Of(intent.Read)) != 0) {
		return true
	}
	return scope.doings&d != 0 || scope.doings&following != 0 && s.sourcesAskFor()&d != 0
}

// sourcesAskFor is what the trusted sources that the owner named ask for.
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

// negatedWords is how far behind a word that negates it something is not asked for.
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

// clauses reads what a message asks for, clause by clause: where one negates, nothing in it
// is asked for, and what it forbids is not asked for anywhere.
type clauses struct {
	wanted, forbidden Doings // of those that are read
	asks, here        Doings // in questions, and in this clause
	negated, request  bool
	words             int // of this clause

	segment Doings // of what has been read since the last "and"
	deletes bool   // the last segment is of what is to go: it says so, or goes on with what does
}

// between reads what stands between two words, and reports whether a segment ends there.
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

// sentenceEnds marks a segment behind which nothing goes on.
const sentenceEnds Doings = 1 << 61

// word reads a word, and reports whether another segment begins with it, as with "then".
func (c *clauses) word(e entry) (begins bool) {
	if e.lists&parts != 0 {
		c.end(false)
		c.segment |= sentenceEnds
	}
	return e.lists&(parts|joins) != 0
}

// count counts a word, once the segment that it may begin has begun.
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

// close ends a segment, and reports whether what it names is to go.
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

// asked is what the message asks for. What it only asks about counts only where the whole of
// it asks for more than a look.
func (c *clauses) asked(look bool) Doings {
	if !look {
		c.wanted |= c.asks
	}
	return c.wanted &^ c.forbidden
}
