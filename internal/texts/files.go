package texts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// What a file brings into a session, and who wrote it.
const (
	WrittenOver = "written over"
	UnknownFile = "nobody knows who wrote it"
	LabelsUsage = "/provenance labels [path] - which files hold words of others\n/provenance unlabel <path> - you have looked at it: it is trusted"
	LabelsAlone = "what is known of files is shown in your own chat alone"
)

// FromFile is the content of a labelled file.
func FromFile(path string, cause *session.Cause) string { return path + because(cause) }

// RepeatsWords is for a result that repeats something the session was shown before.
func RepeatsWords(cause *session.Cause) string {
	return "it repeats what was read before" + because(cause)
}

// RunsFile is for a call that runs a labelled file.
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

// PutBy is for content that a program or a tool wrote to a file.
func PutBy(by string) string { return "written by " + name(by) }

// InPlace is for a file in a place that the policy gives a level.
func InPlace(place string) string { return "in " + place }

// LabelledBy is for a level that the owner set.
func LabelledBy(by string) string { return "set by " + by }

// NotLabelled is for a path without a reason for a lower level.
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

// Labelled answers /provenance labels; lines are some of n files.
func Labelled(n int, lines []string) string {
	if n == 0 {
		return "No file is known to hold words of others."
	}
	return itoa(n) + " files hold words of others:\n" + someOf(n, lines) + "\n/provenance unlabel <path> says that you have looked at one"
}
