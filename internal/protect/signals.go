package protect

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/shell"
)

// signallers send signals to processes, or look into them.
var signallers = func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq("kill pkill killall killall5 skill gdb gcore lldb strace ltrace reptyr") {
		all[name] = true
	}
	return all
}()

// signals examines a command line that may reach the daemon's process: by its number, by a pattern
// of its name, or with numbers that are not on the line. read is the line if it was read already.
func (l *look) signals(line string, read *shell.Line, names []shell.Named) {
	if l.daemon.PID <= 1 {
		return
	}
	pid, speaks := strconv.Itoa(l.daemon.PID), false
	for i := range names {
		n := &names[i]
		speaks = speaks || isSignaller(n.Text)
		if strings.Contains(n.Text, "proc") && isMemory(n.Text, pid) {
			l.process(n.Text)
		}
	}
	if !speaks {
		return
	}
	for i := range names {
		if n := &names[i]; isNumberOf(n.Text, pid) {
			l.process(n.Text)
		}
	}
	if read == nil {
		read = shell.Read(line)
	}
	for i := range read.Commands {
		c := &read.Commands[i]
		switch c.Name {
		case "pkill", "pgrep", "killall":
			l.patterns(c)
		case "kill": // the first -1 is a signal
			for j := range c.Args {
				if j > 0 && c.Args[j].Text == "-1" {
					l.process("-1")
				}
			}
		case "killall5":
			l.process(c.Name)
		case "xargs", "gxargs", "parallel":
			if slices.ContainsFunc(c.Args, func(w shell.Word) bool { return path.Base(w.Text) == "kill" }) && !tellsNumbers(line, read.Commands) {
				l.process(c.Name + " kill")
			}
		}
	}
}

func (l *look) process(text string) {
	l.found(text, "the daemon's own control")
	l.Alone = true
}

// isSignaller reports whether a text names such a program, or a function like os.kill.
func isSignaller(text string) bool {
	base := strings.ToLower(path.Base(text))
	return signallers[base] || strings.HasSuffix(base, ".kill")
}

// isNumberOf reports whether a word names the process: 4242, -4242, -p4242, --pid=4242.
func isNumberOf(text, pid string) bool {
	text = strings.TrimPrefix(text, "--pid=")
	if t, ok := strings.CutPrefix(text, "-"); ok {
		text = strings.TrimPrefix(strings.TrimPrefix(t, "p"), "=")
	}
	return text == pid
}

// isMemory reports whether a file gives access to the process's memory.
func isMemory(file, pid string) bool {
	parts := strings.Split(strings.Trim(path.Clean(file), "/"), "/")
	return len(parts) > 2 && parts[0] == "proc" && isProcess(parts[1], pid) && parts[len(parts)-1] == "mem"
}

// isProcess reports whether a name below /proc is the process.
func isProcess(name, pid string) bool {
	ok, err := path.Match(name, pid)
	return ok && err == nil
}

// tellsNumbers reports whether everything that xargs passes to kill is on the line, or is found by
// a pattern, which is examined separately.
func tellsNumbers(line string, commands []shell.Command) bool {
	if len(commands) != 3 || strings.Contains(line, "<") {
		return false
	}
	switch first := &commands[0]; first.Name {
	case "pgrep", "pidof":
		return !slices.ContainsFunc(first.Args, func(w shell.Word) bool { return strings.HasPrefix(w.Text, "-F") || strings.HasPrefix(w.Text, "--pidf") })
	case "echo", "printf":
		return !slices.ContainsFunc(first.Args, func(w shell.Word) bool { return !w.Known() })
	}
	return false
}

// patterns examines the names or regular expressions by which a command finds processes.
func (l *look) patterns(c *shell.Command) {
	option := func(short byte, long string) bool {
		return slices.ContainsFunc(c.Args, func(w shell.Word) bool {
			t := w.Text
			return t == long || len(t) > 1 && t[0] == '-' && t[1] != '-' && strings.IndexByte(t, short) > 0
		})
	}
	if c.Name == "killall" && !option('r', "--regexp") {
		return // names that match anywhere
	}
	names := []string{unit, control, "provenance-wrap"}
	if option('f', "--full") {
		names = append(names, l.daemon.Program, l.daemon.Program+" serve")
	}
	for i := range c.Args {
		pattern := c.Args[i].Text
		if len(pattern) == 0 || pattern[0] == '-' || i > 0 && slices.Contains(patternValues, c.Args[i-1].Text) {
			continue
		}
		if strings.ContainsAny(pattern, shell.Gap) {
			continue // a command's output is not on the line
		}
		if option('x', "--exact") {
			pattern = "^(?:" + pattern + ")$"
		}
		re, err := regexp.Compile("(?i)" + pattern)
		if err != nil || slices.ContainsFunc(names, re.MatchString) {
			l.process(c.Args[i].Text)
		}
	}
}

// patternValues are the options of pkill with a value.
var patternValues = strings.Fields("-u --euid -U --uid -g --pgroup -G --group -P --parent -s --session -t --terminal -d --delimiter --signal")
