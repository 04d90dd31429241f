package wrap

import (
	"io"
	"slices"
	"sync/atomic"
)

const (
	maxChunk = 32 << 10 // of input in one frame (seed 001 §3.3)

	// maxKept is more than a socket holds, so a daemon that has not read the
	// request yet cannot make input get lost.
	maxKept = 1 << 20
)

// input reads the tool's input, never further ahead than one chunk, and keeps what was
// sent until the daemon's first answer: that may ask for the whole request once more.
type input struct {
	chunks chan []byte // closed at the end; a chunk is valid until the next is taken
	err    error       // why the end came too early; read after chunks is closed
	stop   chan struct{}

	kept []byte // the sender's

	settled atomic.Bool // the daemon has taken the request: nothing needs to be kept
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

// close ends the reader, unless it is waiting for input that does not come.
func (in *input) close() { close(in.stop) }

func (in *input) read(r io.Reader) {
	defer close(in.chunks)
	// Two buffers: the one that was taken is being sent while the other is filled.
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

// sentBefore are the chunks that an earlier connection took with it.
func (in *input) sentBefore() [][]byte { return slices.Collect(slices.Chunk(in.kept, maxChunk)) }
