package policy

import "strings"

// idSet is a set of people's ids as platforms spell them, each with or without
// the channel it belongs to.
type idSet struct {
	exact map[string]bool // as written
	bare  map[string]bool // written without a channel
	tails map[string]bool // written with one, and without it here
}

func newIDSet(ids []senderID) idSet {
	s := idSet{exact: map[string]bool{}, bare: map[string]bool{}, tails: map[string]bool{}}
	for _, id := range ids {
		s.exact[string(id)] = true
		if tail, ok := cutChannel(string(id)); ok {
			s.tails[tail] = true
		} else {
			s.bare[string(id)] = true
		}
	}
	return s
}

func (s *idSet) has(id string) bool {
	if id == "" {
		return false
	}
	if s.exact[id] {
		return true
	}
	if tail, ok := cutChannel(id); ok {
		return s.bare[tail]
	}
	return s.tails[id]
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
