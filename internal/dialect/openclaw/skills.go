package openclaw

import "path"

// skills are where the gateway looks for skills: in a workspace, in its own directory, in its own
// packages, and in plugins.
var skills = append([]string{
	"skills", ".agents/skills", "~/.agents/skills",
	"~/.openclaw/workspace*/skills", "~/.openclaw/workspace*/.agents/skills", "~/.openclaw/workspaces/*/skills",
	"~/.openclaw-*/skills", "~/.openclaw-*/workspace*/skills",
	"**/node_modules/openclaw/skills", "**/node_modules/openclaw/custodian-skills", "**/node_modules/openclaw/dist/extensions/*/skills",
}, skillsAt("~/.openclaw")...)

// skillsAt returns those in the gateway's own directory.
func skillsAt(dir string) (all []string) {
	for _, in := range [...]string{"skills", "agents/*/agent/workshop-skills", "skill-library/*/revisions", "extensions/*/skills"} {
		all = append(all, path.Join(dir, in))
	}
	return all
}
