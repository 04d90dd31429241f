package texts

import "github.com/provenanced/provenanced/internal/session"

// What a file brings into a session, and who gave it that.
const (
	WrittenOver = "written over"
	UnknownFile = "nobody knows who wrote it"
)

// FromFile is content of a file that holds something of a level.
func FromFile(path string, cause *session.Cause) string { return path + because(cause) }

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
