package hmacauth

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Key is 32 random bytes. It prints and encodes as "[redacted]", so that it reaches no log.
type Key [32]byte

const redacted = "[redacted]"

func (Key) String() string               { return redacted }
func (Key) Format(f fmt.State, _ rune)   { io.WriteString(f, redacted) }
func (Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// ErrKeyFile says that a file is not fit to hold a key: not a regular file, open to others,
// someone else's, or not 32 bytes in base64 and a newline. The key must not be used, and the
// file should be named to the user.
var ErrKeyFile = errors.New("not a safe key file")

// keyFileSize is base64 of 32 bytes and a newline.
var keyFileSize = base64.StdEncoding.EncodedLen(len(Key{})) + 1

// GenerateKey makes a key from rand, which is crypto/rand.Reader outside tests.
func GenerateKey(rand io.Reader) (Key, error) {
	var k Key
	if _, err := io.ReadFull(rand, k[:]); err != nil {
		return Key{}, fmt.Errorf("reading random bytes: %w", err)
	}
	return k, nil
}

// WriteKeyFile puts k into path, mode 0600. Readers see the old file or the whole new one. A
// symlink at path is refused with ErrKeyFile: its author could choose where the key is read
// from.
func WriteKeyFile(path string, k Key) (err error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is a %s", ErrKeyFile, path, kind(info.Mode()))
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".key-*") // mode 0600, O_EXCL
	if err != nil {
		return fmt.Errorf("writing key: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("writing key: %w", err)
		}
	}()
	if err := f.Chmod(0o600); err != nil { // regardless of the umask
		return err
	}
	if _, err := f.WriteString(base64.StdEncoding.EncodeToString(k[:]) + "\n"); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// ReadKeyFile reads the key in path. Errors wrap ErrKeyFile when the file is not safe to trust,
// and otherwise come from the file system.
func ReadKeyFile(path string) (Key, error) {
	// O_NONBLOCK: opening a FIFO must not wait for a writer.
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ELOOP) {
		return Key{}, fmt.Errorf("%w: %s is a symlink", ErrKeyFile, path)
	}
	if err != nil {
		return Key{}, &os.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(fd), path)
	defer f.Close()

	// Everything is checked on the open file, not by its name.
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return Key{}, &os.PathError{Op: "stat", Path: path, Err: err}
	}
	switch {
	case st.Mode&unix.S_IFMT != unix.S_IFREG:
		return Key{}, fmt.Errorf("%w: %s is not a regular file", ErrKeyFile, path)
	case st.Mode&0o077 != 0:
		return Key{}, fmt.Errorf("%w: %s has mode %04o; it must be 0600", ErrKeyFile, path, st.Mode&0o7777)
	case !mayOwn(st.Uid, uint32(os.Geteuid())):
		return Key{}, fmt.Errorf("%w: %s belongs to uid %d", ErrKeyFile, path, st.Uid)
	case st.Size != int64(keyFileSize):
		return Key{}, fmt.Errorf("%w: %s has %d bytes instead of %d", ErrKeyFile, path, st.Size, keyFileSize)
	}
	text := make([]byte, keyFileSize)
	if _, err := io.ReadFull(f, text); err != nil {
		return Key{}, fmt.Errorf("reading key: %w", err)
	}
	var raw [33]byte // one byte more than a key: base64 decodes in groups of three
	n, err := base64.StdEncoding.Strict().Decode(raw[:], text[:keyFileSize-1])
	if err != nil || n != len(Key{}) || text[keyFileSize-1] != '\n' {
		return Key{}, fmt.Errorf("%w: %s is not 32 bytes in base64 and a newline", ErrKeyFile, path)
	}
	return Key(raw[:32]), nil
}

// mayOwn reports whether a key file with this owner may be used: any other user may have
// planted it.
func mayOwn(owner, self uint32) bool { return owner == self || owner == 0 }

func kind(m os.FileMode) string {
	if m&os.ModeSymlink != 0 {
		return "symlink"
	}
	if m.IsDir() {
		return "directory"
	}
	return "special file"
}
