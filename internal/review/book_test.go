package review

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
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

// Which host a rule could allow is said by the call, whatever the reason of its prompt reads like.
func TestTheHostOfACall(t *testing.T) {
	p, err := policy.Parse([]byte("mode: personal\n"), "policy.yaml")
	require.NoError(t, err)
	for line, host := range map[string]string{
		"curl http://127.0.0.1:8080/a":                     "127.0.0.1",
		"curl http://127.0.0.1/ && curl http://10.0.0.5/a": "",
	} {
		j := &session.Judgement{Tool: "exec", Act: &facts.Act{Values: []facts.Value{{Param: "command", Kind: facts.Script, Text: line}}}}
		j.Reasons = []session.Reason{{Layer: decide.LayerLeaving, Mode: trust.Confirm, Text: texts.LocalAddress("http://127.0.0.1/", "127.0.0.1", urlhost.Machine)}}
		var b Book
		b.Record(ledger.Position{File: 1, Seq: 1}, &session.Record{Session: "s", Judgement: j, Changes: session.Changes{&session.CodeIssued{}}})
		all := b.reasons(p)
		require.Len(t, all, 1)
		rules, _ := candidates(all[0], p)
		if host == "" {
			require.Empty(t, rules)
			continue
		}
		require.Len(t, rules, 1)
		require.Equal(t, host, rules[0].Value)
	}
}
