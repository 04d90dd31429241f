package ledger

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// Seen is what is remembered about a ledger, beside it: the key it is signed with, and an entry
// that is on disk. If somebody rewrites a ledger with a key of their own, it verifies, but it
// is not the one that was seen. The file has no MAC, since anyone with another key could forge
// that too: it only exposes those who did not think of it.
type Seen struct {
	Key  string   // Fingerprint of the key; empty if nothing was seen
	Last Position // the zero Position: no entry yet
}

// Fingerprint identifies a key and reveals nothing about it.
func Fingerprint(key *hmacauth.Key) string {
	sum := key.Derive("fingerprint", nil)
	return hex.EncodeToString(sum[:16])
}

func (s Seen) encode() []byte {
	hash := s.Last.Hash
	if hash == "" {
		hash = ZeroHash
	}
	line := bytes.Repeat([]byte{' '}, slotSize)
	copy(line, fmt.Sprintf("seen %s %d %d %s", s.Key, s.Last.File, s.Last.Seq, hash))
	line[slotSize-1] = '\n'
	return line
}

// ReadSeen reads what WriteSeen has written. If the file is missing, or holds anything else,
// nothing was seen.
func ReadSeen(path string) (Seen, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return Seen{}, nil
	}
	if err != nil {
		return Seen{}, fmt.Errorf("read what was seen of the ledger: %w", err)
	}
	defer f.Close()
	raw := make([]byte, slotSize+1)
	n, err := io.ReadFull(f, raw)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return Seen{}, fmt.Errorf("read what was seen of the ledger: %w", err)
	}
	var s Seen
	var word string
	if _, err := fmt.Sscan(string(raw[:n]), &word, &s.Key, &s.Last.File, &s.Last.Seq, &s.Last.Hash); err != nil || !bytes.Equal(s.encode(), raw[:n]) {
		return Seen{}, nil
	}
	if s.Last.File == 0 {
		s.Last = Position{}
	}
	return s, nil
}

// WriteSeen writes in place: a line of this size is never half written after a kill, and an
// older one, after a power cut, is still true.
func WriteSeen(path string, s Seen) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return fmt.Errorf("note what was seen of the ledger: %w", err)
	}
	_, err = f.WriteAt(s.encode(), 0)
	if err := errors.Join(err, f.Truncate(slotSize), f.Close()); err != nil {
		return fmt.Errorf("note what was seen of the ledger: %w", err)
	}
	return nil
}

// OtherKey reports whether the ledger was signed with another key before.
func (s Seen) OtherKey(key *hmacauth.Key) bool { return s.Key != "" && s.Key != Fingerprint(key) }

// Differs says how the ledger in dir, which is intact and whose first kept file is given,
// differs from the one that was seen; nil if it does not. Without the key only the entry is
// compared. An entry that retention has removed proves nothing.
func (s Seen) Differs(dir string, key *hmacauth.Key, first int) (*Problem, error) {
	if s.Key == "" {
		return nil, nil
	}
	if key != nil && s.OtherKey(key) {
		return &Problem{What: OtherKey}, nil
	}
	at := s.Last
	if at.File < max(first, 1) {
		return nil, nil
	}
	e, _, err := find(osFS{}, dir, at.File, at.Seq)
	switch {
	case errors.Is(err, ErrNoEntry) || err == nil && e.Hash != at.Hash:
		return &Problem{File: at.File, Seq: at.Seq, What: NotSeen}, nil
	case err != nil:
		return nil, fmt.Errorf("look for what was seen of the ledger: %w", err)
	}
	return nil, nil
}
