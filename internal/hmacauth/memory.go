package hmacauth

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sys/unix"
)

// ErrNotLocked says that the system refused to keep a key out of swap or out of core dumps. The
// key works and has memory of its own; the daemon's operator should be told.
var ErrNotLocked = errors.New("key memory is not locked")

// MemoryKey is a key that exists in memory only: 32 random bytes in pages of their own, which
// are not swapped out, not dumped and not inherited by child processes. It prints and encodes
// as "[redacted]". It is safe for concurrent use.
type MemoryKey struct {
	mu sync.RWMutex // closing waits for signing to finish

	// The key in the form HMAC needs: one block for each of its two hashes (RFC 2104); nil once
	// closed. It is a pointer so that code that prints memory does not reach it.
	pads *[2 * sha256.BlockSize]byte
}

func (*MemoryKey) String() string               { return redacted }
func (*MemoryKey) Format(f fmt.State, _ rune)   { io.WriteString(f, redacted) }
func (*MemoryKey) MarshalText() ([]byte, error) { return []byte(redacted), nil }

const (
	innerPad = 0x36
	outerPad = 0x5c
)

// protection keeps a mapping private to its process; tests replace it to fail.
type protection func(pages []byte) error

// NewMemoryKey makes a key from rand, which is crypto/rand.Reader outside tests. An
// error that wraps ErrNotLocked comes with a key that works.
func NewMemoryKey(rand io.Reader) (*MemoryKey, error) {
	return newMemoryKey(rand, protect)
}

func newMemoryKey(rand io.Reader, protect protection) (*MemoryKey, error) {
	pages, err := unix.Mmap(-1, 0, 2*sha256.BlockSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("memory for a key: %w", err)
	}
	k := &MemoryKey{pads: (*[2 * sha256.BlockSize]byte)(pages)}
	refused := protect(pages) // before there is a key in it
	inner, outer := pages[:sha256.BlockSize], pages[sha256.BlockSize:]
	if _, err := io.ReadFull(rand, inner[:len(Key{})]); err != nil {
		return nil, errors.Join(fmt.Errorf("make a key: %w", err), k.Close())
	}
	for i, b := range inner { // the block is the key and zeros behind it
		inner[i], outer[i] = b^innerPad, b^outerPad
	}
	return k, refused
}

func protect(pages []byte) error {
	if err := unix.Mlock(pages); err != nil {
		return fmt.Errorf("%w: mlock: %w: raise RLIMIT_MEMLOCK (LimitMEMLOCK= in a unit file) by one page", ErrNotLocked, err)
	}
	if err := unix.Madvise(pages, unix.MADV_DONTDUMP); err != nil {
		return fmt.Errorf("%w: keep it out of core dumps: %w", ErrNotLocked, err)
	}
	if err := unix.Madvise(pages, unix.MADV_DONTFORK); err != nil {
		return fmt.Errorf("%w: keep it from child processes: %w", ErrNotLocked, err)
	}
	return nil
}

// Sign returns the HMAC-SHA256 of text. It panics if the key is closed: any code it could
// return then could be forged.
//
// crypto/hmac would keep a copy of the pads on the heap. Here each pad is hashed in place, and
// the resulting state is gone when the hash is reset.
func (k *MemoryKey) Sign(text []byte) [32]byte {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.pads == nil {
		panic("hmacauth: a closed key cannot sign")
	}
	h := sha256.New()
	h.Write(k.pads[:sha256.BlockSize])
	h.Write(text)
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	h.Reset()
	h.Write(k.pads[sha256.BlockSize:])
	h.Write(sum[:])
	h.Sum(sum[:0])
	h.Reset()
	return sum
}

// Close overwrites the key and frees its memory. Closing twice does nothing.
func (k *MemoryKey) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.pads == nil {
		return nil
	}
	pages := k.pads[:]
	k.pads = nil
	clear(pages)
	if err := unix.Munmap(pages); err != nil {
		return fmt.Errorf("free a key's memory: %w", err)
	}
	return nil
}
