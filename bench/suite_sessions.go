package main

import (
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// crowd is a daemon that knows that many sessions.
type crowd struct {
	*daemon
	sessions    int
	live        float64 // live bytes on the heap
	resident    float64 // resident bytes
	hot, random []sample
}

// sessions measures the memory and time that many known sessions cost a daemon.
func sessions(ctx context.Context, b *bench) ([]Table, error) {
	sizes := []int{1, 10_000, 100_000}
	if b.Full {
		sizes = append(sizes, 1_000_000)
	}
	var crowds []*crowd
	for _, n := range sizes {
		c, err := b.gather(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("%d sessions: %w", n, err)
		}
		crowds = append(crowds, c)
	}
	if err := settle(ctx, crowds); err != nil {
		return nil, err
	}
	const rounds, questions = 15, 2000
	for round := range rounds + 1 {
		for _, c := range crowds {
			hot, random, err := c.ask(questions)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				c.hot, c.random = append(c.hot, hot), append(c.random, random)
			}
		}
	}

	t := Table{
		Title: "Many sessions",
		About: "Each session has had one turn with one tool call and is idle. Heap is what a garbage collection leaves in use; memory is what the kernel " +
			"counts as the process's own. Each session's share is what is above the daemon with one session. Latency is of decisions of one session " +
			"again and again in one turn, and of one session after another in random order, where each begins a turn of its own; the one session " +
			"begins one with each question there too. Everything on one processor.",
		First: "sessions", Columns: []string{"heap MB", "memory MB", "heap bytes each", "memory bytes each", "p50 µs", "÷ one session", "p50 µs, random", "÷ one session"},
	}
	one := crowds[0]
	for _, c := range crowds {
		row := Row{Name: grouped(strconv.Itoa(c.sessions)), Figures: []*float64{new(c.live / 1e6), new(c.resident / 1e6), nil, nil,
			new(over(c.hot, p50)), new(ratio(c.hot, one.hot, p50)), new(over(c.random, p50)), new(ratio(c.random, one.random, p50))}}
		if c != one {
			row.Figures[2], row.Figures[3] = new(c.each(one)), new((c.resident-one.resident)/float64(c.sessions))
		}
		t.Rows = append(t.Rows, row)
	}
	before, last := crowds[len(crowds)-2], crowds[len(crowds)-1]
	among := fmt.Sprintf("p50 among %s sessions", grouped(strconv.Itoa(last.sessions)))
	t.atMost(among, ratio(last.hot, one.hot, p50), 1.2, "× of one")
	t.atMost(among+", in random order", ratio(last.random, one.random, p50), 1.5, "× of one")
	// The collector reports whole megabytes, and what it leaves varies by one or two.
	t.atMost(fmt.Sprintf("the heap with %s sessions, over that with %s", grouped(strconv.Itoa(last.sessions)), grouped(strconv.Itoa(before.sessions))),
		max(0, last.live-before.live)/1e6, 4, "MB")
	return []Table{t}, nil
}

func (c *crowd) each(one *crowd) float64 { return (c.live - one.live) / float64(c.sessions) }

func (c *crowd) key(i int) string { return fmt.Sprintf("agent:main:telegram:direct:%07d", i) }

// gather starts a daemon and gives that many sessions a turn.
func (b *bench) gather(ctx context.Context, n int) (*crowd, error) {
	d, err := b.newDaemon(fmt.Sprint("of", n), asYAML())
	if err != nil {
		return nil, err
	}
	d.env = []string{"GODEBUG=gctrace=1"} // reports what each collection leaves, on standard error
	if _, err := d.start(ctx); err != nil {
		return nil, err
	}
	c := &crowd{daemon: d, sessions: n}
	p, err := d.dial("gateway")
	if err != nil {
		return nil, err
	}
	defer p.Close()
	const each = 6
	return c, p.flood(ctx, n*each, func(i int) question { return turn(c.key(i/each), "exec")[i%each] })
}

// forgets is how long the daemon remembers a request against replay.
const forgets = 12 * time.Second

// settle waits until the daemons have forgotten the requests that made the sessions, and measures
// what is left.
func settle(ctx context.Context, crowds []*crowd) error {
	for range 3 { // generations of requests; the first request after its time drops one
		select {
		case <-time.After(forgets):
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, c := range crowds {
			if err := c.churn(32); err != nil { // every shard must get a request
				return err
			}
		}
	}
	for _, c := range crowds {
		var err error
		if c.live, err = c.collected(); err != nil {
			return err
		}
		if c.resident, err = c.anonymous(); err != nil {
			return err
		}
	}
	return nil
}

// churn gives the daemon work that leaves only garbage.
func (c *crowd) churn(times int) error {
	p, err := c.dial("gateway")
	if err != nil {
		return err
	}
	defer p.Close()
	ping := question{"ping", "", `{"event":{"text":"` + strings.Repeat("x", megabyte/2) + `"}}`}
	for range times {
		if _, err := p.put(ping); err != nil {
			return err
		}
	}
	return nil
}

// collection matches "12->13->7 MB, 14 MB goal" in a line of gctrace.
var collection = regexp.MustCompile(`(?m)^gc \d+ .* \d+->\d+->(\d+) MB,`)

// collected makes garbage until the heap was collected twice, and returns what the last collection
// left.
func (c *crowd) collected() (float64, error) {
	before := len(collection.FindAll(c.said(), -1))
	for range 10_000 {
		if err := c.churn(8); err != nil {
			return 0, err
		}
		if found := collection.FindAllSubmatch(c.said(), -1); len(found) >= before+2 {
			mb, err := strconv.ParseFloat(string(found[len(found)-1][1]), 64)
			return mb * (1 << 20), err
		}
	}
	return 0, errors.New("the heap was never collected")
}

// ask times one session, and sessions in random order. Their turns have ended, and a call that
// begins a turn is more work than another one in it: the cost of random order is that of such calls
// among many sessions, compared with one session.
func (c *crowd) ask(questions int) (hot, random sample, err error) {
	ours, err := c.contender("exec")
	if err != nil {
		return hot, random, err
	}
	if hot, err = ours.turn(1, questions); err != nil {
		return hot, random, err
	}
	p, err := c.dial("gateway")
	if err != nil {
		return hot, random, err
	}
	defer p.Close()
	var lines []line
	for range questions {
		key := c.key(mathrand.IntN(c.sessions))
		lines = append(lines, line{p.signer.line(nil, call(key, "exec", "trusted")), true},
			line{p.signer.line(nil, hook("agent_end", key, `{}`)), false}) // as gather left it
	}
	began := time.Now()
	took, err := drive(p, lines, questions)
	if err != nil {
		return hot, random, err
	}
	return hot, summarize(took, time.Since(began)), nil
}
