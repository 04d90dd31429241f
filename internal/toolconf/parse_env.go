package toolconf

import (
	"maps"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// use is a place where a template names a credential.
type use struct {
	node       *yaml.Node
	path, name string
}

// checkEnv looks at what no single value can be wrong about: every variable has
// one origin, and every template names a credential.
func (p *parser) checkEnv(n *yaml.Node, path string, t *Tool, uses []use) {
	credential := map[string]bool{}
	for _, c := range t.Credentials {
		credential[c.Name] = true
		if has(t.Env, c.Name) || has(t.ForcedEnv, c.Name) {
			p.errorf(n, "%s: %s is in credentials and in env or forcedEnv: keep one", path, c.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.ForcedEnv)) {
		if has(t.Env, name) {
			p.errorf(n, "%s: %s is in env and in forcedEnv: keep one", path, name)
		}
	}
	for _, name := range t.RequestEnv {
		if has(t.ForcedEnv, name) || credential[name] {
			p.errorf(n, "%s: requestEnv lets a request replace %s, which is a credential or forced: take it out of requestEnv", path, name)
		}
	}
	for _, u := range uses {
		if !credential[u.name] {
			p.errorf(u.node, "%s: {{%s}} is not one of the tool's credentials", u.path, yamltext.Cut(u.name))
		}
	}
}

func has(m map[string]string, name string) bool {
	_, ok := m[name]
	return ok
}

func (p *parser) requestEnv(n *yaml.Node, path string) []string {
	var out []string
	for i, item := range p.Items(n, path) {
		here := indexed(path, i)
		name := p.text(item, here)
		switch {
		case name == "" || !p.variable(item, here, name):
		case denied(name):
			p.errorf(item, "%s: no request may set %s, by which programs find code, servers or files: give it a value under env", here, name)
		default:
			out = append(out, name)
		}
	}
	return out
}

func (p *parser) variable(n *yaml.Node, path, name string) bool {
	if !variable.MatchString(name) {
		p.errorf(n, "%s: %q is not the name of an environment variable: letters, digits and _", path, yamltext.Cut(name))
		return false
	}
	return true
}

// values reads a mapping of environment variables; each is given what was read.
func (p *parser) values(n *yaml.Node, path string, each func(n *yaml.Node, path, value string)) map[string]string {
	values := map[string]string{}
	for k, v := range p.Pairs(n, path) {
		here := yamltext.Join(path, yamltext.Cut(k.Value))
		if !p.variable(k, path, k.Value) {
			continue
		}
		if s, ok := p.raw(v, here, maxText); ok {
			values[k.Value] = s
			each(v, here, s)
		}
	}
	return values
}

func (p *parser) env(n *yaml.Node, path string, uses []use) (map[string]string, []use) {
	values := p.values(n, path, func(n *yaml.Node, path, value string) { uses = p.templates(n, path, value, uses) })
	return values, uses
}

func (p *parser) forcedEnv(n *yaml.Node, path string) map[string]string {
	return p.values(n, path, func(n *yaml.Node, path, value string) {
		if template.MatchString(value) {
			p.errorf(n, "%s: forcedEnv takes no {{NAME}}: write it under env, or under credentials with the variable's name", path)
		}
	})
}

// templates appends the credentials that a text names. Whatever else has two
// braces is probably one, mistyped, and would reach the tool as it stands.
func (p *parser) templates(n *yaml.Node, path, text string, uses []use) []use {
	for _, m := range template.FindAllStringSubmatch(text, -1) {
		uses = append(uses, use{n, path, m[1]})
	}
	if strings.Contains(template.ReplaceAllString(text, ""), "{{") {
		p.errorf(n, "%s: a credential is written {{NAME}}, without spaces, and {{ stands for nothing else", path)
	}
	return uses
}

func (p *parser) configFile(n *yaml.Node, at string, uses []use) (*ConfigFile, []use) {
	f := &ConfigFile{}
	given := p.object(n, at,
		key{"path", func(n *yaml.Node, at string) {
			f.Path = p.text(n, at)
			if f.Path != "" && (f.Path != path.Clean(f.Path) || path.IsAbs(f.Path) || f.Path == "." || f.Path == ".." || strings.HasPrefix(f.Path, "../")) {
				p.errorf(n, "%s: %q must be a plain relative path, such as gog/config.yaml: it is taken from XDG_CONFIG_HOME", at, yamltext.Cut(f.Path))
			}
		}},
		key{"template", func(n *yaml.Node, at string) {
			f.Template, _ = p.raw(n, at, maxTemplate)
			uses = p.templates(n, at, f.Template, uses)
		}},
	)
	for _, name := range []string{"path", "template"} {
		if !given[name] {
			p.errorf(n, "%s: %s is missing", at, name)
		}
	}
	return f, uses
}
