package review

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/session"
)

// What the owner answers to prompts from before Since, or without any, is no cost.
func TestAnswersWithoutAPrompt(t *testing.T) {
	b := Book{Since: time.Unix(100, 0)}
	before := &session.Record{Session: "s", Time: time.Unix(99, 0), Judgement: &session.Judgement{}, Changes: session.Changes{&session.CodeIssued{Nonce: "1", HeldCall: session.HeldCall{Tool: "exec"}}}}
	b.Record(ledger.Position{File: 1, Seq: 1}, before)
	for i, c := range []session.Change{&session.Granted{Tools: []string{"exec"}, Nonce: "1"}, &session.CodeClosed{}, &session.TrustReset{}, &session.BegunAnew{}} {
		b.Record(ledger.Position{File: 1, Seq: uint64(2 + i)}, &session.Record{Session: "s", Time: time.Unix(101, 0), Changes: session.Changes{c}})
	}
	require.Zero(t, b.Cost())
}
