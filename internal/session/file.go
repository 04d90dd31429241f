package session

import (
	"cmp"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// File is what is known about one path: the level of its content, with its causes, and whether that
// applies to everything below it. The zero File is untrusted.
type File struct {
	Taint
	Whole bool `json:",omitzero"` // a directory with content from outside: everything below it

	// Of a skill: the digests that its owner has accepted, and that were found since.
	Accepted string `json:",omitzero"`
	Found    string `json:",omitzero"`
}

// IsSkill reports whether it describes a skill.
func (f *File) IsSkill() bool { return f.Accepted != "" || f.Found != "" }

// KnownFile is what is known about a path, for the index.
type KnownFile struct {
	Path string
	File File
	Gone bool // nothing is known any more
}

// PrintedText is a text that is recognised, for the index.
type PrintedText struct {
	Number uint64
	Text   TextPrinted
	Gone   bool // it is no longer recognised
}

// FileChange is a change of what is known about a file. It changes no session: a record has it
// because a session's call changed the file.
type FileChange interface {
	Change
	// Of is the path; change makes the change.
	Of() string
	change(f *File, now time.Time)
}

// NewFile returns a file about which nothing is known that lowers its level.
func NewFile() File { return File{Taint: newTaint()} }

// Changed returns f after a change. f is not modified.
func (f File) Changed(c FileChange, now time.Time) File {
	c.change(&f, now)
	return f
}

// FileGiven is content of a level that a call wrote to a file, or somewhere below a directory.
type FileGiven struct {
	Path  string      `json:"path"`
	Level trust.Level `json:"level,omitzero"`
	Cause *Cause      `json:"cause,omitzero"`
	Whole bool        `json:"whole,omitzero"` // everything below it
}

// Op is "file_given".
func (c *FileGiven) Op() Op { return "file_given" }

// Of is the path.
func (c *FileGiven) Of() string { return c.Path }

func (c *FileGiven) apply(*State, time.Time) {}

func (c *FileGiven) change(f *File, now time.Time) {
	f.Taint.Give(Given{Level: c.Level, Cause: c.Cause, At: now}, now)
	f.Whole = f.Whole || c.Whole
}

// FileCleared removes a file's level: something else was written over it, it is gone, or the owner
// has looked at it.
type FileCleared struct {
	Path string `json:"path"`
	By   string `json:"text,omitzero"`
}

// Op is "file_cleared".
func (c *FileCleared) Op() Op { return "file_cleared" }

// Of is the path.
func (c *FileCleared) Of() string { return c.Path }

func (c *FileCleared) apply(*State, time.Time) {}

func (c *FileCleared) change(f *File, now time.Time) {
	f.Taint.Reset(now)
	f.Whole, f.Found = false, ""
}

// SkillFound is a skill that nobody has accepted: a new one, or one that has changed.
type SkillFound struct {
	Path   string `json:"path"`
	Digest string `json:"digest,omitzero"` // "" if not all of it can be read
	Cause  *Cause `json:"cause,omitzero"`
}

// Op is "skill_found".
func (c *SkillFound) Op() Op { return "skill_found" }

// Of is the skill's name among those of files.
func (c *SkillFound) Of() string { return SkillName(c.Path) }

func (c *SkillFound) apply(*State, time.Time) {}

func (c *SkillFound) change(f *File, now time.Time) {
	f.Taint.Reset(now)
	f.Taint.Give(Given{Level: trust.Untrusted, Cause: c.Cause, At: now}, now)
	f.Found = cmp.Or(c.Digest, NoDigest)
}

// SkillAccepted records that the owner has accepted a skill as it is, or that it existed before
// skills were watched. Without a path it marks the time from which they are.
type SkillAccepted struct {
	Path   string `json:"path"`
	Digest string `json:"digest,omitzero"`
	By     string `json:"text,omitzero"`
}

// Op is "skill_accepted".
func (c *SkillAccepted) Op() Op { return "skill_accepted" }

// Of is the skill's name among those of files.
func (c *SkillAccepted) Of() string { return SkillName(c.Path) }

func (c *SkillAccepted) apply(*State, time.Time) {}

func (c *SkillAccepted) change(f *File, now time.Time) {
	f.Taint.Reset(now)
	f.Accepted, f.Found = cmp.Or(c.Digest, NoDigest), ""
}

// NoDigest stands for an unknown digest.
const NoDigest = "-"

// skillPrefix is at the beginning of no path.
const skillPrefix = "skill:"

// SkillName returns the name, among those of files, of the skill in a directory.
func SkillName(dir string) string { return skillPrefix + dir }

// SkillOf returns the directory of the skill with such a name.
func SkillOf(name string) (dir string, is bool) { return strings.CutPrefix(name, skillPrefix) }

// TextPrinted is a text that a session was shown, with its level: its prints recognise it when it
// comes back. It changes no session.
type TextPrinted struct {
	Level  trust.Level `json:"level,omitzero"`
	Cause  *Cause      `json:"cause,omitzero"`
	Prints []byte      `json:"prints,omitzero"` // eight bytes each
}

// Op is "text_printed".
func (c *TextPrinted) Op() Op { return "text_printed" }

func (c *TextPrinted) apply(*State, time.Time) {}
