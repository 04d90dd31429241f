package engine

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Journal is where every record goes before its answer may leave.
type Journal interface {
	// Append records r and returns once r is as durable as it asks to be. When
	// it fails nothing was decided: the state stays as it was and the caller
	// answers as onFailure says.
	Append(ctx context.Context, r *Record) (wire.Receipt, error)
	// Entry finds a record again. It returns ErrNotFound when there is none.
	Entry(ctx context.Context, seq uint64) (*Record, wire.Receipt, error)
}

// ErrNotFound says that the thing asked for is not there (any more). The caller
// should list what is.
var ErrNotFound = errors.New("not found")

// ErrRefused says that the command was understood and is not done; the text
// around it is for the owner.
var ErrRefused = errors.New("refused")

// Staging keeps writes that the memory guard blocked, whole, until the owner
// commits or drops them.
type Staging interface {
	// Stage returns once w can survive a crash.
	Stage(ctx context.Context, w BlockedWrite) error
}

// BlockedWrite is one write, edit or patch that the memory guard held back.
type BlockedWrite struct {
	ID        string
	Session   string
	Agent     string
	Tool      string
	Operation string   // write, edit or patch
	Workspace string   // where the relative names in Params start; empty when unknown
	Path      string   // the memory file, absolute where the workspace is known
	Paths     []string // every file the call would have touched; Path is the first guarded one
	Params    jsontext.Value
	Level     trust.Level
	Reason    string // what brought the level in
	At        time.Time
}

// Paths resolves a path the way the tool's own open would: symlinks followed in
// the part that exists, the rest cleaned. A path it cannot resolve comes back
// cleaned.
type Paths interface {
	Resolve(path string) string
}
