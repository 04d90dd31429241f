package store

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What was recorded about a subject survives a restart, with the index and with the ledger
// alone. So do the owner's reset, and what came after it.
func TestSubjectsKeepTheirTaint(t *testing.T) {
	for how, again := range map[string]func(t *testing.T, r *rig) *rig{
		"a restart": func(_ *testing.T, r *rig) *rig { r.restart(); return r },
		"a crash": func(t *testing.T, r *rig) *rig {
			k := r.killed(t.TempDir())
			k.open()
			t.Cleanup(k.close)
			return k
		},
		"a lost index": func(t *testing.T, r *rig) *rig {
			r.close()
			require.NoError(t, os.Remove(r.index()))
			r.open()
			return r
		},
	} {
		t.Run(how, func(t *testing.T) {
			r := opened(t, nil)
			r.policy = "toolDefaults: {withoutTicket: external}\n"
			r.restart()
			job := session.Subject{Kind: session.Job, Name: "agent:main:cron:j1"}.Key()
			run := decide.RunRequest{Caller: "1000", WithoutTicket: trust.External, Tool: "gh", ID: "r"}
			r.taint("s")
			r.taint(job)
			r.engine.Run(t.Context(), run)
			r.taint("forgiven")
			_, err := r.engine.ResetTrust(t.Context(), "forgiven", trust.Trusted)
			require.NoError(t, err)
			_, err = r.engine.ResetTrust(t.Context(), job, trust.Shared)
			require.NoError(t, err)
			r.send("later", wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "gog", ToolCallID: "g", Result: []byte(`"a mail"`)})
			before := r.view()
			r = again(t, r)
			require.Equal(t, "untrusted", r.level("s"))
			require.Equal(t, "shared", r.level(job))
			require.Equal(t, "external", r.level(session.Subject{Kind: session.Programs, Name: "1000"}.Key()))
			require.Equal(t, "trusted", r.level("forgiven"))
			require.Equal(t, "external", r.level("later"))
			require.Equal(t, before, r.view())
		})
	}
}
