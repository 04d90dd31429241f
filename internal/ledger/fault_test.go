package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// claims are the numbers of the CLAIM entries in l, in order.
func claims(t require.TestingT, l *Log) []int {
	var got []int
	require.NoError(t, l.Scan(Position{}, func(_ int, e Entry) error {
		if e.Type == Claim {
			var c struct{ N int }
			require.NoError(t, json.Unmarshal(e.Data, &c, json.MatchCaseInsensitiveNames(true)))
			got = append(got, c.N)
		}
		return nil
	}))
	return got
}

// quiet options keep the background goroutine asleep, so that only what a test does happens.
func quiet(m *memFS) Options {
	return Options{Dir: "ledger", Key: testKey, FS: m, MaxEntries: 8, SyncEvery: time.Hour}
}

var faults = []struct {
	name, op, file string
	persisted      bool
	short          bool
}{
	{name: "write fails", op: "write", file: "jsonl"},
	{name: "write fails, persisted", op: "write", file: "jsonl", persisted: true},
	{name: "short write", op: "write", file: "jsonl", short: true},
	{name: "sync fails", op: "sync", file: "jsonl"},
	{name: "sync fails, persisted", op: "sync", file: "jsonl", persisted: true},
	{name: "file is not created", op: "create", file: "jsonl"},
	{name: "file is created all the same", op: "create", file: "jsonl", persisted: true},
	{name: "directory sync fails", op: "syncdir", file: "ledger"},
	{name: "directory sync fails, persisted", op: "syncdir", file: "ledger", persisted: true},
	{name: "file is not sealed", op: "seal", file: "jsonl"},
	{name: "old file is not removed", op: "remove", file: "jsonl"},
	{name: "head mark is not written", op: "write", file: "head"},
	{name: "head mark is half written", op: "write", file: "head", short: true},
	{name: "head mark is not synced", op: "sync", file: "head"},
	{name: "head mark is not synced, persisted", op: "sync", file: "head", persisted: true},
}

// Every fault at every point of a run across several files, for one operation, two, or until it
// is fixed; then the process dies, or the machine does, losing everything or nothing that was
// not synced.
func TestFaultMatrix(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			struck := 0
			for begin := range 24 {
				for i, times := range []int{1, 2, 1000} {
					hits := 0
					ends := []string{"close", "kill", "power, nothing left", "power, all left"}
					runFaulty(t, newMemFS(), begin, ends[(begin+i)%len(ends)], func(op, name string) fault {
						if op != f.op || !strings.HasSuffix(name, f.file) || hits >= times {
							return fault{}
						}
						hits++
						struck++
						return fault{err: syscall.ENOSPC, persisted: f.persisted, short: f.short}
					})
				}
			}
			require.NotZero(t, struck, "the fault never happened")
		})
	}
}

func runFaulty(t *testing.T, m *memFS, begin int, end string, f func(op, name string) fault) {
	o := quiet(m)
	o.Retain.Files = 3
	l, _, err := Open(o)
	require.NoError(t, err)
	var appended, safe, durable []int
	refused := 0
	for n := range 30 {
		switch n {
		case begin:
			m.fault = f
		case begin + 4:
			m.fault = nil // there is room again
		}
		p, err := l.Append(l.now(), Claim, claim(n))
		if err != nil {
			require.ErrorIs(t, err, ErrFailing)
			refused++
			_ = l.Flush(context.Background(), l.Last(), true) // as the background goroutine would
			continue
		}
		appended = append(appended, n)
		if err := l.Flush(context.Background(), p, n%2 == 0); err != nil {
			require.ErrorIs(t, err, ErrFailing)
			require.ErrorIs(t, err, syscall.ENOSPC)
			continue
		}
		safe = append(safe, appended[len(safe):]...) // with everything before it
		if n%2 == 0 {
			durable = append(durable, appended[len(durable):]...)
		}
	}
	require.Less(t, refused, 6, "it did not recover by itself")
	require.NoError(t, l.Status().Failing)
	require.Equal(t, appended, safe, "everything got there once there was room")
	require.NoError(t, l.Flush(context.Background(), l.Last(), false))
	switch end {
	case "close":
		require.NoError(t, l.Close())
		durable = safe
	case "kill":
		m.kill()
		durable = safe
	case "power, nothing left":
		m.cut(func() bool { return false })
	case "power, all left":
		m.cut(func() bool { return true })
	}
	l.Close()

	l, _, err = Open(o)
	require.NoError(t, err)
	got := claims(t, l)
	first := got[0]
	for i, n := range appended { // what retention kept
		if n == first {
			require.Equal(t, appended[i:i+len(got)], got)
			require.GreaterOrEqual(t, i+len(got), len(durable), "something acknowledged is lost")
		}
	}
	require.NoError(t, l.Close())
	whole(t, m, o.Dir)
}

// If something fails while a ledger is created or repaired, Open fails, and the next Open
// succeeds.
func TestOpenFails(t *testing.T) {
	for _, op := range []string{"create", "write", "sync", "rename", "syncdir", "truncate"} {
		for _, persisted := range []bool{false, true} {
			for nth := range 4 {
				t.Run(fmt.Sprint(op, " ", persisted, " ", nth), func(t *testing.T) {
					m := newMemFS()
					o := quiet(m)
					if op == "truncate" {
						l, _, err := Open(o)
						require.NoError(t, err)
						put(t, l, 1, true)
						m.kill()
						l.Close()
						f := m.seen[filePath(o.Dir, 1)]
						f.seen = append(f.seen, `{"seq":3,"ty`...)
					}
					hits := 0
					m.fault = func(at, _ string) fault {
						if at != op {
							return fault{}
						}
						if hits++; hits == nth+1 {
							return fault{err: syscall.EIO, persisted: persisted}
						}
						return fault{}
					}
					l, _, err := Open(o)
					if hits > nth {
						require.ErrorIs(t, err, syscall.EIO)
						m.cut(func() bool { return persisted })
						l, _, err = Open(o)
					}
					require.NoError(t, err)
					m.fault = nil
					put(t, l, 2, true)
					require.NoError(t, l.Close())
					whole(t, m, o.Dir)
				})
			}
		}
	}
}

// A sync fails, the process is killed before it can write again, and then the power fails: what
// the second process acknowledged is there, and so is everything it was built on.
func TestKilledAfterFailedSync(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	l, _, err := Open(o)
	require.NoError(t, err)
	put(t, l, 1, true)
	put(t, l, 2, false)
	m.fault = func(op, _ string) fault {
		if op == "sync" {
			return fault{err: syscall.EIO}
		}
		return fault{}
	}
	p, err := l.Append(l.now(), Claim, claim(3))
	require.NoError(t, err)
	require.ErrorIs(t, l.Flush(context.Background(), p, true), syscall.EIO)
	m.kill()
	l.Close()

	l, _, err = Open(o)
	require.NoError(t, err)
	put(t, l, 4, true)
	m.cut(func() bool { return false })
	l.Close()
	l, _ = open(t, o)
	require.Equal(t, []int{1, 2, 3, 4}, claims(t, l))
}

// A write in progress while a sync fails loses its pages as well.
func TestWriteDuringFailedSync(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	l, _, err := Open(o)
	require.NoError(t, err)
	first := put(t, l, 1, false)

	stored, goOn := make(chan struct{}), make(chan struct{})
	var held atomic.Bool
	m.after = func(string) {
		if held.CompareAndSwap(false, true) {
			close(stored)
			<-goOn
		}
	}
	second, err := l.Append(l.now(), Claim, claim(2))
	require.NoError(t, err)
	flushed := make(chan error)
	go func() { flushed <- l.Flush(context.Background(), second, false) }()
	<-stored
	m.mu.Lock()
	m.fault = func(op, _ string) fault {
		if op == "sync" {
			return fault{err: syscall.EIO}
		}
		return fault{}
	}
	m.mu.Unlock()
	require.ErrorIs(t, l.Flush(context.Background(), first, true), syscall.EIO)
	m.mu.Lock()
	m.fault = nil
	m.mu.Unlock()
	require.NoError(t, l.Flush(context.Background(), first, true))
	close(goOn)
	require.NoError(t, <-flushed)
	require.NoError(t, l.Flush(context.Background(), second, true))

	m.cut(func() bool { return false })
	l.Close()
	l, _ = open(t, o)
	require.Equal(t, []int{1, 2}, claims(t, l))
}

func TestAlarmAndRecoveryByItself(t *testing.T) {
	m := newMemFS()
	alarms := make(chan error, 10)
	o := quiet(m)
	o.SyncEvery = 2 * time.Millisecond
	o.Alarm = func(err error) { alarms <- err }
	l, _ := open(t, o)
	put(t, l, 1, true)
	full := true
	m.mu.Lock()
	m.fault = func(op, _ string) fault {
		if op == "write" && full {
			return fault{err: syscall.ENOSPC, short: true}
		}
		return fault{}
	}
	m.mu.Unlock()
	p, err := l.Append(l.now(), Claim, claim(2))
	require.NoError(t, err)
	err = l.Flush(context.Background(), p, false)
	require.ErrorIs(t, err, ErrFailing)
	require.ErrorIs(t, <-alarms, syscall.ENOSPC)
	require.Eventually(t, func() bool { // until the retry has failed too
		_, err := l.Append(l.now(), Claim, claim(3))
		return errors.Is(err, ErrFailing)
	}, 5*time.Second, time.Millisecond)
	require.Error(t, l.Status().Failing)
	require.Positive(t, l.Status().Buffered)

	m.mu.Lock()
	full = false
	m.mu.Unlock()
	require.NoError(t, <-alarms)
	require.NoError(t, l.Flush(context.Background(), p, true))
	require.NoError(t, l.Status().Failing)
	require.Zero(t, l.Status().Buffered)
	got := claims(t, l)
	require.Equal(t, []int{1, 2}, got[:2])
}

func TestBufferIsBounded(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	o.MaxBuffer = 2000
	o.MaxEntries = 1000
	l, _ := open(t, o)
	var err error
	for n := 0; err == nil; n++ {
		require.Less(t, n, 20)
		_, err = l.Append(l.now(), Claim, claim(n))
	}
	require.ErrorIs(t, err, ErrFailing)
	require.LessOrEqual(t, l.Status().Buffered, 2000)
	require.NoError(t, l.Flush(context.Background(), l.Last(), false))
	for n := range 50 { // what is written but not synced is bounded as well
		put(t, l, n, false)
		require.LessOrEqual(t, len(l.keep), 2000)
	}
	large := `{"text":"` + strings.Repeat("x", 5000) + `"}`
	p, err := l.Append(l.now(), Claim, []byte(large))
	require.NoError(t, err, "an entry of any size fits into an empty buffer")
	require.NoError(t, l.Flush(context.Background(), p, false))
}
