package ctl

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/session"
)

func TestStoriesOfMessagesAndRuns(t *testing.T) {
	for _, c := range []struct {
		record session.Record
		want   []string
	}{
		{session.Record{Changes: session.Changes{
			&session.MessageVouched{Vouched: session.Vouched{N: 3, Source: session.Human, Sender: "111", Scope: intent.Of(intent.Read, intent.Send)}},
			&session.MessageVouched{Vouched: session.Vouched{Source: session.Earlier}},
		}}, []string{"message 3 of 111 vouched for: read, send"}},
		{session.Record{
			Changes:     session.Changes{&session.TurnAuthorised{Authority: session.Authority{Problem: session.Replayed, Shown: true}}},
			Inauthentic: []session.Inauthentic{{What: "message", Problem: session.Replayed}, {What: "text", Problem: session.Imitation, Kind: "tool_result"}},
		}, []string{"no authority: its message is replayed", "message replayed", "text imitation tool result"}},
		{session.Record{Changes: session.Changes{&session.TurnAuthorised{Authority: session.Authority{Message: 3, Shown: true, Scope: intent.Of(intent.Read)}}}},
			[]string{"message 3 asks for: read"}},
		{session.Record{Changes: session.Changes{&session.Granted{Tools: []string{"exec"}}}}, []string{"granted exec for this turn"}},
		{session.Record{Changes: session.Changes{&session.Granted{Tools: []string{"exec"}, Once: true}}}, []string{"granted exec for one call"}},
		{session.Record{Ran: &session.Ran{Tool: "gog", ExitCode: 3, Stdout: 512, Millis: 1500}}, []string{"exit 3 after 1.5s, 512 bytes out, 0 bytes on stderr"}},
		{session.Record{Ran: &session.Ran{Tool: "gog", Timeout: true, Signal: "SIGKILL"}}, []string{"ended by its timeout after 0s, 0 bytes out, 0 bytes on stderr"}},
		{session.Record{Ran: &session.Ran{Tool: "gog", Failed: true}}, []string{"did not start"}},
	} {
		require.Equal(t, c.want, recordStory(&c.record).notes)
	}
}
