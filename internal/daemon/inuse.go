package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
)

// inUse is what the daemon has open or locked, as it was at the start. Anything written to a
// file that was removed or moved is lost with it, which otherwise only the next start would
// notice.
type inUse struct {
	names   []string
	were    []fs.FileInfo
	runtime string
	keys    map[door]hmacauth.Key
}

// begin records everything for the first time.
func (f *inUse) begin(runtime, state string, keys map[door]hmacauth.Key) error {
	f.runtime, f.keys = runtime, keys
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
	return nil
}

// lost says what is missing by now, or has become another file; if a directory is gone, it only
// names the directory. The caller knows the ledger's current file, which changes and may have
// no name.
func (f *inUse) lost(ledgerFile string, opened fs.FileInfo) (said []string) {
	var gone []string
	inGone := func(name string) bool {
		return slices.ContainsFunc(gone, func(dir string) bool { return strings.HasPrefix(name, dir+"/") })
	}
	look := func(name string, was fs.FileInfo) {
		if inGone(name) {
			return
		}
		info, err := os.Stat(name)
		switch {
		case err == nil && os.SameFile(info, was):
			return
		case err == nil || errors.Is(err, fs.ErrNotExist):
			said = append(said, name+" was removed or replaced under the daemon. If it was moved, put it back before a restart: what was recorded since went with it")
		default:
			said = append(said, "what the daemon has open cannot be reached any more: "+err.Error())
			name = filepath.Dir(name) // do not report the files beside it
		}
		gone = append(gone, name)
	}
	for i, name := range f.names {
		look(name, f.were[i])
	}
	if ledgerFile != "" {
		look(ledgerFile, opened)
	}
	for _, d := range doors {
		file := filepath.Join(f.runtime, d.key)
		if inGone(file) {
			continue
		}
		switch key, err := hmacauth.ReadKeyFile(file); {
		case err != nil:
			said = append(said, fmt.Sprintf("the clients of %s cannot read its key: %v. A restart of the daemon makes new keys", d.socket, err))
		case key != f.keys[d]:
			said = append(said, fmt.Sprintf("%s does not hold this daemon's key: the clients of %s are refused. A restart of the daemon makes new keys", file, d.socket))
		}
	}
	return said
}
