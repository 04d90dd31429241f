package ledger

import (
	"bytes"
	"crypto/hmac"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// mark is the head mark: how far the ledger is known to reach. A chain alone cannot show that
// its end was cut off.
type mark struct {
	n     uint64 // counts the marks written; its parity is the slot
	first int    // first file that retention keeps
	last  Position
	at    time.Time
}

// slotSize is the size of one slot. Both fit in one disk sector, so that a power failure cannot
// leave half a mark.
const slotSize = 256

const headDomain = "ledger-head"

// Position is a place in the ledger. The zero Position is before its beginning.
type Position struct {
	File int    // from 1
	Seq  uint64 // from 0 in each file
	Hash string // of the entry there
}

// Before reports whether p comes before q; their hashes are not compared.
func (p Position) Before(q Position) bool {
	return p.File < q.File || p.File == q.File && p.Seq < q.Seq
}

func (m *mark) encode(key *hmacauth.Key) []byte {
	hash := m.last.Hash
	if hash == "" {
		hash = ZeroHash
	}
	text := fmt.Sprintf("head %d %d %d %d %s %s", m.n, m.first, m.last.File, m.last.Seq, hash, m.at.UTC().Format(time.RFC3339))
	mac := key.Derive(headDomain, []byte(text))
	slot := bytes.Repeat([]byte{' '}, slotSize)
	n := copy(slot, text)
	hex.Encode(slot[n+1:], mac[:])
	slot[slotSize-1] = '\n'
	return slot
}

// parseMark accepts a slot only exactly as encode writes it.
func parseMark(slot []byte, key *hmacauth.Key) (mark, bool) {
	var m mark
	var word, at string
	if _, err := fmt.Sscan(string(slot), &word, &m.n, &m.first, &m.last.File, &m.last.Seq, &m.last.Hash, &at); err != nil || !isHash(m.last.Hash) {
		return mark{}, false
	}
	var err error
	if m.at, err = time.Parse(time.RFC3339, at); err != nil || m.first < 1 || m.last.File < 0 {
		return mark{}, false
	}
	if again := m.encode(key); !hmac.Equal(again, slot) {
		return mark{}, false
	}
	if m.last.File == 0 {
		m.last = Position{}
	}
	return m, true
}

// readHead reads the newer of the two marks. whole says that both slots are intact, and were
// written one right after the other. Errors are a *Problem or the file system's.
func readHead(fsys FS, dir string, key *hmacauth.Key) (m mark, whole bool, err error) {
	f, err := fsys.Open(filepath.Join(dir, HeadName), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return mark{}, false, &Problem{What: NoMark}
	}
	if err != nil {
		return mark{}, false, err
	}
	defer f.Close()
	var raw [2*slotSize + 1]byte
	n, err := f.ReadAt(raw[:], 0)
	if err != nil && err != io.EOF {
		return mark{}, false, err
	}
	var marks [2]mark
	var ok [2]bool
	for i := range marks {
		if at := i * slotSize; n >= at+slotSize {
			marks[i], ok[i] = parseMark(raw[at:at+slotSize], key)
			ok[i] = ok[i] && marks[i].n%2 == uint64(i)
		}
	}
	newer := 0
	if !ok[0] || ok[1] && marks[1].n > marks[0].n {
		newer = 1
	}
	if !ok[newer] {
		return mark{}, false, &Problem{What: BadMark}
	}
	whole = n == 2*slotSize && ok[0] && ok[1] && marks[newer].n == marks[1-newer].n+1
	return marks[newer], whole, nil
}

// createHead creates both slots, which say that nothing was written yet.
func createHead(fsys FS, dir string, key *hmacauth.Key, now time.Time) error {
	even := mark{first: 1, at: now}
	odd := even
	odd.n = 1
	name := filepath.Join(dir, HeadName)
	f, err := fsys.Open(name+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(append(even.encode(key), odd.encode(key)...), 0)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := fsys.Rename(name+".new", name); err != nil {
		return err
	}
	return fsys.SyncDir(dir)
}
