package wrap

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"
)

// signalPatience is how long a signal waits behind input that the tool does not take. Then the
// connection is cut, which ends the tool, too.
const signalPatience = 2 * time.Second

// interrupted is a signal that ended the connection.
type interrupted struct {
	by   unix.Signal
	held bool // before the tool ran
}

func (e *interrupted) Error() string {
	switch {
	case e.held:
		return fmt.Sprintf("%s: no longer waiting for the owner", unix.SignalName(e.by))
	case e.by == unix.SIGQUIT:
		return "SIGQUIT: the connection was cut, which ends the tool"
	}
	return fmt.Sprintf("the tool takes neither input nor %s: the connection was cut, which ends it", unix.SignalName(e.by))
}

// message is a message that follows the request.
type message struct {
	Type   string `json:"type"` // stdin, signal or resize
	Data   []byte `json:"data,omitempty"`
	EOF    bool   `json:"eof,omitzero"`
	Signal string `json:"signal,omitzero"`
	Rows   uint16 `json:"rows,omitzero"`
	Cols   uint16 `json:"cols,omitzero"`
}

// send writes the request, the input and the signals, all in this goroutine. If the daemon stops
// reading, it has said why, or will.
func (s *session) send(request []byte) {
	defer s.terminal.onPanic()
	err := s.write(request)
	for _, chunk := range s.in.sentBefore() {
		if err == nil {
			err = s.say(message{Type: "stdin", Data: chunk})
		}
	}
	chunks := s.in.chunks
	var resized chan struct{} // stays nil without a terminal
	if s.terminal != nil {
		resized = s.terminal.resized
	}
	for err == nil {
		select {
		case chunk, more := <-chunks:
			switch {
			case more:
				s.in.keep(chunk)
				err = s.say(message{Type: "stdin", Data: chunk})
			case s.in.err != nil: // half an input must not look like a whole one
				s.fail(fmt.Errorf("reading stdin: %w", s.in.err))
				return
			default:
				chunks = nil
				err = s.say(message{Type: "stdin", EOF: true})
			}
		case sig := <-s.signals:
			err = s.say(message{Type: "signal", Signal: unix.SignalName(sig)})
			s.delivered()
		case <-resized:
			rows, cols := s.terminal.size()
			err = s.say(message{Type: "resize", Rows: rows, Cols: cols})
		case <-s.over:
			return
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.mu.Lock()
		sig := s.latest
		s.mu.Unlock()
		s.fail(&interrupted{by: sig})
	}
}

func (s *session) say(m message) error {
	line, err := json.Marshal(&m)
	if err != nil {
		panic(err) // bytes and constant text always encode
	}
	return s.write(append(line, '\n'))
}

func (s *session) write(b []byte) error {
	_, err := s.conn.Write(b)
	return err
}

// relay passes signals to the sender, and unblocks it if necessary.
func (s *session) relay(from <-chan os.Signal) {
	defer s.terminal.onPanic()
	for {
		select {
		case sig := <-from:
			s.in.lost.Store(true)
			if !s.arrived(sig.(unix.Signal)) {
				return
			}
			select {
			case s.signals <- sig.(unix.Signal):
			case <-s.over:
				return
			}
		case <-s.over:
			return
		}
	}
}

// arrived gives writes until the end of patience. It ends a connection on which no tool runs yet;
// at SIGQUIT, which the daemon does not know, it ends any. Setting the deadline fails only on a
// closed connection.
func (s *session) arrived(sig unix.Signal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held || sig == unix.SIGQUIT {
		s.err = &interrupted{by: sig, held: s.held}
		s.conn.Close()
		return false
	}
	s.latest = sig
	s.waiting++
	_ = s.conn.SetWriteDeadline(time.Now().Add(signalPatience))
	return true
}

func (s *session) delivered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting--; s.waiting == 0 {
		_ = s.conn.SetWriteDeadline(time.Time{})
	}
}
