package hmacauth

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestMemoryKeySignsAsHMAC(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	k, err := NewMemoryKey(bytes.NewReader(key))
	require.NoError(t, err)
	defer k.Close()
	for _, n := range []int{0, 1, 55, 56, 63, 64, 65, 1000, 1 << 20} {
		text := bytes.Repeat([]byte{'x'}, n)
		want := hmac.New(sha256.New, key)
		want.Write(text)
		mac := k.Sign(text)
		require.Equal(t, want.Sum(nil), mac[:], n)
	}
}

func TestMemoryKeysDiffer(t *testing.T) {
	a, err := NewMemoryKey(rand.Reader)
	require.NoError(t, err)
	defer a.Close()
	b, err := NewMemoryKey(rand.Reader)
	require.NoError(t, err)
	defer b.Close()
	require.NotEqual(t, a.Sign(nil), b.Sign(nil))
}

// The kernel itself says how the key is kept: locked (lo), excluded from dumps (dd) and not
// copied to children (dc).
func TestMemoryKeyIsLockedAndUndumpable(t *testing.T) {
	k, err := NewMemoryKey(rand.Reader)
	require.NoError(t, err)
	defer k.Close()
	flags := vmFlags(t, uintptr(unsafe.Pointer(k.pads)))
	for _, flag := range []string{"lo", "dd", "dc"} {
		require.Contains(t, flags, flag)
	}
}

// vmFlags reads the kernel's flags of the mapping that holds address.
func vmFlags(t *testing.T, address uintptr) []string {
	t.Helper()
	smaps, err := os.ReadFile("/proc/self/smaps")
	require.NoError(t, err)
	holds := false
	for line := range strings.Lines(string(smaps)) {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			holds = from <= address && address < to
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && holds {
			return strings.Fields(flags)
		}
	}
	require.Fail(t, "the kernel says nothing of the key's mapping")
	return nil
}

func TestMemoryKeyWithoutALockWorks(t *testing.T) {
	refuse := func([]byte) error { return fmt.Errorf("%w: mlock: %w", ErrNotLocked, unix.ENOMEM) }
	k, err := newMemoryKey(rand.Reader, refuse)
	require.ErrorIs(t, err, ErrNotLocked)
	require.ErrorIs(t, err, unix.ENOMEM)
	require.NotContains(t, vmFlags(t, uintptr(unsafe.Pointer(k.pads))), "lo")
	require.NotEqual(t, k.Sign([]byte("a")), k.Sign([]byte("b")))
	require.NoError(t, k.Close())
}

// A page that the kernel refuses to lock gives an error that says what to do: mlock cannot
// bring in a page with no access rights.
func TestProtectSaysWhatToDo(t *testing.T) {
	pages, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	require.NoError(t, err)
	defer unix.Munmap(pages)
	err = protect(pages)
	require.ErrorIs(t, err, ErrNotLocked)
	require.ErrorContains(t, err, "RLIMIT_MEMLOCK")
}

func TestMemoryKeyNeedsAllOfItsRandomness(t *testing.T) {
	k, err := NewMemoryKey(bytes.NewReader(make([]byte, 31)))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.False(t, errors.Is(err, ErrNotLocked))
	require.Nil(t, k)
}

func TestClosedMemoryKey(t *testing.T) {
	k, err := NewMemoryKey(rand.Reader)
	require.NoError(t, err)
	require.NoError(t, k.Close())
	require.NoError(t, k.Close())
	require.Panics(t, func() { k.Sign(nil) })
}

func TestMemoryKeyIsNotPrinted(t *testing.T) {
	k, err := NewMemoryKey(bytes.NewReader(bytes.Repeat([]byte{0x41}, 32)))
	require.NoError(t, err)
	defer k.Close()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%q", "%d"} {
		require.Equal(t, redacted, fmt.Sprintf(verb, k))
		holder := struct{ k *MemoryKey }{k}                       // fmt calls no methods on unexported fields
		for _, pad := range []string{"119 119", "7777", "wwww"} { // 0x41 ^ innerPad
			require.NotContains(t, fmt.Sprintf(verb, holder), pad, verb)
		}
	}
	for _, value := range []any{k, map[string]any{"key": k}} {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		require.Contains(t, string(encoded), redacted)
	}
}

// Keys can be used until they are closed, and closing waits for signing to finish.
func TestMemoryKeyIsSafeForConcurrentUse(t *testing.T) {
	k, err := NewMemoryKey(rand.Reader)
	require.NoError(t, err)
	want := k.Sign([]byte("x"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			defer func() { recover() }() // closed
			for {
				if got := k.Sign([]byte("x")); got != want {
					t.Error("a key changed")
					return
				}
			}
		})
	}
	for range 100 {
		k.Sign([]byte("x"))
	}
	require.NoError(t, k.Close())
	wg.Wait()
}

func BenchmarkMemoryKey(b *testing.B) {
	k, err := NewMemoryKey(rand.Reader)
	require.NoError(b, err)
	defer k.Close()
	text := make([]byte, 640)
	b.ReportAllocs()
	for b.Loop() {
		k.Sign(text)
	}
}
