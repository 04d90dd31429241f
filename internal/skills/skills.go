// Package skills reads what an agent's skills are made of: which directories are skills, and
// which files stand in one, with a digest of all that it holds. Whoever changes a byte of it, a
// name or the right to run a file has another digest.
//
// It says of nothing whether it is trusted, keeps nothing, and follows no symlink: what one
// leads to is another file.
package skills

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Main is the file that makes a directory a skill.
const Main = "SKILL.md"

// These bound one skill. What is larger is not read: nobody knows what it holds.
const (
	MaxFiles = 4096
	MaxBytes = 32 << 20
	maxDepth = 16
)

// These bound what is kept of a skill, to show later what has changed.
const (
	MaxText = 256 << 10 // of one file
	MaxKept = 2 << 20   // of all
)

// File is a file of a skill, or a symlink.
type File struct {
	Name string `json:"name"` // below the skill's directory
	Exec bool   `json:"exec,omitzero"`
	Link string `json:"link,omitzero"` // where a symlink leads
	Size int64  `json:"size"`
	Sum  string `json:"sum,omitzero"`  // SHA-256 in hex
	Text []byte `json:"text,omitzero"` // what it holds, where that is kept
	Kept bool   `json:"kept,omitzero"`
}

// Tree is what stands in a skill's directory. The zero Tree is one that nobody knows.
type Tree struct {
	Files  []File    `json:"files"`  // by name
	Digest string    `json:"digest"` // "" where not all of it could be read
	Why    string    `json:"-"`      // what could not be read
	Newest time.Time `json:"-"`      // when the last change was that the file system knows of
}

// entry is a name in a skill's directory, as the file system lists it.
type entry struct {
	name string
	stat unix.Stat_t
}

func (e *entry) kind() uint32 { return e.stat.Mode & unix.S_IFMT }

// listing is what the file system says of a directory without any file being opened.
type listing struct {
	entries []entry
	why     string
	newest  time.Time
	sign    [sha256.Size]byte // of all that would be another if a file were changed
}

// list lists a directory and all below it.
func list(dir string) (l listing) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return listing{why: reason(err)}
	}
	defer root.Close()
	var own unix.Stat_t
	if err := unix.Stat(dir, &own); err != nil {
		return listing{why: reason(err)}
	}
	l.newest = time.Unix(own.Ctim.Unix())
	dirs := []string{"."}
	for len(dirs) > 0 && l.why == "" {
		at := dirs[0]
		dirs = dirs[1:]
		dirs = append(dirs, l.below(root, dir, at)...)
	}
	slices.SortFunc(l.entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	h := sha256.New()
	for i := range l.entries {
		e := &l.entries[i]
		put(h, e.name)
		_ = binary.Write(h, binary.LittleEndian, [...]int64{int64(e.stat.Mode), int64(e.stat.Ino), e.stat.Size, e.stat.Mtim.Nano(), e.stat.Ctim.Nano()})
	}
	h.Sum(l.sign[:0])
	return l
}

// below lists one directory, and returns those in it.
func (l *listing) below(root *os.Root, top, at string) (dirs []string) {
	f, err := root.Open(at)
	if err != nil {
		l.why = at + ": " + reason(err)
		return nil
	}
	defer f.Close()
	room := MaxFiles - len(l.entries)
	names, err := f.Readdirnames(room + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		l.why = at + ": " + reason(err)
		return nil
	}
	if len(names) > room {
		l.why = fmt.Sprintf("more than %d files", MaxFiles)
		return nil
	}
	for _, name := range names {
		e := entry{name: path.Join(at, name)}
		if err := unix.Fstatat(int(f.Fd()), name, &e.stat, unix.AT_SYMLINK_NOFOLLOW); err != nil {
			l.why = e.name + ": " + reason(err)
			return nil
		}
		if changed := time.Unix(e.stat.Ctim.Unix()); changed.After(l.newest) {
			l.newest = changed
		}
		switch e.kind() {
		case unix.S_IFDIR:
			if strings.Count(e.name, "/") >= maxDepth {
				l.why = e.name + ": too deep"
				return nil
			}
			dirs = append(dirs, e.name)
		case unix.S_IFREG, unix.S_IFLNK:
		default:
			l.why = e.name + ": neither a file nor a directory"
			return nil
		}
		l.entries = append(l.entries, e)
	}
	return dirs
}

// reason is why something cannot be read, without the path, which is said beside it.
func reason(err error) string {
	if at, is := errors.AsType[*fs.PathError](err); is {
		err = at.Err
	}
	return err.Error()
}

// read reads what was listed. keep keeps texts as well.
func (l *listing) read(dir string, keep bool) Tree {
	t := Tree{Why: l.why, Newest: l.newest}
	if t.Why != "" {
		return t
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Why = reason(err)
		return t
	}
	defer root.Close()
	var size, kept int64
	h := sha256.New()
	for i := range l.entries {
		e := &l.entries[i]
		f := File{Name: e.name, Size: e.stat.Size}
		switch e.kind() {
		case unix.S_IFDIR:
			continue
		case unix.S_IFLNK:
			if f.Link, err = root.Readlink(e.name); err != nil {
				t.Why = e.name + ": " + reason(err)
				return t
			}
		default:
			if size += e.stat.Size; size > MaxBytes {
				t.Why = fmt.Sprintf("more than %d MB", MaxBytes>>20)
				return t
			}
			f.Exec = e.stat.Mode&0o111 != 0
			if err := f.read(root, e, keep && e.stat.Size <= MaxText && kept+e.stat.Size <= MaxKept); err != nil {
				t.Why = e.name + ": " + reason(err)
				return t
			}
			kept += int64(len(f.Text))
		}
		f.hash(h)
		t.Files = append(t.Files, f)
	}
	t.Digest = hex.EncodeToString(h.Sum(nil))
	return t
}

var errChanged = errors.New("it changes while it is read")

// read reads a file that is as it was listed.
func (f *File) read(root *os.Root, e *entry, keep bool) error {
	file, err := root.OpenFile(e.name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	var now unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &now); err != nil {
		return err
	}
	if now.Mode&unix.S_IFMT != unix.S_IFREG || now.Ino != e.stat.Ino || now.Size != e.stat.Size {
		return errChanged
	}
	h := sha256.New()
	var to io.Writer = h
	text := new(strings.Builder)
	if keep {
		to = io.MultiWriter(h, text)
	}
	n, err := io.Copy(to, io.LimitReader(file, e.stat.Size+1))
	if err != nil {
		return err
	}
	if n != e.stat.Size {
		return errChanged
	}
	f.Sum = hex.EncodeToString(h.Sum(nil))
	if keep {
		f.Text, f.Kept = []byte(text.String()), true
	}
	return nil
}

// hash adds a file: its name, its content or where it links to, and whether it is executable.
func (f *File) hash(h hash.Hash) {
	put(h, f.Name)
	put(h, f.Link)
	put(h, f.Sum)
	if f.Exec {
		put(h, "x")
	} else {
		put(h, "")
	}
}

// put adds a text with its length, so that no two lists of texts are the same bytes.
func put(h hash.Hash, text string) {
	_ = binary.Write(h, binary.LittleEndian, int64(len(text)))
	_, _ = io.WriteString(h, text)
}

// Read reads a skill with the texts that can be kept.
func Read(dir string) Tree {
	l := list(dir)
	return l.read(dir, true)
}

// Is reports whether a directory is a skill.
func Is(dir string) bool {
	_, err := os.Lstat(path.Join(dir, Main))
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENOTDIR) && !errors.Is(err, unix.ENAMETOOLONG)
}
