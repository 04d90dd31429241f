//go:build !race

package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/session"
)

// A damaged file sends bbolt after pointers that lead anywhere. The index guards itself against
// that; the race detector's bookkeeping cannot, so this test runs without it.

// A changed byte in a saved session is never believed, wherever it is: the result is the right
// level, or an error.
func TestAFlippedByteIsNoBetterLevel(t *testing.T) {
	r := indexed(t, nil)
	r.close()
	good, err := os.ReadFile(r.index())
	require.NoError(t, err)
	defer r.open()
	refused := 0
	for at := 0; at < len(good); at += 211 {
		bad := bytes.Clone(good)
		bad[at] ^= 0x01
		path := filepath.Join(t.TempDir(), "index.db")
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		x, err := tryIndex(path, r.store.key, indexSchema)
		if err != nil {
			refused++
			continue
		}
		snap, found, err := x.Load("a")
		if err != nil {
			refused++
			require.ErrorIs(t, x.broken(), errDamaged)
		} else if found {
			require.Equal(t, "untrusted", snap.State.Level().String(), "byte %d", at)
		}
		require.NoError(t, x.close())
	}
	require.NotZero(t, refused)
}

// A bit that flips in bbolt's own structures leads to another session, to a page from before
// the latest taint, or out of the file. The index has every session as it was saved, or is set
// aside, and returns nothing that it found elsewhere.
func TestAFlippedBitLosesNoSession(t *testing.T) {
	const sessions = 40
	name := func(i int) string { return fmt.Sprintf("agent:main:%d", i) }
	r := opened(t, nil)
	for _, h := range []func(i int){func(i int) { r.call(name(i), "read") }, func(i int) { r.taint(name(i)) }} {
		for i := range sessions {
			h(i)
		}
		r.save()
	}
	r.close()
	good, err := os.ReadFile(r.index())
	require.NoError(t, err)
	defer r.open()

	page := os.Getpagesize()
	dir, flips, refused := t.TempDir(), 0, 0
	flip := func(at int, bit byte) {
		flips++
		path := filepath.Join(dir, fmt.Sprint(flips)) // after a panic in bbolt the file stays locked
		bad := bytes.Clone(good)
		bad[at] ^= bit
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		x, err := tryIndex(path, r.store.key, indexSchema)
		if err != nil {
			refused++
			require.ErrorIs(t, err, errUnusable)
			require.Less(t, len(err.Error()), 300)
			return
		}
		for i := range 3 {
			snap, found, err := x.Load(name(i))
			require.True(t, err == nil && found)
			require.NoError(t, x.save([]session.Snapshot{snap}, nil, nil, nil, x.state().Position))
		}
		for i := range sessions {
			snap, found, err := x.Load(name(i))
			require.NoError(t, err, "page %d, byte %d", at/page, at%page)
			require.True(t, found && snap.State.Level().String() == "untrusted", "page %d, byte %d: %s is %v", at/page, at%page, name(i), snap.State.Level())
		}
		require.NoError(t, x.close())
	}
	for at := 2 * page; at < len(good); at += page { // the first two have checksums
		flags, elements := binary.LittleEndian.Uint16(good[at+8:]), int(binary.LittleEndian.Uint16(good[at+10:]))
		if binary.LittleEndian.Uint64(good[at:]) != uint64(at/page) {
			continue
		}
		flip(at+12, 0x01) // one more overflow page
		for i := range min(elements, 60) {
			element := at + 16 + 16*i
			switch flags {
			case 1: // a branch: the key's place and size, the page
				for bit := byte(1); bit != 0; bit <<= 1 {
					flip(element+8, bit)
				}
				flip(element+int(binary.LittleEndian.Uint32(good[element:])+binary.LittleEndian.Uint32(good[element+4:]))-1, 0x02)
			case 2: // a leaf: flags, the key's place and size, the value's size
				flip(element+5, 0x10)
				flip(element+11, 0x01)
				flip(element+11, 0x02)
			case 16: // the list of free pages
				flip(at+16+8*i, 0x01)
				flip(at+16+8*i, 0x20)
			}
		}
	}
	require.NotZero(t, refused)
}
