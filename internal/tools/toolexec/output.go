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
	// Most texts go on sooner than this, and a prompt still appears at once.
	patience = 50 * time.Millisecond
	// maxLast is as much as a pipe may hold that a tool has left.
	maxLast = 1 << 20
)

// outputs is what a tool says, on its way to the client.
type outputs struct {
	max     int64 // bytes, all together; 0: no limit
	said    atomic.Int64
	tooMuch event // more than max
	gone    event // the client

	streams []*stream
	reading sync.WaitGroup
	writing sync.WaitGroup
	client  sync.Mutex // one call to the client at a time
}

// event happens once.
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
	to    func([]byte) error // nil: nobody
	taken int64              // bytes

	mu   sync.Mutex // over, with the deadline of from
	over bool       // the tool has ended
}

// until sets how long the next read waits; over says that this is as long as one
// does after the tool's end.
func (s *stream) until(deadline time.Time) (over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		deadline = time.Now().Add(strayTimeout)
	}
	_ = s.from.SetReadDeadline(deadline)
	return s.over
}

// finish lets what is there be read and waits for no more: a process that is no
// descendant of the tool, and was handed the pipe by it, may hold that for ever.
func (s *stream) finish() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.until(time.Time{})
}

func newOutputs(max int64) *outputs {
	return &outputs{max: max, tooMuch: newEvent(), gone: newEvent()}
}

// start begins to move what comes.
func (o *outputs) start() {
	for _, s := range o.streams {
		o.reading.Go(func() { o.read(s) })
		o.writing.Go(func() { o.write(s) })
	}
}

// read takes what the tool says as it comes, cleans it and queues it. It goes on when
// nobody wants it any more, so that a tool that is to end is not held up.
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

// take counts n bytes and returns how many of them may be had.
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

// write hands over what is queued.
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

// drop throws away what is queued and what comes.
func (o *outputs) drop() {
	for _, s := range o.streams {
		s.queue.drop()
	}
}

// wait returns when all has been handed over. Whoever still holds the tool's ends
// after the time given is not waited for.
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
