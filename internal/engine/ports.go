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
	// Append gives r its place in the order of things. When it fails nothing
	// was recorded, so nothing was decided.
	Append(r *session.Record) (wire.Receipt, error)
	// Flush returns once everything up to the receipt is written and, if
	// durable, on disk. When it fails the entries keep their places and will be
	// written later; until then no answer may count on them.
	Flush(ctx context.Context, upTo wire.Receipt, durable bool) error
	// Entry finds a record again; file 0 is the latest that has the seq. It
	// returns decide.ErrNotFound when there is none.
	Entry(ctx context.Context, file int, seq uint64) (*session.Record, wire.Receipt, error)
}

// Index remembers the sessions that are not in memory. It is written behind the
// journal, from Dirty, and may lag.
type Index interface {
	// Load finds a session. An error does not mean an unknown session: what the
	// session has seen cannot be told, so nothing may be decided for it. It is on the way of
	// a decision, so it reads no more than that needs: turns that are over are kept apart.
	Load(key string) (session.Snapshot, bool, error)
	// Turn finds a turn that was kept apart from its session. It fails when there is none.
	Turn(key string, number int) (*session.Turn, error)
	// Each calls f for every session whose key comes after that one, in key order, until
	// f fails. All come after "".
	Each(after string, f func(session.Snapshot) error) error
	// Count is the number of sessions.
	Count() int
}

// Files remembers what is known of files, as the Index does of sessions.
type Files interface {
	// File finds what is known of a path itself.
	File(path string) (session.File, bool, error)
	// FilesBelow calls f for every path that begins so, in their order, until f fails.
	FilesBelow(prefix string, f func(path string, known session.File) error) error
	FileCount() int
	// Halts are those that stand.
	Halts() []session.Halt
	// Printed calls f for every text that is known again, the oldest first, until f fails.
	Printed(f func(session.PrintedText) error) error
}

// Disk looks at files as they are. Where the daemon does not see the gateway's files, it finds
// none.
type Disk interface {
	// Look is what stands at a path, if that is a file.
	Look(path string) (decide.FileID, bool)
	Exists(path string) bool
	// Read is the beginning of what a file holds; nil where it cannot be read.
	Read(path string) []byte
	// Remove removes a file.
	Remove(path string) error
	// ChangedSince lists what stands in a directory and was made or changed since, at most
	// so many. It is false where that cannot be told.
	ChangedSince(dir string, since time.Time, most int) (paths []string, whole bool)
}

// Skills looks at the agent's skills as they are, and keeps what its owner has accepted of them.
type Skills interface {
	// Of, Expanded and Below find skills, as package skills has them.
	Of(roots skills.Roots, path string, known func(dir string) bool) (dir string)
	Expanded(skills.Roots) (dirs []string)
	Below(dir string) (found, links []string, whole bool)
	// Tree is what stands in a skill's directory, and Read is that with the texts of its files.
	Tree(dir string) skills.Tree
	Read(dir string) skills.Tree
	// Keep keeps a version that the owner accepts, and Kept finds it again; false where it is
	// not kept.
	Keep(dir string, t *skills.Tree) error
	Kept(dir, digest string) (skills.Tree, bool)
}

// Staging keeps writes that the memory guard blocked, and results that were withheld,
// whole, until the owner commits or drops them.
type Staging interface {
	// Stage returns once w can survive a crash. It fails with a decide.NoRoom where a quota is
	// reached.
	Stage(ctx context.Context, w decide.BlockedWrite) error
}

// Paths resolves a path the way the tool's own open would: symlinks followed in the
// part that exists, the rest cleaned. A path it cannot resolve is only cleaned.
type Paths interface {
	Resolve(path string) string
	// Linked is the name that a resolved path has at or below one of the places, if it is a
	// second name of a file there (a hard link), and otherwise the path itself.
	Linked(path string, places func() []facts.Place) string
}
