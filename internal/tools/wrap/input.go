package wrap

import (
	"io"
	"slices"
	"sync/atomic"
)

const (
	maxChunk = 32 << 10 // of input in one frame (seed 001 §3.3)

	// maxKept is more than a socket holds, so that no input is lost if the daemon has not read the
	// request yet.
	maxKept = 1 << 20
)

// input reads the tool's input, at most one chunk ahead, and keeps what was sent until the daemon's
// first answer, which may ask for the whole request again.
type input struct {
	chunks chan []byte // closed at the end; a chunk is valid until the next is received
	err    error       // why the input ended early; read after chunks is closed
	stop   chan struct{}

	kept []byte // the sender's

	settled atomic.Bool // the daemon accepted the request: nothing needs to be kept
	lost    atomic.Bool // something was sent that cannot be sent again
}

func newInput(r io.Reader) *input {
	in := &input{chunks: make(chan []byte), stop: make(chan struct{})}
	if r == nil {
		close(in.chunks)
	} else {
		go in.read(r)
	}
	return in
}

// close ends the reader, unless it is blocked in a read.
func (in *input) close() { close(in.stop) }

func (in *input) read(r io.Reader) {
	defer close(in.chunks)
	// Two buffers: one is sent while the other is filled.
	for bufs := [2][]byte{make([]byte, maxChunk), make([]byte, maxChunk)}; ; bufs[0], bufs[1] = bufs[1], bufs[0] {
		n, err := r.Read(bufs[0])
		if n > 0 {
			select {
			case in.chunks <- bufs[0][:n]:
			case <-in.stop:
				return
			}
		}
		if err != nil {
			if err != io.EOF {
				in.err = err
			}
			return
		}
	}
}

// keep remembers a chunk that is about to be sent.
func (in *input) keep(chunk []byte) {
	switch {
	case in.settled.Load() || in.lost.Load():
		in.kept = nil
	case len(in.kept)+len(chunk) > maxKept:
		in.lost.Store(true)
		in.kept = nil
	default:
		in.kept = append(in.kept, chunk...)
	}
}

// sentBefore returns the chunks that an earlier connection sent.
func (in *input) sentBefore() [][]byte { return slices.Collect(slices.Chunk(in.kept, maxChunk)) }
