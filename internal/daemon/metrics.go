package daemon

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/trust"
)

// serveMetrics serves the metrics, if configured, until ctx ends or stop is called. Reading
// them calls the daemon's parts, so stop it before closing those.
func (d *daemon) serveMetrics(ctx context.Context) (stop func(), err error) {
	at := d.opt.Metrics
	if at == (metrics.Address{}) {
		return func() {}, nil
	}
	var l net.Listener
	if at.Unix != "" {
		l, err = listenBeside(ctx, at.Unix)
	} else {
		l, err = new(net.ListenConfig).Listen(ctx, "tcp", at.TCP)
	}
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	d.log.Info("metrics are served", zap.Stringer("at", l.Addr()))
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := d.metrics.Serve(ctx, l, d.log); err != nil {
			d.log.Error("metrics are no longer served", zap.Error(err)) // decisions continue
		}
	})
	return func() { cancel(); serving.Wait() }, nil
}

// listenBeside makes a socket in a directory that this process has not locked: another program
// may be listening there.
func listenBeside(ctx context.Context, path string) (net.Listener, error) {
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		_ = c.Close()
		return nil, fmt.Errorf("socket %s: another program listens there", path)
	}
	return listen(ctx, path)
}

// addReadings adds the metrics that are computed when they are read.
func (d *daemon) addReadings() {
	m := d.metrics
	m.Process(d.opt.Version, d.started)
	d.addSessions(m)
	d.addDoors(m)
	d.addLedger(m)

	m.Value("provenanced_blocked_writes", "Staged writes to memory files that wait for the owner.", metrics.Gauge, func() float64 {
		rows, err := d.blocked.List()
		if err != nil {
			d.log.Warn("staged writes cannot be counted", zap.Error(err))
		}
		return float64(len(rows))
	})
	m.Value("provenanced_policy_loaded_timestamp_seconds", "When the policy in force was loaded, in Unix time.", metrics.Gauge, func() float64 {
		return float64(d.policy.LoadedAt().Unix())
	})
	m.Value("provenanced_policy_refused", "1 while the policy file is not in force, because its latest load was refused.", metrics.Gauge, func() float64 {
		_, err := d.policy.LastError()
		return one(err != nil)
	})
	m.Value("provenanced_alarms", "Things that the owner should look at now; provenancectl status lists them.", metrics.Gauge, func() float64 {
		return float64(len(d.alarms()))
	})
}

func (d *daemon) addSessions(m *metrics.Daemon) {
	m.Value("provenanced_sessions", "Sessions that are known.", metrics.Gauge, func() float64 { return float64(d.engine.Known()) })
	m.Read("provenanced_sessions_active", "Sessions in memory, used of late, by taint.", metrics.Gauge, []string{"taint"}, func(tell func(float64, ...string)) {
		counts := d.engine.Levels()
		for _, l := range trust.Levels {
			tell(float64(counts[l]), l.String())
		}
	})
	m.Value("provenanced_approvals_pending", "Approval codes that wait for the owner.", metrics.Gauge, func() float64 { return float64(d.engine.Waiting()) })
	m.Value("provenanced_undecided_total", "Events that could not be decided and were answered as onFailure says.", metrics.Counter, func() float64 {
		return float64(d.engine.Failed())
	})
	m.Read("provenanced_authentication_total", "What checking messages has come to, for all agents.", metrics.Counter, []string{"kind"}, func(tell func(float64, ...string)) {
		c := d.engine.Authentication()
		tell(float64(c.Vouched), "vouched")
		tell(float64(c.Messages), "messages")
		tell(float64(c.Results), "results")
		tell(float64(c.Imitations), "imitations")
		tell(float64(c.Calls), "calls")
		tell(float64(c.Grounded), "grounded")
		tell(float64(c.Inferred), "inferred")
		tell(float64(c.Unfounded), "unfounded")
	})
}

func (d *daemon) addDoors(m *metrics.Daemon) {
	m.Read("provenanced_connections", "Open connections.", metrics.Gauge, []string{"socket"}, func(tell func(float64, ...string)) {
		open := d.server.Stats().Connections
		for _, name := range []string{"gateway", "admin", "tools"} {
			tell(float64(open[name]), name)
		}
	})
	m.Read("provenanced_refused_total", "Requests that were refused, by reason.", metrics.Counter, []string{"reason"}, func(tell func(float64, ...string)) {
		r := d.server.Stats().Refused
		tell(float64(r.Unauthenticated), "unauthenticated")
		tell(float64(r.Replayed), "replayed")
		tell(float64(r.BadRequest), "bad_request")
		tell(float64(r.TooLarge), "too_large")
		tell(float64(r.Overloaded), "overloaded")
	})
}

func (d *daemon) addLedger(m *metrics.Daemon) {
	m.Value("provenanced_ledger_entries", "Entries in the files there were at the start, and written since.", metrics.Gauge, func() float64 {
		return float64(d.store.Status().Entries)
	})
	m.Value("provenanced_ledger_file", "Number of the ledger file that is written.", metrics.Gauge, func() float64 { return float64(d.store.Status().Last.File) })
	m.Value("provenanced_ledger_buffered_bytes", "Bytes that wait to be written.", metrics.Gauge, func() float64 { return float64(d.store.Status().Buffered) })
	m.Value("provenanced_ledger_unsynced_entries", "Entries that a power cut would take.", metrics.Gauge, func() float64 { return float64(d.store.Status().Unsynced) })
	m.Value("provenanced_ledger_sync_lag_seconds", "Time since the latest sync while entries wait for the next; 0 when none does.", metrics.Gauge, func() float64 {
		st := d.store.Status()
		if st.Unsynced == 0 || st.LastSync.IsZero() {
			return 0
		}
		return max(time.Since(st.LastSync).Seconds(), 0)
	})
	m.Value("provenanced_ledger_failing", "1 while the disk takes nothing.", metrics.Gauge, func() float64 { return one(d.store.Status().Failing != nil) })
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
