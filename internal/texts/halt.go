package texts

import "time"

// What is said of a halt.
const (
	Resume          = "the owner ends the halt: provenancectl resume, or .resume in chat"
	ResumeHow       = ".resume ends that."
	HaltNotRecorded = "No tool call runs from now on. That could not be recorded yet: if the daemon is restarted before it can, the halt is forgotten." + askDoctor
	NothingIsHalted = "nothing is halted"
	NodeResumed     = "resumed by the owner"
)

// Halted is why no call runs: who says so, since when, and why.
func Halted(sessions, way string, since time.Time, why string) string {
	text := "the owner has halted every session"
	if sessions != "*" {
		text = "the owner has halted " + name(sessions)
	}
	text += way
	text += ", since " + since.UTC().Format("2006-01-02 15:04:05") + " UTC"
	if why != "" {
		text += ": " + why
	}
	return text
}

// HaltedNow answers .halt.
func HaltedNow(here bool) string {
	if here {
		return "Halted: no tool call of this session runs, nor of those that it spawns. .resume here ends that."
	}
	return "Halted: no tool call of any session runs. " + ResumeHow
}

// ResumedNow answers .resume; others: further halts still stand.
func ResumedNow(here, others bool) string {
	switch {
	case here && others:
		return "This session's own halt has ended; other halts stand: .resume ends them all."
	case here:
		return "Resumed: calls of this session are judged again."
	}
	return "Resumed: calls are judged again."
}

// NoSuchHalt is for a halt that is to end and does not stand.
func NoSuchHalt(sessions string) string {
	return "no halt of " + name(sessions) + " stands: status lists those that do"
}

// NothingHalted answers .resume where there is nothing to end.
func NothingHalted(here bool) string {
	if here {
		return "This session has no halt of its own. .resume ends all halts."
	}
	return "Nothing is halted."
}
