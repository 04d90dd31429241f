package wrap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/wire"
)

// badKey is the daemon's answer to a wrong key, time or nonce; it does not say which.
const badKey = "authentication failed"

// readPatience is how long a daemon waits for a client that does not read.
const readPatience = 30 * time.Second

// refused is the error for a tool that the daemon did not run, in its own words.
type refused struct{ message string }

func (e *refused) Error() string { return e.message + hints[e.message] }

// hints are for people: the daemon's own texts are fixed, since programs depend on them.
var hints = map[string]string{
	"failed to start tool":      ": the daemon's log says why",
	"invalid working directory": ": tools run outside the sandbox, where there is no such directory",
}

// answer is any message of the daemon.
type answer struct {
	Type     string `json:"type"`
	Data     []byte `json:"data"` // stdout, stderr
	ExitCode int    `json:"exit_code"`
	Timeout  bool   `json:"timeout"`
	Signal   string `json:"signal"` // the one that killed the tool, since the request asks for it
	PTY      bool   `json:"pty"`    // started: the tool has a terminal
	Message  string `json:"message"`
}

// exitCode returns the tool's exit code.
func (a *answer) exitCode() (int, error) {
	switch {
	case a.Timeout:
		return ExitTimeout, errors.New("the tool took too long and was ended")
	case a.ExitCode >= 0 && a.ExitCode <= 255:
		return a.ExitCode, nil
	case unix.SignalNum(a.Signal) != 0:
		return exitSignal + int(unix.SignalNum(a.Signal)), nil
	}
	return ExitUnknown, nil // passed on, 256 would be success
}

// session is one connection. One goroutine writes to it, one reads from it, and one unblocks the
// writer for signals.
type session struct {
	conn     net.Conn
	in       *input
	terminal *Terminal // nil without one
	now      func() time.Time
	signals  chan unix.Signal
	over     chan struct{}

	slowest time.Duration // duration of the slowest write of output; belongs to the reader

	mu      sync.Mutex
	latest  unix.Signal
	waiting int   // signals not sent yet; while there are any, writes have a deadline
	held    bool  // the daemon waits for the owner, and no tool runs yet
	err     error // why this side ended the connection
}

func (s *session) run(request []byte, o *Options) (*answer, error) {
	var wg sync.WaitGroup
	wg.Go(func() { s.send(request) })
	wg.Go(func() { s.relay(o.Signals) })
	end, err := s.receive(o.Stdout, o.Stderr)
	close(s.over)
	s.conn.Close()
	wg.Wait()
	return end, err
}

// fail ends the connection from this side.
func (s *session) fail(err error) {
	s.mu.Lock()
	s.err = err
	s.mu.Unlock()
	s.conn.Close()
}

// receive reads until the tool has ended or the daemon has refused.
func (s *session) receive(stdout, stderr io.Writer) (*answer, error) {
	r := bufio.NewReaderSize(s.conn, 64<<10)
	var frame []byte
	for {
		var err error
		if frame, err = wire.ReadFrame(r, frame, wire.MaxFrame); err != nil {
			return nil, s.ended(err)
		}
		var a answer
		if err := json.Unmarshal(frame, &a); err != nil {
			return nil, fmt.Errorf("unreadable answer: %w", err)
		}
		if a.Type == "error" {
			return nil, &refused{message: a.Message}
		}
		s.in.settled.Store(true)
		if s.hold(a.Type == "pending") {
			fmt.Fprintf(stderr, "provenance-wrap: %s\n", a.Message)
		}
		switch a.Type {
		case "started":
			if a.PTY && s.terminal != nil {
				err = s.terminal.makeRaw()
			}
		case "stdout":
			err = s.show(stdout, a.Data)
		case "stderr":
			err = s.show(stderr, a.Data)
		case "done":
			return &a, nil
		case "":
			err = errors.New("unreadable answer: it has no type")
		}
		if err != nil {
			return nil, err
		}
	}
}

// show writes the tool's output. Nothing is read meanwhile.
func (s *session) show(to io.Writer, data []byte) error {
	began := s.now()
	_, err := to.Write(data)
	s.slowest = max(s.slowest, s.now().Sub(began))
	return err
}

// hold notes whether the daemon waits for the owner, and reports whether that is new.
func (s *session) hold(held bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	begins := held && !s.held
	s.held = held
	return begins
}

// ended says why no more frames come.
func (s *session) ended(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.err != nil:
		return s.err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		if s.slowest >= readPatience {
			return fmt.Errorf("the daemon ended the tool: nobody took its output for %v, and it waits for %v", s.slowest.Round(time.Second), readPatience)
		}
		return errors.New("the daemon ended the connection; whether the tool ran to its end is unknown")
	}
	return fmt.Errorf("reading the answer: %w", err)
}
