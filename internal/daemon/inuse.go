package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
)

// inUse is what the daemon has open or locked, as it was at the start. A file that is
// removed or moved takes along what is written to it, which only the next start would
// notice.
type inUse struct {
	names []string
	were  []fs.FileInfo

	mu     sync.Mutex // guards what follows
	ledger string     // the ledger's current file, which changes, and what it was when it was first looked at
	was    fs.FileInfo
}

// begin looks at everything for the first time.
func (f *inUse) begin(runtime, state, ledgerFile string) error {
	for _, name := range []string{
		runtime,
		filepath.Join(runtime, paths.RuntimeLock),
		state,
		filepath.Join(state, paths.StateLock),
		filepath.Join(state, paths.LedgerDir),
		filepath.Join(state, paths.LedgerDir, ledger.HeadName),
		filepath.Join(state, paths.BlockedDir),
	} {
		info, err := os.Stat(name)
		if err != nil {
			return fmt.Errorf("look back at what was made: %w", err)
		}
		f.names, f.were = append(f.names, name), append(f.were, info)
	}
	f.current(ledgerFile)
	return nil
}

// lost says what is missing by now, or has become another file; of a directory that is
// gone, only the directory. The ledger's current file has no name before there is one.
func (f *inUse) lost(ledgerFile string) (said []string) {
	var gone []string
	look := func(name string, was fs.FileInfo) {
		if slices.ContainsFunc(gone, func(dir string) bool { return strings.HasPrefix(name, dir+"/") }) {
			return
		}
		info, err := os.Stat(name)
		switch {
		case err == nil && (was == nil || os.SameFile(info, was)):
			return
		case err == nil || errors.Is(err, fs.ErrNotExist):
			said = append(said, name+" was removed or replaced under the daemon. If it was moved, put it back before a restart: what was recorded since went with it")
		default:
			said = append(said, "what the daemon has open cannot be reached any more: "+err.Error())
			name = filepath.Dir(name) // nor what is beside it
		}
		gone = append(gone, name)
	}
	for i, name := range f.names {
		look(name, f.were[i])
	}
	if ledgerFile != "" {
		look(ledgerFile, f.current(ledgerFile))
	}
	return said
}

// current is what the ledger's current file was when it was first looked at; nil if it
// has not been there yet.
func (f *inUse) current(ledgerFile string) fs.FileInfo {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ledger != ledgerFile || f.was == nil {
		f.ledger = ledgerFile
		f.was, _ = os.Stat(ledgerFile)
	}
	return f.was
}
