package policy

// skills is the block of the file about the agent's skills.
type skills struct {
	pos `json:"-"`

	Check string      `json:"check,omitzero" enum:"on,off" doc:"on (default): a skill that is new or has changed is untrusted until you accept it (provenancectl skills), and so is a session that reads or runs a file of it. off: skills are files like any other."`
	Paths directories `json:"paths,omitzero" doc:"Further directories with skills, besides the gateway's: absolute, below ~/, or relative to the workspace. A directory with a SKILL.md is a skill, with all below it."`
}

// Skills returns the directories with skills that a policy names, and whether skills are checked.
func (p *Policy) Skills() (paths []string, checked bool) { return p.skills, !p.skillsOff }

// over returns the effective block; nil if it sets nothing.
func (s *skills) over() *skills {
	if s == nil || s.Check != "off" && len(s.Paths) == 0 {
		return nil
	}
	out := &skills{Paths: distinct(s.Paths)}
	if s.Check == "off" {
		out.Check = s.Check
	}
	return out
}
