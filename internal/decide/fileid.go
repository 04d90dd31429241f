package decide

import (
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/session"
)

// A file is known by its path, by what it is, wherever it is moved, and by what it holds,
// wherever it is copied. Each is a name of its own, with a level of its own.

// FileID is a file on a disk.
type FileID struct {
	Dev, Ino uint64
	Born     int64 // when it was made, in nanoseconds, where the filesystem says so: numbers are used again
	Size     int64
	Sum      func() (string, bool) // of what it holds; nil where it is too large
}

const (
	idName   = "id:"
	sizeName = "size:"
)

// NameOfID is the name of a file as what it is.
func NameOfID(id *FileID) string {
	return idName + strconv.FormatUint(id.Dev, 16) + ":" + strconv.FormatUint(id.Ino, 16) + ":" + strconv.FormatInt(id.Born, 16)
}

// NameOfSize is how the names begin of files as what they hold that are of a size.
func NameOfSize(id *FileID) string { return sizeName + strconv.FormatInt(id.Size, 10) }

// IsFileName reports whether a name is no path.
func IsFileName(name string) bool {
	_, skill := session.SkillOf(name)
	return skill || strings.HasPrefix(name, idName) || strings.HasPrefix(name, sizeName)
}
