package texts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/session"
)

// What the owner is told of the agent's memory.
const (
	MemoryDrop  = "memory drop"
	MemoryUsage = "/provenance memory - which notes of the agent hold words of others\n" +
		"/provenance memory (show|accept|drop) <file> - look at one, say that you have looked at it, or remove it"
)

// NoMemory is for a memory file that is not there.
func NoMemory(which string) string {
	return "There is no memory file " + name(which) + " below trusted: provenancectl memory list shows them"
}

// SeveralMemories is for the end of several paths.
func SeveralMemories(which string, paths []string) string {
	return "Several memory files are called " + name(which) + ", name one in full: " + session.Preview(strings.Join(paths, ", "), 600)
}

// NoMemoryFile is for a path that is no memory file.
func NoMemoryFile(path string) string {
	return session.Preview(path, 200) + " is no memory file: see provenancectl labels"
}

// TrustedMemory is for one that there is nothing to say about.
func TrustedMemory(path string) string {
	return session.Preview(path, 200) + " is trusted: remove it yourself, if you do not want it"
}

// UnkeptMemory is for one that cannot be kept.
func UnkeptMemory(path string) string {
	return session.Preview(path, 200) + " is too long to be kept, or no text: remove it yourself"
}

// DroppedBy is why it is staged.
func DroppedBy(by string) string { return "dropped by " + by }

// MemoryDropped answers /provenance memory drop.
func MemoryDropped(path, id string) string {
	return "Dropped " + session.Preview(path, 200) + ": it is kept as " + id + ", and /provenance accept " + id + " brings it back"
}

// TaintedMemory answers /provenance memory; its lines are those of some of n files.
func TaintedMemory(n int, lines []string) string {
	if n == 0 {
		return "No memory file is known to hold words of others."
	}
	return itoa(n) + " memory files hold words of others:\n" + someOf(n, lines) + "\n/provenance memory show <file> shows one, and accept or drop in place of show says what is to become of it"
}
