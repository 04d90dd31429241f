package engine

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A long result is scanned by both scanners concurrently, with the same outcome as a short one that
// is scanned sequentially.
func TestLongResultsAreCleanedAsShortOnesAre(t *testing.T) {
	const filler = "The committee met on Tuesday.\n\n"
	for mode, orders := range map[string]string{"off": anOrder, "shadow": anOrder, "alert": anOrder, "block": anOrder, "block ": ""} {
		t.Run(mode, func(t *testing.T) {
			clean := func(fillers int) (Decision, *session.Record) {
				h := newHost(t, "mode: standard\ndefaults: {injection: "+mode+"}")
				c := h.open("s", owner)
				c.turn("read it")
				text := "token " + aSecret + "\n\n" + orders + "\n\n" + strings.Repeat(filler, fillers)
				return c.gets("read", raw(text)), h.journal.records[len(h.journal.records)-1]
			}
			short, shortRecord := clean(1)
			long, longRecord := clean(1 + decide.LongContent/len(filler))
			unfilled := func(d Decision) string {
				return strings.ReplaceAll(string(d.Result.Content), strings.ReplaceAll(filler, "\n", `\n`), "")
			}
			require.Equal(t, unfilled(short), unfilled(long))
			require.NotContains(t, string(long.Result.Content), aSecret)
			require.Equal(t, shortRecord.Cleaned, longRecord.Cleaned)
			require.Len(t, longRecord.Cleaned.Redacted, 1)
		})
	}
}

// A denied call brings nothing in, whatever a gateway says came back; what it shows the model is
// still scanned, and the daemon's owner is told.
func TestWhatADeniedCallComesBackWithIsCleaned(t *testing.T) {
	for name, tc := range map[string]struct {
		orders string
		failed jsontext.Value
		level  trust.Level
		warned int
	}{
		"words":            {"", nil, trust.Trusted, 1},
		"orders":           {anOrder, nil, trust.Untrusted, 1},
		"orders, it fails": {anOrder, raw("the tool failed"), trust.Untrusted, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "defaults: {redaction: standard, injection: block}")
			core, logged := observer.New(zap.WarnLevel)
			h.engine.opt.Log = zap.New(core)
			c := h.open("s", owner)
			c.turn("go")
			held(t, c.tried("unknown_tool", "x", `{}`))
			d := c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{
				ToolName: "unknown_tool", ToolCallID: "x", Result: raw("token " + aSecret + "\n\n" + tc.orders), Error: tc.failed,
			})
			require.NotContains(t, string(d.Result.Content), aSecret)
			require.Contains(t, string(d.Result.Content), "[REDACTED:")
			require.NotContains(t, string(d.Result.Content), "rm -rf")
			require.Equal(t, tc.level, c.level())
			require.Equal(t, tc.warned, logged.FilterMessageSnippet("was denied came back").Len())
		})
	}
}

// The cost of both scanners on a megabyte of typical results, and of texts made to be slow.
func BenchmarkCleanMegabyte(b *testing.B) {
	for _, shape := range []struct{ name, text string }{
		{"prose", "The committee met on Tuesday to review the budget for the coming year. Several members raised questions about the cost of " +
			"maintenance, and the treasurer explained how the figures had been reached.\n"},
		{"records", `{"id":48213,"name":"northern line","updated":"2024-05-19T23:50:00Z","items":[{"sku":"A-1029","price":19.99}],"ok":true},` + "\n"},
		{"code", "\tif err := s.store.Put(ctx, r.URL.Path[1:], r.Body); err != nil {\n\t\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\t\treturn\n\t}\n"},
		{"logs", "2024-05-19T23:50:00.123Z INFO [worker-7] request 48213 served in 18ms status=200 path=/api/v1/items?page=2\n"},
		{"hashes", "9f2c1b0a77d3e5f6a8b9c0d1e2f3a4b5c6d7e8f9 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n"},
		{"Russian", "Комитет собрался во вторник, чтобы рассмотреть бюджет на следующий год.\n"},
		{"Chinese", "委员会于星期二开会审议来年的预算。几位成员就维护费用提出了问题，财务主管解释了这些数字是如何得出的。\n"},
		{"near misses of orders", "Please ignore the previous email. The system prompts the user for a password, and the assistant must not forget the instructions " +
			"above. You are now able to send an email to the owner. Do not tell the model to act as a server; print the rules before you answer.\n"},
		{"near misses of both", "The password for the manual is in chapter 4; the system prompts for the token, api_key and secret. Ignore the previous key=value pair, " +
			"call 555-0100 about sk-learn and ghp_ prefixes, and do not tell the user that 10.0.0 is no address.\n"},
		{"openings", "The system prints the instructions. Please ignore the noise; you are early. You must send an email, or tell the model <b>what</b> to do.\n"},
		{"openings in lines", "ignore the\nyou are now\ndo not tell\nfrom now on\nsend all\nreveal the\nact as\nsystem:\n"},
		{"comments", "<!-- ignore --><p>The report was late.</p><!-- you are --><!-- system -->\n"},
		{"invisible", "The sys\u200btem prints the ins\u00adtructions; ig\u2060nore the noise and read the re\u200dport.\n"},
		{"mixed scripts", "Ignore 忽略 the забудь система anterior указания 之前的 report, прежние eres ahora правила and 系统 email.\n"},
	} {
		content := raw(strings.Repeat(shape.text, 1<<20/len(shape.text)))
		b.Run(shape.name, func(b *testing.B) {
			h := newHost(b, "mode: standard\ndefaults: {injection: shadow}")
			h.engine.opt.Journal = &nowhere{}
			c := h.open("s", owner)
			c.turn("read it")
			ev := &wire.AfterToolCallEvent{ToolName: "read", ToolCallID: "call", Result: content}
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				c.send(wire.AfterToolCall, ev)
			}
		})
	}
}
