package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// authority measures a call with five values in a session that has read 200 KB below trusted, with
// and without tracing of values.
func authority(ctx context.Context, b *bench) ([]Table, error) {
	const tools = "tools: [{name: book, risk: write, actionClasses: [send], arguments: {to: target, cc: target, room: id, at: time, text: content}}]\n" +
		"toolOutputTaints: {read: untrusted}\nmaxIterations: 10000\n"
	policies := []struct{ name, policy string }{
		{"no values traced", tools + "toolOverrides: {book: {\"*\": allow}}\n"},
		{"authority on", tools + "toolOverrides: {book: {}}\nauthority: {mode: on}\n"},
	}
	const session = "agent:main:authority"
	const words = "Book room 47110 for anna@home.example and bert@home.example tomorrow, and say what the page says."
	peers := make([]*peer, len(policies))
	for i, p := range policies {
		d, err := b.launched(ctx, fmt.Sprint("d", i), p.policy)
		if err != nil {
			return nil, err
		}
		if peers[i], err = d.dial("gateway"); err != nil {
			return nil, err
		}
		for _, q := range append([]question{
			hook("message_received", session, fmt.Sprintf(`{"content":%q,"senderId":"111"}`, words)),
			hook("context_assembled", session, fmt.Sprintf(`{"messages":[{"role":"user","content":%q}]}`, words)),
			hook("before_llm_call", session, `{"iteration":0}`),
		}, result(session, strings.Repeat(shapes[0].text, 200_000/len(shapes[0].text))), hook("before_llm_call", session, `{"iteration":1}`)) {
			if _, err := peers[i].put(q); err != nil {
				return nil, err
			}
		}
	}
	q := hook("before_tool_call", session, `{"toolName":"book","params":{"to":"anna@home.example","cc":"bert@home.example","room":"47110",`+
		`"at":"tomorrow","text":"The budget was reviewed on Tuesday."},"toolCallId":"call_5f2c81d0"}`)
	const rounds, questions = 15, 500
	medians := make([][]float64, len(peers))
	for range rounds {
		for i, p := range peers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var took []float64
			for range questions {
				l := p.signer.line(nil, q)
				began := time.Now()
				body, err := p.ask(l)
				took = append(took, time.Since(began).Seconds()*1e6)
				if err != nil {
					return nil, err
				}
				if a, err := read(body); err != nil || a.Verdict != "allow" {
					return nil, fmt.Errorf("%s: %q, %w", policies[i].name, body, err)
				}
			}
			medians[i] = append(medians[i], median(took))
		}
	}
	t := Table{
		Title: "Whose the values are",
		About: "`before_tool_call` with five values, allowed, in a session that has read 200 KB below trusted; the first because the policy allows the tool there, the second because every value is the owner's.",
		First: "", Columns: []string{"p50 µs", "÷ no values traced"},
	}
	var ratios []float64
	for i := range medians[0] {
		ratios = append(ratios, medians[1][i]/medians[0][i])
	}
	t.add(policies[0].name, median(medians[0]), 1)
	t.add(policies[1].name, median(medians[1]), median(ratios))
	t.atMost("a decision with authority on", median(ratios), 1.1, "× without")
	return []Table{t}, nil
}
