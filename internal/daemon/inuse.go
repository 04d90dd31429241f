package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
)

// ground is what the daemon has open or locked, as it found it. A file that is removed or
// moved takes all that is written to it along, and nobody notices but the next start.
type ground struct {
	names []string
	were  []fs.FileInfo
}

func groundOf(runtime, state string) (g ground, err error) {
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
			return g, fmt.Errorf("look back at what was made: %w", err)
		}
		g.names, g.were = append(g.names, name), append(g.were, info)
	}
	return g, nil
}

// lost says what is not there any more, or is another file by now; of a directory that
// is gone, and not of all in it. The ledger's current file is asked for by its name alone,
// if it has one: it changes.
func (g *ground) lost(ledgerFile string) (said []string) {
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
	for i, name := range g.names {
		look(name, g.were[i])
	}
	if ledgerFile != "" {
		look(ledgerFile, nil)
	}
	return said
}
