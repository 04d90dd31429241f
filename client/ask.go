package client

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

// errOtherSocket is the answer that only the daemon's other socket gives: the path that was
// dialled leads to the wrong socket, and no other answer will come.
var errOtherSocket = fmt.Errorf("%w: this is another of the daemon's sockets", ErrUnreachable)

// Request is one hook to ask about. Event and Ctx are encoded as JSON with Go's
// v2 rules (a jsontext.Value, a map and a tagged struct all serve) and must be
// objects; nil leaves them out.
type Request struct {
	Hook    Hook
	Session string // the session key; Ctx's sessionKey must not differ
	Event   any
	Ctx     any
}

// Ask sends one hook and waits for its decision. Errors are *Error when the
// daemon refused or the request cannot be sent, ctx's when ctx ended first, and
// wrap ErrUnreachable when the connection is lost. A tool call that is refused
// as BadRequest or TooLarge must not run, whatever onFailure says: whoever chose
// its parameters would be choosing not to be judged. A decision that waits for
// the owner takes as long as the owner does: bound it with ctx.
func (c *Client) Ask(ctx context.Context, r Request) (Decision, error) {
	var d struct {
		Decision
		Result *Result `json:"result"` // shadows Decision's, so that nil means that there is none
	}
	err := c.do(ctx, r, func(f frame) (bool, error) {
		if f.kind == "result" {
			return true, errOtherSocket
		}
		if f.kind != "decision" {
			return false, nil
		}
		if err := json.Unmarshal(f.body, &d); err != nil {
			return true, fmt.Errorf("%w: unreadable decision: %w", ErrUnreachable, err)
		}
		// A missing result must not count as permission.
		if d.Result == nil {
			return true, fmt.Errorf("%w: decision without a result", ErrUnreachable)
		}
		switch d.Verdict {
		case "allow", "confirm", "deny":
			return true, nil
		}
		return true, fmt.Errorf("%w: decision without a verdict", ErrUnreachable)
	})
	if err != nil {
		return Decision{}, err
	}
	d.Decision.Result = *d.Result
	return d.Decision, nil
}

// Admin runs a command on the admin socket and decodes its data into out, which
// may be nil. args must encode to an object, or be nil. Errors are as for Ask.
func (c *Client) Admin(ctx context.Context, command, session string, args, out any) error {
	r := Request{Hook: Hook(command), Session: session, Event: args}
	return c.do(ctx, r, func(f frame) (bool, error) {
		if f.kind == "decision" {
			return true, errOtherSocket
		}
		if f.kind != "result" {
			return false, nil
		}
		if out == nil {
			return true, nil
		}
		var result struct {
			Data jsontext.Value `json:"data"`
		}
		if err := json.Unmarshal(f.body, &result); err != nil {
			return true, err
		}
		return true, json.Unmarshal(result.Data, out)
	})
}

// Subscribe calls on for everything that happens in the daemon until ctx ends, on returns an
// error (which it returns), or the connection is lost. It never returns nil. Give it a Client
// of its own: while on runs, no other answer gets through on this connection, and the daemon
// stops sending only when it is closed.
func (c *Client) Subscribe(ctx context.Context, on func(Event) error) error {
	return c.do(ctx, Request{Hook: wire.Subscribe}, func(f frame) (bool, error) {
		if f.kind != "event" {
			return false, nil
		}
		var e Event
		if err := json.Unmarshal(f.body, &e); err != nil {
			return true, err
		}
		err := on(e)
		return err != nil, err
	})
}

// do sends r and passes its frames to take until that reports done. If the key is refused, it
// is read again once: the daemon makes new keys when it starts.
func (c *Client) do(ctx context.Context, r Request, take func(frame) (done bool, err error)) error {
	payload, err := json.Marshal(struct {
		Event any `json:"event,omitzero"`
		Ctx   any `json:"ctx,omitzero"`
	}{r.Event, r.Ctx})
	if err != nil {
		return unsendable(fmt.Errorf("encoding %s: %w", r.Hook, err))
	}
	for retry := false; ; retry = true {
		signer := c.currentSigner()
		refused, err := c.try(ctx, signer, r, payload, take)
		if err != nil {
			return err
		}
		if refused == nil {
			return nil
		}
		if refused.Code != Unauthenticated || retry {
			return refused
		}
		if err := c.readKey(); err != nil {
			return err
		}
		if c.currentSigner() == signer { // another call may have read the new key first
			return refused
		}
	}
}

// try sends r once. refused is the daemon's error frame.
func (c *Client) try(ctx context.Context, signer *hmacauth.Signer, r Request, payload []byte, take func(frame) (bool, error)) (refused *Error, err error) {
	id, to, err := c.open()
	if err != nil {
		return nil, err
	}
	defer c.forget(id, to)
	line, err := c.line(signer, id, r, payload)
	if err != nil {
		return nil, err
	}
	if err := c.write(ctx, line); err != nil {
		return nil, err
	}
	for {
		f, err := c.next(ctx, to)
		if err != nil {
			return nil, err
		}
		if f.kind == "error" {
			var e wire.ErrorFrame
			if err := json.Unmarshal(f.body, &e); err != nil {
				return nil, fmt.Errorf("reading answer: %w", err)
			}
			return &Error{Code: e.Code, Message: e.Message}, nil
		}
		if done, err := take(f); done || err != nil {
			return nil, err
		}
	}
}

// line is the signed request, checked as the daemon will check it: the daemon answers one that
// it cannot read without an id, and that ends the connection for every caller.
func (c *Client) line(signer *hmacauth.Signer, id string, r Request, payload []byte) ([]byte, error) {
	var nonce [16]byte
	if _, err := io.ReadFull(c.rand, nonce[:]); err != nil {
		return nil, fmt.Errorf("making a nonce: %w", err)
	}
	w := wire.Request{
		ID:        id,
		Hook:      r.Hook,
		Session:   r.Session,
		Timestamp: strconv.FormatInt(c.now().Unix(), 10),
		Nonce:     hex.EncodeToString(nonce[:]),
		Payload:   payload,
	}
	mac := signer.Sign(w.AppendSigned(nil))
	w.HMAC = base64.StdEncoding.EncodeToString(mac[:])
	line, err := wire.AppendRequest(nil, &w)
	if err != nil {
		return nil, unsendable(err)
	}
	if n := len(line) - 1; c.longest > 0 && n > c.longest {
		return nil, &Error{Code: TooLarge, Message: fmt.Sprintf("a request of %d bytes, and the daemon takes %d", n, c.longest)}
	}
	if _, err := wire.ParseRequest(line[:len(line)-1]); err != nil {
		return nil, unsendable(err)
	}
	return line, nil
}

// unsendable is what the daemon would answer to a request that cannot be sent: the caller gets
// the same refusal.
func unsendable(err error) error {
	return &Error{Code: BadRequest, Message: err.Error()}
}
