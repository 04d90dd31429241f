package engine

import (
	"time"

	"github.com/provenanced/provenanced/internal/wire"
)

const (
	// ticketVariable carries the ticket through a command's environment to
	// provenance-wrap.
	ticketVariable = "PROVENANCE_TICKET"
	// ticketLife covers the wait for an approval and a long command line's work.
	ticketLife = 30 * time.Minute
)

// resolveExecEnv gives a command the proof of the session that it runs for. It is
// no permission: what the command asks for is judged at the session's taint then.
func (d *draft) resolveExecEnv(*wire.ResolveExecEnvEvent) {
	d.out.Result.Env = map[string]string{ticketVariable: d.ticket(d.ev.session, d.now.Add(ticketLife))}
}
