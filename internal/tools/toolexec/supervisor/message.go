package supervisor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Spec is what a supervisor starts. None of its texts contains a NUL byte.
type Spec struct {
	Path      string   // the program, absolute
	Args      []string // beginning with the program's own name
	Env       []string // NAME=value, the complete environment
	Dir       string   // the working directory, absolute
	Terminal  bool     // the first descriptor is a terminal, which becomes the program's own
	KillAfter time.Duration
}

// maxSpec is more than the system accepts as arguments and environment of a program, in bytes.
const maxSpec = 8 << 20

var errSpec = errors.New("not a supervisor's task")

// Append appends s as a supervisor reads it: its length, then its texts, each followed by a NUL
// byte.
func (s *Spec) Append(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	text := func(t string) { dst = append(append(dst, t...), 0) }
	text(s.Path)
	text(s.Dir)
	text(strconv.FormatBool(s.Terminal))
	text(strconv.FormatInt(int64(s.KillAfter), 10))
	text(strconv.Itoa(len(s.Args)))
	for _, t := range s.Args {
		text(t)
	}
	for _, t := range s.Env {
		text(t)
	}
	binary.BigEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	return dst
}

func readSpec(r io.Reader) (*Spec, error) {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, fmt.Errorf("%w: %w", errSpec, err)
	}
	n := binary.BigEndian.Uint32(length[:])
	if n > maxSpec {
		return nil, fmt.Errorf("%w: %d bytes", errSpec, n)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, fmt.Errorf("%w: %w", errSpec, err)
	}
	defer clear(b)
	body, whole := strings.CutSuffix(string(b), "\x00")
	texts := strings.Split(body, "\x00")
	if !whole || len(texts) < 6 {
		return nil, errSpec
	}
	terminal, err := strconv.ParseBool(texts[2])
	killAfter, err2 := strconv.ParseInt(texts[3], 10, 64)
	args, err3 := strconv.Atoi(texts[4])
	texts, dir, path := texts[5:], texts[1], texts[0]
	if errors.Join(err, err2, err3) != nil || args < 1 || args > len(texts) {
		return nil, errSpec
	}
	return &Spec{Path: path, Args: texts[:args], Env: texts[args:], Dir: dir, Terminal: terminal, KillAfter: time.Duration(killAfter)}, nil
}

// Kind is the subject of a message, and so the meaning of its value.
type Kind byte

const (
	// To the supervisor.
	Signal Kind = 1 + iota // pass on a signal: its number
	End                    // end everything

	// From the supervisor, in this order: one of the first three; one of the next two if the
	// program ran; Gone.
	Started    // the program runs: its process id
	NoDir      // the working directory cannot be entered: the errno
	NotStarted // the program cannot be started: the errno
	Exited     // it ended by itself: the exit code
	Killed     // it was ended: the signal
	Gone       // the number of its descendants that could not be ended, hopefully 0
)

// Message is what both ends send while the program runs, eight bytes each.
type Message struct {
	Kind  Kind
	Value uint32
}

const messageSize = 8

// Write sends m.
func (m Message) Write(w io.Writer) error {
	b := [messageSize]byte{0: byte(m.Kind)}
	binary.BigEndian.PutUint32(b[4:], m.Value)
	_, err := w.Write(b[:])
	return err
}

// Read receives the next message; io.EOF says that the other end has gone.
func Read(r io.Reader) (Message, error) {
	var b [messageSize]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return Message{}, err
	}
	return Message{Kind: Kind(b[0]), Value: binary.BigEndian.Uint32(b[4:])}, nil
}
