package ledger

import (
	"bytes"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// edited is data with a piece in it replaced.
func edited(data []byte, at, cut uint16, with []byte) []byte {
	from := min(int(at), len(data))
	to := min(from+int(cut), len(data))
	return slices.Concat(data[:from], with, data[to:])
}

// Whatever is changed in one file of a ledger is found with the key, and a daemon that starts
// on it either reports it or continues.
func FuzzVerify(f *testing.F) {
	good := three(f)
	names := slices.Sorted(maps.Keys(good))
	f.Add(uint8(0), uint16(0), uint16(0), []byte(nil))
	for i := range names {
		f.Add(uint8(i), uint16(10), uint16(1), []byte("7"))
		f.Add(uint8(i), uint16(0), uint16(65535), []byte(nil))
		f.Add(uint8(i), uint16(65535), uint16(0), good[names[i]])
		f.Add(uint8(i), uint16(len(good[names[i]])-1), uint16(1), []byte(nil))
		f.Add(uint8(i), uint16(300), uint16(200), bytes.Repeat([]byte{0}, 200))
	}
	f.Add(uint8(len(names)-2), uint16(65535), uint16(0), []byte(`{"seq":`))
	f.Add(uint8(len(names)-2), uint16(65535), uint16(0), []byte(`{"seq":`+"\x00\n"))
	f.Fuzz(func(t *testing.T, which uint8, at, cut uint16, with []byte) {
		files := maps.Clone(good)
		name := names[int(which)%len(names)]
		files[name] = edited(good[name], at, cut, with)
		changed := !bytes.Equal(files[name], good[name])

		r, err := verify(image(files), "ledger", &testKey, nil, nil)
		require.NoError(t, err)
		require.Equal(t, changed, r.Problem != nil || r.Unfinished.File > 0, "%s %v", name, r.Problem)
		if r.Problem == nil {
			require.True(t, bytes.HasPrefix(files[name], good[name]), "nothing is gone that the head mark vouches for")
		}
		if !changed {
			return
		}
		if _, err := verify(image(files), "ledger", nil, nil, nil); err != nil {
			require.Fail(t, err.Error())
		}
		o := quiet(image(files))
		o.MaxEntries = 5
		l, _, err := Open(o)
		if err != nil {
			return // it reports the change and does not start
		}
		put(t, l, 1, true)
		put(t, l, 2, true)
		require.NoError(t, l.Close())
	})
}

// A slot of the head mark is accepted only exactly as it was written.
func FuzzMark(f *testing.F) {
	m := mark{n: 7, first: 1, last: Position{File: 2, Seq: 41, Hash: genesisHash}, at: time.Unix(1770000000, 0).UTC()}
	f.Add(m.encode(&testKey))
	empty := mark{first: 1, at: m.at}
	f.Add(empty.encode(&testKey))
	f.Add(bytes.Repeat([]byte{' '}, slotSize))
	f.Add([]byte("head -1 1 1 1 " + ZeroHash + " 2026-02-01T09:30:00Z"))
	f.Fuzz(func(t *testing.T, slot []byte) {
		if m, ok := parseMark(slot, &testKey); ok {
			require.Equal(t, string(m.encode(&testKey)), string(slot))
		}
	})
}
