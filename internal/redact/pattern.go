package redact

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/lanes"
)

// A pattern is a chain of byte classes with repetitions, written in a small subset of regular
// expressions: literals, [classes], \d, {n}, {n,}, {n,m}, ? and +, and one pair of parentheses
// around the part to redact. It matches greedily and never backtracks, so a match costs only its
// length; a class is therefore never followed by a part of itself.
type pattern struct {
	steps    []step
	from, to int // the steps in parentheses
	literals []string
	lead     int  // steps before the literal: none, or one class
	least    int  // bytes of the shortest match, from the literal on
	most     int  // of the longest match
	solid    bool // at least eight bytes follow, none a space, a quote or a bracket
	short    bool // the literals have three bytes
}

type step struct {
	class    class
	min, max int
}

type class [256]bool

// maxRepeat bounds an open repetition, in bytes: no token is longer.
const maxRepeat = 4096

// leastLiteral is the least length of a literal to search for.
const leastLiteral = 3

// compile parses a pattern; a run needs no literal.
func compile(expr string, run bool) (*pattern, error) {
	p := &pattern{to: -1}
	rest := expr
	for rest != "" {
		switch rest[0] {
		case '(':
			p.from, rest = len(p.steps), rest[1:]
			continue
		case ')':
			p.to, rest = len(p.steps), rest[1:]
			continue
		}
		var s step
		var err error
		if s.class, rest, err = readClass(rest); err != nil {
			return nil, err
		}
		if s.min, s.max, rest, err = readRepeat(rest); err != nil {
			return nil, err
		}
		p.steps = append(p.steps, s)
	}
	if p.to < 0 {
		p.to = len(p.steps)
	}
	for _, s := range p.steps {
		p.most += s.max
	}
	if run {
		p.lead, p.literals = 0, []string{""}
	} else if !p.anchor() {
		return nil, fmt.Errorf("no literal of %d bytes in %q", leastLiteral, expr)
	}
	p.short = len(p.literals[0]) <= 3
	p.solid = true
	for _, s := range p.steps[p.lead:] {
		p.least += s.min
		p.solid = p.solid && !slices.Contains(s.class[:'*'+1], true)
	}
	p.solid = p.solid && p.least >= 8
	return p, nil
}

func readClass(rest string) (c class, tail string, err error) {
	switch rest[0] {
	case '\\':
		if len(rest) < 2 {
			return c, "", errors.New("nothing behind a backslash")
		}
		if rest[1] == 'd' {
			return classOf("0123456789"), rest[2:], nil
		}
		c[rest[1]] = true
		return c, rest[2:], nil
	case '[':
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return c, "", fmt.Errorf("unclosed class %q", rest)
		}
		set := strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(rest[1:end])
		for i := 0; i < len(set); i++ {
			if i+2 < len(set) && set[i+1] == '-' {
				for b := int(set[i]); b <= int(set[i+2]); b++ {
					c[b] = true
				}
				i += 2
				continue
			}
			c[set[i]] = true
		}
		return c, rest[end+1:], nil
	}
	c[rest[0]] = true
	return c, rest[1:], nil
}

func readRepeat(rest string) (lo, hi int, tail string, err error) {
	switch {
	case strings.HasPrefix(rest, "?"):
		return 0, 1, rest[1:], nil
	case strings.HasPrefix(rest, "+"):
		return 1, maxRepeat, rest[1:], nil
	case !strings.HasPrefix(rest, "{"):
		return 1, 1, rest, nil
	}
	times, tail, ok := strings.Cut(rest[1:], "}")
	from, to, open := strings.Cut(times, ",")
	if !open {
		to = from
	} else if to == "" {
		to = strconv.Itoa(maxRepeat)
	}
	lo, err = strconv.Atoi(from)
	if hi, _ = strconv.Atoi(to); !ok || err != nil || lo < 0 || hi < max(lo, 1) || hi > maxRepeat {
		return 0, 0, "", fmt.Errorf("bad repetition %q", rest)
	}
	return lo, hi, tail, nil
}

// anchor finds the literals that every match contains: the first steps, with small classes spelled
// out, or those after one leading class.
func (p *pattern) anchor() bool {
	const most, spellings = 10, 24
	for _, p.lead = range []int{0, 1} {
		p.literals = []string{""}
		for _, s := range p.steps[min(p.lead, len(p.steps)):] {
			members := s.class.members()
			if s.min != s.max || s.min > most || len(p.literals)*len(members) > spellings || len(p.literals[0]) >= most ||
				s.min > 1 && len(members) > 1 {
				break
			}
			var next []string
			for _, l := range p.literals {
				for _, m := range members {
					next = append(next, l+strings.Repeat(string(rune(m)), s.min))
				}
			}
			p.literals = next
		}
		if len(p.literals[0]) >= leastLiteral {
			return true
		}
	}
	return false
}

// within reports whether d contains all bytes of c.
func (c *class) within(d *class) bool {
	return !slices.ContainsFunc(c.members(), func(b byte) bool { return !d[b] })
}

func (c *class) members() []byte {
	var m []byte
	for b := range c {
		if c[b] {
			m = append(m, byte(b))
		}
	}
	return m
}

// match matches with the literal at text[at:]. It returns the whole match and the part to redact;
// ok is false if there is none.
func (p *pattern) match(text []byte, at int) (whole, part [2]int, ok bool) {
	if p.solid && lanes.Within(lanes.Load(text, at+p.least-8), 0, '*') != 0 {
		return whole, part, false // nearly all candidates fail here
	}
	i := at
	if p.lead > 0 {
		s := &p.steps[0]
		for i > 0 && at-i < s.max && s.class[text[i-1]] {
			i--
		}
		if at-i < s.min || i > 0 && s.class[text[i-1]] {
			return whole, part, false
		}
	}
	whole[0] = i
	part[0] = i
	for n := range p.steps {
		if n == p.from {
			part[0] = i
		}
		s := &p.steps[n]
		limit := min(len(text), i+s.max)
		j := i
		for j < limit && s.class[text[j]] {
			j++
		}
		if j-i < s.min {
			return whole, part, false
		}
		i = j
		if n+1 == p.to {
			part[1] = i
		}
	}
	whole[1] = i
	// A longer token is a different token.
	if last := &p.steps[len(p.steps)-1]; i < len(text) && last.class[text[i]] && (last.max > 1 || last.min > 1) {
		return whole, part, false
	}
	return whole, part, true
}

// firstOf is the class of the first bytes of words.
func firstOf(words []string) (c class) {
	for _, w := range words {
		c[w[0]] = true
	}
	return c
}

// classOf is the class of the bytes listed.
func classOf(members string) (c class) {
	for i := range len(members) {
		c[members[i]] = true
	}
	return c
}
