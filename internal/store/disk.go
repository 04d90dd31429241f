package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
)

var _ engine.Disk = OSPaths{}

// maxSummed is up to which size a file is known by what it holds.
const maxSummed = 4 << 20

// Look is what stands at a path, if that is a file.
func (o OSPaths) Look(path string) (id decide.FileID, is bool) {
	if !filepath.IsAbs(path) {
		return id, false
	}
	var st unix.Statx_t
	const want = unix.STATX_TYPE | unix.STATX_INO | unix.STATX_SIZE | unix.STATX_BTIME
	if unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, want, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return id, false
	}
	id = decide.FileID{Dev: unix.Mkdev(st.Dev_major, st.Dev_minor), Ino: st.Ino, Size: int64(st.Size)}
	if st.Mask&unix.STATX_BTIME != 0 {
		id.Born = st.Btime.Sec*1e9 + int64(st.Btime.Nsec)
	}
	if id.Size <= maxSummed {
		id.Sum = func() (string, bool) { return sumOf(path) }
	}
	return id, true
}

// Exists reports whether something is seen at a path.
func (o OSPaths) Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil && filepath.IsAbs(path)
}

// maxRead is how much of a file is read.
const maxRead = 1 << 20

// Read is the beginning of what a file holds; nil where it cannot be read.
func (o OSPaths) Read(path string) []byte {
	f, err := openFile(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRead))
	if err != nil {
		return nil
	}
	return text
}

// Remove removes a file, and nothing else.
func (o OSPaths) Remove(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errNoFile
	}
	if err == nil {
		err = os.Remove(path)
	}
	return err
}

// errNoFile is that of what is there and is no file.
var errNoFile = errors.New("no regular file")

// openFile opens what is a file. Nothing is waited for that is none.
func openFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, errNoFile
	}
	return f, nil
}

// sumOf is a hash of what a file holds.
func sumOf(path string) (string, bool) {
	f, err := openFile(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	h := sha256.New()
	if n, err := io.Copy(h, io.LimitReader(f, maxSummed+1)); err != nil || n > maxSummed {
		return "", false
	}
	return hex.EncodeToString(h.Sum(nil)), true
}

// ChangedSince lists what stands in a directory and was made or changed since.
func (o OSPaths) ChangedSince(dir string, since time.Time, most int) (paths []string, whole bool) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	names, err := f.Readdirnames(most + 1)
	if err != nil && err != io.EOF || len(names) > most {
		return nil, false
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		var st unix.Stat_t
		if unix.Lstat(path, &st) == nil && !time.Unix(st.Ctim.Unix()).Before(since.Truncate(time.Second)) {
			paths = append(paths, path)
		}
	}
	return paths, true
}
