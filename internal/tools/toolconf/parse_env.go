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

// checkEnv checks what concerns several values: every variable has one origin, and every template
// names a credential.
func (p *parser) checkEnv(n *yaml.Node, path string, t *Tool, uses []use) {
	credential := t.credentialNames()
	for _, c := range t.Credentials {
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

func (t *Tool) credentialNames() map[string]bool {
	names := map[string]bool{}
	for _, c := range t.Credentials {
		names[c.Name] = true
	}
	return names
}

func has(m map[string]string, name string) bool {
	_, ok := m[name]
	return ok
}

// asked is a variable that a request may set.
type asked struct {
	node       *yaml.Node
	path, name string
}

func (p *parser) requestEnv(n *yaml.Node, path string) (out []asked) {
	for i, item := range p.Items(n, path) {
		here := indexed(path, i)
		name := p.text(item, here)
		if name == "" || !p.variable(item, here, name) {
			continue
		}
		if does := denied(name); does != "" {
			p.errorf(item, "%s: no request may set %s, by which programs %s: give it a value under env", here, name, does)
			continue
		}
		out = append(out, asked{item, here, name})
	}
	return out
}

// unsafeEnv is the owner's permission for unknown variables: true for all in requestEnv, or their
// names.
type unsafeEnv struct {
	all   bool
	names []asked
}

func (p *parser) unsafeEnv(n *yaml.Node, path string) (u unsafeEnv) {
	if n.Kind == yaml.ScalarNode {
		u.all, _ = p.Bool(n, path)
		return u
	}
	for i, item := range p.Items(n, path) {
		here := indexed(path, i)
		if name := p.text(item, here); name != "" && p.variable(item, here, name) {
			u.names = append(u.names, asked{item, here, name})
		}
	}
	return u
}

// vouched returns the names in requestEnv, each of which must be known to be harmless or have the
// owner's permission. checkEnv reports the tool's own variables.
func (p *parser) vouched(request []asked, u unsafeEnv, own func(name string) bool) []string {
	var out []string
	listed := map[string]bool{}
	for _, a := range request {
		out, listed[a.name] = append(out, a.name), true
		if !known(a.name) && !own(a.name) && !u.all && !slices.ContainsFunc(u.names, func(w asked) bool { return w.name == a.name }) {
			p.errorf(a.node, "%s: nothing is known of what programs do by %s: if no value of it makes this tool do what it must not, add it to allowUnsafeEnv", a.path, a.name)
		}
	}
	for _, w := range u.names {
		if !listed[w.name] {
			p.errorf(w.node, "%s: %s is not under requestEnv", w.path, w.name)
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

// values reads a mapping of environment variables, and calls each with every value.
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

// templates appends the credentials that a text names. Any other double braces are an error, since
// they are probably a mistyped credential and would reach the tool literally.
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
