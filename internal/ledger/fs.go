package ledger

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/nowait"
)

// FS is the disk operations that a ledger needs. The zero Options use the operating system's;
// tests insert faults.
type FS interface {
	Mkdir(dir string) error                   // mode 0700; no error if it exists
	Lock(dir string) (io.Closer, error)       // ErrInUse while another process holds it
	List(dir string) ([]string, error)        // the names in dir
	Open(name string, flag int) (File, error) // os.O_ flags; creates with mode 0600; regular files only
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(dir string) error
}

// File is an open file of a ledger. All operations take an explicit offset, so that
// repeating one is harmless.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Size() (int64, error)
	Stat() (fs.FileInfo, error) // of the open file, whatever its name refers to now
	Truncate(size int64) error
	Sync() error // the bytes and the size; not the times
	Seal() error // mode 0400
}

// ErrInUse says that another process has the ledger open. Two writers would fork the
// chain: find the other daemon first.
var ErrInUse = errors.New("the ledger is in use by another process")

type osFS struct{}

func (osFS) Mkdir(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func (osFS) Lock(dir string) (io.Closer, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		d.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s: %w", dir, ErrInUse)
		}
		return nil, &fs.PathError{Op: "flock", Path: dir, Err: err}
	}
	return d, nil
}

func (osFS) List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

func (osFS) Open(name string, flag int) (File, error) {
	// O_NONBLOCK: opening a FIFO must not wait for a writer.
	f, err := os.OpenFile(name, flag|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if errors.Is(err, unix.ELOOP) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is a symlink; the file itself must be here")}
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	w, err := nowait.NewFile(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return osFile{w}, nil
}

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }
func (osFS) Remove(name string) error     { return os.Remove(name) }

func (osFS) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

type osFile struct{ *nowait.File }

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f osFile) Sync() error {
	for {
		err := unix.Fdatasync(int(f.Fd()))
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return &fs.PathError{Op: "fdatasync", Path: f.Name(), Err: err}
		}
		return nil
	}
}

func (f osFile) Seal() error { return f.Chmod(0o400) }

// HeadName is the file of the head mark, in the ledger's directory (docs/LEDGER.md).
const HeadName = "head"

// FileName is the name of the ledger's n-th file; the first is 1.
func FileName(n int) string { return fmt.Sprintf("%08d.jsonl", n) }

func filePath(dir string, n int) string { return filepath.Join(dir, FileName(n)) }

// listFiles returns the numbers of the ledger files in dir, ascending. It ignores other names.
func listFiles(fsys FS, dir string) ([]int, error) {
	names, err := fsys.List(dir)
	if err != nil {
		return nil, err
	}
	var files []int
	for _, name := range names {
		digits, ok := strings.CutSuffix(name, ".jsonl")
		if n, err := strconv.Atoi(digits); ok && err == nil && n > 0 && FileName(n) == name {
			files = append(files, n)
		}
	}
	slices.Sort(files)
	return files, nil
}
