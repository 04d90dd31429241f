package ledger

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Concurrent flushes are confirmed together, in the order of the chain.
func TestGroupCommit(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	o.MaxEntries = 1000
	l, _ := open(t, o)

	begun, goOn := make(chan struct{}), make(chan struct{})
	m.after = func(string) {
		begun <- struct{}{}
		<-goOn
	}
	first, err := l.Append(l.now(), Claim, claim(0))
	require.NoError(t, err)
	var flushed sync.WaitGroup
	flush := func(p Position) {
		flushed.Go(func() {
			if err := l.Flush(context.Background(), p, false); err != nil {
				t.Error(err)
			}
		})
	}
	flush(first)
	<-begun // the first one's write is in progress
	for n := range 20 {
		p, err := l.Append(l.now(), Claim, claim(n+1))
		require.NoError(t, err)
		flush(p)
	}
	before := m.count["write"]
	goOn <- struct{}{}
	<-begun // one write for the twenty
	m.after = nil
	close(goOn)
	flushed.Wait()
	require.Equal(t, before+1, m.count["write"])
	require.Zero(t, l.Status().Buffered)
	require.Equal(t, 21, l.Status().Unsynced)
	got := claims(t, l)
	require.Len(t, got, 21)
	require.IsIncreasing(t, got)
}

// After a round with company, a write waits for others to append, until a round comes without
// any.
func TestWritesAreSharedWhileThereIsCompany(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // nobody can append while another goroutine runs
	const writers, each = 8, 50
	m := newMemFS()
	o := quiet(m)
	o.MaxEntries = 10_000
	l, _ := open(t, o)
	flush := func(n int) {
		p, err := l.Append(l.now(), Claim, claim(n))
		if err == nil {
			err = l.Flush(context.Background(), p, false)
		}
		if err != nil {
			t.Error(err)
		}
	}
	all := func() (writes int) {
		before := m.count["write"]
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for i := range each {
					flush(w*each + i)
				}
			})
		}
		wg.Wait()
		return m.count["write"] - before
	}
	l.company = expected
	require.LessOrEqual(t, all(), writers*each/4)
	require.Positive(t, l.company)

	for n := range expected {
		flush(n)
	}
	require.Zero(t, l.company)
	before := m.count["write"]
	for n := range each {
		flush(n)
	}
	require.Equal(t, before+each, m.count["write"])
}

func TestFlushHeedsItsContextWhileItWaits(t *testing.T) {
	m := newMemFS()
	l, _ := open(t, quiet(m))
	begun, goOn := make(chan struct{}), make(chan struct{})
	m.after = func(string) {
		begun <- struct{}{}
		<-goOn
	}
	p, err := l.Append(l.now(), Claim, claim(1))
	require.NoError(t, err)
	first := make(chan error)
	go func() { first <- l.Flush(context.Background(), p, false) }()
	<-begun
	p, err = l.Append(l.now(), Claim, claim(2))
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, l.Flush(ctx, p, false), context.DeadlineExceeded)
	m.after = nil
	goOn <- struct{}{}
	require.NoError(t, <-first)
}

// Entries that nobody waits for are synced too.
func TestBackgroundSync(t *testing.T) {
	m := newMemFS()
	o := quiet(m)
	o.SyncEvery = time.Millisecond
	l, _ := open(t, o)
	p, err := l.Append(l.now(), Claim, claim(1))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return l.Status().Synced == p }, 5*time.Second, time.Millisecond)
	require.False(t, l.Status().LastSync.IsZero())
}

// Many goroutines at once, across several files, durable and not, while others read.
func TestConcurrentUse(t *testing.T) {
	const writers, each = 16, 60
	l, _ := open(t, Options{Dir: filepath.Join(t.TempDir(), "ledger"), MaxEntries: 100, SyncEvery: time.Millisecond, MaxBuffer: 10_000})
	var wg sync.WaitGroup
	var mu sync.Mutex
	places := map[Position]int{}
	for w := range writers {
		wg.Go(func() {
			var last Position
			for i := range each {
				n := w*each + i
				p, err := l.Append(l.now(), Claim, claim(n))
				if err == nil {
					err = l.Flush(context.Background(), p, n%3 == 0)
				}
				if err != nil || !last.Before(p) {
					t.Errorf("%v: %v then %v", err, last, p)
					return
				}
				last = p
				e, err := l.Entry(p.File, p.Seq)
				if err != nil || string(e.Data) != string(claim(n)) || e.Hash != p.Hash {
					t.Errorf("%v: %v", err, e)
					return
				}
				mu.Lock()
				places[p] = n
				mu.Unlock()
				l.Status()
			}
		})
	}
	wg.Go(func() {
		for range 20 {
			if err := l.Scan(Position{}, func(int, Entry) error { return nil }); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Wait()
	require.Len(t, places, writers*each)
	require.NoError(t, l.Scan(Position{}, func(file int, e Entry) error {
		p := Position{File: file, Seq: e.Seq, Hash: e.Hash}
		if n, ok := places[p]; ok {
			require.Equal(t, string(claim(n)), string(e.Data))
			delete(places, p)
		}
		return nil
	}))
	require.Empty(t, places)
}

func TestAppendRefuses(t *testing.T) {
	l, _ := open(t, quiet(newMemFS()))
	before := l.Last()
	for _, c := range []struct {
		typ  Type
		data string
	}{
		{Genesis, `{}`}, {"OTHER", `{}`}, {"", `{}`},
		{Claim, ``}, {Claim, `[]`}, {Claim, `{"b":1,"a":2}`}, {Claim, `{"a": 1}`}, {Claim, "{}\n"}, {Claim, `{"a":1.0}`},
		{Claim, `{"a":"` + strings.Repeat("x", MaxLine) + `"}`},
	} {
		_, err := l.Append(l.now(), c.typ, []byte(c.data))
		require.ErrorIs(t, err, ErrBadEntry)
	}
	require.Equal(t, before, l.Last())
	require.NoError(t, l.Close())
	_, err := l.Append(l.now(), Claim, claim(1))
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, l.Flush(context.Background(), Position{File: 9}, false), ErrClosed)
}

func TestOneWriterOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	l, _ := open(t, Options{Dir: dir})
	_, _, err := Open(Options{Dir: dir, Key: testKey})
	require.ErrorIs(t, err, ErrInUse)
	require.NoError(t, l.Close())
	open(t, Options{Dir: dir})
}

func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []Options{
		{MaxEntries: -1}, {MaxEntries: 2}, {MaxAge: -1}, {SyncEvery: -1}, {MaxBuffer: -1},
		{Retain: Retention{Files: -1}}, {Retain: Retention{Age: -1}}, {Agent: "\xff"},
	} {
		o.FS, o.Dir = newMemFS(), "ledger"
		_, _, err := Open(o)
		require.Error(t, err, "%+v", o)
	}
}

func BenchmarkFlush(b *testing.B) {
	for _, durable := range []bool{false, true} {
		for _, writers := range []int{1, 8, 64} {
			b.Run(fmt.Sprintf("durable=%t/writers=%d", durable, writers), func(b *testing.B) {
				l, _ := open(b, Options{Dir: filepath.Join(b.TempDir(), "ledger")})
				data := record()
				b.ResetTimer()
				var wg sync.WaitGroup
				for w := range writers {
					wg.Go(func() {
						for range b.N/writers + min(1, max(0, b.N%writers-w)) {
							p, err := l.Append(l.now(), Claim, data)
							if err == nil {
								err = l.Flush(context.Background(), p, durable)
							}
							if err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wg.Wait()
				b.StopTimer()
			})
		}
	}
}
