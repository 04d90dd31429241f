package decide

import (
	"time"

	"github.com/provenanced/provenanced/internal/wire"
)

// ticketLife covers the wait for an approval and the work of a long command line.
const ticketLife = 30 * time.Minute

// resolveExecEnv gives a command a proof of its session, which its environment carries to
// provenance-wrap. It is not a permission: what the command asks for is judged at the session's
// taint when it was started or now, whichever is lower, since a command that outlives the history
// still knows what it was given.
func (d *draft) resolveExecEnv(*wire.ResolveExecEnvEvent) {
	d.reply.env(wire.TicketVariable, d.Ticket(d.ev.Session, d.state.Level(), d.Now.Add(ticketLife)))
}
