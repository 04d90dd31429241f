package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/wire"
)

// secretParam is a credential among a call's parameters.
const secretParam = "ghp_9fK2mXq7LwZ3vRt8YpAb4NcD6sEh1Ju0GiTo"

var start = time.Date(2026, 2, 21, 18, 0, 0, 0, time.UTC)

// tester is what a *testing.T and a *rapid.T have in common.
type tester interface {
	require.TestingT
	Helper()
}

// rig is an engine over a real store. Its index is saved when a test says so.
type rig struct {
	t      tester
	dir    string
	opt    Options
	policy string        // in addition to the usual one, from the next start on
	clock  *atomic.Int64 // nanoseconds since start
	store  *Store
	engine *engine.Engine
	logs   *observer.ObservedLogs
}

// newRig opens a store in dir, which the caller closes.
func newRig(t tester, dir string, edit func(*Options)) *rig {
	t.Helper()
	r := &rig{t: t, dir: dir, clock: new(atomic.Int64)}
	core, logs := observer.New(zap.DebugLevel)
	r.logs = logs
	r.opt = Options{
		Dir: dir, Ledger: ledger.Options{Agent: "test", SyncEvery: time.Millisecond}, Rand: rand.Reader, Log: zap.New(core),
		Boot: Boot{Version: "v1", PID: 7, Policy: "abc"}, Now: r.now,
	}
	if edit != nil {
		edit(&r.opt)
	}
	r.open()
	return r
}

func (r *rig) now() time.Time { return start.Add(time.Duration(r.clock.Load())) }

func (r *rig) wait(d time.Duration) { r.clock.Add(int64(d)) }

func (r *rig) open() {
	r.t.Helper()
	var err error
	r.store, err = Open(r.opt)
	require.NoError(r.t, err)
	p, err := policy.Parse([]byte("contentPreviews: true\n"+r.policy), "policy.yaml")
	require.NoError(r.t, err)
	r.engine = engine.New(engine.Options{
		Policy: policy.NewCurrent(p), Journal: r.store, Index: r.store.Index(), Files: r.store.Index(), Staging: nowhere{}, Paths: OSPaths{}, Skills: &Skills{Dir: r.path(paths.SkillsDir)},
		Now: r.opt.Now, Rand: rand.Reader, Code: r.store.Code, Ticket: r.store.Ticket, Digest: r.store.Digest, Mark: r.store.Mark,
		Sign: func(text []byte) [32]byte { return sha256.Sum256(text) }, Log: r.opt.Log,
	})
	require.NoError(r.t, r.store.fold(r.engine))
}

// close closes the rig's store and checks that its ledger is intact.
func (r *rig) close() {
	r.t.Helper()
	require.NoError(r.t, r.store.Close())
	r.whole()
}

func (r *rig) whole() {
	r.t.Helper()
	key, err := hmacauth.ReadKeyFile(filepath.Join(r.dir, paths.LedgerKey))
	require.NoError(r.t, err)
	report, err := ledger.VerifyDir(r.path(paths.LedgerDir), &key, nil)
	require.NoError(r.t, err)
	require.Nil(r.t, report.Problem)
}

func (r *rig) path(elem ...string) string { return filepath.Join(append([]string{r.dir}, elem...)...) }

func (r *rig) index() string { return r.path(paths.StoreDir, paths.IndexFile) }

// killed is what another process would find if this one were killed now: every byte that was
// written, and nothing closed.
func (r *rig) killed(dir string) *rig {
	r.t.Helper()
	require.NoError(r.t, r.store.log.Flush(context.Background(), r.store.log.Last(), true))
	require.NoError(r.t, os.CopyFS(dir, os.DirFS(r.dir)))
	require.NoError(r.t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chmod(path, 0o600)
	}))
	k := *r
	k.dir, k.opt.Dir, k.store, k.engine = dir, dir, nil, nil
	return &k
}

func (r *rig) save() {
	r.t.Helper()
	require.NoError(r.t, r.store.save(context.Background()))
}

var owner = wire.Ctx{AgentID: "main", MessageProvider: "telegram", SenderID: "111", SenderIsOwner: wire.Yes, WorkspaceDir: "/ws"}

func (r *rig) send(session string, h wire.Hook, ev any) engine.Decision {
	d := r.engine.Handle(context.Background(), h, session, wire.Payload{Ctx: owner, Event: ev})
	r.engine.Settle(context.Background(), &d)
	return d
}

func (r *rig) call(session, tool string) engine.Decision {
	return r.send(session, wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, Params: jsontext.Value(`{"command":"deploy ` + secretParam + `"}`), ToolCallID: "c-" + tool})
}

// taint makes a session read a web page.
func (r *rig) taint(session string) {
	r.send(session, wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: jsontext.Value(`[{"role":"user","content":"secret message"}]`)})
	r.call(session, "web_fetch")
	r.send(session, wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "web_fetch", ToolCallID: "c-web_fetch", Result: jsontext.Value(`"secret result"`)})
}

func (r *rig) level(session string) string {
	r.t.Helper()
	v, err := r.engine.Session(session)
	require.NoError(r.t, err)
	return v.Level.String()
}

// view is everything that can be seen of every session, except what is only in memory.
func (r *rig) view() string {
	r.t.Helper()
	rows, err := r.engine.Sessions("", 0)
	require.NoError(r.t, err)
	marks, err := r.engine.ExportWatermarks("", 0)
	require.NoError(r.t, err)
	pending := r.engine.Pending()
	for i := range pending {
		pending[i].Calls = nil // previews are only in memory
	}
	all := []any{rows, pending, marks}
	for _, row := range rows {
		d, err := r.engine.Session(row.Session)
		require.NoError(r.t, err)
		if d.Pending != nil {
			d.Pending.Calls = nil
		}
		all = append(all, d)
		for _, turn := range d.TurnsKept {
			g, err := r.engine.Graph(row.Session, turn)
			require.NoError(r.t, err)
			for i := range g.Nodes {
				g.Nodes[i].ContentPreview = ""
			}
			all = append(all, g)
		}
		last, err := r.engine.ExplainLast(context.Background(), row.Session)
		if !errors.Is(err, decide.ErrNotFound) {
			require.NoError(r.t, err)
			all = append(all, last)
		}
	}
	text, err := json.Marshal(all, json.Deterministic(true), jsontext.Multiline(true))
	require.NoError(r.t, err)
	return string(text)
}

type nowhere struct{}

func (nowhere) Stage(context.Context, decide.BlockedWrite) error { return nil }

// disk is the operating system's file system, until it is full.
type disk struct {
	full  atomic.Bool  // nothing more can be written
	room  atomic.Int64 // it is full after so many writes; 0: never
	loose atomic.Bool  // nothing more can be synced
}

func (*disk) Mkdir(dir string) error         { return os.MkdirAll(dir, 0o700) }
func (*disk) Lock(string) (io.Closer, error) { return io.NopCloser(strings.NewReader("")), nil }
func (*disk) Rename(from, to string) error   { return os.Rename(from, to) }
func (*disk) Remove(name string) error       { return os.Remove(name) }
func (*disk) SyncDir(string) error           { return nil }
func (*disk) List(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return slices.Clip(names), err
}

func (d *disk) Open(name string, flag int) (ledger.File, error) {
	f, err := os.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, err
	}
	return diskFile{f, d}, nil
}

type diskFile struct {
	*os.File
	disk *disk
}

func (f diskFile) WriteAt(b []byte, at int64) (int, error) {
	if f.disk.full.Load() {
		return 0, syscall.ENOSPC
	}
	if f.disk.room.Load() > 0 && f.disk.room.Add(-1) == 0 {
		f.disk.full.Store(true)
	}
	return f.File.WriteAt(b, at)
}

func (f diskFile) Sync() error {
	if f.disk.loose.Load() {
		return syscall.EIO
	}
	return f.File.Sync()
}

func (f diskFile) Seal() error { return nil }

func (f diskFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// opened is newRig for tests that end with an intact ledger and an open store.
func opened(t *testing.T, edit func(*Options)) *rig {
	r := newRig(t, t.TempDir(), edit)
	t.Cleanup(r.close)
	return r
}

func (r *rig) restart() {
	r.t.Helper()
	r.close()
	r.open()
}

func starred(lines ...string) string {
	return "*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch"
}
