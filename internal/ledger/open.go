package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Recovery is what Open found, and repaired.
type Recovery struct {
	// Created says that there was no ledger and one was begun. If the key is older than that,
	// somebody removed the old one.
	Created bool
	Torn    Position // where a torn tail was cut off; its Hash is empty
	Cut     int64    // bytes that were cut off
	// Rotated says that the next file was begun, which a crash had prevented.
	Rotated bool
	Head    bool  // half of the head mark was damaged and is repaired
	Pruned  []int // files that retention had already marked for removal
}

// Open checks the whole ledger in o.Dir, repairs what a crash leaves, and opens
// it for writing. When it returns, everything in the ledger is synced. Errors
// wrap ErrInUse or ErrCorrupt, or are the file system's.
func Open(o Options) (*Log, Recovery, error) {
	l, err := newLog(o)
	if err != nil {
		return nil, Recovery{}, fmt.Errorf("opening the ledger: %w", err)
	}
	var r Recovery
	if err := l.open(&r); err != nil {
		return nil, Recovery{}, fmt.Errorf("opening the ledger: %w", errors.Join(err, l.release()))
	}
	l.done.Go(l.background)
	return l, r, nil
}

func newLog(o Options) (*Log, error) {
	l := &Log{
		dir: o.Dir, fs: o.FS, key: o.Key, retain: o.Retain, needed: o.Needed, now: o.Now, alarm: o.Alarm,
		maxEntries: uint64(cmp.Or(o.MaxEntries, 10_000)),
		maxAge:     cmp.Or(o.MaxAge, 30*24*time.Hour),
		syncEvery:  cmp.Or(o.SyncEvery, 100*time.Millisecond),
		maxBuffer:  cmp.Or(o.MaxBuffer, 8<<20),
		h:          newHasher(),
		wake:       make(chan struct{}, 1),
		stop:       make(chan struct{}),
	}
	if l.fs == nil {
		l.fs = osFS{}
	}
	if l.now == nil {
		l.now = time.Now
	}
	if o.MaxEntries < 0 || l.maxEntries < FewestEntries || min(l.maxAge, l.syncEvery, o.Retain.Age+1) <= 0 || min(l.maxBuffer, o.Retain.Files+1) <= 0 {
		return nil, fmt.Errorf("a negative limit, or a file of less than %d entries", FewestEntries)
	}
	if o.Agent != "" {
		var err error
		if l.agent, err = jsontext.AppendQuote(nil, o.Agent); err != nil {
			return nil, fmt.Errorf("agent: %w", err)
		}
	}
	return l, nil
}

func (l *Log) open(r *Recovery) error {
	if err := l.fs.Mkdir(l.dir); err != nil {
		return err
	}
	var err error
	if l.lock, err = l.fs.Lock(l.dir); err != nil {
		return err
	}
	if err := l.openHead(r); err != nil {
		return err
	}
	w := walk{cursor: newCursor(l.fs, l.dir), first: l.mark.first, mark: &l.mark}
	defer w.close()
	err = w.run()
	problem, _ := errors.AsType[*Problem](err)
	torn := problem != nil && problem.What == Torn
	if err != nil && !torn {
		return err
	}
	l.last, l.next, l.created, l.entries = w.last(), w.next, w.created, w.entries
	copy(l.prev[:], w.prev)
	l.written.done = l.last
	l.cur = &batch{file: w.file}
	if w.next == 0 {
		// There is no file yet, or the last one is empty: it is begun again. The previous one
		// was synced before it was created.
		l.file, l.synced.done = l.last.File, l.last
	} else if err := l.openLast(&w, r); w.sealed && !torn && errors.Is(err, fs.ErrPermission) {
		// A copy taken at that moment: a file is made read-only once it is synced and the next
		// one exists.
		l.file, l.synced.done = l.last.File, l.last
	} else if err != nil {
		return err
	}
	now := l.now()
	if w.next == 0 || w.sealed {
		r.Created, r.Rotated = l.last.File == 0, l.last.File > 0
		l.begin(now)
	}
	if r.Cut > 0 {
		l.add(Meta, fmt.Appendf(nil, `{"bytes":%d,"event":"torn_tail_cut","time":"%s"}`, r.Cut, timestamp(now)))
	}
	if r.Head {
		l.add(Meta, fmt.Appendf(nil, `{"event":"head_mark_repaired","time":"%s"}`, timestamp(now)))
	}
	r.Pruned = l.prune()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flush(context.Background(), l.last, true)
}

// openHead reads the head mark, or creates it if there is no ledger yet.
func (l *Log) openHead(r *Recovery) error {
	m, whole, err := readHead(l.fs, l.dir, &l.key)
	if problem, ok := errors.AsType[*Problem](err); ok && problem.What == NoMark {
		files, listErr := listFiles(l.fs, l.dir)
		if listErr != nil {
			return listErr
		}
		if len(files) > 0 {
			return problem
		}
		if err := createHead(l.fs, l.dir, &l.key, l.now()); err != nil {
			return err
		}
		m, whole, err = readHead(l.fs, l.dir, &l.key)
	}
	if err != nil {
		return err
	}
	l.mark, r.Head = m, !whole
	l.head, err = l.fs.Open(filepath.Join(l.dir, HeadName), os.O_RDWR)
	return err
}

// openLast opens the last file of the ledger and cuts off a torn tail.
func (l *Log) openLast(w *walk, r *Recovery) error {
	f, err := l.fs.Open(filePath(l.dir, w.file), os.O_RDWR)
	if err != nil {
		return err
	}
	l.file, l.f, l.size, l.keepAt = w.file, f, w.end, w.end
	size, err := f.Size()
	if err != nil {
		return err
	}
	if size > w.end {
		r.Torn, r.Cut = Position{File: w.file, Seq: w.next}, size-w.end
		if err := f.Truncate(w.end); err != nil {
			return err
		}
	}
	return rewrite(f, w.marked, w.end)
}

// rewrite writes the file's content once more. If a sync failed and the process ended before it
// could do so itself, the content is only in the kernel's memory, and no sync would notice.
func rewrite(f File, from, to int64) error {
	buf := make([]byte, 64<<10)
	for from < to {
		n, err := f.ReadAt(buf[:min(int64(len(buf)), to-from)], from)
		if n == 0 && err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		if _, err := f.WriteAt(buf[:n], from); err != nil {
			return err
		}
		from += int64(n)
	}
	return nil
}

// release closes what is open.
func (l *Log) release() error {
	var err error
	for _, c := range []io.Closer{l.f, l.head, l.lock} {
		if c != nil {
			err = errors.Join(err, c.Close())
		}
	}
	return err
}
