package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// start measures how long a daemon takes until it answers.
func start(ctx context.Context, b *bench) ([]Table, error) {
	kept, err := b.launched(ctx, "kept", asYAML())
	if err != nil {
		return nil, err
	}
	lost, err := b.launched(ctx, "lost", asYAML())
	if err != nil {
		return nil, err
	}
	const full = 9900 // of 10,000: each start adds entries, too
	for _, d := range []*daemon{kept, lost} {
		if err := d.record(ctx, full, 100); err != nil {
			return nil, err
		}
	}
	// A daemon that is killed at once has not saved any of the index.
	if err := errors.Join(kept.stop(), lost.kill()); err != nil {
		return nil, err
	}

	var empty, known, folded []float64
	for round := range 15 {
		d, err := b.newDaemon(fmt.Sprint("empty", round), asYAML())
		if err != nil {
			return nil, err
		}
		if empty, err = d.restarted(ctx, empty, nil); err != nil {
			return nil, err
		}
		if known, err = kept.restarted(ctx, known, untrusted); err != nil {
			return nil, err
		}
		if err := lost.forget(); err != nil {
			return nil, err
		}
		if folded, err = lost.restarted(ctx, folded, untrusted); err != nil {
			return nil, err
		}
	}
	t := Table{
		Title: "Start",
		About: "From starting the process to the first answer. The daemon before was killed; a session that it saw fall is required to be where it was.",
		First: "state", Columns: []string{"ms"},
	}
	t.add("empty", median(empty))
	t.add(fmt.Sprintf("%d entries, with the index", full), median(known))
	t.add(fmt.Sprintf("%d entries to fold, the index is gone", full), median(folded))
	t.atMost("start with an empty state", median(empty), 100, "ms")
	t.atMost("start with a full ledger file to fold", median(folded), 2000, "ms")
	return []Table{t}, nil
}

// recovery measures the same after a million entries.
func recovery(ctx context.Context, b *bench) ([]Table, error) {
	if !b.Full {
		return nil, nil
	}
	const entries, sessions, rounds = 1_000_000, 1000, 3
	d, err := b.launched(ctx, "d", asYAML())
	if err != nil {
		return nil, err
	}
	if err := d.record(ctx, entries, sessions); err != nil {
		return nil, err
	}
	if err := d.kill(); err != nil {
		return nil, err
	}
	var known, folded []float64
	for range rounds { // before the index is removed: a daemon that is killed at once has saved none
		if known, err = d.restarted(ctx, known, untrusted); err != nil {
			return nil, err
		}
	}
	for range rounds {
		if err := d.forget(); err != nil {
			return nil, err
		}
		if folded, err = d.restarted(ctx, folded, untrusted); err != nil {
			return nil, err
		}
	}
	size, err := bytesBelow(d.state("ledger"))
	if err != nil {
		return nil, err
	}
	t := Table{
		Title: "Recovery from a ledger of 1,000,000 entries",
		About: fmt.Sprintf("%d sessions, 100 ledger files, %.0f MB. The daemon was killed; from starting the next one to its first answer.", sessions, size/1e6),
		First: "state", Columns: []string{"s", "entries a second"},
	}
	t.add("with the index", median(known)/1e3)
	t.add("the index is gone: everything is folded", median(folded)/1e3, entries/(median(folded)/1e3))
	return []Table{t}, nil
}

// fallen is a session whose level has fallen.
const fallen = "agent:main:fallen"

// untrusted fails unless the fallen session still is.
func untrusted(d *daemon) error {
	p, err := d.dial("gateway")
	if err != nil {
		return err
	}
	defer p.Close()
	a, err := p.put(call(fallen, "exec", "untrusted"))
	if err == nil && a.Taint != "untrusted" {
		err = fmt.Errorf("after the start %s is %s, and has seen the web", fallen, a.Taint)
	}
	return err
}

// restarted starts the daemon, checks it with right, kills it, and appends the duration of the
// start in milliseconds.
func (d *daemon) restarted(ctx context.Context, ms []float64, right func(*daemon) error) ([]float64, error) {
	took, err := d.start(ctx)
	if err != nil {
		return nil, err
	}
	if right != nil {
		err = right(d)
	}
	return append(ms, took.Seconds()*1e3), errors.Join(err, d.kill())
}

// forget removes the index, so that the whole ledger must be replayed.
func (d *daemon) forget() error { return os.RemoveAll(d.state("store")) }

// record runs turns in that many sessions until the ledger has at least that many entries.
func (d *daemon) record(ctx context.Context, entries, sessions int) error {
	p, err := d.dial("gateway")
	if err != nil {
		return err
	}
	defer p.Close()
	for _, q := range turn(fallen, "web_fetch") {
		if _, err := p.put(q); err != nil {
			return err
		}
	}
	const each = 6 // questions per turn; most of them make an entry
	for next, left := 0, entries; left > 0; {
		turns := max(1, min(left/each, 10_000))
		err := p.flood(ctx, turns*each, func(i int) question {
			return turn(fmt.Sprintf("agent:main:%d", (next+i/each)%sessions), "exec")[i%each]
		})
		if err != nil {
			return err
		}
		next += turns
		at, err := d.entries(p)
		if err != nil {
			return err
		}
		left = entries - at
	}
	return nil
}

// perFile is how many entries the daemon writes to a ledger file.
const perFile = 10_000

// entries returns the number of entries in the ledger, by the receipt of a call that adds one.
func (d *daemon) entries(p *peer) (int, error) {
	a, err := p.put(call(fallen, "read", "untrusted"))
	return (a.Receipt.File-1)*perFile + int(a.Receipt.Seq) + 1, err
}

// flood asks n questions without waiting for the answers.
func (p *peer) flood(ctx context.Context, n int, ask func(int) question) error {
	var writing sync.WaitGroup
	var written error
	writing.Go(func() {
		var buf []byte
		for i := range n {
			buf = p.signer.line(buf, ask(i))
			if len(buf) < 32<<10 && i < n-1 {
				continue
			}
			if _, written = p.Write(buf); written != nil || ctx.Err() != nil {
				p.Close() // which ends the reading below
				return
			}
			buf = buf[:0]
		}
	})
	var failed error
	for range n {
		var body []byte
		if body, failed = p.next(); failed == nil && refused(body) {
			failed = fmt.Errorf("%w: %s", errRefused, body)
		}
		if failed != nil {
			p.Close()
			break
		}
	}
	writing.Wait()
	return errors.Join(failed, written, ctx.Err())
}

func bytesBelow(dir string) (float64, error) {
	total := 0.0
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			total += float64(info.Size())
		}
		return err
	})
	return total, err
}
