package flow

// SaysHost reports whether the owner wrote one of these spellings of a host: in an address, or
// as words.
func (s *Store) SaysHost(spellings ...string) bool {
	if s == nil {
		return false
	}
	s.steps = 0
	for _, h := range spellings {
		v := s.value([]byte(h), Host)
		if v.alike {
			continue
		}
		if _, ok := s.said(&v, Host); ok {
			return true
		}
	}
	return false
}
