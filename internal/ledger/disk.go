package ledger

import (
	"bytes"
	"context"
	"os"
	"time"
)

const (
	// recycled is the largest buffer that is reused.
	recycled = 1 << 20
	// expected is for how many write rounds company is expected after there was some: a round
	// without any does not mean that the others have gone.
	expected = 64
)

// runWrite is a write round: everything that waits goes to the disk, file by file, with one
// write for each. What fails stays queued; the retry writes the same bytes to the same place,
// so a short write need not be cut back. It is called with mu held.
func (l *Log) runWrite() error {
	l.company = max(0, l.company-1)
	if l.flushing > 1 {
		l.company = expected
	}
	if len(l.cur.data) > 0 {
		l.queue = append(l.queue, l.cur)
		file := l.cur.file
		if l.cur, l.spare = l.spare, nil; l.cur == nil {
			l.cur = new(batch)
		}
		l.cur.file = file
	}
	for len(l.queue) > 0 {
		b := l.queue[0]
		if b.file != l.file {
			if err := l.turn(b.file); err != nil {
				return err
			}
		}
		if len(l.keep) > 0 && len(l.keep)+len(b.data) > l.maxBuffer {
			// The disk is slower than the writer, and what it has not synced is kept in memory.
			if err := l.reach(context.Background(), &l.synced, l.runSync, l.written.done); err != nil {
				return err
			}
		}
		f, at, refused := l.f, l.size, l.refused
		l.mu.Unlock()
		_, err := f.WriteAt(b.data, at)
		l.mu.Lock()
		if err != nil {
			return err
		}
		if refused != l.refused {
			l.rewrite = true // a sync that failed meanwhile may have dropped these pages too
		}
		l.size += int64(len(b.data))
		l.keep = append(l.keep, b.data...)
		l.unsynced += b.entries
		l.buffered -= len(b.data)
		l.written.done = b.last
		l.queue = l.queue[:copy(l.queue, l.queue[1:])]
		if cap(b.data) <= recycled {
			*b = batch{data: b.data[:0]}
			l.spare = b
		}
	}
	return nil
}

// turn finishes the file on the disk and creates the next one, empty. A file that was created
// but not written before a crash or a failure is reused. It is called with mu held, in a write
// round.
func (l *Log) turn(to int) error {
	if err := l.reach(context.Background(), &l.synced, l.runSync, l.written.done); err != nil {
		return err
	}
	old := l.f
	l.mu.Unlock()
	f, err := l.create(to, old)
	l.mu.Lock()
	if err != nil {
		return err
	}
	l.file, l.f, l.size, l.keepAt, l.turned = to, f, 0, 0, true
	return nil
}

// create is called without mu.
func (l *Log) create(file int, old File) (File, error) {
	f, err := l.fs.Open(filePath(l.dir, file), os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return nil, err
	}
	if err := l.fs.SyncDir(l.dir); err != nil {
		f.Close()
		return nil, err
	}
	if old != nil {
		// Only against accidents: the chain does not depend on it, and the file is synced.
		_ = old.Seal()
		_ = old.Close()
	}
	return f, nil
}

// runSync is a sync round. After a failed sync, the kernel may have dropped pages that it could
// not store and marked them clean, so that the next sync would report success: therefore
// everything is written again first. It is called with mu held.
func (l *Log) runSync() error {
	f, upto, n, entries, turned := l.f, l.written.done, len(l.keep), l.unsynced, l.turned
	var again []byte
	if l.rewrite {
		again = bytes.Clone(l.keep)
	}
	at := l.keepAt
	now := l.now()
	l.mu.Unlock()
	synced, err := l.sync(f, again, at)
	if err == nil {
		err = l.setMark(upto, now, turned)
	}
	l.mu.Lock()
	l.rewrite = !synced
	if !synced {
		l.refused++
	}
	if err != nil {
		return err
	}
	l.keep = l.keep[:copy(l.keep, l.keep[n:])]
	if len(l.keep) == 0 && cap(l.keep) > max(recycled, 4*n) {
		l.keep = nil // it was sized for a burst that is over
	}
	l.keepAt += int64(n)
	l.unsynced -= entries
	l.synced.done = upto
	l.lastSync = now
	if turned {
		l.turned = false
	}
	return nil
}

// sync is called without mu.
func (l *Log) sync(f File, again []byte, at int64) (bool, error) {
	if len(again) > 0 {
		if _, err := f.WriteAt(again, at); err != nil {
			return false, err
		}
	}
	if err := f.Sync(); err != nil {
		return false, err
	}
	return true, nil
}

// setMark makes the head mark name what is synced. When a file was begun, it also removes the
// files that need not be kept, once the mark that says so is synced. It is called without mu,
// in a sync round.
func (l *Log) setMark(last Position, now time.Time, turned bool) error {
	m := mark{n: l.mark.n + 1, first: l.mark.first, last: last, at: now}
	if turned {
		m.first = l.firstKept(m.first, last.File, now)
	}
	if _, err := l.head.WriteAt(m.encode(&l.key), int64(m.n%2)*slotSize); err != nil {
		return err
	}
	l.mark = m
	if !turned {
		return nil
	}
	if err := l.head.Sync(); err != nil {
		return err
	}
	l.prune()
	return nil
}

// firstKept is the first file that Retain keeps.
func (l *Log) firstKept(first, last int, now time.Time) int {
	until := last
	if l.needed != nil {
		until = min(until, l.needed())
	}
	for l.retain != (Retention{}) && first < until {
		if l.retain.Files > 0 && first > last-l.retain.Files {
			break
		}
		if l.retain.Age > 0 && now.Sub(l.sealedAt(first)) < l.retain.Age {
			break
		}
		first++
	}
	return first
}

// sealedAt is when the next file was begun, or the distant future if that is unknown: then the
// file stays.
func (l *Log) sealedAt(file int) time.Time {
	c := newCursor(l.fs, l.dir)
	defer c.close()
	err := c.open(file + 1)
	if err == nil {
		_, err = c.read()
	}
	if err != nil {
		return l.now().Add(l.retain.Age)
	}
	return c.created
}

// prune removes the files before the first one kept, oldest first. A file that cannot be
// removed does no harm; removal is tried again at the next rotation and start.
func (l *Log) prune() []int {
	var gone []int
	files, err := listFiles(l.fs, l.dir)
	for _, n := range files {
		if err != nil || n >= l.mark.first {
			break
		}
		if err = l.fs.Remove(filePath(l.dir, n)); err == nil {
			gone = append(gone, n)
		}
	}
	return gone
}
