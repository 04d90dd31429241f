package policy

import (
	"bytes"
	"maps"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// A tool that runs commands returns what its command printed. Where that command
// fetched something, the output is worth no more than where it came from. This
// file says which programs fetch; commandline.go and its neighbours find them on a
// command line.

// builtinPrograms is commandOutputTaints before any policy file is read: a program
// that fetches what anyone may have written is untrusted, one that speaks to an
// account or a machine of the owner's is external. Databases, the clients of clouds
// and the other uses of package managers are left out: most of what they print is
// their own.
var builtinPrograms = []struct {
	level trust.Level
	names string
}{
	{trust.Untrusted, "curl curlie wget wget2 aria2c axel http https httpie xh xhs invoke-webrequest invoke-restmethod iwr irm"},
	{trust.Untrusted, "lynx w3m links links2 elinks browsh yt-dlp youtube-dl gallery-dl"},
	{trust.Untrusted, "chromium chromium-browser google-chrome google-chrome-stable chrome agent-browser httrack lwp-request ddgr googler"},
	{trust.Untrusted, "ftp lftp ncftp tftp nc ncat netcat socat telnet websocat wscat grpcurl openssl"},
	{trust.Untrusted, "dig drill kdig host nslookup whois finger"}, // strangers write TXT records and contact lines
	{trust.Untrusted, "xurl summarize blogwatcher mcporter bird goplaces peekaboo"},
	{trust.Untrusted, "/dev/tcp /dev/udp"},                           // what a shell itself connects to
	{trust.Untrusted, "npx pnpx bunx uvx pipx npm pnpm yarn bun uv"}, // where they run what anyone may have published
	{trust.Untrusted, "eval"}, // where a shell runs what does not stand on the line
	{trust.Untrusted, "python pypy node nodejs deno perl ruby php lua luajit rscript tsx ts-node osascript julia raku groovy"}, // where their code on the line may reach out
	{trust.External, "ssh autossh mosh scp sftp rsync rclone git hg svn gh glab"},
	{trust.External, "gog himalaya notmuch mu mutt neomutt mail mailx s-nail fetchmail getmail mbsync offlineimap"},
	{trust.External, "gcalcli khal vdirsyncer imsg wacli signal-cli"},
}

// fetching says when a program fetches that does other things too. It holds
// whatever level the program is given.
type fetching struct {
	words   []string            // with one of these as its first word
	with    map[string][]string // with one of these somewhere after that first word
	options string              // the short options before that word whose value is a word of its own
	host    bool                // with an argument that names another machine
	code    string              // with code on the line that may: the short options that it follows
	word    string              // a first word that it follows, too
	unread  bool                // with a command line that is not written here
}

var sometimesFetches = map[string]*fetching{
	"git": {words: []string{"clone", "fetch", "pull", "ls-remote", "submodule"}, options: "Cc", with: map[string][]string{
		"remote":  {"update", "show", "prune", "-f", "--fetch"},
		"archive": {"--remote"},
	}},
	"hg":        {words: []string{"clone", "pull", "incoming"}, options: "R"},
	"svn":       {words: []string{"checkout", "co", "update", "up", "export", "cat", "log", "list", "ls"}},
	"openssl":   {words: []string{"s_client"}},
	"rsync":     {host: true},
	"npm":       {words: []string{"exec", "x"}, options: "w"},
	"pnpm":      {words: []string{"dlx"}, options: "CF"},
	"yarn":      {words: []string{"dlx"}},
	"bun":       {words: []string{"x"}},
	"pipx":      {words: []string{"run"}},
	"uv":        {with: map[string][]string{"tool": {"run"}}},
	"eval":      {unread: true},
	"python":    {code: "c"},
	"pypy":      {code: "c"},
	"node":      {code: "ep"},
	"nodejs":    {code: "ep"},
	"deno":      {code: "e", word: "eval"},
	"perl":      {code: "eE"},
	"ruby":      {code: "e"},
	"php":       {code: "r"},
	"lua":       {code: "e"},
	"luajit":    {code: "e"},
	"rscript":   {code: "e"},
	"tsx":       {code: "ep"},
	"ts-node":   {code: "ep"},
	"osascript": {code: "e"},
	"julia":     {code: "eE"},
	"raku":      {code: "e"},
	"groovy":    {code: "e"},
}

// commandParams are the parameters that hold command lines, or what is typed into
// a running command, of the tools that run commands. nodes.run had a list of
// words. Keys sent one by one are not put together.
var commandParams = map[string][]string{
	"exec":     {"command"},
	"process":  {"data", "text", "literal"},
	"terminal": {"data"},
	"nodes":    {"command"},
}

// environment is the parameter that sets variables for a command.
const environment = "env"

// maxCommand bounds what is looked at: the parameters of one call, in bytes.
const maxCommand = 64 << 10

// notRead stands for the program where a command was too long, or nested too
// deep, to be looked at: it counts as the worst that the table holds.
const notRead = "a command too long to look at"

// program is one that lowers the level of the output.
type program struct {
	name  string
	level trust.Level
	when  *fetching // nil: whenever it runs
}

// programs are those of commandOutputTaints that lower anything, by name.
type programs struct {
	byName map[string]*program
	byWord map[string]word // them and the leads, since either may stand where a program does
	lowest trust.Level     // of all of them
}

type word struct {
	program *program
	lead    *lead
}

// OutputOf is the level of what one call of the tool returns: Output, or lower
// where the call runs a command that names a program of commandOutputTaints. It
// is a seat belt: a script or an interpreter can fetch without naming one.
func (t *Tables) OutputOf(tool string, params jsontext.Value) trust.Level {
	level, _ := t.fetched(tool, params)
	return level
}

// Program is the program that makes OutputOf lower than Output, "" where none
// does.
func (t *Tables) Program(tool string, params jsontext.Value) string {
	_, name := t.fetched(tool, params)
	return name
}

func (t *Tables) fetched(tool string, params jsontext.Value) (trust.Level, string) {
	output := t.Output(tool)
	runs, _ := cutAction(lookupName(calledName(tool)))
	keys := commandParams[runs]
	if keys == nil || output <= t.programs.lowest {
		return output, ""
	}
	if len(params) > maxCommand {
		return t.programs.lowest, notRead
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	s.text = appendCommands(s.text, params, keys)
	line := len(s.text)
	s.text = append(s.text, wire.Member(params, environment)...)
	r := reader{programs: &t.programs, script: script{line: s.text[:line]}, whole: s.text, words: s.words, level: output}
	r.commands(0)
	s.words = r.words
	return r.level, r.name
}

// scratch is the buffers that one look at a call needs, and that the next can reuse.
type scratch struct{ text, words []byte }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) release() {
	s.text, s.words = s.text[:0], s.words[:0]
	if cap(s.text)+cap(s.words) <= maxCommand/4 {
		scratches.Put(s)
	}
}

// appendCommands appends the texts that stand under the keys of an object, each on
// a line of its own; a list's words make one line.
func appendCommands(dst []byte, params jsontext.Value, keys []string) []byte {
	for _, key := range keys {
		if value := wire.Member(params, key); value != nil {
			dst = append(appendTexts(dst, value), '\n')
		}
	}
	return dst
}

// appendTexts appends a text, or all texts of a list with spaces between them.
func appendTexts(dst []byte, value jsontext.Value) []byte {
	switch value.Kind() {
	case '"':
		dst, _ = jsontext.AppendUnquote(dst, value) // of what is no text nothing runs
	case '[':
		dec := jsontext.NewDecoder(bytes.NewBuffer(value))
		for t, err := dec.ReadToken(); err == nil; t, err = dec.ReadToken() {
			if t.Kind() == '"' {
				dst = append(append(dst, t.String()...), ' ')
			}
		}
	}
	return dst
}

// newPrograms makes the table of one agent.
func newPrograms(levels programLevels) programs {
	ps := programs{byName: map[string]*program{}, byWord: map[string]word{}, lowest: trust.Trusted}
	for name, l := range leads {
		ps.byWord[name] = word{lead: l}
	}
	for name, o := range levels {
		if o.level < trust.Trusted {
			p := &program{name: name, level: o.level, when: sometimesFetches[name]}
			ps.byName[name], ps.byWord[name] = p, word{p, leads[name]}
			ps.lowest = trust.Lowest(ps.lowest, o.level)
		}
	}
	return ps
}

// programLevels is commandOutputTaints: levels by the names of programs, in lower
// case.
type programLevels map[string]outputLevel

var builtinProgramLevels = func() programLevels {
	levels := programLevels{}
	for _, b := range builtinPrograms {
		for name := range strings.FieldsSeq(b.names) {
			levels[name] = outputLevel{level: b.level}
		}
	}
	return levels
}()

func (m *programLevels) decodeNode(d *decoder, n *yaml.Node, key string) {
	*m = decodeNamed[outputLevel](d, n, key, SafeName, d.programName)
}

// over is base with the programs that m names replaced.
func (m programLevels) over(base programLevels) programLevels {
	out := maps.Clone(base)
	maps.Copy(out, m)
	return out
}

// differing is what m says otherwise than base does.
func (m programLevels) differing(base programLevels) programLevels {
	out := maps.Clone(m)
	maps.DeleteFunc(out, func(name string, o outputLevel) bool {
		was, ok := base[name]
		return ok && o.level == was.level
	})
	return out
}

// programName refuses names that no program is found by on a command line.
func (d *decoder) programName(n *yaml.Node, key, name string) bool {
	_, builtIn := builtinProgramLevels[name]
	switch {
	case builtIn: // /dev/tcp looks like a path
		return true
	case strings.Contains(name, "/"):
		d.errorf(at(n), "%s: %q is a path: write the program's name alone", key, yamltext.Cut(name))
	case strings.ContainsAny(name, "*?"):
		d.errorf(at(n), "%s: %q is a pattern; this takes single programs: for whatever a tool runs, use toolOutputTaints", key, yamltext.Cut(name))
	case hasSpecial([]byte(name)):
		d.errorf(at(n), "%s: %q is not a program's name: write the name alone, without arguments", key, yamltext.Cut(name))
	default:
		return true
	}
	return false
}
