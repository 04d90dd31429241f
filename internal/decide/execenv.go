package decide

import (
	"time"

	"github.com/provenanced/provenanced/internal/wire"
)

// ticketLife covers the wait for an approval and a long command line's work.
const ticketLife = 30 * time.Minute

// resolveExecEnv gives a command the proof of the session that it runs for, which its
// environment carries to provenance-wrap. It is no permission: what the command asks
// for is judged at the session's taint then, or at the taint of now if that is lower,
// since a command that outlives the history still knows what it was given.
func (d *draft) resolveExecEnv(*wire.ResolveExecEnvEvent) {
	d.reply.env(wire.TicketVariable, d.Ticket(d.ev.Session, d.state.Level(), d.Now.Add(ticketLife)))
}
