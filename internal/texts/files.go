package texts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// What a file brings into a session, and who gave it that.
const (
	WrittenOver = "written over"
	UnknownFile = "nobody knows who wrote it"
	LabelsUsage = "/provenance labels [path] - which files hold words of others\n/provenance unlabel <path> - you have looked at it: it is trusted"
	LabelsAlone = "what is known of files is shown in your own chat alone"
)

// FromFile is content of a file that holds something of a level.
func FromFile(path string, cause *session.Cause) string { return path + because(cause) }

// RepeatsWords is for a result that repeats what a session was shown before.
func RepeatsWords(cause *session.Cause) string {
	return "it repeats what was read before" + because(cause)
}

// RunsFile is for a call that runs such a file.
func RunsFile(path string, cause *session.Cause) string { return "it runs " + path + because(cause) }

// because is why a file has its level.
func because(cause *session.Cause) string {
	switch {
	case cause == nil || cause.Reason == "":
		return ""
	case cause.Detail != "":
		return " (" + cause.Reason + ", " + cause.Detail + ")"
	}
	return " (" + cause.Reason + ")"
}

// PutBy is for what a program, or a tool, puts into a file.
func PutBy(by string) string { return "written by " + name(by) }

// InPlace is for what lies in a place to which the policy gives a level.
func InPlace(place string) string { return "in " + place }

// LabelledBy is for a level that the owner gave a file.
func LabelledBy(by string) string { return "set by " + by }

// NotLabelled is for a path of which nothing is known that lowers it.
func NotLabelled(path string) string { return "Nothing but trusted content is known of " + name(path) }

// Unlabelled answers /provenance unlabel.
func Unlabelled(paths []string) string {
	return "Trusted again: " + session.Preview(strings.Join(paths, ", "), 600)
}

// LabelLine is one file of Labelled.
func LabelLine(path string, level trust.Level, reason string, whole bool) string {
	if whole {
		path += "/…"
	}
	line := "- " + session.Preview(path, 300) + ": " + level.String()
	if reason != "" {
		line += ", " + session.Preview(reason, 120)
	}
	return line
}

// Labelled answers /provenance labels; its lines are those of some of n files.
func Labelled(n int, lines []string) string {
	if n == 0 {
		return "No file is known to hold words of others."
	}
	text := itoa(n) + " files hold words of others:\n" + strings.Join(lines, "\n")
	if n > len(lines) {
		text += "\n…"
	}
	return text + "\n/provenance unlabel <path> says that you have looked at one"
}
