package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/store"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Owner is the part of the engine that the owner uses. Errors that wrap engine.ErrNotFound or
// engine.ErrRefused are shown to the owner, all others go to the log; on a ledger.ErrFailing
// the owner is told that nothing was done.
type Owner interface {
	Sessions(after string, most int) ([]engine.SessionView, error)
	Session(key string) (engine.SessionDetail, error)
	Pending() []engine.PendingView
	LatestPending(most int) []engine.PendingView
	Tools() []engine.ToolView
	Approve(context.Context, engine.ApproveRequest) (engine.Approved, error)
	DenyCode(ctx context.Context, session, code string) ([]string, error)
	Withdraw(ctx context.Context, session, which string) ([]string, error)
	ResetTrust(ctx context.Context, session string, level trust.Level) (engine.ResetResult, error)
	Explain(ctx context.Context, file int, seq uint64, session string) (engine.Explanation, error)
	ExplainLast(ctx context.Context, session string) (engine.Explanation, error)
	Graph(session, turn string) (engine.TurnGraph, error)
	ExportWatermarks(after string, most int) (engine.WatermarkFile, error)
	ImportWatermarks(context.Context, engine.WatermarkFile) (int, error)
	Stats() engine.Stats
	Labels
	Skills
	Memory
	Halts
}

// Blocked holds the staged writes. Its errors are treated like Owner's.
type Blocked interface {
	List() ([]store.BlockedRow, error)
	Show(id string) (store.BlockedDetail, error)
	Diff(id string) (store.BlockedDiff, error)
	Commit(id string, with ...string) (store.BlockedCommitted, error)
	Drop(id string) error
	Room() store.Room
}

// PolicyFile is the policy in force and the file it comes from.
type PolicyFile interface {
	Current() *policy.Policy
	Path() string
	LoadedAt() time.Time
	LastError() (at time.Time, err error) // of the latest load; nil if it succeeded
	// Reload returns once the file's policy is in force. Its error is written for the owner and
	// names the file and the line.
	Reload(context.Context) error
}

// AdminOptions are what admin.sock gives access to. All are required.
type AdminOptions struct {
	Owner   Owner
	Blocked Blocked
	Policy  PolicyFile
	Hub     *Hub
	Status  func() (Status, error) // see Server.Status
	Version string
}

// Admin is the protocol of admin.sock: the owner's commands, in the envelope of
// gateway.sock.
func Admin(o AdminOptions) Protocol { return envelope{&admin{o}} }

type admin struct{ AdminOptions }

// command runs one command with the arguments that were sent.
type command func(ctx context.Context, a *admin, args jsontext.Value) (any, error)

// with makes a command of a func that takes its arguments as a struct. Only the struct's fields
// may be sent.
func with[A any](run func(ctx context.Context, a *admin, args A) (any, error)) command {
	return func(ctx context.Context, a *admin, raw jsontext.Value) (any, error) {
		var args A
		if raw != nil {
			if err := json.Unmarshal(raw, &args, json.RejectUnknownMembers(true)); err != nil {
				return nil, usage(argument("", err))
			}
		}
		return run(ctx, a, args)
	}
}

type (
	noArgs struct{}
	ofPage struct {
		After string `json:"after"`
		Most  int    `json:"most"`
	}
	ofPending struct {
		Most int `json:"most"`
	}
	ofSession struct {
		Session string `json:"session"`
	}
	ofBlocked struct {
		ID string `json:"id"`
	}
	ofCommit struct {
		ID   string   `json:"id"`
		With []string `json:"with"` // include files that are not memory files
	}
	ofApproval struct {
		Session string `json:"session"`
		Tool    string `json:"tool"`
		Code    string `json:"code"`
		Seconds int64  `json:"seconds"`
		Once    bool   `json:"once"`
		CallID  string `json:"callId"`
	}
	ofDenial struct {
		Session string `json:"session"`
		Code    string `json:"code"`
	}
	ofWithdrawal struct {
		Session string `json:"session"`
		Which   string `json:"which"`
	}
	ofReset struct {
		Session string `json:"session"`
		Level   string `json:"level"`
	}
	ofEntry struct {
		File    int     `json:"file"` // 0: the latest that has the entry
		Seq     *uint64 `json:"seq"`
		Session string  `json:"session"`
	}
	ofTurn struct {
		Session string `json:"session"`
		Turn    string `json:"turn"`
	}
	ofFile struct {
		File jsontext.Value `json:"file"`
	}
)

var commands = map[wire.Hook]command{
	wire.Ping:        with(ping),
	"status":         with(status),
	"sessions":       with(func(_ context.Context, a *admin, p ofPage) (any, error) { return a.Owner.Sessions(p.After, p.Most) }),
	"session":        with(showSession),
	"tools":          with(func(_ context.Context, a *admin, _ noArgs) (any, error) { return a.Owner.Tools(), nil }),
	"pending":        with(pending),
	"approve":        with(approve),
	"deny":           with(deny),
	"withdraw":       with(withdraw),
	"reset-trust":    with(resetTrust),
	"explain":        with(explain),
	"graph":          with(graph),
	"blocked-list":   with(func(_ context.Context, a *admin, _ noArgs) (any, error) { return a.Blocked.List() }),
	"blocked-show":   with(func(_ context.Context, a *admin, w ofBlocked) (any, error) { return a.Blocked.Show(w.ID) }),
	"blocked-diff":   with(func(_ context.Context, a *admin, w ofBlocked) (any, error) { return a.Blocked.Diff(w.ID) }),
	"blocked-commit": with(func(_ context.Context, a *admin, w ofCommit) (any, error) { return a.Blocked.Commit(w.ID, w.With...) }),
	"blocked-drop":   with(func(_ context.Context, a *admin, w ofBlocked) (any, error) { return w, a.Blocked.Drop(w.ID) }),
	"labels-list":    with(listLabels),
	"labels-show":    with(showLabel),
	"labels-clear":   with(clearLabel),
	"labels-set":     with(setLabel),
	"memory-list":    with(listMemory),
	"memory-show":    with(showMemory),
	"memory-accept":  with(acceptMemory),
	"memory-drop":    with(dropMemory),
	"skills-list":    with(listSkills),
	"skills-show":    with(showSkill),
	"skills-diff":    with(diffSkill),
	"skills-accept":  with(acceptSkill),
	"halt":           with(halt),
	"resume":         with(resume),
	"policy":         with(showPolicy),
	"reload":         with(reload),
	"watermarks-export": with(func(_ context.Context, a *admin, p ofPage) (any, error) {
		return a.Owner.ExportWatermarks(p.After, p.Most)
	}),
	"watermarks-import": with(importWatermarks),
}

// settle does nothing: the owner's actions are on disk when they return.
func (a *admin) settle(context.Context, []reply) {}

// answered counts nothing: people wait for these answers, not agents.
func (a *admin) answered(*metrics.Daemon, wire.Hook, time.Duration) {}

func (a *admin) handle(ctx context.Context, s *speaker, r *wire.Request) (any, error) {
	args, err := wire.ParseArgs(r.Payload)
	if err != nil {
		return nil, usage(err)
	}
	var data any = struct{}{}
	if r.Hook == wire.Subscribe {
		if _, err = with(nothing)(ctx, a, args); err == nil {
			err = s.subscribe(a.Hub, r.ID)
		}
	} else if run := commands[r.Hook]; run != nil {
		data, err = run(ctx, a, args)
	} else {
		err = &fault{code: wire.UnknownHook, text: texts.UnknownCommand, err: wire.ErrUnknownHook}
	}
	if err != nil {
		return nil, asAdminFault(err)
	}
	return &wire.AdminResult{Type: "result", ID: r.ID, Data: data}, nil
}

// usage is a mistake in a command. The owner is authenticated by now and may read what it is.
func usage(err error) error {
	text := strings.TrimPrefix(err.Error(), wire.ErrMalformed.Error()+": ")
	return &fault{code: wire.BadRequest, text: text, err: err}
}

// argument is a mistake in the arguments, or in the one that at points to. It is described in
// the owner's words, because package json names the Go types that arguments are read into.
func argument(at jsontext.Pointer, err error) error {
	wrong, ok := errors.AsType[*json.SemanticError](err)
	if !ok || wrong.GoType == nil {
		return err
	}
	name := strings.Join(slices.Collect((at + wrong.JSONPointer).Tokens()), ".")
	switch {
	case errors.Is(wrong, json.ErrUnknownName):
		return errors.New(texts.NoArgument(name))
	case wrong.Err != nil && !errors.Is(wrong, strconv.ErrSyntax) && !errors.Is(wrong, strconv.ErrRange):
		return fmt.Errorf("%s: %w", name, wrong.Err) // ParseLevel says what is wrong with a level
	}
	return errors.New(texts.Belongs(name, kinds[wrong.GoType.Kind()]))
}

// kinds are the owner's words for the types of arguments.
var kinds = map[reflect.Kind]string{
	reflect.Bool: "true or false", reflect.String: "a string", reflect.Slice: "an array", reflect.Map: "an object", reflect.Struct: "an object",
	reflect.Int: "a whole number", reflect.Int64: "a whole number", reflect.Uint64: "a whole number from 0 on",
}

func missing(name string) error { return usage(errors.New(texts.Missing(name))) }

// asAdminFault gives the owner the text of errors that were written for owners.
func asAdminFault(err error) *fault {
	if f, ok := errors.AsType[*fault](err); ok {
		return f
	}
	switch {
	case errors.Is(err, decide.ErrNotFound):
		return &fault{code: wire.NotFound, text: err.Error(), err: err}
	case errors.Is(err, decide.ErrRefused):
		return &fault{code: wire.Failed, text: strings.TrimSuffix(err.Error(), ": "+decide.ErrRefused.Error()), err: err}
	case errors.Is(err, ledger.ErrFailing):
		return &fault{code: wire.Unavailable, text: texts.Unwritable, err: err}
	}
	return &fault{code: wire.Failed, err: err}
}

func nothing(context.Context, *admin, noArgs) (any, error) { return nil, nil }

func ping(_ context.Context, a *admin, _ noArgs) (any, error) {
	return struct {
		Version string `json:"version"`
	}{a.Version}, nil
}

func status(_ context.Context, a *admin, _ noArgs) (any, error) { return a.Status() }

func pending(_ context.Context, a *admin, args ofPending) (any, error) {
	if args.Most > 0 {
		return a.Owner.LatestPending(args.Most), nil
	}
	return a.Owner.Pending(), nil
}

func showSession(_ context.Context, a *admin, args ofSession) (any, error) {
	if args.Session == "" {
		return nil, missing("session")
	}
	return a.Owner.Session(args.Session)
}

func approve(ctx context.Context, a *admin, args ofApproval) (any, error) {
	switch {
	case args.Session == "":
		return nil, missing("session")
	case args.Tool == "":
		return nil, missing("tool")
	case args.Seconds < 0 || args.Seconds > int64(time.Duration(1<<63-1)/time.Second):
		return nil, usage(errors.New(texts.NoLength(args.Seconds)))
	}
	return a.Owner.Approve(ctx, engine.ApproveRequest{
		Session: args.Session, Tool: args.Tool, Code: args.Code, For: time.Duration(args.Seconds) * time.Second, Once: args.Once, CallID: args.CallID,
	})
}

func deny(ctx context.Context, a *admin, args ofDenial) (any, error) {
	if args.Session == "" {
		return nil, missing("session")
	}
	tools, err := a.Owner.DenyCode(ctx, args.Session, args.Code)
	return struct {
		Session string   `json:"session"`
		Denied  []string `json:"denied"`
	}{args.Session, tools}, err
}

func withdraw(ctx context.Context, a *admin, args ofWithdrawal) (any, error) {
	switch {
	case args.Session == "":
		return nil, missing("session")
	case args.Which == "":
		return nil, missing("which")
	}
	tools, err := a.Owner.Withdraw(ctx, args.Session, args.Which)
	return struct {
		Session   string   `json:"session"`
		Withdrawn []string `json:"withdrawn"`
	}{args.Session, tools}, err
}

func resetTrust(ctx context.Context, a *admin, args ofReset) (any, error) {
	if args.Session == "" {
		return nil, missing("session")
	}
	level := trust.Trusted
	if args.Level != "" {
		var err error
		if level, err = trust.ParseLevel(args.Level); err != nil {
			return nil, usage(err)
		}
	}
	return a.Owner.ResetTrust(ctx, args.Session, level)
}

func explain(ctx context.Context, a *admin, args ofEntry) (any, error) {
	if args.Seq == nil {
		return a.Owner.ExplainLast(ctx, args.Session)
	}
	return a.Owner.Explain(ctx, args.File, *args.Seq, args.Session)
}

func graph(_ context.Context, a *admin, args ofTurn) (any, error) {
	if args.Session == "" {
		return nil, missing("session")
	}
	return a.Owner.Graph(args.Session, args.Turn)
}

func showPolicy(_ context.Context, a *admin, _ noArgs) (any, error) {
	p := a.Policy.Current()
	return struct {
		Path     string   `json:"path"`
		Preset   string   `json:"preset"`
		Hash     string   `json:"hash"`
		YAML     string   `json:"yaml"`
		Warnings []string `json:"warnings"`
	}{a.Policy.Path(), p.Preset, p.Hash, string(p.YAML()), p.Warnings}, nil
}

func reload(ctx context.Context, a *admin, _ noArgs) (any, error) {
	if err := a.Policy.Reload(ctx); err != nil {
		return nil, &fault{code: wire.Failed, text: err.Error(), err: err}
	}
	p := a.Policy.Current()
	return struct {
		Preset   string   `json:"preset"`
		Hash     string   `json:"hash"`
		Warnings []string `json:"warnings"`
	}{p.Preset, p.Hash, p.Warnings}, nil
}

// importWatermarks reads the file more leniently than arguments, because other programs write
// it too.
func importWatermarks(ctx context.Context, a *admin, args ofFile) (any, error) {
	if args.File == nil {
		return nil, missing("file")
	}
	var file engine.WatermarkFile
	if err := json.Unmarshal(args.File, &file); err != nil {
		return nil, usage(argument("/file", err))
	}
	n, err := a.Owner.ImportWatermarks(ctx, file)
	return struct {
		Imported int `json:"imported"`
	}{n}, err
}
