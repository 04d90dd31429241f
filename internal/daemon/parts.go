package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/server"
	"github.com/provenanced/provenanced/internal/store"
	"github.com/provenanced/provenanced/internal/tools/toolexec"
	"github.com/provenanced/provenanced/internal/wire"
)

// agent is the writer's name in the ledger's GENESIS.
const agent = "provenanced"

// daemon is the parts, connected.
type daemon struct {
	opt     Options
	started time.Time
	log     *zap.Logger
	notify  notify

	metrics *metrics.Daemon
	policy  *loader
	signing *hmacauth.MemoryKey // signs messages; lives as long as the process
	store   *store.Store
	blocked *store.Blocked
	engine  *engine.Engine
	runner  *toolexec.Runner
	hub     *server.Hub
	server  *server.Server
	inUse   inUse
}

// assemble builds from the bottom up: policy, staging, store, engine, server.
func assemble(o Options) (*daemon, error) {
	d := &daemon{opt: o, started: time.Now(), log: o.Log, notify: notify{o.Log}, hub: new(server.Hub), metrics: metrics.NewDaemon()}

	current := policy.NewCurrent(policy.Default())
	d.policy = &loader{
		path: o.PolicyFile, keep: filepath.Join(o.StateDir, paths.LastPolicy), past: filepath.Join(o.StateDir, paths.PastDir), current: current, now: time.Now, log: o.Log,
		swapped: d.policySwapped, refused: d.policyRefused, counted: d.metrics.Reloads,
	}
	err := d.policy.start()
	if err != nil {
		return nil, err
	}
	if d.signing, err = signingKey(o.Log); err != nil {
		return nil, err
	}
	home, _ := os.UserHomeDir() // without one, "~" in a tool's path is unchanged
	resolve := store.OSPaths{Home: home}
	d.blocked, err = store.OpenBlocked(filepath.Join(o.StateDir, paths.BlockedDir), store.BlockedOptions{
		Paths: resolve, Record: d.recordReview, Own: itself(o).Owns(resolve.Resolve),
		Memory: func() memguard.Files { return current.Load().MemoryFiles },
	})
	if err != nil {
		return nil, err
	}
	o.Ledger.Agent = agent
	d.store, err = store.Open(store.Options{
		Dir: o.StateDir, Ledger: o.Ledger, Idle: o.SessionIdle, Memory: o.SessionMemory,
		Boot: store.Boot{Version: o.Version, PID: os.Getpid(), Policy: current.Load().Hash},
		Now:  now, Rand: rand.Reader, Log: o.Log,
	})
	if err != nil {
		return nil, asAdvice(err, o.StateDir)
	}
	d.engine = engine.New(engine.Options{
		Policy: current, Journal: d.store, Index: d.store.Index(), Files: d.store.Index(), Disk: resolve, Skills: &store.Skills{Dir: filepath.Join(o.StateDir, paths.SkillsDir)}, Staging: d.blocked, Review: store.Review{Blocked: d.blocked}, Paths: resolve, Daemon: itself(o), Places: dialect.PlacesIn(os.Getenv),
		Publish: d.hub.Publish, Listening: d.hub.Listening, Now: now, Rand: rand.Reader,
		Code: d.store.Code, Ticket: d.store.Ticket, Digest: d.store.Digest, Mark: d.store.Mark, Sign: d.signing.Sign,
		Log: o.Log, Metrics: d.metrics, Forgotten: d.store.Forgotten(),
	})
	if err := d.store.Attach(d.engine); err != nil {
		return nil, asAdvice(errors.Join(err, d.store.Close()), o.StateDir)
	}
	if err := d.engine.BeginSkills(); err != nil {
		return nil, errors.Join(fmt.Errorf("begin with the skills: %w", err), d.store.Close())
	}
	d.runner, err = toolexec.New(toolexec.Options{
		TempDir: filepath.Join(o.StateDir, paths.RunsDir), ConfigDir: filepath.Join(o.RuntimeDir, paths.ConfigsDir),
		Now: time.Now, Log: o.Log, Adopt: true,
	})
	if err != nil {
		return nil, errors.Join(err, d.store.Close())
	}
	d.server = server.New(server.Options{Limits: o.Limits, Log: o.Log, Now: time.Now, Metrics: d.metrics})
	d.addReadings()
	return d, nil
}

// itself is what the engine must know about this daemon to protect it.
func itself(o Options) protect.Daemon {
	d := protect.Daemon{Runtime: o.RuntimeDir, State: o.StateDir, Policy: o.PolicyFile, PID: os.Getpid(), Variables: protect.Variables(os.Getenv)}
	d.Program, _ = os.Executable() // if unknown, the programs are still known by name
	return d
}

// now is in UTC, because records are read elsewhere.
func now() time.Time { return time.Now().UTC() }

// asAdvice says what a person can do about a ledger that is not intact.
func asAdvice(err error, state string) error {
	if !errors.Is(err, ledger.ErrCorrupt) {
		return err
	}
	return fmt.Errorf("%w; it was left as it is: keep a copy of %s, see provenancectl audit verify, then restore the ledger from a backup or move it away to begin a new one (sessions keep their levels as long as %s stays)",
		err, filepath.Join(state, paths.LedgerDir), filepath.Join(state, paths.StoreDir))
}

// endpoints say who may connect to which door, and which protocol it speaks.
func (d *daemon) endpoints(keys map[door]hmacauth.Key) map[door]server.Endpoint {
	owner := server.Admin(server.AdminOptions{
		Owner: d.engine, Blocked: d.blocked, Policy: d.policy, Hub: d.hub, Status: d.status, Version: d.opt.Version,
	})
	wrapped := server.Tools(server.ToolOptions{
		Version: d.opt.Version, Tools: func() server.Toolset { return d.policy.Tools() }, Judge: d.engine, Runner: d.runner,
		Ticket: d.store.TicketSession, Refused: d.runsRefused, Rand: rand.Reader,
	})
	return map[door]server.Endpoint{
		gateway: {Name: "gateway", Allow: d.opt.Gateway, Key: keys[gateway], Protocol: server.Gateway(d.engine, d.hub)},
		admin:   {Name: "admin", Allow: d.opt.Admin, Key: keys[admin], Protocol: owner},
		tools:   {Name: "tools", Allow: d.opt.Tools, Key: keys[tools], Protocol: wrapped},
	}
}

func (d *daemon) status() (server.Status, error) {
	rows, err := d.blocked.List() // reads every staged write, so only once for both the count and the alarm
	return d.server.Status(server.StatusSource{
		Version: d.opt.Version, Started: d.started, RuntimeDir: d.opt.RuntimeDir, StateDir: d.opt.StateDir,
		Owner: d.engine, Blocked: listed{d.blocked, rows}, Policy: d.policy,
		Journal: d.journal, Alarms: func() []string { return d.alarmsWith(err) },
	})
}

func (d *daemon) journal() server.JournalStatus {
	st := d.store.Status()
	j := server.JournalStatus{File: st.Last.File, Entries: st.Entries, Durable: true, Buffered: st.Buffered, Unsynced: st.Unsynced}
	if !st.LastSync.IsZero() {
		at := st.LastSync.UTC()
		j.LastSync = &at
	}
	if st.Failing != nil {
		j.Failing = st.Failing.Error()
	}
	return j
}

// listed is a listing of staged writes, or none if an alarm says that they cannot be listed:
// the rest of the status should still be reported.
type listed struct {
	*store.Blocked
	rows []store.BlockedRow
}

func (l listed) List() ([]store.BlockedRow, error) { return l.rows, nil }

// alarms are the conditions that the owner should fix.
func (d *daemon) alarms() []string {
	_, err := d.blocked.List()
	return d.alarmsWith(err)
}

// alarmsWith is alarms for callers that have already listed the staged writes.
func (d *daemon) alarmsWith(blocked error) []string {
	out := []string{}
	out = append(out, d.inUse.lost(d.store.LedgerFile())...)
	if blocked != nil {
		out = append(out, "staged writes cannot be read: "+blocked.Error())
	}
	room := d.blocked.Room()
	for _, session := range room.FullSessions {
		out = append(out, fmt.Sprintf("staged writes of session %.64q are near their quota: beyond it they are denied, commit or drop some (provenancectl blocked list)", session))
	}
	if room.Writes*10 >= room.MaxWrites*9 || room.Bytes/9 >= room.MaxBytes/10 {
		out = append(out, "staged writes are near their quota: beyond it they are denied, commit or drop some (provenancectl blocked list)")
	}
	if _, err := d.policy.LastError(); err != nil {
		out = append(out, "the policy file is not in force: "+err.Error())
	}
	out = append(out, d.policy.Tools().Alarms()...)
	out = append(out, d.runner.Alarms()...)
	return append(out, d.store.Alarms()...)
}

// serve answers until ctx ends or a socket fails. Then the sockets are closed first, so that
// nothing new arrives while the rest is finished and saved.
func (d *daemon) serve(ctx context.Context, open map[door]*net.UnixListener, keys map[door]hmacauth.Key) error {
	failed := make(chan error, len(open))
	for at, e := range d.endpoints(keys) {
		go func() { failed <- d.server.Serve(open[at], e) }()
	}
	reloads, stopReloads := context.WithCancel(ctx)
	defer d.reloading(reloads).Wait()
	defer stopReloads()

	d.log.Info("ready", zap.String("version", d.opt.Version), zap.Int("pid", os.Getpid()),
		zap.String("runtimeDir", d.opt.RuntimeDir), zap.String("stateDir", d.opt.StateDir),
		zap.String("policy", d.opt.PolicyFile), zap.String("preset", d.policy.Current().Preset))
	d.notify.ready(d.summary())

	var cause error
	select {
	case <-ctx.Done():
	case cause = <-failed:
	}
	d.log.Info("stopping")
	d.notify.stopping()
	drain, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	if err := d.server.Shutdown(drain); err != nil {
		d.log.Warn("not every peer finished in time", zap.Error(err))
	}
	d.log.Info("stopped")
	return cause
}

// summary is the one line that the service manager shows.
func (d *daemon) summary() string {
	if _, err := d.policy.LastError(); err != nil {
		return "Serving, but the policy file is not in force: see provenancectl status"
	}
	return fmt.Sprintf("Serving, policy %s", d.policy.Current().Preset)
}

// policySwapped informs subscribers and the ledger of a new policy.
func (d *daemon) policySwapped(p *policy.Policy) {
	d.hub.Publish(wire.EventFrame{Event: "policy", Time: time.Now().UTC().Format(time.RFC3339), Text: p.Preset + " " + p.Hash})
	d.record("policy_reloaded", map[string]string{"hash": p.Hash, "preset": p.Preset})
}

// policyRefused is called for a file that changes nothing.
func (d *daemon) policyRefused(why error) {
	d.record("policy_refused", map[string]string{"why": why.Error()})
}

// runsRefused is called for a session's refused runs without an entry of their own.
func (d *daemon) runsRefused(session string, runs int) {
	d.record("runs_refused", map[string]string{"session": session, "runs": strconv.Itoa(runs)})
}

// record does nothing before the store is open; BOOT names the first policy.
func (d *daemon) record(event string, more map[string]string) {
	if d.store == nil {
		return
	}
	if err := d.store.Note(now(), event, more); err != nil {
		d.log.Warn("not in the ledger", zap.String("event", event), zap.Error(err))
	}
}

// recordReview records what the owner does with a staged write; if it fails, the action is
// refused.
func (d *daemon) recordReview(event, id string, files []store.BlockedFile) error {
	more := map[string]any{"id": id}
	if len(files) > 0 {
		more["files"] = files
	}
	return d.store.NoteDurably(context.Background(), now(), event, more)
}

// close closes the parts, once nothing is being handled any more.
func (d *daemon) close() error {
	running := d.runner.Close()
	err := d.store.Close()
	if err != nil {
		err = fmt.Errorf("close the store: %w", err)
	}
	return errors.Join(running, err, d.signing.Close())
}
