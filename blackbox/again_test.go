package blackbox_test

import (
	"context"
	"os"
	"path"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/replay"
	records "github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/store"
	"github.com/provenanced/provenanced/internal/trust"
)

// Every ledger that a test here leaves is decided again, and has to come to the same, byte for
// byte. It is the one file of this package that calls the daemon's own code.

// decidedAgain decides the calls that were judged under the rig's policy again.
func (r *rig) decidedAgain() {
	dir := r.path("state", "ledger")
	key, err := hmacauth.ReadKeyFile(r.path("state", "ledger.key"))
	p := r.lastPolicy()
	if r.t.Failed() || err != nil || p == nil {
		return
	}
	type verdict struct {
		Verdict trust.Verdict
		Mode    trust.Mode
		Level   trust.Level
		Reasons []records.Reason
	}
	again, others := 0, 0
	keyed := store.Keyed{Key: &key}
	m := replay.New(replay.Options{
		Policy: p, InForce: p, Digest: keyed.Digest, Mark: keyed.Mark, Protected: protect.New(protect.Daemon{}, nil, path.Clean),
		Each: func(c *replay.Call) {
			if !c.Same || len(c.Undecidable) > 0 {
				others++
				return
			}
			was := c.Record.Judgement
			want, err := json.Marshal(verdict{was.Verdict, was.Mode, was.Level, was.Reasons})
			require.NoError(r.t, err)
			got, err := json.Marshal(verdict{c.Again.Verdict, c.Again.Mode, c.Again.Level, c.Again.Reasons})
			require.NoError(r.t, err)
			require.Equal(r.t, string(want), string(got), "%s, entry %d:%d: %s", c.Record.Session, c.At.File, c.At.Seq, was.Does)
			again++
		},
	})
	if _, err := m.Ledger(context.Background(), dir); err != nil {
		return // what a test has broken is its business
	}
	if again+others > 0 {
		r.t.Logf("decided again: %d; of other policies, or not decidable: %d %v", again, others, m.Report().Reasons())
	}
}

// lastPolicy is the rig's policy as it is in the end, nil where that is none.
func (r *rig) lastPolicy() *policy.Policy {
	text, err := os.ReadFile(r.policy)
	if err != nil {
		return nil
	}
	p, err := policy.Parse(text, r.policy)
	if err != nil {
		return nil
	}
	files, err := config.ReadTools(config.ToolsDir(r.policy))
	if err != nil {
		return nil
	}
	if p, _, err = config.WithTools(p, files); err != nil {
		return nil
	}
	return p
}
