package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// besideFor is the length of a round.
const besideFor = 1500 * time.Millisecond

// beside measures a question while others send results of 1 MB, one after another on several
// connections: an agent must not wait for what another agent reads.
func beside(ctx context.Context, b *bench) ([]Table, error) {
	d, err := b.launched(ctx, "d", "mode: standard\n")
	if err != nil {
		return nil, err
	}
	t := Table{
		Title: "A question beside large results",
		About: "A call of `read` every two milliseconds on one connection, and prose of 1 MiB through both scanners on others, without a pause; on all processors.",
		First: "streams of results", Columns: []string{"p50 µs", "p90 µs", "p99 µs", "results MB/s"},
	}
	for _, streams := range []int{0, 1, 3} {
		var took []time.Duration
		var speeds []float64
		for round := range 6 {
			some, speed, err := d.beside(ctx, streams)
			if err != nil {
				return nil, fmt.Errorf("beside %d streams: %w", streams, err)
			}
			if round > 0 { // the first round warms up
				took, speeds = append(took, some...), append(speeds, speed)
			}
		}
		slices.Sort(took)
		t.add(fmt.Sprint(streams), quantile(took, 0.50), quantile(took, 0.90), quantile(took, 0.99), median(speeds))
	}
	return []Table{t}, nil
}

// beside is one round: how long each question took, and the megabytes per second of the results
// beside them.
func (d *daemon) beside(ctx context.Context, streams int) (took []time.Duration, speed float64, err error) {
	asker, err := d.dial("gateway")
	if err != nil {
		return nil, 0, err
	}
	defer asker.Close()
	for _, q := range opening("agent:main:small") {
		if _, err := asker.put(q); err != nil {
			return nil, 0, err
		}
	}
	text := strings.Repeat(shapes[0].text, megabyte/len(shapes[0].text))
	var over atomic.Bool
	var bytes atomic.Int64
	var senders sync.WaitGroup
	failed := make([]error, streams)
	for i := range streams {
		senders.Go(func() { failed[i] = d.stream(result(fmt.Sprintf("agent:main:large:%d", i), text), &over, &bytes) })
	}
	began := time.Now()
	for time.Since(began) < besideFor && ctx.Err() == nil && err == nil {
		line := asker.signer.line(nil, call("agent:main:small", "read", "trusted"))
		at := time.Now()
		_, err = asker.ask(line)
		took = append(took, time.Since(at))
		time.Sleep(2 * time.Millisecond)
	}
	speed = float64(bytes.Load()) / 1e6 / time.Since(began).Seconds()
	over.Store(true)
	senders.Wait()
	return took, speed, errors.Join(append(failed, err, ctx.Err())...)
}

// stream sends a result repeatedly, and counts its bytes.
func (d *daemon) stream(q question, over *atomic.Bool, bytes *atomic.Int64) error {
	p, err := d.dial("gateway")
	if err != nil {
		return err
	}
	defer p.Close()
	for !over.Load() {
		if _, err := p.put(q); err != nil {
			return err
		}
		bytes.Add(int64(len(q.payload)))
	}
	return nil
}
