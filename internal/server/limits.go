package server

import (
	"sync/atomic"
	"time"

	"github.com/provenanced/provenanced/internal/processors"
	"github.com/provenanced/provenanced/internal/wire"
)

// Limits bound what peers can make the server hold or wait for. Counts and sizes that are zero
// or less take their default; so do times, except IdleTimeout and Lifetime.
type Limits struct {
	MaxConnections int           // on one socket: 4096. Beyond that, the idlest one is closed
	MaxRequest     int           // bytes of one request line: 16 MiB
	MaxBuffered    int64         // bytes of unfinished lines, all connections together: 256 MiB. At most a quarter is for tools.sock
	MaxInFlight    int           // requests of one connection that are handled before their answers are sent: 64
	MaxFailures    int           // unauthenticated and malformed requests of one connection: the 10th is its last
	LineTimeout    time.Duration // from a line's first byte to its newline: 10 s
	WriteTimeout   time.Duration // for a peer to take its answers: 10 s
	OutputTimeout  time.Duration // for a client to take a frame of its tool's output: 30 s (seed 001 §4.3)
	MaxRuns        int           // tools that run at a time: 64
	DrainGrace     time.Duration // in which a closing server still answers new requests, to refuse them: 100 ms
	IdleTimeout    time.Duration // between two requests: 30 min in DefaultLimits. Zero: no limit
	Lifetime       time.Duration // of a connection to tools.sock, its run included (seed 001 §4.3). Zero: no bound
}

// DefaultLimits are the limits without configuration.
func DefaultLimits() Limits {
	return Limits{IdleTimeout: 30 * time.Minute}.filled()
}

func (l Limits) filled() Limits {
	fill(&l.MaxConnections, 4096)
	fill(&l.MaxRequest, wire.MaxLine)
	fill(&l.MaxBuffered, 256<<20)
	fill(&l.MaxInFlight, 64)
	fill(&l.MaxFailures, 10)
	fill(&l.LineTimeout, 10*time.Second)
	fill(&l.WriteTimeout, 10*time.Second)
	fill(&l.DrainGrace, 100*time.Millisecond)
	fill(&l.OutputTimeout, 30*time.Second)
	fill(&l.MaxRuns, 64)
	return l
}

func fill[T ~int | ~int64](v *T, standard T) {
	if *v <= 0 {
		*v = standard
	}
}

// Bounds that nobody needs to tune.
const (
	freeBuffer     = 64 << 10    // of each line buffer, not counted in MaxBuffered
	flushAt        = 1 << 20     // bytes of answers that are sent before their batch is done
	maxScratch     = 64 << 10    // of each scratch buffer, kept between batches
	maxReplay      = 1 << 20     // requests remembered per socket, or twice as many where only nonces count: 87,000 a second at worst
	maxSubscribers = 64          // of one hub
	veteran        = time.Minute // an authenticated connection idle for longer may be evicted
	lingerTime     = time.Second // for a refused peer to stop sending
)

// budget is the memory that unfinished lines share.
type budget struct {
	limit int64
	of    *budget // the budget that this one is part of, or nil
	used  atomic.Int64
}

// take takes n bytes, or returns -n, and reports whether there was room.
func (b *budget) take(n int64) bool {
	if b == nil {
		return true
	}
	if used := b.used.Add(n); n > 0 && used > b.limit || !b.of.take(n) {
		b.used.Add(-n)
		return false
	}
	return true
}

// share is one connection's part of a budget, for one goroutine.
type share struct {
	of   *budget
	held int64
}

// resize makes the share fit a line buffer of n bytes and reports whether there was room. The
// part that every connection has anyway is not counted.
func (s *share) resize(n int) bool {
	want := max(0, int64(n)-freeBuffer)
	if want == s.held {
		return true
	}
	if !s.of.take(want - s.held) {
		return false
	}
	s.held = want
	return true
}

// deadline keeps a socket's deadline at least d away and moves it only when it has come closer,
// so at most once in d/4: setting one costs 0.1 µs, twice for each request, where a whole
// decision takes 17.
type deadline struct {
	set func(time.Time) error
	at  time.Time
}

func (t *deadline) extend(now time.Time, d time.Duration) {
	if t.at.Sub(now) < d {
		t.to(now.Add(d + d/4))
	}
}

func (t *deadline) to(at time.Time) {
	if t.at != at {
		t.at = at
		_ = t.set(at) // fails only on a closed connection, as the next read or write will
	}
}

// largeLine is the size from which a request waits for a processor: reading it takes
// milliseconds and several times its size. Handling more at once than there are processors
// finishes none sooner, holds the memory of all of them meanwhile, and keeps small ones
// waiting. A hundred results of 1 MB at once took 730 MB of heap, and one in a hundred small
// requests beside them took over 0.7 s; in turns, 580 MB and 0.2 s.
const largeLine = 64 << 10

// longLine is the size from which requests, however many, cannot keep shorter ones waiting:
// results of 7 MB in 115,000 parts, each an order to the model, took 5 s each, and a result of
// 70 kB from another session waited for them.
const longLine = 1 << 20

// inTurn waits for a line's turn if the line is large, and returns what ends the turn.
func inTurn(line []byte, take func() (end func())) (end func()) {
	if len(line) < largeLine {
		return func() {}
	}
	return take()
}

// processorFor takes a processor for a line.
func processorFor(line []byte) (end func()) {
	if len(line) < longLine {
		return inTurn(line, processors.TakeShort)
	}
	return processors.Take()
}

// turns is a semaphore.
type turns chan struct{}

func (t turns) take() (end func()) {
	t <- struct{}{}
	return func() { <-t }
}
