package skills

import (
	"crypto/sha256"
	"sync"
	"time"
)

// Reader reads skills again only when something in them has changed. The zero Reader is ready.
type Reader struct {
	mu    sync.Mutex
	known map[string]reading
	files int // in known
}

type reading struct {
	sign [sha256.Size]byte
	tree Tree
}

const (
	// maxKnown files are remembered, of all skills.
	maxKnown = 64 << 10
	// tick is how late the clock may be from which a file system has its times. What was changed
	// so shortly before it was read may be changed again without looking so.
	tick = 20 * time.Millisecond
)

// Tree is what stands in a skill's directory now, without texts.
func (r *Reader) Tree(dir string) Tree {
	began := time.Now()
	l := list(dir)
	r.mu.Lock()
	known, is := r.known[dir]
	r.mu.Unlock()
	if is && known.sign == l.sign && l.why == "" {
		return known.tree
	}
	t := l.read(dir, false)
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, is := r.known[dir]; is {
		r.files -= 1 + len(old.tree.Files)
		delete(r.known, dir)
	}
	if t.Digest != "" && t.Newest.Before(began.Add(-tick)) {
		if r.known == nil || r.files >= maxKnown {
			r.known, r.files = map[string]reading{}, 0
		}
		r.known[dir] = reading{l.sign, t}
		r.files += 1 + len(t.Files)
	}
	return t
}
