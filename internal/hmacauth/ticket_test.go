package hmacauth

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTicketNamesItsSession(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	k := Key{1}
	for _, session := range []string{"agent:main:main", "ключ.сессии", ""} {
		ticket := k.Ticket(session, now.Add(time.Minute))
		require.Regexp(t, `^[A-Za-z0-9_.-]+$`, ticket, "fit for an environment variable")
		got, err := k.TicketSession(ticket, now.Add(59*time.Second))
		require.NoError(t, err)
		require.Equal(t, session, got)
	}
}

func TestTicketProvesNothing(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	k, other := Key{1}, Key{2}
	good := k.Ticket("a", now.Add(time.Minute))
	for name, c := range map[string]struct {
		ticket string
		at     time.Time
	}{
		"expired":         {good, now.Add(time.Minute)},
		"another key":     {other.Ticket("a", now.Add(time.Minute)), now},
		"another session": {k.Ticket("b", now.Add(time.Minute))[:2] + good[2:], now},
		"longer life":     {good[:5] + "9" + good[5:], now},
		"cut":             {good[:len(good)-1], now},
		"no dots":         {"ticket", now},
		"empty":           {"", now},
		"too long":        {k.Ticket(strings.Repeat("a", maxTicket), now.Add(time.Minute)), now},
		"endless":         {string(make([]byte, 1<<20)) + good, now},
	} {
		_, err := k.TicketSession(c.ticket, c.at)
		require.ErrorIs(t, err, ErrTicket, name)
	}
}
