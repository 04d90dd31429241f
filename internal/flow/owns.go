package flow

import "bytes"

// Owns reports whether the owner has written all of a text: each of its lines is in a message of
// theirs as a whole, whatever punctuation is around it. A text without words is nobody's.
func (s *Store) Owns(text string) bool {
	if s == nil {
		return false
	}
	words := false
	for line := range bytes.Lines([]byte(text)) {
		toks := s.hash.tokens(make([]token, 0, 16), line)
		if len(toks) == 0 {
			continue
		}
		if _, said := s.saidWhole(toks); !said {
			return false
		}
		words = true
	}
	return words
}
