package protect

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/shell"
)

const (
	unit    = "provenanced"
	control = "provenancectl"
)

// Call is a tool call, as far as this package needs it.
type Call struct {
	Tool      string
	Params    jsontext.Value
	Writes    bool // it may write files
	Runs      bool // it may run commands
	Workspace string
	Places    []facts.Place       // protected for this call, in addition to the set's
	Resolve   func(string) string // follows symlinks
	Line      *shell.Line         // that it runs, as far as it was read; nil: none
}

// Finding is what a call would do to protected places. The zero value is nothing.
type Finding struct {
	Key   string   // the daemon's key that it may read
	Paths []string // what it may write or control, as shown to the owner, without duplicates
	Whats []string // what each path is
	// Alone: the paths do not say what it does, so an approval is for this call alone.
	Alone bool
	More  bool // more than are listed
}

// maxFound bounds the paths of one approval.
const maxFound = 8

// Look returns what a call would do.
func (s *Set) Look(c Call) Finding {
	l := look{Set: s, Call: c, m: memguard.NewMeanings(c.Workspace, c.Resolve)}
	if len(c.Places) > 0 {
		l.Set = s.with(c.Places, c.Resolve)
	}
	texts, whole := memguard.Texts(c.Params)
	for i := range texts {
		if t := &texts[i]; t.IsDirectory() && memguard.IsPath(t.Value) && !l.m.From(t.Value) {
			whole = false
		}
	}
	target, named := memguard.Targets(c.Tool, c.Params)
	if named {
		for _, p := range target.Paths {
			l.path(p, true)
		}
		whole = whole && !target.TooMany
	}
	for i := range texts {
		t := &texts[i]
		command := c.Runs && (isCommand(t.Key) || dialect.Call(c.Tool).Command != nil) // any parameter of such a tool may be one: env: {GIT_PAGER: …}
		switch {
		case named && (t.IsContent() || target.Operation == memguard.Patch):
		case t.Long:
			whole = whole && !command
		case !command:
			l.path(t.Value, c.Writes || c.Runs)
		case strings.ContainsAny(t.Value, " \t\n"):
			l.command(t.Value)
			if !isCommand(t.Key) {
				l.path(t.Value, true)
			}
		default: // a word of a list, or a program alone
			l.command(aWord + t.Value)
		}
	}
	if !whole && (c.Writes || c.Runs) {
		l.unread("too long, or too many files")
	}
	return l.Finding
}

// isCommand reports whether a parameter holds commands, or text typed into one.
func isCommand(key string) bool { return dialect.Role(key)&facts.Shell != 0 }

// aWord precedes a word that may not be a program.
const aWord = "- "

// theKeys stands for a directory that holds the daemon's keys.
var theKeys = &place{Place: facts.Place{Secret: true}}

type look struct {
	*Set
	Call
	Finding
	m     memguard.Meanings
	names []string // room for those of one path
}

// namesOf is the function of that name, whose result is valid until the next call.
func (l *look) namesOf(p string) []string {
	l.names = appendNames(l.names[:0], p)
	return l.names
}

// workspace returns the names of the workspace's path. They are computed on demand, since few calls
// need them.
func (l *look) workspace() []string {
	if l.Workspace == "" {
		return nil
	}
	return namesOf(l.Resolve(l.Workspace))
}

func (l *look) found(path, what string) {
	switch {
	case slices.Contains(l.Paths, path):
	case len(l.Paths) == maxFound:
		l.More = true
	default:
		l.Paths, l.Whats = append(l.Paths, path), append(l.Whats, what)
	}
}

// unread notes that part of the call could not be examined.
func (l *look) unread(why string) {
	l.Alone = true
	l.found("more than can be read", why)
}

// path examines a text that may be the path of a file that the call reads or writes.
func (l *look) path(text string, writes bool) {
	if !memguard.IsPath(text) {
		return
	}
	moves := writes && movesFiles(l.Tool)
	l.judge(text, writes, func(p string) *place {
		names := l.namesOf(withoutRoot(p))
		at := l.at(names, l.workspace)
		if at == nil && moves {
			at = l.above(names)
		}
		if at != nil && !at.Secret && writes && l.holdsKeys(p) {
			return theKeys
		}
		return at
	})
}

// judge notes the protected place that a text leads to, if any.
func (l *look) judge(text string, writes bool, at func(p string) *place) {
	var hit *place
	file, yes := l.m.Find(text, func(p string) bool {
		if h := at(p); h != nil && (h.Secret || writes) {
			hit = h
		}
		return hit != nil
	})
	switch {
	case !yes || hit == nil && !writes:
	case hit == nil:
		l.unread(file)
	case hit.Secret:
		l.Key = file
	default:
		l.found(file, hit.What)
	}
}

// movesFiles reports whether a tool removes or renames files.
func movesFiles(tool string) bool {
	tool = strings.ToLower(tool)
	return slices.ContainsFunc([]string{"move", "rename", "delete", "remove", "rmdir", "trash", "chmod"}, func(verb string) bool { return strings.Contains(tool, verb) })
}

// holdsKeys reports whether a directory holds the daemon's keys.
func (s *Set) holdsKeys(dir string) bool {
	names := namesOf(withoutRoot(dir))
	return slices.ContainsFunc([]string{s.daemon.Runtime, s.daemon.State}, func(d string) bool { return d != "" && slices.Equal(names, namesOf(d)) })
}

// command examines a command line.
func (l *look) command(line string) {
	var names []shell.Named
	var whole bool
	read := l.Line
	if read != nil && read.Text() == line {
		names, whole = read.Named(l.daemon.Variables)
	} else {
		read = nil
		names, whole = shell.NamedBy(line, l.daemon.Variables)
	}
	if !whole {
		l.unread("too long, or too many files")
	}
	for i := range names {
		if n := &names[i]; n.Use == shell.Enters && memguard.IsPath(n.Text) && !strings.Contains(n.Text, "*") && !l.m.From(n.Text) {
			l.unread("too many directories")
		}
	}
	for i := range names {
		l.named(&names[i])
	}
	l.signals(line, read, names)
}

// named examines a text on a command line.
func (l *look) named(n *shell.Named) {
	if l.controls(n) {
		l.found(n.Text, "the daemon's own control")
		l.Alone = true
	}
	text := strings.TrimPrefix(n.Text, "@")
	if strings.HasPrefix(text, "-") { // -C/home/me
		text = text[min(len(text), max(1, strings.IndexAny(text, "/~"))):]
	}
	if text == "" || !memguard.IsPath(text) {
		return
	}
	writes := n.Use == shell.Touches && !n.First || n.Use == shell.Writes
	l.judge(text, true, func(p string) *place {
		names := l.namesOf(withoutRoot(p))
		at := l.at(names, l.workspace)
		switch {
		case at == nil && n.Removes:
			return l.above(names)
		case at == nil || at.Secret:
			return at
		case copiesAll[n.Program] && l.holdsKeys(p):
			return theKeys
		case writes || l.isSocket(p):
			return at
		}
		return nil
	})
}

// copiesAll are programs that read all files of a directory.
var copiesAll = func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq("cp gcp scp rsync ditto grep egrep fgrep zgrep rg ag ack cat tac head tail tar zip 7z cpio xxd od hexdump strings base64") {
		all[name] = true
	}
	return all
}()

// isSocket reports whether a path is one of the daemon's sockets.
func (s *Set) isSocket(p string) bool {
	rest, in := after(namesOf(p), namesOf(s.daemon.Runtime))
	return in && s.daemon.Runtime != "" && len(rest) > 0 && strings.HasSuffix(rest[len(rest)-1], ".sock")
}

// controls reports whether a command that does more than read has the name of the daemon, its
// control program, its service or its process as an argument.
func (l *look) controls(n *shell.Named) bool {
	if n.Use == shell.Reads || n.Use == shell.Enters {
		return false
	}
	name := strings.ToLower(strings.TrimPrefix(n.Text, "@"))
	base := path.Base(name)
	if n.First {
		return isNamed(base, control) || isNamed(base, unit)
	}
	if isNamed(base, control) {
		return true
	}
	if pid := strconv.Itoa(l.daemon.PID); l.daemon.PID > 1 && killers[n.Program] && strings.TrimPrefix(name, "-") == pid {
		return true
	}
	if !strings.Contains(name, "/") || strings.Contains(name, "bin/") {
		for _, ending := range [...]string{".service", ".socket", ".slice", ""} {
			if stem, ok := strings.CutSuffix(base, ending); ok && isNamed(strings.TrimSuffix(stem, "@"), unit) {
				return true
			}
		}
	}
	return false
}

// killers send signals.
var killers = map[string]bool{"kill": true, "pkill": true, "skill": true, "env": true, "sudo": true, "command": true, "builtin": true, "timeout": true, "xargs": true, "busybox": true, "": true, "-": true}

// isNamed reports whether a name, or a sufficiently specific pattern, is the wanted one.
func isNamed(name, want string) bool {
	if name == want {
		return true
	}
	if !strings.Contains(name, "*") || len(strings.ReplaceAll(name, "*", "")) < 4 {
		return false
	}
	ok, err := path.Match(name, want)
	return err == nil && ok
}
