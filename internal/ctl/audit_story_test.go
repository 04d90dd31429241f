package ctl

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/intent"
)

func TestStoriesOfMessagesAndRuns(t *testing.T) {
	for _, c := range []struct {
		record engine.Record
		want   []string
	}{
		{engine.Record{Changes: []engine.Change{
			{Op: engine.OpVouched, Vouched: &engine.Vouched{N: 3, Source: engine.Human, Sender: "111", Scope: intent.Of(intent.Read, intent.Send)}},
			{Op: engine.OpVouched, Vouched: &engine.Vouched{Source: engine.Earlier}},
		}}, []string{"message 3 of 111 vouched for: read, send"}},
		{engine.Record{
			Changes:     []engine.Change{{Op: engine.OpAuthority, Authority: &engine.Authority{Problem: engine.Replayed, Shown: true}}},
			Inauthentic: []engine.Inauthentic{{What: "message", Problem: engine.Replayed}, {What: "text", Problem: engine.Imitation, Kind: "tool_result"}},
		}, []string{"no authority: its message is replayed", "message replayed", "text imitation tool result"}},
		{engine.Record{Changes: []engine.Change{{Op: engine.OpAuthority, Authority: &engine.Authority{Message: 3, Shown: true, Scope: intent.Of(intent.Read)}}}},
			[]string{"message 3 asks for: read"}},
		{engine.Record{Changes: []engine.Change{{Op: engine.OpGranted, Tools: []string{"exec"}}}}, []string{"granted exec for this turn"}},
		{engine.Record{Changes: []engine.Change{{Op: engine.OpGranted, Tools: []string{"exec"}, Once: true}}}, []string{"granted exec for one call"}},
		{engine.Record{Ran: &engine.Ran{Tool: "gog", ExitCode: 3, Stdout: 512, Millis: 1500}}, []string{"exit 3 after 1.5s, 512 bytes out, 0 bytes on stderr"}},
		{engine.Record{Ran: &engine.Ran{Tool: "gog", Timeout: true, Signal: "SIGKILL"}}, []string{"ended by its timeout after 0s, 0 bytes out, 0 bytes on stderr"}},
		{engine.Record{Ran: &engine.Ran{Tool: "gog", Failed: true}}, []string{"did not start"}},
	} {
		require.Equal(t, c.want, recordStory(&c.record).notes)
	}
}
