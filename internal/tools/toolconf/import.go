package toolconf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Import reads claw-wrap's wrappers.yaml and writes an equivalent configuration. Anything without a
// counterpart leads to a warning that says what to do; where the two differ, the result is
// stricter. A credential without an equivalent source gets one that always fails, so that its tool
// does not run until the owner has replaced it.
func Import(clawWrap []byte) (out []byte, warnings []string, err error) {
	if len(clawWrap) > maxFile {
		return nil, nil, fmt.Errorf("the file has %d bytes, more than %d", len(clawWrap), maxFile)
	}
	im := &importer{said: map[string]bool{}}
	if err := yaml.Unmarshal(clawWrap, &im.from); err != nil {
		return nil, nil, fmt.Errorf("not a wrappers.yaml of claw-wrap: %s", misfit(err, clawWrap))
	}
	if len(im.from.Tools) == 0 {
		return nil, nil, errors.New("not a wrappers.yaml of claw-wrap: it has no tools")
	}
	im.settings()
	wrappers := map[string]*wrapper{}
	for _, name := range slices.Sorted(maps.Keys(im.from.Tools)) {
		im.tool, im.written = name, im.from.Tools[name]
		here := strings.ToLower(name)
		if here != name {
			im.warn("tools.%s is called %s here: names are in lower case; make its symlink anew", name, here)
		}
		if wrappers[here] != nil {
			im.warn("tools.%s: there is another %s already: left out", name, here)
			continue
		}
		im.wrapper = &wrapper{}
		im.convert()
		wrappers[here] = im.wrapper
	}
	im.warn("no tool says what its results are worth: give each output, risk and actionClasses, or its results are untrusted and it may be doing anything")
	return im.write(wrappers)
}

// misfit says why the YAML does not fit claw-wrap's keys, without naming our types.
func misfit(err error, data []byte) string {
	types, ok := errors.AsType[*yaml.TypeError](err)
	if !ok {
		line, _, why := yamltext.Syntax(err, data)
		return fmt.Sprintf("line %d: %s", line, why)
	}
	texts := make([]string, len(types.Errors))
	for i, text := range types.Errors { // line 3: cannot unmarshal !!seq into map[string]toolconf.clawTool
		what, _, _ := strings.Cut(strings.Replace(text, "cannot unmarshal ", "", 1), " into ")
		texts[i] = what + " does not belong there"
	}
	return strings.Join(texts, "; ")
}

// importer converts one tool after another.
type importer struct {
	from     clawFile
	defaults struct {
		Timeout string `yaml:"timeout,omitempty"`
	}
	warnings []string
	said     map[string]bool // warnings that concern no single tool

	tool    string // in claw-wrap's file
	written clawTool
	wrapper *wrapper
	inEnv   map[string]bool   // names in use
	given   map[string]string // our names for claw-wrap's credentials in templates
}

// warn adds a warning, once.
func (im *importer) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !im.said[text] {
		im.said[text] = true
		im.warnings = append(im.warnings, text)
	}
}

// warnTool adds a warning about a key of the current tool.
func (im *importer) warnTool(key, format string, args ...any) {
	im.warn("tools.%s.%s: %s", im.tool, key, fmt.Sprintf(format, args...))
}

func (im *importer) write(wrappers map[string]*wrapper) ([]byte, []string, error) {
	var out bytes.Buffer
	out.WriteString("# Imported from claw-wrap. What each key means: docs/TOOLS.md\n")
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	file := struct {
		ToolDefaults any                 `yaml:"toolDefaults,omitempty"`
		Wrappers     map[string]*wrapper `yaml:"wrappers"`
	}{Wrappers: wrappers}
	if im.defaults.Timeout != "" {
		file.ToolDefaults = im.defaults
	}
	if err := errors.Join(enc.Encode(file), enc.Close()); err != nil {
		return nil, nil, fmt.Errorf("write the configuration: %w", err)
	}
	if _, err := Parse(File{"the result", out.Bytes()}); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			im.warn("the daemon will not take this as it is: %s", line)
		}
	}
	return out.Bytes(), im.warnings, nil
}

// settings converts the settings that concern no single tool.
func (im *importer) settings() {
	p := &im.from.Proxy
	im.defaults.Timeout = im.duration("proxy.timeout", p.Timeout)
	var vault, others []string
	for _, key := range slices.Sorted(maps.Keys(p.Rest)) {
		if strings.HasPrefix(key, "vault_") {
			vault = append(vault, strings.ToUpper(key))
		} else if key != "op_token_file" {
			others = append(others, key)
		}
	}
	if vault != nil {
		im.warn("proxy: programs that fetch credentials have the daemon's own environment: set %s there", strings.Join(vault, ", "))
	}
	if others != nil {
		im.warn("proxy: %s: left out: the daemon makes its own keys, and \"provenanced serve --help\" lists its limits", strings.Join(others, ", "))
	}
	if enabled, _ := im.from.HTTPProxy["enabled"].(bool); enabled {
		im.warn("http_proxy: there is no counterpart: wrap the programs that call these hosts, and give them the credentials themselves")
	}
	if enabled, _ := im.from.Audit["enabled"].(bool); enabled {
		im.warn("audit: left out: every call is in the ledger; see provenancectl audit")
	}
	if deny, _ := im.from.Security["deny_unverified_caller_exe"].(bool); deny {
		im.warn("security.deny_unverified_caller_exe: left out: name the programs that may connect when you start the daemon")
	}
	for _, key := range slices.Sorted(maps.Keys(im.from.Rest)) {
		im.warn("%s is not a key that claw-wrap is known to have: left out", key)
	}
}

// convert fills the wrapper of the current tool.
func (im *importer) convert() {
	t, w := &im.written, im.wrapper
	w.Binary, w.WorkingDir, w.Redact = t.Binary, t.WorkingDir, redact.Secrets
	w.Timeout = im.duration("tools."+im.tool+".timeout", t.Timeout)
	w.PTY = t.UsePTY == nil || *t.UsePTY
	if t.UseStdin != nil && !*t.UseStdin {
		w.Stdin, w.PTY = t.UseStdin, false
	}

	im.environment()
	im.config()
	im.requestEnv()
	im.arguments()
	im.output()

	if w.Stdin != nil && t.UsePTY != nil && *t.UsePTY {
		im.warnTool("use_pty", "left out: a terminal would bring the input that use_stdin takes away")
	}
	if t.UseProxy {
		im.warnTool("use_proxy", "there is no HTTP proxy: give the tool its credentials")
	}
	if len(t.RedactOutput) > 0 {
		im.warnTool("redact_output", "patterns of your own have no counterpart: injected secrets are always taken out, and redact: secrets knows the common forms of others; strict knows more")
	}
	for _, key := range slices.Sorted(maps.Keys(t.Rest)) {
		im.warnTool(key, "not a key that claw-wrap is known to have: left out")
	}
}

// reference is {{ name }} or {{ .name }}.
var reference = regexp.MustCompile(`\{\{\s*\.?([A-Za-z0-9_-]+)\s*\}\}`)

// environment converts variables: a value that is a credential's name becomes that credential, {{
// name }} is replaced by one, and anything else is literal.
func (im *importer) environment() {
	t, w := &im.written, im.wrapper
	im.inEnv, im.given = map[string]bool{}, map[string]string{}
	for _, values := range []map[string]string{t.Env, t.ForcedEnv} {
		for name := range values {
			im.inEnv[name] = true
		}
	}
	w.Credentials, w.Env, w.ForcedEnv = map[string]source{}, map[string]string{}, map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(t.Env)) {
		value := t.Env[name]
		if c, ok := im.from.Credentials[value]; ok {
			w.Credentials[name] = im.source(name, value, c)
		} else if text, ok := im.template("env."+name, value); ok {
			w.Env[name] = text
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.ForcedEnv)) {
		value := t.ForcedEnv[name]
		switch {
		case has(t.Env, name):
			im.warnTool("forced_env."+name, "also in env, which holds: left out")
		case strings.Contains(value, "{{"):
			im.warnTool("forced_env."+name, "{{ cannot stand for itself: left out")
		default:
			w.ForcedEnv[name] = value
		}
	}
}

// template renames the credentials in a text for our templates, and adds missing ones to the tool.
// It fails for a text with other braces.
func (im *importer) template(key, text string) (string, bool) {
	text = reference.ReplaceAllStringFunc(text, func(ref string) string {
		name := reference.FindStringSubmatch(ref)[1]
		for _, known := range slices.Sorted(maps.Keys(im.from.Credentials)) {
			if name == known || name == strings.ReplaceAll(known, "-", "_") {
				return "{{" + im.credential(known) + "}}"
			}
		}
		return ref
	})
	if strings.Contains(template.ReplaceAllString(text, ""), "{{") {
		im.warnTool(key, "{{ stands for something else than a credential: left out: write it anew with {{NAME}}")
		return "", false
	}
	return text, true
}

// credential adds a credential to the tool for its templates, and returns its name, which is not
// used otherwise.
func (im *importer) credential(name string) string {
	if as, ok := im.given[name]; ok {
		return as
	}
	as := strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	if !variable.MatchString(as) {
		as = "C_" + as
	}
	for im.inEnv[as] {
		as += "_"
	}
	im.given[name], im.inEnv[as] = as, true
	im.wrapper.Credentials[as] = im.source(as, name, im.from.Credentials[name])
	return as
}

func (im *importer) config() {
	c := im.written.ConfigFile
	if c == nil {
		return
	}
	if text, ok := im.template("config_file.template", c.Template); ok {
		im.wrapper.ConfigFile = &configFile{Path: path.Join(c.XDGSubdir, c.Filename), Template: text}
	}
}

func (im *importer) requestEnv() {
	if im.written.RequestEnv == nil {
		im.warn("request_env: claw-wrap let a request set any variable where the list is missing; here it may set none but those under requestEnv")
		return
	}
	for _, name := range *im.written.RequestEnv {
		switch {
		case im.inEnv[name]: // the tool's own went before the request's
		case denied(name) != "":
			im.warnTool("request_env", "no request may set %s, by which programs %s: left out: give it a value under env", name, denied(name))
		case !known(name):
			im.warnTool("request_env", "nothing is known of what programs do by %s: left out: add it to requestEnv and to allowUnsafeEnv if no value of it does harm", name)
		default:
			im.wrapper.RequestEnv = append(im.wrapper.RequestEnv, name)
		}
	}
}

func (im *importer) arguments() {
	t, w := &im.written, im.wrapper
	for i, r := range t.BlockedArgs {
		switch r.Match {
		case "command":
			w.BlockedArgs = append(w.BlockedArgs, argRule{Command: cmp.Or(r.Pattern, "^"), Message: r.Message})
		case "", "arg":
			w.BlockedArgs = append(w.BlockedArgs, argRule{Match: cmp.Or(r.Pattern, "^"), Message: r.Message})
		default:
			im.warnTool(fmt.Sprintf("blocked_args[%d]", i), "match: %s is not known: every call is blocked until you write what it means", r.Match)
			w.BlockedArgs = append(w.BlockedArgs, argRule{Command: "^", Message: r.Message})
		}
	}
	if len(t.AllowedArgs) > 0 && t.Mode != "allowlist" {
		im.warnTool("allowed_args", "claw-wrap takes them only with mode: allowlist; here they hold")
	}
	for i, r := range t.AllowedArgs {
		switch r.Match {
		case "argv":
			w.ArgPatterns = append(w.ArgPatterns, r.Argv)
			if r.Message != "" {
				im.warnTool(fmt.Sprintf("allowed_args[%d].message", i), "left out: argPatterns have none")
			}
		case "command":
			w.AllowedArgs = append(w.AllowedArgs, argRule{Command: cmp.Or(r.Pattern, "^"), Message: r.Message})
		default:
			im.warnTool("allowed_args", "claw-wrap let a call pass when one argument matched; here every argument must match one of the rules: add rules for the others")
			w.AllowedArgs = append(w.AllowedArgs, argRule{Match: cmp.Or(r.Pattern, "^"), Message: r.Message})
		}
	}
	if w.ArgPatterns != nil && w.AllowedArgs != nil {
		im.warnTool("allowed_args", "claw-wrap let a call pass that one of the rules allowed; here argPatterns and allowedArgs must both allow it: write it with one of the two")
	}
	if len(t.AllowedArgs) == 0 && t.Mode == "allowlist" {
		im.warnTool("mode", "allowlist without allowed_args lets nothing pass: every call is blocked until you write argPatterns")
		w.BlockedArgs = append(w.BlockedArgs, argRule{Command: "^"})
	}
}

func (im *importer) output() {
	given := cmp.Or(im.written.MaxOutputSize, im.from.Proxy.MaxOutputSize)
	n, ok := clawSize(given)
	switch {
	case given == "":
		im.warn("max_output_size: claw-wrap had no limit where none is given; here it is 64MiB: give maxOutput to tools that print more")
	case !ok:
		im.warn("max_output_size: %q is no size: left out", given)
	case n == 0:
		im.wrapper.MaxOutput = "0"
	case n%(1<<20) == 0:
		im.wrapper.MaxOutput = fmt.Sprintf("%dMiB", n>>20)
	default:
		im.wrapper.MaxOutput = fmt.Sprintf("%dB", n)
	}
}

var clawUnits = regexp.MustCompile(`(?i)^(\d{1,12}) *(?:([kmg])b?)?$`)

// clawSize parses 100MB as claw-wrap does, in powers of 1024.
func clawSize(s string) (int64, bool) {
	m := clawUnits.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, false
	}
	n, _ := strconv.ParseInt(m[1], 10, 64)
	n <<= map[string]int{"": 0, "k": 10, "m": 20, "g": 30}[strings.ToLower(m[2])]
	return n, n >= 0 && n <= mostOutput
}

func (im *importer) duration(key, s string) string {
	if s == "" {
		return ""
	}
	if d, err := time.ParseDuration(s); err != nil || d < time.Second || d > longestRun {
		im.warn("%s: %q is no time from 1s to 24h: left out", key, s)
		return ""
	}
	return s
}
