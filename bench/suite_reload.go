package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// reload measures how long a saved policy takes to be in force, and its effect on questions
// meanwhile.
func reload(ctx context.Context, b *bench) ([]Table, error) {
	d, err := b.launched(ctx, "d", asYAML())
	if err != nil {
		return nil, err
	}
	owner, err := d.dial("admin")
	if err != nil {
		return nil, err
	}
	defer owner.Close()
	ours, err := d.contender("exec")
	if err != nil {
		return nil, err
	}

	t := Table{
		Title: "Reload",
		About: "From saving the policy file to the answer that it is in force, and decisions on one connection while a policy of 500 tools is saved " +
			"ten times a second. Everything on one processor.",
		First: "", Columns: []string{"reload ms", "decision p50 µs", "p99 µs"},
	}
	var calm, busy []sample
	large := 0
	for range 9 {
		s, err := ours.turn(1, 2000)
		if err != nil {
			return nil, err
		}
		calm = append(calm, s)

		asking, stop := context.WithCancel(ctx)
		var reloading sync.WaitGroup
		var failed error
		reloading.Go(func() {
			for failed == nil {
				select {
				case <-asking.Done():
					return
				case <-time.After(100 * time.Millisecond):
				}
				large++
				_, failed = d.reload(owner, policyOf(500, large))
			}
		})
		s, err = ours.turn(1, 2000)
		stop()
		reloading.Wait()
		if err := errors.Join(err, failed); err != nil {
			return nil, err
		}
		busy = append(busy, s)
	}
	t.Rows = append(t.Rows, Row{Name: "no reload", Figures: []*float64{nil, new(over(calm, p50)), new(over(calm, p99))}})
	t.Rows = append(t.Rows, Row{Name: "ten a second", Figures: []*float64{nil, new(over(busy, p50)), new(over(busy, p99))}})
	for _, tools := range []int{6, 500} {
		var ms []float64
		for i := range 30 {
			took, err := d.reload(owner, policyOf(tools, i))
			if err != nil {
				return nil, err
			}
			ms = append(ms, took.Seconds()*1e3)
		}
		t.add(fmt.Sprintf("a policy of %d tools", tools), median(ms))
	}
	return []Table{t}, nil
}

// reload saves a policy and returns when it is in force.
func (d *daemon) reload(owner *peer, policy string) (time.Duration, error) {
	began := time.Now()
	if err := os.WriteFile(d.policy+".new", []byte(policy), 0o600); err != nil {
		return 0, err
	}
	if err := os.Rename(d.policy+".new", d.policy); err != nil {
		return 0, err
	}
	_, err := owner.put(question{"reload", "", `{"event":{}}`})
	return time.Since(began), err
}

// policyOf returns a policy with at least that many tools, different for every version.
func policyOf(tools, version int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %d\n%s", version, asYAML())
	for i := len(rules); i < tools; i++ {
		fmt.Fprintf(&b, "  tool_%d: {trusted: allow, shared: confirm, external: confirm, untrusted: restrict}\n", i)
	}
	return b.String()
}
