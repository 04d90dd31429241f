//go:build stress

package stress_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// receipt is where an answer says that it is recorded.
type receipt struct {
	File int
	Seq  uint64
	Hash string
}

// receipts are what the daemon has acknowledged. They take 8 bytes each, since an hour yields many.
type receipts struct {
	mu    sync.Mutex
	files map[int][][8]byte // by seq; zeros for none
	n     int
}

func (r *receipts) add(a answer) {
	if a.Receipt == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files == nil {
		r.files = make(map[int][][8]byte)
	}
	f := r.files[a.Receipt.File]
	for uint64(len(f)) <= a.Receipt.Seq {
		f = append(f, [8]byte{})
	}
	copy(f[a.Receipt.Seq][:], a.Receipt.Hash)
	r.files[a.Receipt.File] = f
	r.n++
}

func (r *receipts) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.n
}

// inLedger looks for every receipt of the files up to the given one (0: all), and then forgets
// them.
func (r *receipts) inLedger(dir string, upTo int) error {
	r.mu.Lock()
	due := make(map[int][][8]byte)
	for file, hashes := range r.files {
		if upTo == 0 || file <= upTo {
			due[file] = hashes
			delete(r.files, file)
		}
	}
	r.mu.Unlock()
	for file, hashes := range due {
		if err := inFile(filepath.Join(dir, fmt.Sprintf("%08d.jsonl", file)), hashes); err != nil {
			return fmt.Errorf("acknowledged and not in the ledger: %w", err)
		}
	}
	return nil
}

func inFile(path string, hashes [][8]byte) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 32<<20)
	seq := 0
	for ; seq < len(hashes) && lines.Scan(); seq++ {
		want := hashes[seq]
		_, end, _ := bytes.Cut(lines.Bytes()[max(0, len(lines.Bytes())-76):], []byte(`"hash":"`))
		if want != [8]byte{} && !bytes.HasPrefix(end, want[:]) {
			return fmt.Errorf("%s: seq %d is %.8s, acknowledged was %s", path, seq, end, want)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	for ; seq < len(hashes); seq++ {
		if hashes[seq] != [8]byte{} {
			return fmt.Errorf("%s: seq %d is not there", path, seq)
		}
	}
	return nil
}
