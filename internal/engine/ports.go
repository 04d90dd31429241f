package engine

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Journal is where every record goes before its answer may leave.
type Journal interface {
	// Append gives r its place in the order of things. When it fails nothing
	// was recorded, so nothing was decided.
	Append(r *Record) (wire.Receipt, error)
	// Flush returns once everything up to the receipt is written and, if
	// durable, on disk. When it fails the entries keep their places and will be
	// written later; until then no answer may count on them.
	Flush(ctx context.Context, upTo wire.Receipt, durable bool) error
	// Entry finds a record again; file 0 is the latest that has the seq. It
	// returns ErrNotFound when there is none.
	Entry(ctx context.Context, file int, seq uint64) (*Record, wire.Receipt, error)
}

// Index remembers the sessions that are not in memory. It is written behind the
// journal, from Dirty, and may lag.
type Index interface {
	// Load finds a session. An error does not mean an unknown session: what the
	// session has seen cannot be told, so nothing may be decided for it.
	Load(key string) (Snapshot, bool, error)
	// Each calls f for every session whose key comes after that one, in key order, until
	// f fails. All come after "".
	Each(after string, f func(Snapshot) error) error
	// Count is the number of sessions.
	Count() int
}

// Snapshot is one session as of one record.
type Snapshot struct {
	Key   string
	State State
	Last  wire.Receipt // of the latest record applied
	// LastJudged is the receipt of the latest judged tool call.
	LastJudged wire.Receipt
}

// ErrNotFound says that the requested item does not exist (any more). The caller should
// list those that do.
var ErrNotFound = errors.New("not found")

// Absent is an ErrNotFound whose text is a whole sentence for the owner.
type Absent string

func (a Absent) Error() string { return string(a) }

func (Absent) Is(target error) bool { return target == ErrNotFound }

// ErrRefused says that a command was understood but is refused. The text around it is
// for the owner: show it.
var ErrRefused = errors.New("refused")

// NoRoom is the error of a full Staging: a sentence for the owner, which names the quota.
type NoRoom string

func (e NoRoom) Error() string { return string(e) }

// Staging keeps writes that the memory guard blocked, and results that were withheld,
// whole, until the owner commits or drops them.
type Staging interface {
	// Stage returns once w can survive a crash. It fails with a NoRoom where a quota is
	// reached.
	Stage(ctx context.Context, w BlockedWrite) error
}

// BlockedWrite is one write, edit or patch that the memory guard blocked, or one
// result that was withheld.
type BlockedWrite struct {
	ID        string
	Session   string
	Agent     string
	Tool      string
	Operation string   // write, edit, patch or OperationResult
	Workspace string   // where the relative names in Params start; empty when unknown
	Path      string   // the memory file, absolute where the workspace is known
	Paths     []string // every file the call would have touched; Path is the first guarded one
	Params    jsontext.Value
	Level     trust.Level
	Reason    string // what brought the level in
	At        time.Time
}

// Paths resolves a path the way the tool's own open would: symlinks followed in the
// part that exists, the rest cleaned. A path it cannot resolve is only cleaned.
type Paths interface {
	Resolve(path string) string
	// Linked is the name that a resolved path has at or below one of the places, if it is a
	// second name of a file there (a hard link), and otherwise the path itself.
	Linked(path string, places func() []facts.Place) string
}
