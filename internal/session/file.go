package session

import (
	"cmp"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// File is what is known of one path: the level of what stands there, as of any subject, and
// whether that is of all that lies below it. The zero File is untrusted.
type File struct {
	Taint
	Whole bool `json:",omitzero"` // a directory that was filled from outside: all below it

	// Of a skill, the digests of what its owner has accepted, and of what was found since.
	Accepted string `json:",omitzero"`
	Found    string `json:",omitzero"`
}

// IsSkill reports whether it is of a skill.
func (f *File) IsSkill() bool { return f.Accepted != "" || f.Found != "" }

// KnownFile is what is known of a path, as the index is to have it.
type KnownFile struct {
	Path string
	File File
	Gone bool // nothing is known any more
}

// PrintedText is a text that is known again, as the index is to have it.
type PrintedText struct {
	Number uint64
	Text   TextPrinted
	Gone   bool // it is known no more
}

// FileChange is a change of what is known of a file. It changes no session: a record has it
// because a session's call is what changed the file.
type FileChange interface {
	Change
	// Of is the path, and change makes the change.
	Of() string
	change(f *File, now time.Time)
}

// NewFile is a file of which nothing is known yet that lowers it.
func NewFile() File { return File{Taint: newTaint()} }

// Changed is f after a change. f stays as it is.
func (f File) Changed(c FileChange, now time.Time) File {
	c.change(&f, now)
	return f
}

// FileGiven is content of a level that a call put into a file, or somewhere below a directory.
type FileGiven struct {
	Path  string      `json:"path"`
	Level trust.Level `json:"level,omitzero"`
	Cause *Cause      `json:"cause,omitzero"`
	Whole bool        `json:"whole,omitzero"` // all that lies below it
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

// FileCleared is that nothing of what a file was given counts any more: something else was
// written over it, it is gone, or the owner has looked at it.
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

// SkillFound is a skill as nobody has accepted it: a new one, or one that has changed.
type SkillFound struct {
	Path   string `json:"path"`
	Digest string `json:"digest,omitzero"` // "" where not all of it can be read
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

// SkillAccepted is that the owner has accepted a skill as it is, or that it was there before
// there was anybody to watch it. Without a path it is the moment from which skills are watched.
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

// NoDigest stands for that of what is not known.
const NoDigest = "-"

// skillPrefix begins no path.
const skillPrefix = "skill:"

// SkillName is the name of a skill, by its directory, among those of files.
func SkillName(dir string) string { return skillPrefix + dir }

// SkillOf is the directory of the skill with such a name.
func SkillOf(name string) (dir string, is bool) { return strings.CutPrefix(name, skillPrefix) }

// TextPrinted is a text of a level that a session was shown: by its prints it is known when it
// comes back. It changes no session.
type TextPrinted struct {
	Level  trust.Level `json:"level,omitzero"`
	Cause  *Cause      `json:"cause,omitzero"`
	Prints []byte      `json:"prints,omitzero"` // eight bytes each
}

// Op is "text_printed".
func (c *TextPrinted) Op() Op { return "text_printed" }

func (c *TextPrinted) apply(*State, time.Time) {}
