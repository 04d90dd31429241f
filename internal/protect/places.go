package protect

import (
	"path"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/paths"
)

// everywhere are the places that are protected on every machine, for every host.
var everywhere = []facts.Place{
	{Path: "~/.claude/settings.json", What: "an agent's settings"},
	{Path: "~/.claude.json", What: "an agent's settings"},
	{Path: ".claude/settings.json", What: "an agent's settings"},
	{Path: ".claude/settings.local.json", What: "an agent's settings"},
	{Path: ".claude/hooks", What: "an agent's hooks"},
	{Path: "~/.codex/config.toml", What: "an agent's settings"},
	{Path: "~/.codex/auth.json", What: "an agent's credentials"},
	{Path: "~/.gemini/settings.json", What: "an agent's settings"},
	{Path: "~/.config/opencode", What: "an agent's settings"},
	{Path: "~/.cursor/mcp.json", What: "an agent's settings"},

	{Path: "~/.ssh", What: "SSH keys and logins"},
	{Path: ".git/hooks", What: "programs that git runs"},

	{Path: "~/.profile", What: startUp}, {Path: "~/.inputrc", What: startUp},
	{Path: "~/.bashrc", What: startUp}, {Path: "~/.bash_profile", What: startUp}, {Path: "~/.bash_login", What: startUp},
	{Path: "~/.bash_logout", What: startUp}, {Path: "~/.bash_aliases", What: startUp}, {Path: "~/.bashrc.d", What: startUp},
	{Path: "~/.zshrc", What: startUp}, {Path: "~/.zshenv", What: startUp}, {Path: "~/.zprofile", What: startUp},
	{Path: "~/.zlogin", What: startUp}, {Path: "~/.zlogout", What: startUp}, {Path: "~/.oh-my-zsh", What: startUp},
	{Path: "~/.kshrc", What: startUp}, {Path: "~/.mkshrc", What: startUp}, {Path: "~/.cshrc", What: startUp},
	{Path: "~/.tcshrc", What: startUp}, {Path: "~/.login", What: startUp}, {Path: "~/.logout", What: startUp},
	{Path: "~/.config/fish", What: startUp}, {Path: "~/.config/nushell", What: startUp}, {Path: "~/.config/powershell", What: startUp},
	{Path: "~/.xprofile", What: startUp}, {Path: "~/.xinitrc", What: startUp}, {Path: "~/.xsession*", What: startUp},
	{Path: "~/.pam_environment", What: startUp}, {Path: "~/.config/autostart", What: startUp}, {Path: "~/.config/environment.d", What: startUp},
	{Path: "/etc/profile", What: startUp}, {Path: "/etc/profile.d", What: startUp}, {Path: "/etc/bash.bashrc", What: startUp},
	{Path: "/etc/bashrc", What: startUp}, {Path: "/etc/zsh", What: startUp}, {Path: "/etc/zshenv", What: startUp}, {Path: "/etc/zshrc", What: startUp},
	{Path: "/etc/environment", What: startUp},

	{Path: "~/.config/systemd/user/" + unit + "*", What: theUnit},
	{Path: "~/.config/systemd/user.control/" + unit + "*", What: theUnit},
	{Path: "~/.local/share/systemd/user/" + unit + "*", What: theUnit},
	{Path: "/etc/systemd/system/" + unit + "*", What: theUnit},
	{Path: "/etc/systemd/user/" + unit + "*", What: theUnit},
	{Path: "/usr/lib/systemd/system/" + unit + "*", What: theUnit},
	{Path: "/usr/lib/systemd/user/" + unit + "*", What: theUnit},
	{Path: "/lib/systemd/system/" + unit + "*", What: theUnit},
	{Path: "/run/systemd/system/" + unit + "*", What: theUnit},
}

const (
	startUp = "what runs at each login"
	theUnit = "the daemon's service"
)

// Daemon is what a set knows about its daemon.
type Daemon struct {
	Runtime string // directory of sockets and keys
	State   string // directory
	Policy  string // file
	Program string // the running executable; those beside it are protected, too
	PID     int
	// Variables are those that may name directories in a command: HOME, XDG_STATE_HOME.
	Variables map[string]string
}

// Variables returns the relevant variables of an environment.
func Variables(getenv func(string) string) map[string]string {
	set := map[string]string{}
	for _, name := range [...]string{"HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		if value := getenv(name); value != "" {
			set[name] = value
		}
	}
	return set
}

// places returns the daemon's own places.
func (d *Daemon) places() []facts.Place {
	var out []facts.Place
	add := func(dir, what string, secret bool, names ...string) {
		for _, name := range names {
			if path.IsAbs(dir) {
				out = append(out, facts.Place{Path: path.Join(dir, name), What: what, Secret: secret})
			}
		}
	}
	add(d.Runtime, "the daemon's sockets and keys", false, ".")
	add(d.Runtime, "a key of the daemon's", true, paths.GatewayKey, paths.ToolsKey, paths.AdminKey, path.Join(paths.SandboxDir, paths.ToolsKey), paths.ConfigsDir)
	add(d.State, "the daemon's state", false, ".")
	add(d.State, "a key of the daemon's", true, paths.LedgerKey)
	if d.Policy != "" {
		add(path.Dir(d.Policy), "the daemon's policy", false, path.Base(d.Policy))
		add(path.Dir(d.Policy), "the daemon's wrapped tools", false, paths.ToolsDir)
	}
	for _, name := range [...]string{"~/.config/", "/etc/"} {
		out = append(out, facts.Place{Path: name + unit, What: "the daemon's policy"})
	}
	if path.IsAbs(d.Program) {
		add(path.Dir(d.Program), "a program of the daemon's", false, path.Base(d.Program), unit, control, "provenance-wrap")
	}
	return out
}

// Owns returns a function that reports whether a resolved path is the daemon's own: its sockets and
// keys, its state, its policy and wrapped tools, its programs. resolve follows symlinks.
func (d Daemon) Owns(resolve func(string) string) func(path string) bool {
	s := &Set{}
	for _, p := range d.places() {
		s.add(p)
		p.Path = real(p.Path, resolve)
		s.add(p)
	}
	return func(path string) bool { return s.at(namesOf(withoutRoot(path)), func() []string { return nil }) != nil }
}
