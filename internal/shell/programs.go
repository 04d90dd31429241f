// Package shell finds the programs that a command line runs, parsing it as a shell
// does, and gives the level of its output: that of the source, if a program fetches.
// It also quotes words for a command line. It runs nothing and opens no file. Which
// tools take command lines, and the owner's levels for programs, come from its callers.
package shell

import (
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/trust"
)

// builtin are the levels of programs before any policy file is read: a program that
// fetches what anyone may have written is untrusted, one that speaks to an account or a
// machine of the owner's is external. Databases, the clients of clouds and the other
// uses of package managers are left out: most of what they print is their own.
var builtin = []struct {
	level trust.Level
	names string
}{
	{trust.Untrusted, "curl curlie wget wget2 aria2c axel http https httpie xh xhs invoke-webrequest invoke-restmethod iwr irm start-bitstransfer"},
	{trust.Untrusted, "lynx w3m links links2 elinks browsh yt-dlp youtube-dl gallery-dl"},
	{trust.Untrusted, "chromium chromium-browser google-chrome google-chrome-stable chrome agent-browser httrack lwp-request lwp-download lwp-dump ddgr googler"},
	{trust.Untrusted, "ftp lftp ncftp tftp nc ncat netcat socat telnet websocat wscat grpcurl openssl"},
	{trust.Untrusted, "dig drill kdig host nslookup whois finger"}, // strangers write TXT records and contact lines
	{trust.Untrusted, "xurl summarize blogwatcher mcporter bird goplaces peekaboo"},
	{trust.Untrusted, "/dev/tcp /dev/udp ztcp"}, // what a shell itself connects to
	{trust.Untrusted, "openclaw"}, // where it shows what another session has read, or others have said
	{trust.Untrusted, "npx pnpx bunx uvx pipx npm pnpm yarn bun uv go gem nix"}, // where they run what anyone may have published
	{trust.Untrusted, openAddresses},
	{trust.Untrusted, "vi vim nvim duckdb new-object"}, // where they open one, or what opens some
	{trust.Untrusted, "eval"},                          // where a shell runs what does not stand on the line
	{trust.Untrusted, "python pypy node nodejs deno perl ruby php lua luajit rscript tsx ts-node osascript julia raku groovy r octave tclsh guile elixir erl ghc racket sbcl clojure bb ipython emacs scala jshell kotlin jrunscript swift"}, // where their code on the line may reach out
	{trust.External, "ssh autossh mosh scp sftp rsync rclone git hg svn gh glab"},
	{trust.External, "gog himalaya notmuch mu mutt neomutt mail mailx s-nail fetchmail getmail mbsync offlineimap"},
	{trust.External, "gcalcli khal vdirsyncer imsg wacli signal-cli"},
}

// openAddresses are the programs that read the web where they are given an address.
const openAddresses = "pandoc html2text markitdown trafilatura monolith rdrview ffmpeg ffprobe " +
	"mpv mplayer vlc cvlc convert magick identify weasyprint wkhtmltopdf wkhtmltoimage libreoffice soffice xmllint xsltproc certutil bitsadmin mshta ffplay perldoc jbang gio"

// Builtin is the levels of the programs that are known here, by name.
func Builtin() map[string]trust.Level {
	levels := map[string]trust.Level{}
	for _, b := range builtin {
		for name := range strings.FieldsSeq(b.names) {
			levels[name] = b.level
		}
	}
	return levels
}

// fetching says when a program fetches that does other things too. It holds
// whatever level the program is given.
type fetching struct {
	words   []string            // with one of these as its first word
	with    map[string][]string // with one of these somewhere after that first word
	options string              // the short options before that word whose value is a word of its own
	told    func([]byte) bool   // with an argument of which this is so
	remote  string              // with a first argument after that first word which holds this
	code    string              // with code on the line that may: the short options that it follows
	word    string              // a first word that it follows, too
	script  string              // a first word that a script follows
	unread  bool                // with a command line that is not written here
	runs    []string            // and with one of these words, a command follows, whatever it does itself
	sets    bool                // and words of its settings hold command lines
}

var sometimesFetches = withAll(openAddresses, &fetching{told: isAddress}, map[string]*fetching{
	"git": {words: []string{"clone", "fetch", "pull", "ls-remote"}, options: "Cc", with: map[string][]string{
		"remote":    {"update", "show", "prune", "-f", "--fetch"},
		"archive":   {"--remote"},
		"submodule": {"add", "update"},
	}, sets: true, runs: strings.Fields("run foreach -x --exec --extcmd -O --open-files-in-pager --tree-filter --index-filter --msg-filter --env-filter --commit-filter")},
	"openclaw": {words: strings.Fields("agent browser directory docs infer logs nodes sessions tasks transcripts workboard"), with: map[string][]string{
		"message":     {"read", "search", "reactions", "pins", "thread", "member", "event"},
		"gateway":     {"call"},
		"cron":        {"runs"},
		"automations": {"runs"},
		"memory":      {"search"},
		"channels":    {"logs"},
		"skills":      {"search"},
	}},
	"hg":        {words: []string{"clone", "pull", "incoming"}, options: "R"},
	"svn":       {words: []string{"checkout", "co", "update", "up", "export", "cat", "log", "list", "ls"}},
	"openssl":   {words: []string{"s_client"}},
	"rsync":     {told: namesHost, runs: strings.Fields("-e --rsh --rsync-path")},
	"npm":       {words: []string{"exec", "x", "create"}, options: "w"},
	"pnpm":      {words: []string{"dlx", "create"}, options: "CF", runs: []string{"exec"}},
	"yarn":      {words: []string{"dlx", "create"}, runs: []string{"exec"}},
	"bun":       {words: []string{"x", "create"}, code: "ep"},
	"gem":       {words: []string{"exec"}},
	"go":        {words: []string{"run"}, options: "C", remote: "@"},
	"nix":       {words: []string{"run", "shell", "develop"}, remote: ":"},
	"pipx":      {words: []string{"run"}},
	"uv":        {with: map[string][]string{"tool": {"run"}}},
	"eval":      {unread: true},
	"python":    {code: "c"},
	"pypy":      {code: "c"},
	"node":      {code: "ep"},
	"nodejs":    {code: "ep"},
	"deno":      {code: "e", word: "eval", script: "run"},
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
	"r":         {code: "e"},
	"octave":    {code: "e"}, // and all, like this one: --eval
	"tclsh":     {code: "c"},
	"guile":     {code: "c"},
	"elixir":    {code: "e"},
	"erl":       {code: "e"},
	"ghc":       {code: "e"},
	"racket":    {code: "e"},
	"sbcl":      {code: "e"},
	"clojure":   {code: "e"},
	"bb":        {code: "e"},
	"ipython":   {code: "c"},
	"emacs":     {code: "e"},

	"scala":      {code: "e"},
	"jshell":     {code: "e"}, // it has none, and reads its code
	"kotlin":     {code: "e"},
	"jrunscript": {code: "e"},
	"swift":      {code: "e"},

	"vi":   {told: isEdited},
	"vim":  {told: isEdited},
	"nvim": {told: isEdited},

	"duckdb":     {told: isQueried},
	"new-object": {told: isClient},
})

// withAll is a table with the same entry for all of the names.
func withAll(names string, f *fetching, table map[string]*fetching) map[string]*fetching {
	for name := range strings.FieldsSeq(names) {
		table[name] = f
	}
	return table
}

// TooLong stands for the program where a command line was too long, or nested too
// deep, to be looked at: it counts as the worst that the table holds.
const TooLong = "a command too long to look at"

// program is one that lowers the level of the output.
type program struct {
	name  string
	level trust.Level
	when  *fetching // nil: whenever it runs
}

// Programs are those that lower anything, by name. They never change, and in none, the
// zero value, nothing is found.
type Programs struct {
	byName map[string]*program
	byWord map[string]word // them and the leads, since either may stand where a program does
	lowest trust.Level     // of all of them
	at     func(address string) (trust.Level, bool)
}

type word struct {
	program *program
	lead    *lead
}

// NewPrograms makes a table of programs by their names, in lower case.
func NewPrograms(levels map[string]trust.Level) Programs {
	ps := Programs{byName: map[string]*program{}, byWord: map[string]word{}, lowest: trust.Trusted}
	for name, l := range leads {
		ps.byWord[name] = word{lead: l}
	}
	for name, level := range levels {
		if level < trust.Trusted {
			p := &program{name: name, level: level, when: sometimesFetches[name]}
			ps.byName[name], ps.byWord[name] = p, word{p, leads[name]}
			ps.lowest = trust.Lowest(ps.lowest, level)
		}
	}
	return ps
}

// Lowest is the lowest level that any of the programs has.
func (ps *Programs) Lowest() trust.Level { return ps.lowest }

// Output is the level of what a command line prints, at most own, and the program that
// makes it lower than that, "" where none does. Variables may be set outside of the line,
// in env, whose form does not matter. It is a seat belt: a script can fetch without
// naming a program.
func (ps *Programs) Output(line, env []byte, own trust.Level) (trust.Level, string) {
	words := buffers.Get().(*[]byte)
	r := reader{Programs: ps, script: script{line: line}, whole: line, env: env, words: *words, level: own}
	r.commands(0)
	if *words = r.words[:0]; cap(*words) <= maxKept {
		buffers.Put(words)
	}
	return r.level, r.name
}

// buffers are for the words of a line.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is the capacity above which one is not kept.
const maxKept = 8 << 10

// IsWord reports whether a shell reads a text as one word without quotes, as the name of
// a program is.
func IsWord(text string) bool { return !hasSpecial([]byte(text)) }
