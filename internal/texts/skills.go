package texts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/session"
)

// What a skill brings into a session, and what its owner is told of it.
const (
	ThereBefore = "it was there before the daemon's first start"
	AsAccepted  = "it is again as it was accepted"
	ManySkills  = "there are more skills than can be looked at"
	SkillsUsage = "/provenance skills - which skills there are, and which wait for you\n" +
		"/provenance skills (show|diff|accept) <name> - look at one, at what has changed in it, and accept it"
	SkillsAlone = "skills are shown in your own chat alone"
	SkillsOff   = "skills are not checked: the policy says skills: {check: off}"
	SkillMoved  = "it has changed since you looked at it: look again"
)

// SkillState is why a skill has its level: state is new, changed or unreadable.
func SkillState(skill, state string) string {
	return "skill " + session.Preview(skill, 60) + " (" + state + ") is not accepted: see provenancectl skills"
}

// ClearsSkill is for a file of a skill that waits.
func ClearsSkill(skill string) string {
	return "It is part of the skill " + session.Preview(skill, 60) + ", which is not accepted: see provenancectl skills"
}

// NoSkill is for the name of a skill that is not there.
func NoSkill(which string) string {
	return "There is no skill " + name(which) + ": provenancectl skills list shows them"
}

// SeveralSkills is for a name that several have.
func SeveralSkills(which string, paths []string) string {
	return "Several skills are called " + name(which) + ", name one by its path: " + session.Preview(strings.Join(paths, ", "), 600)
}

// UnreadableSkill is for one that cannot be accepted.
func UnreadableSkill(skill, why string) string {
	return "Not all of the skill " + name(skill) + " can be read, so it cannot be accepted: " + session.Preview(why, 200)
}

// SkillAccepted answers /provenance skills accept.
func SkillAccepted(skill string) string { return "Accepted: " + session.Preview(skill, 200) }

// SkillLine is one skill of SkillsListed.
func SkillLine(skill, state, path string) string {
	return "- " + session.Preview(skill, 100) + ": " + state + ", " + session.Preview(path, 300)
}

// SkillsListed answers /provenance skills; its lines are those of some of the n that wait.
func SkillsListed(all, waiting int, lines []string) string {
	switch {
	case all == 0:
		return "There are no skills."
	case waiting == 0:
		return "All " + itoa(all) + " skills are accepted as they are."
	}
	return itoa(waiting) + " of " + itoa(all) + " skills are not accepted as they are:\n" + someOf(waiting, lines) + "\n/provenance skills diff <name> shows what is new in one, and /provenance skills accept <name> accepts it"
}
