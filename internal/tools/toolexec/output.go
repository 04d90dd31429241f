package toolexec

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	chunk = 32 << 10
	// Most output continues sooner than this, and a prompt still appears at once.
	patience = 50 * time.Millisecond
	// maxLast is the most that a tool may leave in a pipe, in bytes.
	maxLast = 1 << 20
)

// outputs passes what a tool writes to the client.
type outputs struct {
	max     int64 // bytes of all streams; 0: no limit
	said    atomic.Int64
	tooMuch event // more than max
	gone    event // the client is

	streams []*stream
	reading sync.WaitGroup
	writing sync.WaitGroup
	client  sync.Mutex // only one call to the client at a time
}

// event happens at most once.
type event struct {
	once     sync.Once
	happened chan struct{}
}

func newEvent() event { return event{happened: make(chan struct{})} }

func (e *event) happen() { e.once.Do(func() { close(e.happened) }) }

func (e *event) has() bool {
	select {
	case <-e.happened:
		return true
	default:
		return false
	}
}

// stream is stdout or stderr.
type stream struct {
	from  *os.File
	clean *cleaner
	queue *spool
	to    func([]byte) error // nil: discarded
	taken int64              // bytes

	mu   sync.Mutex // guards over, and the deadline of from
	over bool       // the tool has ended
}

// until sets the deadline of the next read; over says that the tool has ended, and the deadline is
// the last one.
func (s *stream) until(deadline time.Time) (over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		deadline = time.Now().Add(strayTimeout)
	}
	_ = s.from.SetReadDeadline(deadline)
	return s.over
}

// finish lets the remaining output be read without waiting for more: a process that got the pipe
// from the tool without being its descendant may hold it open for ever.
func (s *stream) finish() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.until(time.Time{})
}

func newOutputs(max int64) *outputs {
	return &outputs{max: max, tooMuch: newEvent(), gone: newEvent()}
}

// start starts reading and writing.
func (o *outputs) start() {
	for _, s := range o.streams {
		o.reading.Go(func() { o.read(s) })
		o.writing.Go(func() { o.write(s) })
	}
}

// read reads the tool's output, cleans it and queues it. It continues when nobody wants the output
// any more, so that a tool that is told to end is not blocked.
func (o *outputs) read(s *stream) {
	defer s.queue.end()
	buf := make([]byte, chunk)
	var clean []byte
	var waits time.Time // since when something is held back, or zero
	for last := maxLast; last > 0; {
		deadline := time.Time{}
		if !waits.IsZero() {
			deadline = waits.Add(patience)
		}
		over := s.until(deadline)
		n, err := s.from.Read(buf)
		switch {
		case err == nil:
			clean = s.clean.write(clean[:0], buf[:o.take(s, n)])
		case errors.Is(err, os.ErrDeadlineExceeded) && !over:
			if clean = clean[:0]; !o.tooMuch.has() {
				clean = s.clean.idle(clean)
			}
		default: // the end; of a terminal it is an I/O error
			last = 0
			continue
		}
		if over {
			last -= n
		}
		switch {
		case !s.clean.waiting(), o.tooMuch.has():
			waits = time.Time{}
		case waits.IsZero() || len(clean) > 0:
			waits = time.Now()
		}
		s.queue.put(clean)
	}
	end := s.clean.end
	if o.tooMuch.has() {
		end = s.clean.cut
	}
	s.queue.put(end(clean[:0]))
}

// take counts n bytes and returns how many of them are within the limit.
func (o *outputs) take(s *stream, n int) int {
	if o.max > 0 {
		if over := o.said.Add(int64(n)) - o.max; over > 0 {
			o.tooMuch.happen()
			n = max(0, n-int(min(over, chunk)))
		}
	}
	s.taken += int64(n)
	return n
}

// write passes queued output to the client.
func (o *outputs) write(s *stream) {
	buf := make([]byte, chunk)
	for {
		n := s.queue.get(buf)
		if n == 0 {
			return
		}
		if s.to == nil {
			continue
		}
		o.client.Lock()
		err := s.to(buf[:n])
		o.client.Unlock()
		if err != nil {
			o.drop()
			o.gone.happen()
			return
		}
	}
}

// drop discards queued and future output.
func (o *outputs) drop() {
	for _, s := range o.streams {
		s.queue.drop()
	}
}

// wait waits until all output was passed on, but no longer than after the given time for anyone who
// still holds the tool's ends.
func (o *outputs) wait(after time.Duration) {
	finish := time.AfterFunc(after, func() {
		for _, s := range o.streams {
			s.finish()
		}
	})
	defer finish.Stop()
	o.reading.Wait()
	o.writing.Wait()
	for _, s := range o.streams {
		s.from.Close()
		s.queue.close()
	}
}
