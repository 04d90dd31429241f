package daemon

import (
	"fmt"

	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/server"
)

// fitDescriptors lowers the limit of connections to the number of files that the process may
// have open. Otherwise clients that connect and stay would use up the descriptors that the
// ledger needs to begin its next file and the policy to be read, and nothing could be decided
// any more.
func fitDescriptors(o *Options) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("limit of descriptors: %w", err)
	}
	asked := o.Limits.MaxConnections
	if asked <= 0 {
		asked = server.DefaultLimits().MaxConnections
	}
	o.Limits.MaxConnections = min(asked, connectionsWithin(limit.Cur, o.Gateway, o.Admin, o.Tools))
	if o.Limits.MaxConnections < asked {
		o.Log.Warn("fewer connections than asked for: the limit of descriptors is too low (LimitNOFILE= in a unit file, ulimit -n)",
			zap.Uint64("descriptors", limit.Cur), zap.Int("connections", o.Limits.MaxConnections), zap.Int("asked", asked))
	}
	return nil
}

// connectionsWithin is how many connections on each of the three sockets a limit of descriptors
// has room for. Each socket gets a quarter of it; the last quarter is for the ledger, the
// policy, metrics and running tools.
func connectionsWithin(descriptors uint64, who ...peercred.Allow) int {
	each := uint64(1)
	for _, a := range who {
		if len(a.Exes) > 0 {
			each = 2 // the second is for the process, which is checked again with every request
		}
	}
	return int(max(1, min(descriptors, 1<<30)/4/each))
}
