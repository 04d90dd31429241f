package replay

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/provenanced/provenanced/internal/ledger"
)

// entry is one of the ledger's, read.
type entry struct {
	ledger.Entry
	file   int
	record record
}

// batch is some entries in a row. What they say is read once ready is closed.
type batch struct {
	entries []entry
	ready   chan struct{}
}

// inBatch is how many entries one has. To read what they say takes longer than to decide them,
// so that is done on all processors, and the rest in order on one.
const inBatch = 256

// Ledger takes all entries of the ledger in dir.
func (r *Replay) Ledger(ctx context.Context, dir string) (read ledger.Read, err error) {
	return Together(ctx, dir, r)
}

// Together has several replays take all entries of the ledger in dir, which is read once.
func Together(ctx context.Context, dir string, replays ...*Replay) (read ledger.Read, err error) {
	workers := runtime.GOMAXPROCS(0)
	inOrder, unread := make(chan *batch, 4*workers), make(chan *batch, 4*workers)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for b := range unread {
				b.read()
			}
		})
	}
	working.Go(func() {
		defer close(inOrder)
		defer close(unread)
		b := newBatch()
		send := func() {
			inOrder <- b
			unread <- b
			b = newBatch()
		}
		read, err = ledger.Entries(dir, func(file int, e ledger.Entry) error {
			e.Data = slices.Clone(e.Data)
			if b.entries = append(b.entries, entry{Entry: e, file: file}); len(b.entries) == inBatch {
				send()
			}
			return ctx.Err()
		})
		send()
	})
	for b := range inOrder {
		<-b.ready
		if len(replays) == 1 {
			replays[0].batch(b)
			continue
		}
		var all sync.WaitGroup
		for _, r := range replays {
			all.Go(func() { r.batch(b) })
		}
		all.Wait()
	}
	working.Wait()
	return read, err
}

func (r *Replay) batch(b *batch) {
	for i := range b.entries {
		r.entry(&b.entries[i])
	}
}

func newBatch() *batch {
	return &batch{entries: make([]entry, 0, inBatch), ready: make(chan struct{})}
}

func (b *batch) read() {
	defer close(b.ready)
	for i := range b.entries {
		b.entries[i].read()
	}
}

func (e *entry) read() {
	switch e.Type {
	case ledger.Claim, ledger.Verify, ledger.Retract:
		e.record = readRecord(e.Data)
	}
}
