package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// compete gives every contender a turn in each round, over that many connections with one question
// at a time on each, and returns the samples by contender.
func compete(ctx context.Context, all []contender, rounds, conns, questions int) ([][]sample, error) {
	samples := make([][]sample, len(all))
	for round := range rounds + 1 {
		for i, c := range all {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s, err := c.turn(conns, max(1, questions*c.share/100/conns))
			if err != nil {
				return nil, fmt.Errorf("%s, %d connections: %w", c.name, conns, err)
			}
			if round > 0 { // the first round warms up
				samples[i] = append(samples[i], s)
			}
		}
	}
	return samples, nil
}

// turn is one round of one contender.
func (c contender) turn(conns, each int) (sample, error) {
	lines := make([][]line, conns)
	links := make([]link, conns)
	for i := range conns {
		var err error
		if links[i], err = c.dial(); err != nil {
			return sample{}, err
		}
		defer links[i].Close()
	}
	for i := range conns {
		lines[i] = c.lines(fmt.Sprintf("agent:main:telegram:direct:%d", i), each)
	}
	took := make([][]time.Duration, conns)
	failed := make([]error, conns)
	var all sync.WaitGroup
	began := time.Now()
	for i := range conns {
		all.Go(func() { took[i], failed[i] = drive(links[i], lines[i], each) })
	}
	all.Wait()
	elapsed := time.Since(began)
	if err := errors.Join(failed...); err != nil {
		return sample{}, err
	}
	joined := took[0]
	for _, t := range took[1:] {
		joined = append(joined, t...)
	}
	return summarize(joined, elapsed), nil
}

var errRefused = errors.New("refused")

// drive asks one question after another and returns the durations of the timed ones.
func drive(l link, lines []line, timed int) ([]time.Duration, error) {
	took := make([]time.Duration, 0, timed)
	for _, line := range lines {
		began := time.Now()
		body, err := l.ask(line.bytes)
		end := time.Since(began)
		if err != nil {
			return nil, err
		}
		if l.refused(body) {
			return nil, fmt.Errorf("%w: %s", errRefused, body)
		}
		if line.timed {
			took = append(took, end)
		}
	}
	return took, nil
}
