package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/wire"
)

// caller is the client of a running tool: what it sends while the tool runs.
type caller struct {
	c       *conn
	stdin   *io.PipeReader
	signals chan string
	resizes chan [2]uint16
	gone    context.CancelFunc    // ends the run
	misread atomic.Pointer[fault] // why its lines are no longer read

	over chan struct{} // closed when the run is over
	done sync.WaitGroup
}

func newCaller(c *conn, rest []byte, gone context.CancelFunc) *caller {
	in, tool := io.Pipe()
	w := &caller{
		c: c, stdin: in, signals: make(chan string, 8), resizes: make(chan [2]uint16, 1), gone: gone, over: make(chan struct{}),
	}
	c.readUntil(time.Time{}) // a client may be silent for as long as its tool runs
	w.done.Go(w.watch)
	w.done.Go(func() { w.listen(io.MultiReader(bytes.NewReader(bytes.Clone(rest)), c.nc), tool) })
	return w
}

// close stops listen.
func (w *caller) close() {
	close(w.over)
	w.stdin.Close()
	w.c.readUntil(time.Now()) // wakes the reader
	w.done.Wait()
}

// errBroken ends an input that is incomplete.
var errBroken = errors.New("the input broke off")

// listen reads lines until the client closes its sending side, which ends the tool's input.
// Nothing else ends it: a tool that takes half of its input for all of it could act on it
// before it is stopped.
func (w *caller) listen(from io.Reader, stdin *io.PipeWriter) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 4<<10), wire.MaxWrapLine)
	defer stdin.CloseWithError(errBroken) // no effect if it has ended properly
	ended := false
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue // the newline that ended the request
		}
		l, err := wire.ParseWrapLine(lines.Bytes())
		if err != nil {
			w.broken(&fault{code: wire.BadRequest, text: errBadJSON.text, err: err})
			return
		}
		switch l.Type {
		case "stdin":
			if len(l.Data) > 0 && !ended {
				_, _ = stdin.Write(l.Data) // fails if the tool reads no more, which is up to the tool
			}
			if l.EOF {
				ended = true
				_ = stdin.Close()
			}
		case "signal":
			w.signal(l.Signal)
		case "resize":
			w.resize([2]uint16{l.Rows, l.Cols})
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		w.broken(&fault{code: wire.TooLarge, err: err})
	case err != nil, w.hungUp(): // the client has gone, or the server stops
		w.gone()
	default:
		_ = stdin.Close()
	}
}

func (w *caller) isOver() bool {
	select {
	case <-w.over:
		return true
	default:
		return false
	}
}

func (w *caller) signal(name string) {
	switch name {
	case "SIGINT", "SIGTERM", "SIGHUP":
		select {
		case w.signals <- name:
		case <-w.over:
		}
	}
}

// resize keeps only the latest size.
func (w *caller) resize(size [2]uint16) {
	select {
	case <-w.resizes:
	default:
	}
	select {
	case w.resizes <- size:
	case <-w.over:
	}
}

// broken ends a run whose client is no longer read.
func (w *caller) broken(why *fault) {
	if !w.isOver() {
		w.misread.Store(why)
		w.gone()
	}
}

// watch ends the run of a client that has closed the connection altogether. One that only
// closed its sending side still reads output. If the tool does not take the client's input,
// listen waits for the tool, and only watch notices that the client has gone.
func (w *caller) watch() {
	tick := time.NewTicker(waitStep)
	defer tick.Stop()
	for {
		select {
		case <-w.over:
			return
		case <-tick.C:
		}
		if w.hungUp() {
			w.gone()
			return
		}
	}
}

// hungUp reports whether the client has closed the connection altogether.
func (w *caller) hungUp() bool {
	raw, err := w.c.nc.SyscallConn()
	if err != nil {
		return true
	}
	hungUp := false
	err = raw.Control(func(fd uintptr) {
		poll := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(poll, 0)
		hungUp = err == nil && n > 0 && poll[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0
	})
	return err != nil || hungUp
}
