package hmacauth

import (
	"crypto/hmac"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// ErrTicket says that a ticket proves nothing: it was not issued under this key, was changed,
// or has expired. Its bearer is treated like anybody else.
var ErrTicket = errors.New("not a valid ticket")

// maxTicket bounds what is parsed: the longest session key, encoded, and the rest.
const maxTicket = 2048

// Ticket proves to the daemon, later and through programs that it does not trust, in which
// session a command was started, and at which level, which is a word without dots. The text is
// four words joined by dots, safe in an environment variable: the session key in base64url, the
// expiry in Unix seconds, the level, and a MAC over all three.
func (k *Key) Ticket(session, level string, expires time.Time) string {
	body := base64.RawURLEncoding.EncodeToString([]byte(session)) + "." + strconv.FormatInt(expires.Unix(), 10) + "." + level
	return body + "." + k.ticketMAC(body)
}

// TicketSession returns the session that a ticket was issued for, and the level, which
// is empty in tickets of earlier versions. Its error is ErrTicket.
func (k *Key) TicketSession(ticket string, now time.Time) (session, level string, err error) {
	i := strings.LastIndexByte(ticket, '.')
	if i < 0 || len(ticket) > maxTicket {
		return "", "", ErrTicket
	}
	body := ticket[:i]
	if !hmac.Equal([]byte(ticket[i+1:]), []byte(k.ticketMAC(body))) {
		return "", "", ErrTicket
	}
	name, rest, _ := strings.Cut(body, ".")
	until, level, _ := strings.Cut(rest, ".")
	key, err := base64.RawURLEncoding.DecodeString(name)
	if err != nil {
		return "", "", ErrTicket
	}
	expires, err := strconv.ParseInt(until, 10, 64)
	if err != nil || now.Unix() >= expires {
		return "", "", ErrTicket
	}
	return string(key), level, nil
}

func (k *Key) ticketMAC(body string) string {
	sum := k.Derive("ticket", []byte(body))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
