package policy

import "strings"

// idSet is a set of people's ids as platforms spell them, each with or without
// the channel it belongs to.
type idSet struct {
	exact map[string]bool // as written, but for the letter case of the channel
	bare  map[string]bool // written without a channel
	tails map[string]bool // written with one, and without it here
}

func newIDSet(ids []senderID) idSet {
	s := idSet{exact: map[string]bool{}, bare: map[string]bool{}, tails: map[string]bool{}}
	for _, id := range ids {
		tail, ok := cutChannel(string(id))
		if ok {
			s.tails[tail] = true
		} else {
			s.bare[string(id)] = true
		}
		s.exact[onChannel(string(id))] = true
	}
	return s
}

// has reports whether the set has an id of a channel, which is empty where nobody has
// named one: then it may be any. Somebody else can have the same id on another channel.
func (s *idSet) has(channel, id string) bool {
	tail, ok := cutChannel(id)
	switch {
	case id == "":
		return false
	case s.exact[onChannel(id)]:
		return true
	case ok:
		return s.bare[tail]
	case channel == "":
		return s.tails[id]
	}
	return s.exact[SafeName(channel)+":"+id]
}

// onChannel is an id with its channel, if it has one, as channels are compared.
func onChannel(id string) string {
	if tail, ok := cutChannel(id); ok {
		return SafeName(id[:len(id)-len(tail)]) + tail
	}
	return id
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
