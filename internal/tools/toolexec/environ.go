package toolexec

import (
	"maps"
	"os/user"
	"slices"
	"strings"
)

// Variables that every tool gets, whoever calls it.
const (
	safePath     = "/usr/local/bin:/usr/bin:/bin"
	plainTerm    = "dumb"
	terminalTerm = "xterm-256color"
)

// variable reports whether the system can pass such a variable to a program.
func variable(name, value string) bool {
	return name != "" && !strings.ContainsAny(name, "=\x00") && !strings.Contains(value, "\x00")
}

// environ assembles a tool's environment. Later parts override earlier ones: the daemon's base, the
// tool's env, what a request may set, the credentials, the configuration directory, and finally
// forcedEnv.
func (r *Runner) environ(q *Request, found credentials, terminal bool, configHome string) []string {
	env := map[string]string{"PATH": safePath, "TERM": plainTerm}
	if terminal {
		env["TERM"] = terminalTerm
	}
	env["HOME"], env["USER"] = r.account()

	values := found.template(plain)
	for name, text := range q.Tool.Env {
		env[name] = values.Replace(text)
	}
	for _, name := range q.Tool.RequestEnv {
		if value, ok := q.Env[name]; ok && variable(name, value) {
			env[name] = value
		}
	}
	for name, value := range found {
		if !namedInTemplate(q.Tool, name) {
			env[name] = string(value)
		}
	}
	if configHome != "" {
		env["XDG_CONFIG_HOME"] = configHome
	}
	maps.Copy(env, q.Tool.ForcedEnv)
	list := make([]string, 0, len(env))
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}

// account returns the home directory and name of the user that tools run as, which is the daemon's
// own.
func (r *Runner) account() (home, name string) {
	home, _ = r.o.Environ("HOME")
	name, _ = r.o.Environ("USER")
	if home == "" || name == "" {
		if u, err := user.Current(); err == nil {
			home, name = orElse(home, u.HomeDir), orElse(name, u.Username)
		}
	}
	return orElse(home, "/"), orElse(name, "nobody")
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
