package server

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/tools/toolexec"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Judge decides about runs of sandboxed tools; it is the engine's side of tools.sock.
type Judge interface {
	Run(ctx context.Context, r decide.RunRequest) engine.Decision
	Returns(ctx context.Context, session, id, tool string) engine.Decision
	// Holds reports whether the session still has the level that Returns gave it.
	Holds(session, tool string) bool
	Ran(ctx context.Context, r decide.RunResult) engine.Decision
	Settle(ctx context.Context, decisions ...*engine.Decision)
	// Waits reports on a run that Run has held.
	Waits(r decide.RunRequest) (waits, granted bool)
	// Refuses reports whether Run would refuse, and leaves no record.
	Refuses(r decide.RunRequest) bool
}

// Toolset is an immutable snapshot of the wrapped tools.
type Toolset interface {
	Names() []string
	// Ready is a tool that can run; nil without an error if there is none.
	Ready(name string) (*toolconf.Tool, error)
	WithoutTicket() (level trust.Level, deny bool)
}

// Runner runs the tools that may run.
type Runner interface {
	Run(ctx context.Context, q toolexec.Request, s toolexec.Streams) (toolexec.Result, error)
	Check(ctx context.Context, t *toolconf.Tool) map[string]error
}

// ToolOptions are what serving tools.sock needs. All are required.
type ToolOptions struct {
	Version string
	Tools   func() Toolset // those in force
	Judge   Judge
	Runner  Runner
	Ticket  func(ticket string, now time.Time) (session string, level trust.Level, err error)
	Refused func(session string, runs int) // called for runs that were refused without a record of their own
	Rand    io.Reader
}

// Tools is the protocol of tools.sock: claw-wrap v3, one request a connection.
func Tools(o ToolOptions) Protocol { return &tools{ToolOptions: o, flood: newFlood(o.Refused)} }

type tools struct {
	ToolOptions
	flood *flood
}

var (
	errBadJSON   = &fault{code: wire.BadRequest, text: texts.BadJSON, err: wire.ErrMalformed}
	errEmpty     = &fault{code: wire.BadRequest, text: texts.EmptyRequest, err: errors.New(texts.EmptyRequest)}
	errTooLong   = &fault{code: wire.TooLarge, err: wire.ErrTooLarge}
	errTooOld    = &fault{code: wire.Overloaded, text: texts.ConnectionOld, err: errors.New("the connection has lasted too long")}
	errWrapOther = &fault{code: wire.BadRequest, text: texts.OtherVersion, err: wire.ErrVersion}
)

// refusal is only sent to peers that are not admitted, or not now.
func (t *tools) refusal(code wire.Code) []byte {
	if code == wire.Unauthenticated {
		return wrapError(texts.UnknownCaller)
	}
	return wrapError(texts.RunRefusals[code])
}

func wrapError(text string) []byte {
	b, _ := wire.AppendJSONFrame(nil, &wire.WrapError{Type: "error", Message: text}) // constant text can be encoded
	return b
}

// serve answers the connection's one request. Whatever happens, the last thing a client reads
// is an answer or an error: existing clients hang on a bare close.
func (t *tools) serve(c *conn) {
	share := share{of: &c.srv.wrapped} // held until the run is over, which may be minutes if it waits for the owner
	defer share.resize(0)
	stop := c.atLast(func() { c.drain(time.Now()) })
	request, rest, err := t.read(c, &share)
	stop()
	if err != nil && asFault(err).code == wire.Unavailable {
		c.ended(err) // the client has gone, or was silent for too long
		goodbye := errEmpty.text
		if c.srv.draining.Load() {
			goodbye = texts.RunRefusals[wire.Overloaded]
		}
		_ = c.write(wrapError(goodbye))
		return
	}
	c.touch(time.Now())
	var r wire.WrapRequest
	if err == nil {
		r, err = t.obey(c, request, rest)
	}
	if err == nil {
		return
	}
	f := asFault(err)
	c.report(f)
	text := cmp.Or(f.text, texts.RunRefusals[f.code])
	if r.Admin != "" {
		_ = c.write(raw(wire.WrapAdminError{Error: text}))
	} else {
		_ = c.write(wrapError(text))
	}
	c.linger()
}

// obey answers a request. Without an error, the client has its final answer. The request is
// returned as far as it was understood.
func (t *tools) obey(c *conn, request, rest []byte) (wire.WrapRequest, error) {
	r, answer, err := t.understand(c, request)
	switch {
	case err != nil:
	case r.Admin != "":
		_ = c.write(raw(answer))
	default:
		err = t.run(c, &r, rest)
	}
	return r, err
}

func raw(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own maps and strings can be encoded
	}
	return b
}

// read returns the request, which may come without a newline, and what has arrived after it.
func (t *tools) read(c *conn, share *share) (request, rest []byte, err error) {
	c.readIdle(time.Now())
	var end wire.WrapEnd
	chunk := make([]byte, 4<<10)
	for {
		n, err := c.io.Read(chunk)
		if n == 0 {
			if len(request) > 0 && !c.srv.draining.Load() {
				return nil, nil, errBadJSON // it breaks off, or stalls, in the middle
			}
			return nil, nil, fmt.Errorf("reading request: %w", err)
		}
		if len(request) == 0 {
			c.readUntil(time.Now().Add(c.srv.limits.LineTimeout))
		}
		taken, done := end.Scan(chunk[:n])
		request = append(request, chunk[:taken]...)
		switch {
		case len(request) > wire.MaxWrapRequest:
			return nil, nil, errTooLong
		case !share.resize(cap(request)):
			return nil, nil, &fault{code: wire.Overloaded, err: errors.New("too many bytes of unfinished requests")}
		case done && len(request) == 0:
			return nil, nil, errEmpty
		case done:
			share.resize(len(request))
			return request, chunk[taken:n], nil
		}
	}
}

// understand reads and authenticates a request. Large ones take turns: reading 1 MB of short
// strings needs 18 MB, and nobody has to hold a key for that.
func (t *tools) understand(c *conn, request []byte) (r wire.WrapRequest, answer any, err error) {
	defer inTurn(request, c.srv.proving.take)()
	if r, err = t.parse(request); err == nil {
		answer, err = t.handle(c, &r)
	}
	return r, answer, err
}

func (t *tools) parse(request []byte) (wire.WrapRequest, error) {
	r, err := wire.ParseWrapRequest(request)
	switch {
	case errors.Is(err, wire.ErrMalformed):
		return r, errBadJSON
	case err != nil:
		return r, &fault{code: wire.BadRequest, err: err}
	}
	return r, nil
}

// handle makes the checks that follow the peer's, in claw-wrap's order: version, time and HMAC,
// replay. It returns the raw answer to an admin command.
func (t *tools) handle(c *conn, r *wire.WrapRequest) (answer any, err error) {
	defer caught(&err)
	if r.Version != wire.WrapVersion {
		return nil, errWrapOther
	}
	if err := t.authenticate(c, r); err != nil {
		return nil, err
	}
	c.known.Store(true)
	switch r.Admin {
	case "":
		return nil, nil
	case "list":
		return t.list(), nil
	case "check":
		if err := t.mayCheck(c); err != nil {
			return nil, err
		}
		return t.check(c.srv.ctx), nil
	}
	return nil, &fault{code: wire.UnknownHook, text: texts.NoAdminCommand, err: errors.New("unknown admin command")}
}

// list names the tools. Where a credential comes from is none of a sandbox's business.
func (t *tools) list() wire.WrapTools {
	tools := t.Tools()
	all := make(map[string]wire.WrapTool)
	for _, name := range tools.Names() {
		tool, err := tools.Ready(name)
		if err != nil {
			continue
		}
		mode := "env"
		if tool.ConfigFile != nil {
			mode = "config_file"
		}
		all[name] = wire.WrapTool{Binary: filepath.Base(tool.Binary), Mode: mode}
	}
	return wire.WrapTools{Tools: all, Version: t.Version}
}

// check reports which credentials are available, and nothing about their values.
func (t *tools) check(ctx context.Context) wire.WrapCredentials {
	tools := t.Tools()
	all := make(map[string]wire.WrapCredential)
	for _, name := range tools.Names() {
		tool, err := tools.Ready(name)
		if err != nil {
			continue
		}
		for credential, err := range t.Runner.Check(ctx, tool) {
			c := wire.WrapCredential{Status: "ok", Preview: "[REDACTED:credential]"}
			if err != nil {
				c = wire.WrapCredential{Status: "failed"}
			}
			all[name+"."+credential] = c
		}
	}
	return wire.WrapCredentials{Credentials: all, Version: t.Version}
}

func (t *tools) authenticate(c *conn, r *wire.WrapRequest) error {
	now := c.srv.now()
	if err := hmacauth.Fresh(r.Timestamp, now, hmacauth.MaxDrift); err != nil {
		return err
	}
	if r.Nonce == "" {
		return &fault{code: wire.Unauthenticated, err: errors.New("no nonce")}
	}
	b, err := base64.StdEncoding.Strict().DecodeString(r.HMAC)
	if err != nil || len(b) != sha256.Size || !t.signed(c, r, [32]byte(b)) {
		return &fault{code: wire.Unauthenticated, err: errors.New("wrong hmac")}
	}
	// Nonces come in more than one encoding; the HMAC covers them as sent.
	nonce := sha256.Sum256([]byte(r.Nonce))
	return unseen(c.room.replay.Seen(c.peer.UID, [16]byte(nonce[:16]), [32]byte(b), now))
}

func (t *tools) signed(c *conn, r *wire.WrapRequest, mac [32]byte) bool {
	var text []byte
	for _, form := range r.WrapForms() {
		if text = r.AppendSigned(text[:0], form); c.room.signer.Verify(mac, text) {
			return true
		}
	}
	return false
}

// mayCheck lets only the wrapper's own program check credentials, which requires a list of
// programs.
func (t *tools) mayCheck(c *conn) error {
	if c.anyProgram() {
		return &fault{code: wire.Unauthenticated, err: errors.New("check: no list of programs is set")}
	}
	if err := c.room.Allow.Check(c.peer); err != nil {
		return &fault{code: wire.Unauthenticated, err: fmt.Errorf("check: %w", err)}
	}
	name, err := c.peer.Argv0()
	if err == nil {
		switch filepath.Base(name) {
		case "claw-wrap", "provenance-wrap":
			return nil
		}
		err = fmt.Errorf("argv0 %q", name)
	}
	return &fault{code: wire.Unauthenticated, err: fmt.Errorf("check: %w", err)}
}
