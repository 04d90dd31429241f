package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/wire"
)

// handler answers authenticated requests. It is the difference between gateway.sock and
// admin.sock.
type handler interface {
	// handle returns the answer's frame, to be encoded as JSON. Errors become error frames: a
	// *fault as it says, others through asFault.
	handle(ctx context.Context, s *speaker, r *wire.Request) (any, error)
	// settle is called with the answers of a batch before any of them is sent.
	settle(ctx context.Context, answers []reply)
	// answered is called when the answer to an authenticated request has been sent.
	answered(m *metrics.Daemon, h wire.Hook, took time.Duration)
}

// reply is the answer to a request: a frame, or a framer.
type reply struct {
	id    string
	hook  wire.Hook // empty if the request is not authenticated
	value any
}

// framer is an answer that encodes itself.
type framer interface {
	appendFrame(dst []byte) ([]byte, error)
}

// envelope speaks the request lines and answer frames of docs/PROTOCOL-SIGNING.md.
type envelope struct{ handler }

func (envelope) refusal(code wire.Code) []byte {
	b, _ := wire.AppendJSONFrame(nil, (&fault{code: code}).frame("")) // constant text can be encoded
	return b
}

func (e envelope) serve(c *conn) {
	s := &speaker{conn: c, handler: e.handler, share: share{of: &c.srv.buffers}, left: c.born}
	s.lines = wire.NewLineReader(s, c.srv.limits.MaxRequest)
	defer s.share.resize(0)
	defer s.unsubscribe()
	s.speak()
}

// speaker is a connection that speaks the envelope. It belongs to the
// connection's goroutine.
type speaker struct {
	*conn
	handler  handler
	lines    *wire.LineReader
	share    share
	begun    time.Time // when the unfinished line began; zero when there is none
	arrived  time.Time // when the latest read returned
	left     time.Time // when the latest answers were sent, or later bytes arrived
	closing  bool      // the server was already closing at that time: what was read before is still answered
	received int       // bytes of the latest read
	pending  int       // bytes of the unfinished line, or somewhat more
	failures int
	answers  []reply      // not sent yet
	out      []byte       // the same, encoded
	asked    wire.Request // the one being handled
	signed   []byte       // scratch for the signed text around the payload

	feed // the connection's subscription to events
}

// Read is the stream that the line reader reads.
func (s *speaker) Read(p []byte) (n int, err error) {
	s.received, err = s.io.Read(p)
	return s.received, err
}

func (s *speaker) speak() {
	for {
		if err := s.fill(); err != nil {
			s.end(err)
			return
		}
		s.arrived = time.Now()
		s.left = s.arrived
		s.touch(s.arrived)
		s.closing = s.srv.draining.Load()
		if err := s.stillAllowed(); err != nil {
			s.end(&fault{code: wire.Unauthenticated, err: err})
			return
		}
		lines, err := s.batch()
		if err != nil {
			s.end(err)
			return
		}
		s.listen()
		s.measure(lines)
	}
}

// fill reads once, for as long as the state of the line allows.
func (s *speaker) fill() error {
	if !s.share.resize(s.bufferSize()) {
		return &fault{code: wire.Overloaded, err: errors.New("too many bytes of unfinished requests")}
	}
	if s.begun.IsZero() {
		s.readIdle(s.left)
	} else {
		s.readUntil(s.begun.Add(s.srv.limits.LineTimeout))
	}
	return s.lines.Fill()
}

// measure records what batch has left unfinished: nothing, or the start of a line.
func (s *speaker) measure(lines int) {
	switch {
	case !s.lines.Partial():
		if !s.begun.IsZero() {
			s.readUntil(time.Time{}) // the line's deadline; an idle one follows
		}
		s.begun, s.pending = time.Time{}, 0
	case lines > 0 || s.begun.IsZero():
		s.begun, s.pending = time.Now(), s.received
	default:
		s.pending += s.received
	}
}

// bufferSize is the line reader's buffer for the unfinished line: it doubles up to the longest
// line and its newline.
func (s *speaker) bufferSize() int {
	if s.pending == 0 {
		return 0
	}
	n := 4 << 10
	for n <= s.pending {
		n *= 2
	}
	return min(n, s.srv.limits.MaxRequest+1)
}

var errFailures = errors.New("too many failed requests")

// batch answers every line that has arrived and returns their number; up to MaxInFlight answers
// are sent with one write. It fails when the connection has to end.
func (s *speaker) batch() (lines int, err error) {
	for line, ok := s.lines.Line(); ok; line, ok = s.lines.Line() {
		lines++
		s.answer(line)
		if s.failures >= s.srv.limits.MaxFailures {
			return lines, errors.Join(errFailures, s.flush())
		}
		if lines%s.srv.limits.MaxInFlight == 0 {
			if err := s.flush(); err != nil {
				return lines, err
			}
		}
	}
	return lines, s.flush()
}

func (s *speaker) flush() error {
	if len(s.answers) == 0 {
		return nil
	}
	if err := s.settle(); err != nil {
		f := asFault(err)
		s.report(f)
		for i, a := range s.answers {
			s.answers[i].value = f.frame(a.id)
		}
	}
	for _, a := range s.answers {
		if err := s.encode(a); err != nil {
			return err
		}
	}
	err := s.send()
	if err == nil {
		took := time.Since(s.arrived)
		s.left = s.arrived.Add(took)
		for _, a := range s.answers {
			if a.hook != "" {
				s.handler.answered(s.srv.metrics, a.hook, took)
			}
		}
	}
	clear(s.answers)
	s.answers = s.answers[:0]
	return err
}

// settle makes the answers final. A panic fails these answers alone.
func (s *speaker) settle() (err error) {
	defer caught(&err)
	s.handler.settle(s.srv.ctx, s.answers)
	return nil
}

// encode appends one answer's frame, and sends what has accumulated.
func (s *speaker) encode(a reply) error {
	if err := s.appendFrame(a.value); err != nil {
		f := &fault{code: wire.Unavailable, err: err}
		if _, people := a.value.(*wire.AdminResult); people && errors.Is(err, wire.ErrTooLarge) {
			f.code, f.text = wire.Failed, "the answer is longer than the 16 MiB that one may have"
		}
		s.report(f)
		s.out, _ = wire.AppendJSONFrame(s.out, f.frame(a.id)) // short text that was UTF-8 when it arrived
	}
	if len(s.out) >= flushAt {
		return s.send()
	}
	return nil
}

// appendFrame encodes an answer. A panic fails this answer alone.
func (s *speaker) appendFrame(answer any) (err error) {
	defer caught(&err)
	if s.out == nil {
		if out, ok := longOuts.Get().(*[]byte); ok {
			s.out = *out
		}
	}
	if f, ok := answer.(framer); ok {
		s.out, err = f.appendFrame(s.out)
	} else {
		s.out, err = wire.AppendJSONFrame(s.out, answer)
	}
	return err
}

func (s *speaker) send() error {
	if len(s.out) == 0 {
		return nil
	}
	err := s.write(s.out)
	s.out = s.out[:0]
	if cap(s.out) > maxScratch {
		longOuts.Put(new(s.out))
		s.out = nil
	}
	return err
}

// longOuts are buffers of long answers, shared by all connections; no connection keeps one.
// Allocating, clearing and collecting one for each answer of 1 MB takes some 4 % of all work on
// it.
var longOuts sync.Pool // of *[]byte

// end tells the peer why the connection ends, if the reason calls for it.
func (s *speaker) end(err error) {
	if errors.Is(err, errFailures) {
		s.ended(err)
		s.linger()
		return
	}
	if f := asFault(err); f.code != wire.Unavailable {
		s.refuse(f)
		s.linger()
		return
	}
	s.ended(err)
}

// answer adds the answer to one line.
func (s *speaker) answer(line []byte) {
	defer processorFor(line)()
	a, err := s.request(line)
	s.asked = wire.Request{} // its payload would hold on to the line's buffer, which is no longer counted
	if err != nil {
		f := asFault(err)
		if f.failure() {
			s.failures++
		}
		s.report(f)
		a.value = f.frame(a.id)
	}
	s.answers = append(s.answers, a)
}

// request authenticates one line and has it handled. A panic fails the request, not the daemon.
func (s *speaker) request(line []byte) (a reply, err error) {
	defer caught(&err)
	r := &s.asked
	*r, err = wire.ParseRequest(line)
	a.id = r.ID
	if err != nil {
		return a, err
	}
	if err := s.authenticate(r); err != nil {
		return a, err
	}
	a.hook = r.Hook
	s.known.Store(true)
	if s.closing {
		return a, &fault{code: wire.Unavailable, err: errStopping}
	}
	a.value, err = s.handler.handle(s.srv.ctx, s, r)
	return a, err
}

// errStopping refuses requests that come while the server stops.
var errStopping = errors.New("shutting down")

// errReplayed says that a request was seen before.
var errReplayed = errors.New("replayed")

// authenticate makes the checks of docs/PROTOCOL-SIGNING.md that follow parsing, in their
// order.
func (s *speaker) authenticate(r *wire.Request) error {
	now := s.srv.now()
	if err := hmacauth.Fresh(r.Timestamp, now, hmacauth.MaxDrift); err != nil {
		return err
	}
	mac, ok := r.MAC()
	s.signed = r.AppendSignedHead(s.signed[:0])
	head := len(s.signed)
	s.signed = r.AppendSignedTail(s.signed)
	if !ok || !s.room.signer.Verify(mac, s.signed[:head], r.Payload, s.signed[head:]) {
		return &fault{code: wire.Unauthenticated, err: errors.New("wrong hmac")}
	}
	return unseen(s.room.replay.SeenNonce(s.peer.UID, r.NonceBytes(), now)) // the MAC covers the nonce
}

// unseen fails when a verified request was seen before, or cannot be remembered.
func unseen(seen bool, err error) error {
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	if seen {
		return errReplayed
	}
	return nil
}
