package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// FewestEntries is the smallest number of entries in a file: the first, the last, and
// one between them.
const FewestEntries = 3

// Options say where a ledger is and how it is kept. Dir and Key are required; the zero values
// of the others mean their defaults.
type Options struct {
	Dir        string        // created if it does not exist; its parent must exist
	Key        hmacauth.Key  // signs the head mark; must be the same at every start
	Agent      string        // named in each GENESIS; may be empty
	MaxEntries int           // in one file, at least FewestEntries; 10,000
	MaxAge     time.Duration // of a file; 30 days
	Retain     Retention
	// Needed is the first file that another reader has not read to its end: it and later ones
	// are kept, whatever Retain says. It must not use the log. Nil: none.
	Needed    func() int
	SyncEvery time.Duration    // how long entries that nobody waits for may stay unsynced; 100 ms
	MaxBuffer int              // bytes that may wait for the disk; 8 MiB
	Now       func() time.Time // time.Now
	FS        FS               // the operating system's
	// Alarm is called when the log begins to fail, and with nil when it has recovered. It may
	// call Status but must not wait for a Flush.
	Alarm func(error)
}

// Retention says which sealed files are kept: the last Files, and those sealed within Age. If
// both are zero, all are kept. It is applied when a file is sealed.
type Retention struct {
	Files int // including the open one
	Age   time.Duration
}

var (
	// ErrFailing says that writing fails: the entry was not accepted, or not confirmed. Answer
	// as onFailure says; the log keeps trying by itself.
	ErrFailing = errors.New("the ledger cannot be written")
	// ErrClosed says that the log was closed. Append nothing more.
	ErrClosed = errors.New("the ledger is closed")
	// ErrBadEntry says that an entry does not belong in the chain: its type is not for callers,
	// its data did not come from Canonical, or there is too much of it. That is the caller's
	// mistake, and the chain is unchanged.
	ErrBadEntry = errors.New("not an entry for the ledger")
)

// Log is a ledger open for writing. It is safe for concurrent use.
//
// Append fixes an entry's place; Flush writes it to disk. An entry whose Flush failed
// is not lost: it keeps its place, and is written once the disk accepts it. A caller
// that must prevent that has to append an entry that reverts it.
type Log struct {
	dir        string
	fs         FS
	key        hmacauth.Key
	agent      []byte // as JSON; empty if unnamed
	maxEntries uint64
	maxAge     time.Duration
	retain     Retention
	needed     func() int
	syncEvery  time.Duration
	maxBuffer  int
	now        func() time.Time
	alarm      func(error)

	lock io.Closer
	wake chan struct{} // signals that something waits to be synced in the background
	stop chan struct{}
	done sync.WaitGroup

	changed  atomic.Bool // began to fail or recovered, and Alarm was not called yet
	announce struct {
		sync.Mutex
		failing bool
	}

	mu sync.Mutex // guards everything below

	// The end of the chain.
	last    Position
	prev    [hashLen]byte // last.Hash, or zeros before a GENESIS
	next    uint64
	created time.Time // of the file that last is in
	entries uint64    // see Status
	h       *hasher

	// What waits to be written: first the queue, oldest first, then cur.
	queue    []*batch
	cur      *batch
	spare    *batch
	buffered int // bytes in queue and cur
	flushing int // calls of Flush waiting for the disk
	company  int // write rounds for which company is expected; see gather
	armed    bool
	closing  bool
	closed   bool

	// What is on the disk. Only a write round changes file.
	file     int // 0: none yet
	f        File
	size     int64
	keep     []byte // the end of the file, since the last successful sync
	keepAt   int64
	unsynced int  // entries in keep
	rewrite  bool // a sync failed: what is in keep may have been dropped
	refused  int  // how many syncs have failed

	written stage
	synced  stage

	// Only a sync round touches these once the log is open.
	head     File
	mark     mark
	turned   bool // a file was begun since the head mark was last synced; guarded by mu
	lastSync time.Time
}

// batch is the pending lines of one file.
type batch struct {
	file    int
	data    []byte
	entries int
	last    Position
}

// Append gives an entry its place in the chain, and first starts a new file if one is due. It
// does not touch the disk. The data comes from Canonical; it is copied. Errors wrap
// ErrBadEntry, ErrFailing or ErrClosed.
func (l *Log) Append(now time.Time, t Type, data jsontext.Value) (Position, error) {
	if !isCanonical(data) {
		return Position{}, fmt.Errorf("%w: data is not a canonical object", ErrBadEntry)
	}
	return l.AppendCanonical(now, t, data)
}

// AppendCanonical is Append for data that is written in canonical form to begin with, which its
// caller's tests must prove: checking it again would be a tenth of a decision's work.
func (l *Log) AppendCanonical(now time.Time, t Type, data jsontext.Value) (Position, error) {
	if _, known := typeOf([]byte(t)); !known || t == Genesis {
		return Position{}, fmt.Errorf("%w: type %q", ErrBadEntry, t)
	}
	if len(data)+lineFrame > MaxLine {
		return Position{}, fmt.Errorf("%w: %d bytes of data", ErrBadEntry, len(data))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.accepts(len(data) + lineFrame); err != nil {
		return Position{}, err
	}
	if l.next+1 >= l.maxEntries || l.next > 1 && now.Sub(l.created) >= l.maxAge {
		l.rotate(now)
	}
	l.add(t, data)
	return l.last, nil
}

// accepts says why no entry can be accepted now, or nil. It is called with mu held.
func (l *Log) accepts(size int) error {
	switch {
	case l.closing:
		return ErrClosed
	case l.written.strikes > 1:
		return fmt.Errorf("%w: %w", ErrFailing, l.written.err)
	case l.synced.strikes > 1:
		return fmt.Errorf("%w: %w", ErrFailing, l.synced.err)
	case l.buffered > 0 && l.buffered+size > l.maxBuffer:
		return fmt.Errorf("%w: %d bytes wait to be written", ErrFailing, l.buffered)
	}
	return nil
}

// add is called with mu held.
func (l *Log) add(t Type, data []byte) {
	b := l.cur
	before := len(b.data)
	var at int
	b.data, at = l.h.appendLine(b.data, &line{seq: l.next, typ: t, prev: l.prev[:], data: data})
	copy(l.prev[:], b.data[at:])
	l.last = Position{File: b.file, Seq: l.next, Hash: string(l.prev[:])}
	l.next++
	l.entries++
	b.entries++
	b.last = l.last
	l.buffered += len(b.data) - before
	l.arm()
}

// arm makes sure that the background goroutine will sync what is there now. It is called with
// mu held.
func (l *Log) arm() {
	if !l.armed {
		l.armed = true
		select {
		case l.wake <- struct{}{}:
		default: // it is already awake
		}
	}
}

// rotate ends the file with a META entry and begins the next one, in memory only. It is called
// with mu held.
func (l *Log) rotate(now time.Time) {
	l.add(Meta, fmt.Appendf(nil, `{"event":"%s","next":%d,"time":"%s"}`, rotatedEvent, l.last.File+1, timestamp(now)))
	l.begin(now)
}

// begin begins the file after the one that last is in. It is called with mu held.
func (l *Log) begin(now time.Time) {
	if l.cur != nil && len(l.cur.data) > 0 {
		l.queue = append(l.queue, l.cur)
		l.cur = nil
	}
	if l.cur == nil {
		l.cur = new(batch)
	}
	l.cur.file = l.last.File + 1
	var data []byte
	if len(l.agent) > 0 {
		data = fmt.Appendf(data, `"agent":%s,`, l.agent)
	}
	if l.last.File > 0 {
		data = fmt.Appendf(data, `"continues_from":"%s",`, l.last.Hash)
	}
	data = fmt.Appendf(data, `"created":"%s","file":%d,"version":"%s"`, timestamp(now), l.cur.file, formatVersion)
	copy(l.prev[:], ZeroHash)
	l.next, l.created = 0, now
	l.add(Genesis, append(append([]byte{'{'}, data...), '}'))
}

func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Flush returns once the entry at p and all before it are written, so that they survive the end
// of this process, or, if durable, synced, so that they survive a crash of the machine. The
// first caller does the work for all who wait; it ignores ctx while the disk works, the others
// do not. Errors wrap ErrFailing or ErrClosed, or are the context's.
func (l *Log) Flush(ctx context.Context, p Position, durable bool) error {
	l.mu.Lock()
	l.flushing++
	l.gather(p)
	err := l.flush(ctx, p, durable)
	l.flushing--
	l.mu.Unlock()
	l.tell()
	return err
}

// gather yields to goroutines that are about to append, before the entry at p is written, if
// company is expected. Otherwise a write is over before others get there: 64 connections had
// one write for each entry, and now have one for nine, which takes 16 % off the daemon's work
// for a decision. A lone caller does not yield, because that would wake another thread. It is
// called with mu held and releases it in between.
func (l *Log) gather(p Position) {
	if l.company > 0 && l.written.done.Before(p) {
		l.mu.Unlock()
		runtime.Gosched()
		l.mu.Lock()
	}
}

// flush is called with mu held.
func (l *Log) flush(ctx context.Context, p Position, durable bool) error {
	if err := l.reach(ctx, &l.written, l.runWrite, p); err != nil {
		return err
	}
	if !durable {
		return nil
	}
	return l.reach(ctx, &l.synced, l.runSync, p)
}

// Last is the position of the last appended entry, flushed or not.
func (l *Log) Last() Position {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// Status is the state of a log.
type Status struct {
	Failing  error     // why writing fails; nil if it does not
	Last     Position  // the last entry appended
	Synced   Position  // the last entry that survives a power cut
	Entries  uint64    // in the files that existed at the start, and appended since
	Buffered int       // bytes waiting to be written
	Unsynced int       // entries written but not synced
	LastSync time.Time // zero before the first
}

// Status returns the state of the log now.
func (l *Log) Status() Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Status{
		Failing: l.failing(), Last: l.last, Synced: l.synced.done, Entries: l.entries,
		Buffered: l.buffered, Unsynced: l.unsynced, LastSync: l.lastSync,
	}
}

// File is the current file and the name under which it was opened. The name is empty while
// there is no file, or while one replaces another.
func (l *Log) File() (string, fs.FileInfo) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return "", nil
	}
	info, err := l.f.Stat()
	if err != nil { // it was just closed, and the next one is being created
		return "", nil
	}
	return filePath(l.dir, l.file), info
}

// failing is called with mu held.
func (l *Log) failing() error {
	for _, s := range []*stage{&l.written, &l.synced} {
		if s.strikes > 0 {
			return s.err
		}
	}
	return nil
}

// tell calls Alarm when the log began to fail or has recovered.
func (l *Log) tell() {
	if !l.changed.Load() || !l.changed.Swap(false) {
		return
	}
	l.announce.Lock()
	defer l.announce.Unlock()
	l.mu.Lock()
	err := l.failing()
	l.mu.Unlock()
	if failing := err != nil; failing != l.announce.failing {
		l.announce.failing = failing
		if l.alarm != nil {
			l.alarm(err)
		}
	}
}

// background syncs what nobody waits for, and retries while the disk fails.
func (l *Log) background() {
	for {
		select {
		case <-l.wake:
		case <-l.stop:
			return
		}
		for wait := l.syncEvery; ; wait = 10 * l.syncEvery {
			select {
			case <-time.After(wait):
			case <-l.stop:
				return
			}
			l.mu.Lock()
			l.armed = false
			err := l.flush(context.Background(), l.last, true)
			if err != nil {
				l.armed = true
			}
			l.mu.Unlock()
			l.tell()
			if err == nil {
				break
			}
		}
	}
}

// Close writes and syncs everything and closes the files. If it fails, entries that no
// Flush confirmed may be lost.
func (l *Log) Close() error {
	l.mu.Lock()
	if l.closing {
		l.mu.Unlock()
		return ErrClosed
	}
	l.closing = true
	l.mu.Unlock()
	close(l.stop)
	l.done.Wait()

	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.flush(context.Background(), l.last, true)
	for l.written.busy || l.synced.busy {
		l.written.wait(&l.mu)
		l.synced.wait(&l.mu)
	}
	l.closed = true
	if err == nil {
		err = l.head.Sync()
	}
	if err = errors.Join(err, l.release()); err != nil {
		return fmt.Errorf("closing the ledger: %w", err)
	}
	return nil
}
