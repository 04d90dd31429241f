package toolconf

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// File is one file of the configuration. Errors call it Name.
type File struct {
	Name string
	Data []byte
}

// Defaults.
const (
	defaultTimeout   = 300 * time.Second
	defaultMaxOutput = 64 << 20
	defaultRedact    = redact.Standard
	defaultRisk      = "unknown"
)

// Bounds on a tool's settings.
const (
	longestRun  = 24 * time.Hour
	mostOutput  = 1 << 40
	maxTemplate = 64 << 10
	maxMessage  = 1024
)

const (
	fromRequest = "request" // workingDir: the caller's directory
	denyWord    = "deny"    // withoutTicket: no call is judged
	everyTool   = "all"     // in an approval
)

var (
	riskWords  = facts.RiskNames()
	levelWords = []string{"trusted", "shared", "external", "untrusted"}
	classWords = intent.All.Names()

	toolName = regexp.MustCompile(`^[a-z0-9][a-z0-9._+-]{0,63}$`)
	variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)
	template = regexp.MustCompile(`\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}`)
	size     = regexp.MustCompile(`^(\d{1,9}) ?(B|KiB|MiB|GiB)$`)
	dotted   = regexp.MustCompile(`^(\.[A-Za-z0-9_-]+)+$`)
)

// Parse reads a configuration, completely or not at all. The error joins an *Error for each
// mistake, as "name:line:column: what to write instead".
func Parse(files ...File) (*Table, error) {
	p := &parser{table: &Table{tools: map[string]*Tool{}}, places: map[string]place{}, timeout: defaultTimeout}
	var errs []*Error
	for _, f := range files {
		p.decoder = newDecoder(f.Name)
		if root, ok := p.Document(f.Data); ok {
			p.object(root, "", key{"wrappers", p.wrappers}, key{"toolDefaults", p.toolDefaults})
		}
		sortErrors(p.errs)
		errs = append(errs, p.errs...)
	}
	if err := joined(errs); err != nil {
		return nil, err
	}
	for _, t := range p.table.tools {
		if t.Timeout == 0 {
			t.Timeout = p.timeout
		}
	}
	return p.table, nil
}

// parser reads one file after another into a table.
type parser struct {
	*decoder
	table   *Table
	places  map[string]place // of each tool, and of toolDefaults under ""
	timeout time.Duration    // of tools that do not set their own
}

type place struct {
	file string
	line int
}

// taken reports, with an error, that a name is used in another place, too.
func (p *parser) taken(n *yaml.Node, path, name string) bool {
	if at, ok := p.places[name]; ok {
		p.errorf(n, "%s is given twice, first in %s on line %d: keep one", path, at.file, at.line)
		return true
	}
	p.places[name] = place{p.file, n.Line}
	return false
}

func (p *parser) toolDefaults(n *yaml.Node, path string) {
	if p.taken(n, path, "") {
		return
	}
	p.object(n, path,
		key{"timeout", func(n *yaml.Node, path string) { p.timeout = p.duration(n, path) }},
		key{"withoutTicket", func(n *yaml.Node, path string) {
			word := p.word(n, path, append([]string{denyWord}, levelWords...)...)
			if word != "" && word != denyWord {
				p.table.withoutTicket, p.table.opened = level(word), true
			}
		}},
	)
}

func (p *parser) wrappers(n *yaml.Node, path string) {
	for k, v := range p.Pairs(n, path) {
		here := yamltext.Join(path, yamltext.Cut(k.Value))
		if !toolName.MatchString(k.Value) {
			p.errorf(k, "%s: a tool's name is 1 to 64 of a-z 0-9 . _ + -, the first a letter or a digit: it is the name of its symlink in the sandbox", here)
			continue
		}
		if k.Value == everyTool {
			p.errorf(k, "%s: %s means every tool that waits, when one is approved: choose another name", here, everyTool)
			continue
		}
		if !p.taken(k, here, k.Value) {
			p.table.tools[k.Value] = p.tool(v, here, k.Value)
		}
	}
}

func (p *parser) tool(n *yaml.Node, path, name string) *Tool {
	t := &Tool{
		Name: name, Env: map[string]string{}, ForcedEnv: map[string]string{},
		MaxOutput: defaultMaxOutput, Redact: defaultRedact, Output: trust.Untrusted, Risk: defaultRisk,
	}
	var uses []use
	var request []asked
	var unsafe unsafeEnv
	given := p.object(n, path,
		key{"binary", func(n *yaml.Node, path string) { t.Binary = p.absolute(n, path) }},
		key{"args", func(n *yaml.Node, path string) { t.Args = p.texts(n, path) }},
		key{"credentials", func(n *yaml.Node, path string) { t.Credentials = p.credentials(n, path) }},
		key{"env", func(n *yaml.Node, path string) { t.Env, uses = p.env(n, path, uses) }},
		key{"forcedEnv", func(n *yaml.Node, path string) { t.ForcedEnv = p.forcedEnv(n, path) }},
		key{"requestEnv", func(n *yaml.Node, path string) { request = p.requestEnv(n, path) }},
		key{"allowUnsafeEnv", func(n *yaml.Node, path string) { unsafe = p.unsafeEnv(n, path) }},
		key{"configFile", func(n *yaml.Node, path string) { t.ConfigFile, uses = p.configFile(n, path, uses) }},
		key{"blockedArgs", func(n *yaml.Node, path string) { t.blocked = p.rules(n, path, "(?s)") }}, // so that a line break does not evade a pattern
		key{"allowedArgs", func(n *yaml.Node, path string) { t.allowed = p.rules(n, path, "") }},
		key{"argPatterns", func(n *yaml.Node, path string) { t.shapes = p.shapes(n, path) }},
		key{"workingDir", func(n *yaml.Node, path string) { t.WorkingDir = p.workingDir(n, path) }},
		key{"timeout", func(n *yaml.Node, path string) { t.Timeout = p.duration(n, path) }},
		key{"maxOutput", func(n *yaml.Node, path string) { t.MaxOutput = p.bytes(n, path) }},
		key{"redact", func(n *yaml.Node, path string) { t.Redact = p.redaction(n, path) }},
		key{"output", func(n *yaml.Node, path string) { t.Output = level(p.word(n, path, levelWords...)) }},
		key{"risk", func(n *yaml.Node, path string) { t.Risk = p.word(n, path, riskWords...) }},
		key{"actionClasses", func(n *yaml.Node, path string) { t.ActionClasses = p.classes(n, path) }},
		key{"stdin", func(n *yaml.Node, path string) { on, ok := p.Bool(n, path); t.NoStdin = ok && !on }},
		key{"pty", func(n *yaml.Node, path string) { t.PTY, _ = p.Bool(n, path) }},
	)
	if !given["binary"] {
		p.errorf(n, "%s: binary is missing: the absolute path of the program", path)
	}
	if t.NoStdin && t.PTY {
		p.errorf(n, "%s: pty gives the caller a keyboard, and stdin: false takes its input away: keep one", path)
	}
	if !given["actionClasses"] {
		t.ActionClasses = intent.All // unless the owner says otherwise
		if t.Risk == "read" {
			t.ActionClasses = intent.Of(intent.Read)
		}
	}
	credential := t.credentialNames()
	t.RequestEnv = p.vouched(request, unsafe, func(name string) bool { return has(t.ForcedEnv, name) || credential[name] })
	p.checkEnv(n, path, t, uses)
	return t
}

func (p *parser) texts(n *yaml.Node, path string) []string {
	var out []string
	for i, item := range p.Items(n, path) {
		s, _ := p.raw(item, indexed(path, i), maxText)
		out = append(out, s)
	}
	return out
}

func (p *parser) workingDir(n *yaml.Node, path string) string {
	if n.Kind == yaml.ScalarNode && n.Value == fromRequest {
		return ""
	}
	s := p.text(n, path)
	if s != "" && !strings.HasPrefix(s, "/") {
		p.errorf(n, "%s must be request (the caller's directory) or an absolute path, not %q", path, yamltext.Cut(s))
	}
	return s
}

func (p *parser) duration(n *yaml.Node, path string) time.Duration {
	d, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || d < time.Second || d > longestRun {
		p.errorf(n, "%s must be a time from 1s to 24h, such as 300s or 5m, not %s", path, yamltext.Describe(n))
		return 0
	}
	return d
}

func (p *parser) bytes(n *yaml.Node, path string) int64 {
	if n.Kind == yaml.ScalarNode && n.Value == "0" {
		return 0
	}
	m := size.FindStringSubmatch(n.Value)
	if n.Kind == yaml.ScalarNode && m != nil {
		amount, _ := strconv.ParseInt(m[1], 10, 64)
		amount <<= map[string]int{"B": 0, "KiB": 10, "MiB": 20, "GiB": 30}[m[2]]
		if amount > 0 && amount <= mostOutput {
			return amount
		}
	}
	p.errorf(n, "%s must be a size such as 64MiB (B, KiB, MiB or GiB; at most 1024GiB), or 0 for no limit, not %s", path, yamltext.Describe(n))
	return 0
}

func (p *parser) classes(n *yaml.Node, path string) intent.Classes {
	var set intent.Classes
	for i, item := range p.Items(n, path) {
		if word := p.word(item, indexed(path, i), classWords...); word != "" {
			set = set.With(intent.Class(slices.Index(classWords, word)))
		}
	}
	if yamltext.IsNull(n) || n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		p.errorf(n, "%s is empty: a tool without a class would be in every message's scope: write [read] for one that only looks, or leave the key out", path)
	}
	return set
}

// redaction reads a redaction level; an invalid one redacts the most.
func (p *parser) redaction(n *yaml.Node, path string) redact.Level {
	l, _ := redact.ParseLevel(p.word(n, path, redact.LevelNames()...))
	return l
}

// level returns the level for a word of levelWords; any other is untrusted.
func level(word string) trust.Level {
	l, err := trust.ParseLevel(word)
	if err != nil {
		return trust.Untrusted
	}
	return l
}

func indexed(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
