package decide

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
)

// OperationResult marks a staged result: something to read, nothing to commit.
const OperationResult = "result"

// NoRoom is the error of a full Staging: a sentence for the owner, which names the quota.
type NoRoom string

func (e NoRoom) Error() string { return string(e) }

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
