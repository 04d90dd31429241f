package policy

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// patterns is one glob or a list of them, in lower case. `*` matches any run of characters and `?`
// one; nothing else is special, so that the punctuation of session keys and addresses is literal.
type patterns []string

func (p *patterns) decodeNode(d *decoder, n *yaml.Node, key string) {
	for _, item := range d.oneOrMore(n, key) {
		s, ok := d.patternText(item, key)
		switch {
		case !ok:
		case strings.ContainsAny(s, `[]{}\`):
			d.errorf(at(item), "%s: bad pattern %q: only * (anything) and ? (one character) are special; write alternatives as a list", key, yamltext.Cut(s))
		default:
			*p = append(*p, SafeName(s))
		}
	}
}

// patternText also accepts numbers, since people's ids often are.
func (d *decoder) patternText(n *yaml.Node, key string) (string, bool) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!int" {
		quoted := *n
		quoted.Tag = "!!str"
		n = &quoted
	}
	return d.text(n, key, maxName)
}

func (p patterns) MarshalJSONTo(enc *jsontext.Encoder) error {
	tokens := []jsontext.Token{jsontext.BeginArray}
	for _, s := range p {
		tokens = append(tokens, jsontext.String(s))
	}
	return writeTokens(enc, append(tokens, jsontext.EndArray)...)
}

func (p patterns) match(name string) bool {
	for _, g := range p {
		if glob(g, name) {
			return true
		}
	}
	return false
}

// matchTool reports whether a pattern matches any of the names of a tool, or of an action of one.
func (p patterns) matchTool(name string) bool {
	for n := range callNames(name) {
		if p.match(n) {
			return true
		}
	}
	return false
}

// matchSender reports whether a pattern matches a person's id on a channel, each with the channel
// in front ("telegram:111") or without. An id that is personal data, such as a phone number, is
// recorded in a form without it, as recorded does.
func (p patterns) matchSender(id, channel string, recorded func(id string) string) bool {
	if id == "" {
		return p.match(id)
	}
	who := readIDOn(channel, id)
	if p.match(id) || slices.ContainsFunc(senderid.Spellings(who.channel, who.id), p.match) {
		return true
	}
	hidden := redact.HoldsPlaceholder([]byte(id))
	return slices.ContainsFunc(p, func(pattern string) bool {
		meant := readID(pattern)
		own, other, ok := who.beside(meant)
		return ok && (meant.channel != "" && who.channel == "" && glob(meant.id, id) || strings.EqualFold(own, other) ||
			hidden && (mayBe(meant.id, id, recorded) || mayBe(other, id, recorded)))
	})
}

// mayBe reports whether a pattern may match a person whose id is only known in its recorded form.
// If the id has several spellings, it may have been any of its kind.
func mayBe(pattern, id string, recorded func(id string) string) bool {
	_, channel := cutChannel(id)
	switch digits := !strings.ContainsAny(pattern, "abcdefghijklmnopqrstuvwxyz"); {
	case digits && strings.ContainsAny(pattern, "*?"):
		return true
	case digits && recorded != nil && !channel:
		return recorded(pattern) == id
	}
	return len(redact.Find([]byte(pattern), redact.Strict)) > 0
}

// Matches reports whether a pattern with * and ? matches a name, ignoring case.
func Matches(pattern, name string) bool { return glob(pattern, name) }

// glob matches without regard to case: rules only restrict, so the wider match is the safe one. It
// backtracks only to the last star, which bounds it to len(pattern) × len(name) steps.
func glob(pattern, name string) bool {
	p, n := 0, 0
	star, resume := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, resume = p, n
			p++
		case p < len(pattern) && pattern[p] == '?':
			_, width := utf8.DecodeRuneInString(name[n:])
			p, n = p+1, n+width
		case p < len(pattern) && pattern[p] == lower(name[n]):
			p, n = p+1, n+1
		case star >= 0:
			resume++
			p, n = star+1, resume
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
