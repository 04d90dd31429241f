package engine

import (
	"context"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/skills"
	"github.com/provenanced/provenanced/internal/wire"
)

// Journal is where every record goes before its answer may leave.
type Journal interface {
	// Append gives r its place in the order. If it fails nothing was recorded, so nothing was
	// decided.
	Append(r *session.Record) (wire.Receipt, error)
	// Flush returns once everything up to the receipt is written and, if durable, on disk. If it
	// fails the entries keep their places and will be written later; until then no answer may rely
	// on them.
	Flush(ctx context.Context, upTo wire.Receipt, durable bool) error
	// Entry finds a record again; file 0 is the latest that has the seq. It returns
	// decide.ErrNotFound if there is none.
	Entry(ctx context.Context, file int, seq uint64) (*session.Record, wire.Receipt, error)
}

// Index remembers the sessions that are not in memory. It is written after the journal, from Dirty,
// and may lag.
type Index interface {
	// Load finds a session. An error does not mean an unknown session: what the session has seen is
	// unknown, so nothing may be decided for it. A decision waits for it, so it reads only what
	// that needs: ended turns are stored apart.
	Load(key string) (session.Snapshot, bool, error)
	// Turn finds a turn that was stored apart from its session. It fails if there is none.
	Turn(key string, number int) (*session.Turn, error)
	// Each calls f for every session whose key comes after the given one, in key order, until f
	// fails. All come after "". Of those that are known f gets the key alone; known may be nil.
	Each(after string, known func(key string) bool, f func(session.Snapshot) error) error
	// Count is the number of sessions.
	Count() int
}

// Files remembers what is known about files, as the Index does for sessions.
type Files interface {
	// File returns what is known about a path itself.
	File(path string) (session.File, bool, error)
	// FilesBelow calls f for every path with the prefix, in order, until f fails.
	FilesBelow(prefix string, f func(path string, known session.File) error) error
	FileCount() int
	// Halts are those that stand.
	Halts() []session.Halt
	// Printed calls f for every text that is recognised, the oldest first, until f fails.
	Printed(f func(session.PrintedText) error) error
}

// Disk looks at the actual files. If the daemon does not see the gateway's files, it finds none.
type Disk interface {
	// Look returns the file at a path, if there is one.
	Look(path string) (decide.FileID, bool)
	Exists(path string) bool
	// Read returns the beginning of a file's content; nil if it cannot be read.
	Read(path string) []byte
	// Remove removes a file.
	Remove(path string) error
	// ChangedSince lists the files of a directory that were made or changed since, at most so many.
	// It returns false if that is unknown.
	ChangedSince(dir string, since time.Time, most int) (paths []string, whole bool)
}

// Skills looks at the agent's actual skills, and keeps what its owner has accepted.
type Skills interface {
	// Of, Expanded and Below find skills, as package skills does.
	Of(roots skills.Roots, path string, known func(dir string) bool) (dir string)
	Expanded(skills.Roots) (dirs []string)
	Below(dir string) (found, links []string, whole bool)
	// Tree is the content of a skill's directory, and Read adds the texts of its files.
	Tree(dir string) skills.Tree
	Read(dir string) skills.Tree
	// Keep keeps a version that the owner accepts, and Kept finds it again; false if it is not
	// kept.
	Keep(dir string, t *skills.Tree) error
	Kept(dir, digest string) (skills.Tree, bool)
}

// Staging keeps writes that the memory guard blocked, and results that were withheld, complete,
// until the owner commits or drops them.
type Staging interface {
	// Stage returns once w can survive a crash. It fails with a decide.NoRoom if a quota is
	// reached.
	Stage(ctx context.Context, w decide.BlockedWrite) error
}

// Paths resolves a path as a tool's open would: symlinks followed in the part that exists, the rest
// cleaned. A path that it cannot resolve is only cleaned.
type Paths interface {
	Resolve(path string) string
	// Once returns Resolve for one decision, which may remember what it looked at, and linked: the
	// name of a resolved path at or below one of the places, if it is a second name of a file there
	// (a hard link), otherwise the path itself.
	Once() (resolve func(path string) string, linked func(path string, places func() []facts.Place) string)
}
