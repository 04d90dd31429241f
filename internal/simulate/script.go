package simulate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/yamltext"
)

// Script is a session in YAML.
type Script struct {
	Scene
	Steps []Step
}

// Step is a message, a call with what it returns, or the owner's reset.
type Step struct {
	Line int // in the file

	Says *Speaker // of a message
	Text string

	Tool    string // of a call
	Params  jsontext.Value
	Returns jsontext.Value // nil: it returns nothing that the model reads
	Approve bool           // the owner says yes, if it is held
	Expect  Outcome        // "": nothing is expected
	Because string         // stands in one of the reasons

	Reset bool

	Comment string // above the step, in a script that is written
}

// Outcome is what becomes of a call.
type Outcome string

const (
	Allow Outcome = "allow"
	Ask   Outcome = "ask"
	Deny  Outcome = "deny"
)

var outcomes = []Outcome{Allow, Ask, Deny}

// Bounds on a script.
const (
	maxScript = 1 << 20
	maxDepth  = 16
	MaxSteps  = 2000
)

// Parse reads a script; the error has all mistakes, as file:line:column: what to write instead.
func Parse(data []byte, name string) (*Script, error) {
	var wrong []error
	r := &parser{Reader: yamltext.Reader{MaxBytes: maxScript, MaxDepth: maxDepth, MaxItems: MaxSteps, Wrong: func(line, column int, text string) {
		wrong = append(wrong, fmt.Errorf("%s:%d:%d: %s", name, line, column, text))
	}}}
	s := &Script{}
	root, ok := r.Document(data)
	if ok {
		r.script(root, s)
	}
	if ok && len(wrong) == 0 && len(s.Steps) == 0 {
		wrong = append(wrong, fmt.Errorf("%s:1:1: steps: a script needs some, as in - owner: what the owner writes", name))
	}
	return s, errors.Join(wrong...)
}

type parser struct{ yamltext.Reader }

func (r *parser) errorf(n *yaml.Node, format string, args ...any) {
	r.Wrong(max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...))
}

func (r *parser) script(root *yaml.Node, s *Script) {
	texts := map[string]*string{"session": &s.Session, "agent": &s.Agent, "workspace": &s.Workspace, "channel": &s.Channel}
	for k, v := range r.Pairs(root, "") {
		switch at := texts[k.Value]; {
		case at != nil:
			*at = r.text(v, k.Value)
		case k.Value == "steps":
			for i, item := range r.Items(v, "steps") {
				s.Steps = append(s.Steps, r.step(item, fmt.Sprintf("steps[%d]", i)))
			}
		default:
			r.errorf(k, "unknown key %q: a script has session, agent, workspace, channel and steps", yamltext.Cut(k.Value))
		}
	}
}

const stepKeys = "a step has owner, stranger, or sender with says, and may have channel and group; or call with with, returns, approve, expect and because; or reset"

func (r *parser) step(n *yaml.Node, path string) (s Step) {
	s.Line = n.Line
	kinds := 0
	var says, channel, group *yaml.Node
	var ofCall []*yaml.Node
	for k, v := range r.Pairs(n, path) {
		at := yamltext.Join(path, k.Value)
		switch k.Value {
		case "owner", "stranger":
			by := Owner
			if k.Value == "stranger" {
				by = Stranger
			}
			s.Says, s.Text = &by, r.text(v, at)
			kinds++
		case "sender":
			s.Says = &Speaker{ID: r.text(v, at)}
			kinds++
		case "says":
			says = v
		case "channel":
			channel = v
		case "group":
			group = v
		case "call":
			s.Tool = r.text(v, at)
			kinds++
		case "with":
			s.Params = r.json(v, at)
			if s.Params != nil && s.Params.Kind() != '{' {
				r.errorf(v, "%s must be a mapping of the call's parameters, not %s", at, yamltext.Describe(v))
			}
			ofCall = append(ofCall, k)
		case "returns":
			s.Returns = r.json(v, at)
			ofCall = append(ofCall, k)
		case "approve":
			s.Approve, _ = r.Bool(v, at)
			ofCall = append(ofCall, k)
		case "expect":
			s.Expect = Outcome(r.text(v, at))
			if !slices.Contains(outcomes, s.Expect) {
				r.errorf(v, "%s must be allow, ask or deny, not %s", at, yamltext.Describe(v))
			}
			ofCall = append(ofCall, k)
		case "because":
			s.Because = r.text(v, at)
			ofCall = append(ofCall, k)
		case "reset":
			s.Reset, _ = r.Bool(v, at)
			kinds++
		default:
			r.errorf(k, "unknown key %q: %s", yamltext.Cut(k.Value), stepKeys)
		}
	}
	if n.Kind == yaml.MappingNode && kinds != 1 {
		r.errorf(n, "%s says nothing, or several things: %s", path, stepKeys)
		return s
	}
	if s.Tool == "" && len(ofCall) > 0 {
		r.errorf(ofCall[0], "%s belongs to a call", yamltext.Join(path, ofCall[0].Value))
	}
	r.speaker(&s, path, says, channel, group)
	return s
}

// speaker reads how a message is said.
func (r *parser) speaker(s *Step, path string, says, channel, group *yaml.Node) {
	var by Speaker
	for _, x := range []struct {
		name string
		v    *yaml.Node
		at   *string
	}{{"says", says, &s.Text}, {"channel", channel, &by.Channel}, {"group", group, &by.Group}} {
		switch at := yamltext.Join(path, x.name); {
		case x.v == nil:
		case s.Says == nil:
			r.errorf(x.v, "%s belongs to a message", at)
		default:
			*x.at = r.text(x.v, at)
		}
	}
	if s.Says != nil {
		s.Says.Channel, s.Says.Group = by.Channel, by.Group
	}
}

// text is a scalar as it is written.
func (r *parser) text(v *yaml.Node, path string) string {
	if v.Kind != yaml.ScalarNode || yamltext.IsNull(v) {
		r.errorf(v, "%s must be a text, not %s", path, yamltext.Describe(v))
		return ""
	}
	return v.Value
}

// json is a value as a host would send it.
func (r *parser) json(v *yaml.Node, path string) jsontext.Value {
	var value any
	if err := v.Decode(&value); err != nil {
		r.errorf(v, "%s: %v", path, err)
		return nil
	}
	b, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		r.errorf(v, "%s cannot be written as JSON: keys must be texts, and numbers finite", path)
		return nil
	}
	return b
}

// YAML is the script as a file.
func (s *Script) YAML() []byte {
	root := &yaml.Node{Kind: yaml.MappingNode}
	for _, x := range []struct{ key, value string }{{"session", s.Session}, {"agent", s.Agent}, {"workspace", s.Workspace}, {"channel", s.Channel}} {
		if x.value != "" {
			put(root, x.key, text(x.value))
		}
	}
	steps := &yaml.Node{Kind: yaml.SequenceNode}
	for i := range s.Steps {
		steps.Content = append(steps.Content, s.Steps[i].node())
	}
	put(root, "steps", steps)
	var b strings.Builder
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(root); err != nil {
		panic("simulate: " + err.Error()) // nodes of ours
	}
	return []byte(b.String())
}

func (s *Step) node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, HeadComment: s.Comment}
	switch {
	case s.Reset:
		put(n, "reset", value(true))
	case s.Says != nil:
		switch s.Says.ID {
		case Owner.ID:
			put(n, "owner", text(s.Text))
		case Stranger.ID:
			put(n, "stranger", text(s.Text))
		default:
			put(n, "sender", text(s.Says.ID))
			put(n, "says", text(s.Text))
		}
		if s.Says.Channel != "" {
			put(n, "channel", text(s.Says.Channel))
		}
		if s.Says.Group != "" {
			put(n, "group", text(s.Says.Group))
		}
	default:
		put(n, "call", text(s.Tool))
		if s.Params != nil {
			put(n, "with", fromJSON(s.Params))
		}
		if s.Expect != "" {
			put(n, "expect", text(string(s.Expect)))
		}
		if s.Because != "" {
			put(n, "because", text(s.Because))
		}
		if s.Approve {
			put(n, "approve", value(true))
		}
		if s.Returns != nil {
			put(n, "returns", fromJSON(s.Returns))
		}
	}
	return n
}

func put(n *yaml.Node, key string, v *yaml.Node) { n.Content = append(n.Content, text(key), v) }

func text(s string) *yaml.Node { return value(s) }

// value is a value of Go's as YAML.
func value(v any) *yaml.Node {
	var n yaml.Node
	if err := n.Encode(v); err != nil {
		panic("simulate: " + err.Error()) // what JSON can hold, and texts
	}
	return &n
}

func fromJSON(raw jsontext.Value) *yaml.Node {
	var v any
	if json.Unmarshal(raw, &v, jsontext.AllowInvalidUTF8(true)) != nil {
		return text(string(raw))
	}
	return value(v)
}
