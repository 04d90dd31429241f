package toolexec

import (
	"bytes"
	"os"
	"sync"
)

const (
	spoolMemory = 256 << 10
	// maxSpool is how many bytes are kept for a client that does not read, of a tool without an
	// output limit. Beyond that the tool waits.
	maxSpool = 64 << 20
)

// spool is a queue of bytes between a tool and a client that may be slow: a little in memory, the
// rest in an unnamed file. Bytes in memory are older than those in the file.
type spool struct {
	open func() (*os.File, error)
	max  int64 // bytes in the file

	mu       sync.Mutex // guards what follows
	changed  sync.Cond
	memory   bytes.Buffer
	file     *os.File
	from, to int64 // the part of the file that is in the queue
	broken   bool  // the file cannot be written, and memory is used instead
	ended    bool  // nothing more comes
	dropped  bool  // nobody reads any more
}

func newSpool(open func() (*os.File, error), max int64) *spool {
	s := &spool{open: open, max: max}
	s.changed.L = &s.mu
	return s
}

// put queues p, and waits while there is no room for it.
func (s *spool) put(p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(p) > 0 && !s.dropped {
		n := 0
		if s.from == s.to {
			n = min(len(p), spoolMemory-s.memory.Len())
			s.memory.Write(p[:n])
		}
		if n == 0 {
			n = s.toFile(p)
		}
		p = p[n:]
		if n > 0 {
			s.changed.Broadcast()
		} else {
			s.changed.Wait()
		}
	}
}

// toFile writes as much of p as fits.
func (s *spool) toFile(p []byte) int {
	if s.file == nil && !s.broken {
		f, err := s.open()
		s.file, s.broken = f, err != nil
	}
	if s.broken {
		return 0
	}
	n := int(min(int64(len(p)), s.max-s.to))
	n, err := s.file.WriteAt(p[:n], s.to)
	s.to += int64(n)
	s.broken = err != nil
	return n
}

// get takes out the oldest bytes, or waits for some; it returns 0 at the end.
func (s *spool) get(p []byte) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.dropped:
			return 0
		case s.memory.Len() > 0:
			n, _ := s.memory.Read(p)
			s.changed.Broadcast()
			return n
		case s.from < s.to:
			n, err := s.file.ReadAt(p[:min(int64(len(p)), s.to-s.from)], s.from)
			if err != nil { // bytes would be missing in the middle
				s.dropped = true
			}
			if s.from += int64(n); s.from == s.to && s.file.Truncate(0) == nil {
				s.from, s.to = 0, 0
			}
			s.changed.Broadcast()
			return n
		case s.ended:
			return 0
		}
		s.changed.Wait()
	}
}

// end says that nothing more comes.
func (s *spool) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.changed.Broadcast()
}

// drop says that nobody reads any more: further bytes are discarded.
func (s *spool) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped = true
	s.changed.Broadcast()
}

// close closes the file. s must not be used afterwards.
func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
	}
}
