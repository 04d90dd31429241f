package toolconf

import (
	"cmp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// The programs that sources run by default.
const (
	passBinary = "/usr/bin/pass"
	ageBinary  = "/usr/bin/age"
)

// credentials reads a tool's credentials, by name.
func (p *parser) credentials(n *yaml.Node, path string) []Credential {
	var out []Credential
	for k, v := range p.Pairs(n, path) {
		if p.variable(k, path, k.Value) {
			c := p.credential(v, yamltext.Join(path, k.Value))
			c.Name = k.Value
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Credential) int { return strings.Compare(a.Name, b.Name) })
	return out
}

var kinds = []string{string(FromFile), string(FromEnv), string(FromSystemd), string(FromPass), string(FromAge), string(FromCommand)}

func (p *parser) credential(n *yaml.Node, path string) Credential {
	var c Credential
	s := &c.Source
	named := func(kind Kind, read func(n *yaml.Node, path string) string) key {
		return key{string(kind), func(n *yaml.Node, path string) { s.Kind, s.Name = kind, read(n, path) }}
	}
	before := len(p.errs)
	given := p.object(n, path,
		named(FromFile, p.absolute),
		named(FromEnv, p.envName),
		named(FromSystemd, p.fileName),
		named(FromPass, p.passName),
		named(FromAge, p.absolute),
		key{string(FromCommand), func(n *yaml.Node, path string) { s.Kind, s.Command = FromCommand, p.command(n, path) }},
		key{"identity", func(n *yaml.Node, path string) { s.Identity = p.absolute(n, path) }},
		key{"binary", func(n *yaml.Node, path string) { s.Binary = p.absolute(n, path) }},
		key{"field", func(n *yaml.Node, path string) { c.Field = p.field(n, path) }},
	)
	sources := 0
	for _, k := range kinds {
		if given[k] {
			sources++
		}
	}
	switch {
	case len(p.errs) > before: // what it seems to lack may be there, misspelt
	case sources != 1:
		p.errorf(n, "%s: a credential has one source: %s", path, yamltext.OneOf(kinds))
	case s.Kind == FromAge != given["identity"]:
		p.errorf(n, "%s: age needs identity, the key file, and nothing else has one", path)
	case given["binary"] && s.Kind != FromAge && s.Kind != FromPass:
		p.errorf(n, "%s: binary is for pass and age; the program of command is its first word", path)
	case s.Kind == FromPass:
		s.Binary = cmp.Or(s.Binary, passBinary)
	case s.Kind == FromAge:
		s.Binary = cmp.Or(s.Binary, ageBinary)
	}
	return c
}

func (p *parser) envName(n *yaml.Node, path string) string {
	s := p.text(n, path)
	if s != "" {
		p.variable(n, path, s)
	}
	return s
}

// fileName is a name within a directory that the owner does not choose.
func (p *parser) fileName(n *yaml.Node, path string) string {
	s := p.text(n, path)
	if strings.Contains(s, "/") || s == "." || s == ".." {
		p.errorf(n, "%s: %q must be the name of a file in $CREDENTIALS_DIRECTORY, without a directory", path, yamltext.Cut(s))
	}
	return s
}

// passName must not look like an option.
func (p *parser) passName(n *yaml.Node, path string) string {
	s := p.text(n, path)
	if strings.HasPrefix(s, "-") {
		p.errorf(n, "%s: %q begins like an option of pass", path, yamltext.Cut(s))
	}
	return s
}

func (p *parser) command(n *yaml.Node, path string) []string {
	words := p.texts(n, path)
	if len(words) == 0 || !strings.HasPrefix(words[0], "/") {
		p.errorf(n, "%s must be a list whose first word is a program's absolute path: [/usr/bin/op, read, \"op://…\"]", path)
	}
	return words
}

func (p *parser) field(n *yaml.Node, path string) string {
	s := p.text(n, path)
	if s != "" && !dotted.MatchString(s) {
		p.errorf(n, "%s: %q must be a path of names and list positions, each after a dot: .fields.0.value", path, yamltext.Cut(s))
	}
	return s
}
