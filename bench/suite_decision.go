package main

import (
	"context"
	"fmt"
)

const notTheSame = "*Signature and record alone* is the floor below whatever keeps this protocol's promises: it checks time, signature and nonce, " +
	"writes the request into a chain of hashes, and answers; it parses no JSON, knows no policy and no session. The rivals behind the echo's socket read the same request with the standard library and look the mode up; " +
	"Open Policy Agent's own server gets a shorter one over HTTP. They check no signature, know no session and keep no record; " +
	"the daemon does all of that. Before it starts, everybody is asked about every tool at every level, and must agree."

// depthOne measures one question at a time on one connection, with everything on one processor.
func depthOne(ctx context.Context, b *bench) ([]Table, error) {
	all, err := b.contenders(ctx)
	if err != nil {
		return nil, err
	}
	samples, err := compete(ctx, all, 15, 1, 4000)
	if err != nil {
		return nil, err
	}
	t := Table{
		Title: "A decision: one connection, client and server on one processor",
		About: "A signed `before_tool_call`: read, parsed, verified, checked against replay, judged, recorded in the ledger, answered. " + notTheSame,
		First: "", Columns: []string{"p50 µs", "p99 µs", "p50 ÷ echo"},
	}
	for i, c := range all {
		t.add(c.name, over(samples[i], p50), over(samples[i], p99), ratio(samples[i], samples[0], p50))
	}
	for i, tool := range []string{"exec", "read"} {
		t.atMost("p50 of a decision about "+tool, ratio(samples[1+i], samples[0], p50), 1.5, "× echo")
	}
	return []Table{t}, nil
}

// connections measures throughput with one question at a time on each of several connections, on
// all processors.
func connections(ctx context.Context, b *bench) ([]Table, error) {
	all, err := b.contenders(ctx)
	if err != nil {
		return nil, err
	}
	var tables []Table
	for _, conns := range []int{1, 8, 64} {
		samples, err := compete(ctx, all, 7, conns, 12_000)
		if err != nil {
			return nil, err
		}
		title := fmt.Sprintf("Throughput, %d connections", conns)
		if conns == 1 {
			title = "Throughput, one connection"
		}
		t := Table{
			Title: title,
			About: "The same questions, one at a time on each connection, client and server on all processors.",
			First: "", Columns: []string{"a second", "÷ echo", "p50 µs", "p99 µs"},
		}
		for i, c := range all {
			t.add(c.name, over(samples[i], rate), ratio(samples[i], samples[0], rate), over(samples[i], p50), over(samples[i], p99))
		}
		if conns > 1 {
			for i, tool := range []string{"exec", "read"} {
				t.atLeast(fmt.Sprintf("decisions about %s at %d connections", tool, conns), ratio(samples[1+i], samples[0], rate), 0.40, "× echo")
			}
		}
		tables = append(tables, t)
	}
	return tables, nil
}
