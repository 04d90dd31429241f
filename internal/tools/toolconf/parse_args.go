package toolconf

import (
	"regexp"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// rules reads blockedArgs or allowedArgs; flags are put before each pattern.
func (p *parser) rules(n *yaml.Node, path, flags string) []rule {
	var out []rule
	for i, item := range p.Items(n, path) {
		here := indexed(path, i)
		var r rule
		before := len(p.errs)
		given := p.object(item, here,
			key{"match", func(n *yaml.Node, path string) { r.pattern = p.pattern(n, path, flags, "") }},
			key{"command", func(n *yaml.Node, path string) { r.pattern, r.command = p.pattern(n, path, flags, ""), true }},
			key{"message", func(n *yaml.Node, path string) {
				if r.message = p.text(n, path); len(r.message) > maxMessage {
					p.errorf(n, "%s is longer than %d bytes", path, maxMessage)
				}
			}},
		)
		if len(p.errs) == before && given["match"] == given["command"] {
			p.errorf(item, "%s: write match (for each argument) or command (for all of them, joined by spaces), one of them", here)
		}
		out = append(out, r)
	}
	return out
}

func (p *parser) shapes(n *yaml.Node, path string) [][]*regexp.Regexp {
	var out [][]*regexp.Regexp
	for i, list := range p.Items(n, path) {
		shape := []*regexp.Regexp{}
		for j, item := range p.Items(list, indexed(path, i)) {
			shape = append(shape, p.pattern(item, indexed(indexed(path, i), j), "^(?:", ")$"))
		}
		out = append(out, shape)
	}
	return out
}

// pattern compiles a pattern by itself, and then with the text around it: a pattern that is valid
// by itself cannot break out of it.
func (p *parser) pattern(n *yaml.Node, path, before, after string) *regexp.Regexp {
	s, ok := p.raw(n, path, maxPattern)
	if !ok {
		return nil
	}
	if s == "" {
		p.errorf(n, "%s is empty and would match everything: write what it should match", path)
		return nil
	}
	if _, why := yamltext.Pattern(s); why != "" {
		p.errorf(n, "%s: %s", path, why)
		return nil
	}
	re, err := regexp.Compile(before + s + after)
	if err != nil {
		p.errorf(n, "%s: %v", path, err)
	}
	return re
}
