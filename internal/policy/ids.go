package policy

import (
	"cmp"
	"strings"

	"github.com/provenanced/provenanced/internal/senderid"
)

// idSet is a set of people's ids, each with or without the channel it belongs to. They are
// compared as their channel means them.
type idSet []personID

// personID is an id as it is written, and the channel that is written with it, in the form
// in which channels are compared; empty where none is.
type personID struct{ channel, id string }

func newIDSet(ids []senderID) idSet {
	s := make(idSet, len(ids))
	for i, id := range ids {
		s[i] = readID(string(id))
	}
	return s
}

// readID takes the channel off an id, which may have it in front ("telegram:111") or show it
// by its end.
func readID(id string) personID {
	if tail, ok := cutChannel(id); ok && !senderid.IsKind(id[:len(id)-len(tail)]) {
		return personID{senderid.Channel(id[:len(id)-len(tail)-1]), tail}
	}
	return personID{senderid.Of(id), id}
}

// has reports whether the set has an id of a channel, which is empty where nobody has
// named one: then it may be any. Somebody else can have the same id on another channel.
func (s idSet) has(channel, id string) bool {
	if id == "" {
		return false
	}
	asked := readID(id)
	asked.channel = cmp.Or(asked.channel, senderid.Channel(channel))
	for _, known := range s {
		if known.channel != "" && asked.channel != "" && known.channel != asked.channel {
			continue
		}
		on := cmp.Or(known.channel, asked.channel)
		if senderid.Canonical(on, known.id) == senderid.Canonical(on, asked.id) {
			return true
		}
	}
	return false
}

// cutChannel takes the channel off "telegram:111". A channel is letters only, so
// that a Matrix id such as "@ann:example.org" stays whole.
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
