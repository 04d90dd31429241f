package hmacauth

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTicketNamesItsSession(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	k := Key{1}
	for _, session := range []string{"agent:main:main", "ключ.сессии", ""} {
		ticket := k.Ticket(session, "external", now.Add(time.Minute))
		require.Regexp(t, `^[A-Za-z0-9_.-]+$`, ticket, "fit for an environment variable")
		got, level, err := k.TicketSession(ticket, now.Add(59*time.Second))
		require.NoError(t, err)
		require.Equal(t, session, got)
		require.Equal(t, "external", level)
	}
}

func TestATicketOfAnEarlierVersionHasNoLevel(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	k := Key{1}
	body := "YQ." + strconv.FormatInt(now.Add(time.Minute).Unix(), 10)
	session, level, err := k.TicketSession(body+"."+k.ticketMAC(body), now)
	require.NoError(t, err)
	require.Equal(t, "a", session)
	require.Empty(t, level)
}

func TestTicketProvesNothing(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	k, other := Key{1}, Key{2}
	good := k.Ticket("a", "external", now.Add(time.Minute))
	for name, c := range map[string]struct {
		ticket string
		at     time.Time
	}{
		"expired":         {good, now.Add(time.Minute)},
		"another key":     {other.Ticket("a", "external", now.Add(time.Minute)), now},
		"another session": {k.Ticket("b", "external", now.Add(time.Minute))[:2] + good[2:], now},
		"longer life":     {good[:5] + "9" + good[5:], now},
		"higher level":    {strings.Replace(good, "external", "trusted", 1), now},
		"no level":        {strings.Replace(good, ".external", "", 1), now},
		"cut":             {good[:len(good)-1], now},
		"no dots":         {"ticket", now},
		"empty":           {"", now},
		"too long":        {k.Ticket(strings.Repeat("a", maxTicket), "external", now.Add(time.Minute)), now},
		"endless":         {string(make([]byte, 1<<20)) + good, now},
	} {
		_, _, err := k.TicketSession(c.ticket, c.at)
		require.ErrorIs(t, err, ErrTicket, name)
	}
}
