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

var deletion, following = doing("delete"), doing("follow")

// doing is the kind of work of that name, which a lexicon has.
func doing(name string) Doings {
	_ = lexicon
	d, _ := ParseDoings(name)
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
		e := s.doing[w&hashMask]
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
	sentence          Doings // what this sentence asks for
	deletes           bool   // the last one asked for something to go
}

// between reads what stands between two words, and reports whether a sentence ends there.
func (c *clauses) between(text []byte) (ends bool) {
	for _, r := range string(text) {
		switch r {
		case '?', '？':
			c.end(true)
			ends = true
		case '.', '!', '\n', ';', '。', '！', '；':
			c.end(false)
			ends = true
		case ',', ':', '(', ')', '，', '、', '：', '—':
			c.end(false)
		}
	}
	if ends {
		c.close()
	}
	return ends
}

// word reads a word, and reports whether another sentence begins with it, as with "then".
func (c *clauses) word(e entry) (begins bool) {
	if begins = e.lists&parts != 0; begins {
		c.end(false)
		c.close()
	}
	c.here |= e.doings
	c.negated = c.negated || e.lists&negates != 0
	c.request = c.request || e.lists&bids != 0
	return begins
}

func (c *clauses) end(question bool) {
	switch {
	case c.negated:
		c.forbidden |= c.here
	case question && !c.request:
		c.asks |= c.here
	default:
		c.wanted |= c.here
	}
	if !c.negated {
		c.sentence |= c.here
	}
	c.here, c.negated, c.request = 0, false, false
}

func (c *clauses) close() { c.sentence, c.deletes = 0, c.sentence&deletion != 0 }

// asked is what the message asks for. What it only asks about counts only where the whole of
// it asks for more than a look.
func (c *clauses) asked(look bool) Doings {
	if !look {
		c.wanted |= c.asks
	}
	return c.wanted &^ c.forbidden
}
