package hmacauth

import (
	"encoding/base64"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A key file is accepted if it is what WriteKeyFile writes, and nothing else.
func FuzzReadKeyFile(f *testing.F) {
	whole := base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n"
	for _, text := range []string{
		whole, "", "\n", whole[:44], whole + "\n", whole[:43] + "A\n", whole[:42] + "B=\n", whole[:20] + "\n" + whole[20:44],
		whole[:44] + "\r", whole[:44] + "\x00", whole[:10] + "-_" + whole[12:], whole[:42] + "==\n", "\xff" + whole[1:],
	} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := os.CreateTemp(dir, "key")
		require.NoError(t, err)
		defer os.Remove(file.Name())
		_, err = file.Write(text)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		key, err := ReadKeyFile(file.Name())
		if err != nil {
			require.ErrorIs(t, err, ErrKeyFile)
			require.Zero(t, [32]byte(key))
			raw, err := base64.StdEncoding.Strict().DecodeString(string(text))
			require.False(t, err == nil && len(raw) == 32 && len(text) == 45 && text[44] == '\n', "a key was refused")
			return
		}
		again := filepath.Join(dir, "again"+filepath.Base(file.Name()))
		defer os.Remove(again)
		require.NoError(t, WriteKeyFile(again, key))
		written, err := os.ReadFile(again)
		require.NoError(t, err)
		require.Equal(t, string(text), string(written))
	})
}

func FuzzFresh(f *testing.F) {
	const now = 1706745600
	for _, text := range []string{"1706745600", "1706745605", "1706745594", "0001706745600", "", "-1", "+1706745600", "1_706_745_600", "9223372036854775808", "18446744073709551616", "1706745600.0", "0x65ba"} {
		f.Add(text, int64(now))
	}
	f.Add("0", int64(-3))
	f.Fuzz(func(t *testing.T, text string, now int64) {
		now %= 1 << 40 // within thirty thousand years of 1970
		err := Fresh(text, time.Unix(now, 999_999_999), MaxDrift)
		digits := text != ""
		for _, c := range []byte(text) {
			digits = digits && c >= '0' && c <= '9'
		}
		var sent big.Int
		sent.SetString(text, 10)
		off := new(big.Int).Sub(big.NewInt(now), &sent)
		want := digits && off.CmpAbs(big.NewInt(5)) <= 0
		require.Equal(t, want, err == nil, "%s at %d: %v", text, now, err)
		if err != nil {
			require.ErrorIs(t, err, ErrStale)
		}
	})
}

// Only tickets that Ticket has made are accepted, and only until they expire.
func FuzzTicket(f *testing.F) {
	key := Key{1}
	now := time.Unix(1706745600, 0)
	good := key.Ticket("agent:main:main", "trusted", now.Add(time.Minute))
	for _, text := range []string{good, good[1:], good + "=", key.Ticket("", "shared", now.Add(1)), key.Ticket("s", "", now), key.Ticket("a.b\nc", "trusted", now.Add(time.Hour)), ".", "..", "...", "YQ.1.x"} {
		f.Add(text, "session", int64(30))
	}
	f.Fuzz(func(t *testing.T, text, session string, seconds int64) {
		if got, _, err := key.TicketSession(text, now); err == nil {
			// Nothing else is ever accepted: these are the sessions of the tickets above.
			require.Contains(t, []string{"agent:main:main", "a.b\nc"}, got)
		} else {
			require.ErrorIs(t, err, ErrTicket)
			require.Empty(t, got)
		}
		seconds %= 1 << 30
		mine := key.Ticket(session, "external", now.Add(time.Duration(seconds)*time.Second))
		got, level, err := key.TicketSession(mine, now)
		if seconds <= 0 || len(mine) > maxTicket {
			require.ErrorIs(t, err, ErrTicket)
			return
		}
		require.NoError(t, err)
		require.Equal(t, session, got)
		require.Equal(t, "external", level)
		other := Key{2}
		_, _, err = other.TicketSession(mine, now)
		require.ErrorIs(t, err, ErrTicket)
	})
}
