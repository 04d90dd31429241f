package decide

import (
	"strconv"
	"strings"

	"github.com/provenanced/provenanced/internal/session"
)

// A file is known by its path, by its identity wherever it is moved, and by its content wherever it
// is copied. Each is a separate name with a level of its own.

// FileID is a file on a disk.
type FileID struct {
	Dev, Ino uint64
	Born     int64 // creation time in nanoseconds, if the filesystem has it: inode numbers are reused
	Size     int64
	Sum      func() (string, bool) // of its content; nil if it is too large
}

const (
	idName   = "id:"
	sizeName = "size:"
)

// NameOfID is the name of a file by its identity.
func NameOfID(id *FileID) string {
	return idName + strconv.FormatUint(id.Dev, 16) + ":" + strconv.FormatUint(id.Ino, 16) + ":" + strconv.FormatInt(id.Born, 16)
}

// NameOfSize begins the names by content of files of a size.
func NameOfSize(id *FileID) string { return sizeName + strconv.FormatInt(id.Size, 10) }

// IsFileName reports whether a name is not a path.
func IsFileName(name string) bool {
	_, skill := session.SkillOf(name)
	return skill || strings.HasPrefix(name, idName) || strings.HasPrefix(name, sizeName)
}
