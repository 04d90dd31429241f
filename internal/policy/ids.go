package policy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/senderid"
)

// idSet is a set of people's ids, each with or without its channel. They are compared by their
// channel's rules.
type idSet []personID

// personID is an id as written, and the channel written with it, in the form in which channels are
// compared; empty if there is none.
type personID struct{ channel, id string }

func newIDSet(ids []senderID) idSet {
	s := make(idSet, len(ids))
	for i, id := range ids {
		s[i] = readID(string(id))
	}
	return s
}

// readID splits the channel from an id, which may precede it ("telegram:111") or be recognisable by
// its end.
func readID(id string) personID {
	if tail, ok := cutChannel(id); ok && !senderid.IsKind(id[:len(id)-len(tail)]) {
		return personID{senderid.Channel(id[:len(id)-len(tail)-1]), tail}
	}
	return personID{senderid.Of(id), id}
}

// has reports whether the set contains an id of a channel. An empty channel is unknown, and may be
// any. The same id on another channel may be somebody else's.
func (s idSet) has(channel, id string) bool {
	if id == "" {
		return false
	}
	asked := readIDOn(channel, id)
	return slices.ContainsFunc(s, func(known personID) bool {
		a, b, ok := asked.beside(known)
		return ok && a == b
	})
}

// readIDOn is readID for an id that came on a channel, if one is named.
func readIDOn(channel, id string) personID {
	p := readID(id)
	p.channel = cmp.Or(p.channel, senderid.Channel(channel))
	return p
}

// beside writes two ids in the form in which their channel compares them. It returns false if they
// are on different channels.
func (p personID) beside(q personID) (own, other string, ok bool) {
	if p.channel != "" && q.channel != "" && p.channel != q.channel {
		return "", "", false
	}
	on := cmp.Or(p.channel, q.channel)
	return senderid.Canonical(on, p.id), senderid.Canonical(on, q.id), true
}

// cutChannel splits the channel from "telegram:111". A channel is letters only, so that a Matrix id
// such as "@ann:example.org" stays whole.
func cutChannel(id string) (tail string, ok bool) {
	channel, tail, ok := strings.Cut(id, ":")
	if !ok || channel == "" || tail == "" {
		return id, false
	}
	for i := range len(channel) {
		if c := lower(channel[i]); c < 'a' || c > 'z' {
			return id, false
		}
	}
	return tail, true
}
