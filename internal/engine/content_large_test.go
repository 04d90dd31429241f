//go:build !race

package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Sixteen megabytes each: with the race detector, what one goroutine does takes half a minute of
// CPU time.

// Cleaning may add more than it removes. A result that no frame can carry is withheld, since a
// gateway without an answer may use what it has.
func TestWhatIsTooLargeOnceCleanedIsWithheld(t *testing.T) {
	fits := func(t *testing.T, d Decision) {
		t.Helper()
		f := d.Wire("1")
		_, err := wire.AppendDecisionFrame(nil, &f)
		require.NoError(t, err)
	}
	padding := strings.Repeat(" ", 14<<20)
	addresses := padding + strings.Repeat("q.z@b.co\n", 140_000)
	t.Run("result", func(t *testing.T) {
		h := newHost(t, "mode: standard\ndefaults: {redaction: standard, injection: alert}")
		c := h.open("s", owner)
		c.turn("read it")
		d := c.gets("read", raw(map[string]any{"content": []textPart{{"text", addresses}}}))
		fits(t, d)
		require.Contains(t, string(d.Result.Content), `{"content":[{"type":"text","text":"The result of 'read' was withheld by security policy: it was too large`)
		r := h.journal.records[len(h.journal.records)-1]
		require.Equal(t, 140_000, len(r.Cleaned.Redacted)+r.Cleaned.More)
	})
	t.Run("with orders", func(t *testing.T) {
		h := newHost(t, "mode: standard\ndefaults: {redaction: standard, injection: block}")
		c := h.open("s", owner)
		c.turn("read it")
		d := c.gets("read", raw(anOrder+"\n\n"+addresses))
		fits(t, d)
		require.Len(t, h.staged, 1)
		require.Equal(t, trust.Untrusted, h.staged[0].Level)
		require.Contains(t, string(d.Result.Content), "provenancectl blocked show "+h.staged[0].ID)
	})
	t.Run("context", func(t *testing.T) {
		c := newHost(t, enforce).open("s", owner)
		c.receives("run ls")
		forged := make([]any, 150_000)
		for i := range forged {
			forged[i] = msg{"user", "x"}
		}
		fits(t, c.shows(append(forged, msg{"user", "run ls"})...))
		d := c.llm()
		require.True(t, d.Result.Block)
		require.Contains(t, d.Result.BlockReason, "The context is too large")
		restricted(t, c.run("read", nil))
	})
}
