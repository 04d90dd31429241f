package ctl

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// policyFile checks the policy on disk, and that it is the one in force.
func (p *patient) policyFile() finding {
	file := ""
	if p.status != nil {
		file = p.status.Policy.Path
		if file == "" {
			return warn("give it one: provenancectl policy init", "the daemon runs on its built-in policy, without a file")
		}
	} else {
		var err error
		if file, err = paths.Policy(); err != nil {
			return fail("set HOME, so that there is a place for it", "%v", err)
		}
	}
	b, err := p.call.read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.status == nil:
		return warn("provenancectl policy init; or start the daemon, which writes a default one", "%s does not exist", file)
	case errors.Is(err, fs.ErrPermission):
		return p.denied(file)
	case errors.Is(err, fs.ErrNotExist) && p.elsewhere():
		return finding{}
	case errors.Is(err, fs.ErrNotExist) && p.status.Policy.LastError != nil: // the error says what is in force instead
		last := filepath.Join(p.status.StateDir, paths.LastPolicy)
		return fail("cp "+shell.Quote(last)+" "+shell.Quote(file)+"; or, for the defaults, provenancectl policy init "+shell.Quote(file), "%s", p.status.Policy.LastError.Message)
	case errors.Is(err, fs.ErrNotExist):
		return fail("provenancectl policy init "+shell.Quote(file), "%v", err)
	case err != nil:
		return fail("move it away, and put the policy file in its place", "%v", err)
	}
	onDisk, err := policy.Parse(b, file)
	if err == nil {
		p.policy = onDisk
	}
	open := p.open(file)
	switch {
	case err != nil:
		return fail(p.correct("the policy before it decides"), "%s", strings.Join(eachError(err), "\n"))
	case open.Status != "":
		return open
	case !p.inForce() && p.status.Policy.LastError != nil: // loading it again would give the same error
		return fail("put that right and save the file; until then the policy before it decides", "%s", p.status.Policy.LastError.Message)
	case !p.inForce():
		return fail("provenancectl reload", "%s is not what the daemon decides with", file)
	case len(onDisk.Warnings) > 0:
		return warn("see `provenancectl policy validate "+shell.Quote(file)+"`", "%s: %s, with %s:\n%s", file, onDisk.Preset,
			count(int64(len(onDisk.Warnings)), "warning"), strings.Join(firstOf(onDisk.Warnings, maxWarnings), "\n"))
	}
	return ok("%s: preset %s", file, onDisk.Preset)
}

// maxWarnings is how many of a policy's warnings doctor repeats.
const maxWarnings = 10

// firstOf is the first n of a list of texts, and how many more there are.
func firstOf(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	return append(list[:n:n], fmt.Sprintf("and %d more", len(list)-n))
}

// open finds who else may write the policy, and thus decide what the agent may do. The daemon
// refuses to read a policy that everybody may write.
func (p *patient) open(file string) finding {
	for _, name := range []string{file, filepath.Dir(file), config.ToolsDir(file)} {
		info, err := os.Stat(name)
		switch {
		case err != nil: // there is no policy
		case !p.trusts(info):
			return foreign(info, "chown it to the daemon's user or to root: who owns it says what the agent may do", name)
		}
	}
	var loose *config.Loose
	if err := config.Kept(file); errors.As(err, &loose) {
		return fail(loose.Fix(shell.Quote(loose.Name)), "%s %s", loose.Name, loose.Reason)
	}
	return finding{}
}

// unread is why tools.d cannot be read.
func (p *patient) unread(err error) finding {
	if errors.Is(err, fs.ErrPermission) {
		return p.unseen(err)
	}
	return fail("mend it or move it away: "+paths.ToolsDir+" is a directory of files", "%v", err)
}

// correct is what to do about an invalid file, and what is in force until then.
func (p *patient) correct(until string) string {
	if p.status == nil {
		return "correct it; until then the daemon does not start"
	}
	return "correct it; until then " + until
}

// inForce compares the policy on disk, including its wrapped tools, with the one that the
// daemon uses. Invalid tools cannot be compared: they have a row of their own.
func (p *patient) inForce() bool {
	if p.status == nil {
		return true
	}
	files, err := toolFiles(p.policy.Source)
	if err != nil {
		return true
	}
	whole, _, err := config.WithTools(p.policy, files)
	return err != nil || whole.Hash == p.status.Policy.Hash
}

// wrappedTools looks for the programs of the tools that sandboxes may run.
func (p *patient) wrappedTools() finding {
	if p.policy == nil {
		return finding{}
	}
	files, err := toolFiles(p.policy.Source)
	if err != nil {
		return p.unread(err)
	}
	whole, tools, err := config.WithTools(p.policy, files)
	if err != nil {
		return fail(p.correct("the tools before it are in force"), "%s", strings.Join(eachError(err), "\n"))
	}
	p.policy = whole
	if broken := tools.Alarms(); len(broken) > 0 {
		return warn("install the program, or mend the tool's `binary`", "%s", strings.Join(broken, "\n"))
	}
	if lost := p.lostCredentials(tools); len(lost) > 0 {
		return warn("mend the file or the tool's `credentials`: without it the tool does not run", "%s", strings.Join(lost, "\n"))
	}
	if n := len(tools.Names()); n > 0 {
		return ok("%s, all programs found", count(int64(n), "wrapped tool"))
	}
	return ok("none configured")
}

// gatewayTools looks for tools that the policy does not mention: they are judged as below
// untrusted content, and their output is untrusted.
func (p *patient) gatewayTools() finding {
	var seen []seenTool
	if p.policy == nil || p.status == nil || p.call.ask("tools", nil, &seen) != nil || len(seen) == 0 {
		return finding{}
	}
	if unknown := unknownOf(seen, p.policy); len(unknown) > 0 {
		return warn("give each an entry; `provenancectl policy validate "+shell.Quote(p.policy.Source)+"` says how", "the policy does not know %s of the gateway's: %s", count(int64(len(unknown)), "tool"), some(unknown))
	}
	return ok("the policy knows all %s that the gateway has named since the daemon started", count(int64(len(seen)), "tool"))
}

// skills looks for skills that wait for their owner: sessions that use one are untrusted.
func (p *patient) skills() finding {
	var d skillsData
	if p.status == nil || p.call.ask("skills-list", nil, &d) != nil || len(d.Skills) == 0 {
		return finding{}
	}
	waiting := d.waiting()
	if len(waiting) == 0 {
		return ok("all %s are accepted as they are", count(int64(len(d.Skills)), "skill"))
	}
	return warn("look at each with `provenancectl skills diff NAME`, and accept it with `provenancectl skills accept NAME`",
		"%s not accepted, and untrusted: %s", count(int64(len(waiting)), "skill"), some(waiting))
}

// labels says whether it is still known what files are worth.
func (p *patient) labels() finding {
	at := "/"
	if p.policy != nil && p.policy.WorkspaceDir != "" {
		at = p.policy.WorkspaceDir
	}
	var l labelRow
	if p.status == nil || p.call.ask("labels-show", map[string]string{"path": at}, &l) != nil {
		return finding{}
	}
	if l.Level != "trusted" && l.At == "" { // nobody has given it that
		return warn("look at what is in the agent's workspace, and then `provenancectl labels clear` it",
			"what was known of files is lost: those of the workspace count as shared until you have looked at them")
	}
	return ok("it is known what was put into files")
}

// some are the first few names of a list that may be long.
func some(names []string) string {
	const few = 4
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:few], ", ") + " …"
}

// lostCredentials are the files of credentials that the daemon would refuse. Other sources are
// not checked: they depend on the daemon's environment, or on a server.
func (p *patient) lostCredentials(tools *config.Toolset) (lost []string) {
	for _, name := range tools.Names() {
		tool, _ := tools.Tool(name)
		for _, c := range tool.Credentials {
			if c.Source.Kind != toolconf.FromFile {
				continue
			}
			info, err := os.Lstat(c.Source.Name)
			why := ""
			switch {
			case err != nil:
				why = err.Error()
			case !info.Mode().IsRegular():
				why = c.Source.Name + " is not a regular file"
			case !p.trusts(info):
				why = fmt.Sprintf("%s belongs to uid %d", c.Source.Name, owner(info))
			case info.Mode().Perm()&0o027 != 0:
				why = fmt.Sprintf("%s has mode %04o: 0600 or 0640 is right", c.Source.Name, info.Mode().Perm())
			case info.Size() == 0:
				why = c.Source.Name + " is empty"
			default:
				continue
			}
			lost = append(lost, fmt.Sprintf("%s cannot have %s: %s", name, c.Name, why))
		}
	}
	return lost
}

// onFailure warns of the setting under which unjudged calls run: in the policy, and in the
// gateway's plugin, which decides while the daemon does not answer.
func (p *patient) onFailure() finding {
	const other = "set it to guarded or closed"
	if p.policy != nil && p.policy.OnFailure == policy.Open {
		return warn(other, "the policy says onFailure: open: a call that cannot be decided or recorded runs")
	}
	var gateway struct {
		Plugins struct {
			Entries map[string]struct {
				Config struct {
					OnFailure string `json:"onFailure"`
				} `json:"config"`
			} `json:"entries"`
		} `json:"plugins"`
	}
	file := filepath.Join(p.system.home, ".openclaw", "openclaw.json")
	b, err := p.call.read(file)
	if p.system.home == "" || err != nil || json.Unmarshal(b, &gateway) != nil {
		return finding{} // reported by the rows above
	}
	if gateway.Plugins.Entries["provenance"].Config.OnFailure == "open" {
		return warn(other+" in plugins.entries.provenance.config", "%s says onFailure: open: a call runs unjudged while the daemon does not answer, and when the answer takes too long", file)
	}
	return finding{}
}

// execMode is what the gateway's configuration says about commands: a mode, or the security and
// ask settings that it stands for.
type execMode struct {
	Mode     string `json:"mode"`
	Security string `json:"security"`
	Ask      string `json:"ask"`
}

// over resolves the mode to security and ask; settings that are missing are taken from other.
func (m execMode) over(other execMode) execMode {
	switch m.Mode {
	case "":
		if m.Security == "" && m.Ask == "" {
			return other
		}
		return execMode{Security: cmp.Or(m.Security, other.Security), Ask: cmp.Or(m.Ask, other.Ask)}
	case "deny", "allowlist":
		m.Security, m.Ask = m.Mode, "off"
	case "ask", "auto":
		m.Security, m.Ask = "allowlist", "on-miss"
	default:
		m.Security, m.Ask = "full", "off"
	}
	return m
}

// asks reports whether a person hears of every command before it runs, once or for the
// allowlist. With full security, on-miss never asks.
func (m execMode) asks() bool {
	return m.Mode != "auto" && (m.Security == "deny" || m.Security == "allowlist" || m.Ask == "always")
}

// execApprovals checks who asks the owner before a command runs, if the policy leaves that to
// the gateway.
func (p *patient) execApprovals() finding {
	if p.policy == nil || p.system.home == "" {
		return finding{}
	}
	if risk, has := p.policy.For("").Risk("exec"); !has || !strings.Contains(risk.Text, "useExecApprovals") {
		return finding{}
	}
	const turnOn = "openclaw exec-policy preset cautious; or set useExecApprovals: false for exec, to be asked here"
	file := filepath.Join(p.system.home, ".openclaw", "openclaw.json")
	b, err := p.call.read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return warn(turnOn, "the policy leaves it to the gateway to ask about commands at trusted, and there is no gateway's configuration at %s to tell whether it does", file)
	}
	type scope struct {
		Tools struct {
			Exec execMode `json:"exec"`
		} `json:"tools"`
	}
	var gateway struct {
		scope
		Agents struct {
			Entries map[string]scope `json:"entries"`
			List    []scope          `json:"list"`
		} `json:"agents"`
	}
	if err == nil {
		err = json.Unmarshal(b, &gateway)
	}
	if err != nil {
		return warn("see `openclaw approvals get`", "the policy leaves it to the gateway to ask about commands at trusted; whether it does cannot be read from %s: %v", file, err)
	}
	all := gateway.Tools.Exec.over(execMode{Security: "full", Ask: "off"})
	scopes := append(slices.Collect(maps.Values(gateway.Agents.Entries)), gateway.Agents.List...)
	for _, agent := range scopes {
		if own := agent.Tools.Exec.over(all); !own.asks() {
			all = own
		}
	}
	switch {
	case all.Mode == "auto":
		return warn(turnOn, "the policy leaves it to the gateway to ask about commands at trusted, and with tools.exec.mode auto a model decides which ones")
	case !all.asks():
	case all.Security == "deny":
		return ok("the gateway runs no commands of its own")
	case all.Ask == "off":
		return ok("the gateway runs only what its allowlist has")
	default:
		return ok("the gateway asks: tools.exec.ask is %s", all.Ask)
	}
	return warn(turnOn+"; `openclaw approvals get` shows what holds", "the policy leaves it to the gateway to ask about commands at trusted, and %s does not say that it asks", file)
}
