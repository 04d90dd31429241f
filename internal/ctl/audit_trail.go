package ctl

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
)

// ledgerDir is the ledger that the command refers to: the named one, else that of the running
// daemon, else the one that a daemon would use.
func (c *call) ledgerDir() (string, error) {
	state := c.flags["state-dir"]
	switch dir := c.arg(0); {
	case dir != "" && state != "":
		return "", usagef("name the ledger as DIR or its state directory with --state-dir, not both")
	case dir != "":
		return dir, nil
	case state == "":
		if state = c.stateInUse(); state != "" {
			break
		}
		var err error
		if state, err = paths.State(); err != nil {
			return "", err
		}
	}
	return filepath.Join(state, paths.LedgerDir), nil
}

// stateInUse is the state directory of the running daemon; empty if there is none. Service
// managers choose other directories than this user's shell would, and a daemon once started by
// hand may have left a ledger there.
func (c *call) stateInUse() string {
	var s statusData
	quick := *c
	var stop context.CancelFunc
	quick.ctx, stop = context.WithTimeout(c.ctx, shortPatience)
	defer stop()
	if err := quick.ask("status", nil, &s); err != nil {
		return ""
	}
	return s.StateDir
}

// trail reads the lines of a ledger in order, while a daemon may be writing it. It checks
// nothing: people must also be able to look at a ledger that verify rejects, even past the
// damage. Text after the last newline is still being written, or was torn.
type trail struct {
	dir  string
	file int   // number of the file being read
	at   int64 // where in it the next line begins
}

// ledgerFiles lists the numbers of the files in dir, ascending. If there are none, the error
// says what to do.
func ledgerFiles(dir string) ([]int, error) {
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var files []int
	for _, e := range names {
		digits, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if n, err := fileNumber(digits); ok && err == nil && e.Name() == ledger.FileName(n) {
			files = append(files, n)
		}
	}
	if files == nil {
		return nil, noLedger(dir)
	}
	slices.Sort(files)
	return files, nil
}

func noLedger(dir string) error {
	if inside := filepath.Join(dir, paths.LedgerDir); isDir(inside) {
		return fmt.Errorf("%s is a state directory: name the ledger in it, %s", dir, inside)
	}
	if key := filepath.Join(filepath.Dir(dir), paths.LedgerKey); filepath.Base(dir) == paths.LedgerDir && isThere(key) { // the first start makes both
		return fmt.Errorf("the ledger in %s is gone: %s was made with it\n"+
			"Put it back, or restore it from a backup. If you moved it away to begin a new one, start the daemon, which makes that", dir, key)
	}
	return fmt.Errorf("there is no ledger in %s\n"+
		"The daemon makes it at its first start. Name another one as DIR, or its state directory with --state-dir", dir)
}

func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// stored is one line of a ledger and its content.
type stored struct {
	file  int
	line  []byte // as stored, without its newline
	entry ledger.Entry
	bad   bool // the line is not an entry
	story
}

// read calls each with every new line of the file.
func (t *trail) read(each func(*stored) error) error {
	f, err := os.OpenFile(filepath.Join(t.dir, ledger.FileName(t.file)), os.O_RDONLY|unix.O_NONBLOCK, 0) // opening a FIFO must not wait
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(io.NewSectionReader(f, t.at, math.MaxInt64-t.at))
	in.Buffer(nil, ledger.MaxLine)
	in.Split(wholeLines)
	for in.Scan() {
		t.at += int64(len(in.Bytes())) + 1
		s := stored{file: t.file, line: bytes.Clone(in.Bytes())}
		s.bad = json.Unmarshal(s.line, &s.entry, json.RejectUnknownMembers(true)) != nil || s.entry.Data.Kind() != '{'
		if !s.bad {
			s.story, _ = storyOf(&s.entry)
		}
		if err := each(&s); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("read %s: %w", ledger.FileName(t.file), err)
	}
	return nil
}

// pruned reports whether err says that the file is gone because retention removed it: then no
// older file exists either.
func (t *trail) pruned(err error) bool {
	if !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	files, err := ledgerFiles(t.dir)
	return err == nil && files[0] > t.file
}

// wholeLines splits at newlines and leaves an incomplete line alone.
func wholeLines(data []byte, _ bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	return 0, nil, nil
}

// follow reads what is new, also in files begun since.
func (t *trail) follow(each func(*stored) error) error {
	for {
		// A file is complete once the next one exists, so that is checked first.
		_, open := os.Lstat(filepath.Join(t.dir, ledger.FileName(t.file+1)))
		err := t.read(each)
		if t.pruned(err) {
			return fmt.Errorf("%s was removed, as the daemon's --ledger-keep says, before all of it was shown; start again", ledger.FileName(t.file))
		}
		if err != nil || open != nil {
			return err
		}
		t.file, t.at = t.file+1, 0
	}
}
