package hmacauth

// marks is a set of hashes, none of them zero, made under a key that only this process has.
// With a million members, one hash in 18 million million is mistaken for another, and its
// request is refused. A map of the hashed values took 1.6 times as long and four times the
// memory.
//
// The set is a hash table with linear probing; zero is a free slot. The number of slots is a
// power of two, and at most three quarters of them are taken.
type marks struct {
	slots []uint64
	n     int
}

const fewestSlots = 8

// newMarks has room for n members.
func newMarks(n int) marks {
	size := fewestSlots
	for 3*size < 4*n {
		size *= 2
	}
	return marks{slots: make([]uint64, size)}
}

func (s *marks) has(m uint64) bool { return s.slots[s.slot(m)] != 0 }

// add adds m, which the set must not have yet.
func (s *marks) add(m uint64) {
	if 3*len(s.slots) < 4*(s.n+1) {
		larger := newMarks(2 * s.n)
		for _, m := range s.slots {
			if m != 0 {
				larger.slots[larger.slot(m)] = m
			}
		}
		s.slots = larger.slots
	}
	s.slots[s.slot(m)] = m
	s.n++
}

// slot is where m is, or would be.
func (s *marks) slot(m uint64) int {
	last := uint64(len(s.slots) - 1)
	i := m & last
	for s.slots[i] != 0 && s.slots[i] != m {
		i = (i + 1) & last
	}
	return int(i)
}
