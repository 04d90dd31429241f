package nowait

import (
	"bytes"
	"crypto/rand"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// pair is a Conn, its socket, and the socket at the other end.
func pair(t *testing.T) (*Conn, *net.UnixConn, *net.UnixConn) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unix"})
	require.NoError(t, err)
	defer l.Close()
	near, err := net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
	require.NoError(t, err)
	far, err := l.AcceptUnix()
	require.NoError(t, err)
	t.Cleanup(func() { near.Close(); far.Close() })
	return NewConn(near), near, far
}

func TestReadWaitsForBytesAndEndsAtTheEnd(t *testing.T) {
	c, _, far := pair(t)
	go func() {
		time.Sleep(10 * time.Millisecond)
		_, _ = far.Write([]byte("hello"))
	}()
	buf := make([]byte, 3)
	n, err := c.Read(buf)
	require.NoError(t, err)
	require.Equal(t, "hel", string(buf[:n]))
	n, err = c.Read(nil)
	require.NoError(t, err)
	require.Zero(t, n)
	n, err = c.Read(buf)
	require.NoError(t, err)
	require.Equal(t, "lo", string(buf[:n]))

	require.NoError(t, far.CloseWrite())
	_, err = c.Read(buf)
	require.Equal(t, io.EOF, err)
}

func TestReadKeepsDeadlinesAndEndsWhenClosed(t *testing.T) {
	c, near, far := pair(t)
	require.NoError(t, near.SetReadDeadline(time.Now().Add(10*time.Millisecond)))
	_, err := c.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)

	require.NoError(t, near.SetReadDeadline(time.Time{}))
	time.AfterFunc(10*time.Millisecond, func() { near.Close() })
	_, err = c.Read(make([]byte, 1))
	require.ErrorIs(t, err, net.ErrClosed)
	_, err = c.Write([]byte("x"))
	require.ErrorIs(t, err, net.ErrClosed)
	require.NoError(t, far.Close())
}

// More than a socket holds, so that the writer has to wait, in both directions at once.
func TestWriteWritesAllWhileAnotherReads(t *testing.T) {
	c, _, far := pair(t)
	text := make([]byte, 3<<20)
	rand.Read(text)
	echoed := make(chan error, 1)
	go func() {
		_, err := io.Copy(far, far)
		echoed <- err
	}()
	wrote := make(chan error, 1)
	go func() {
		n, err := c.Write(text)
		if err == nil && n != len(text) {
			err = io.ErrShortWrite
		}
		wrote <- err
	}()
	back := make([]byte, len(text))
	_, err := io.ReadFull(c, back)
	require.NoError(t, err)
	require.NoError(t, <-wrote)
	require.True(t, bytes.Equal(text, back))
	require.NoError(t, far.CloseRead())
	<-echoed
}

func TestWriteKeepsDeadlinesAndTellsHowFarItGot(t *testing.T) {
	c, near, far := pair(t)
	got := 0
	wrote := make(chan error, 1)
	go func() {
		n, err := c.Write(make([]byte, 3<<20))
		got = n
		wrote <- err
	}()
	_, err := far.Read(make([]byte, 1))
	require.NoError(t, err)
	require.NoError(t, near.SetWriteDeadline(time.Now()))
	require.ErrorIs(t, <-wrote, os.ErrDeadlineExceeded)
	require.Positive(t, got)
	require.Less(t, got, 3<<20)
}

// A writer that must not wait learns how much the socket has accepted, and continues when there
// is room.
func TestSendTakesWhatFits(t *testing.T) {
	c, near, far := pair(t)
	require.NoError(t, near.SetWriteDeadline(time.Now().Add(10*time.Second))) // a Write would wait
	text := make([]byte, 3<<20)
	rand.Read(text)
	n, err := c.Send(text)
	require.NoError(t, err)
	require.Positive(t, n)
	require.Less(t, n, len(text))
	again, err := c.Send(text[n:])
	require.NoError(t, err)
	require.Zero(t, again)

	got := make([]byte, n)
	_, err = io.ReadFull(far, got)
	require.NoError(t, err)
	require.True(t, bytes.Equal(text[:n], got))
	more, err := c.Send(text[n:])
	require.NoError(t, err)
	require.Positive(t, more)
}

// A closed peer gives an error and not a signal, which would end the process.
func TestWriteToNobody(t *testing.T) {
	c, _, far := pair(t)
	require.NoError(t, far.Close())
	n, err := c.Write([]byte("x"))
	require.ErrorIs(t, err, unix.EPIPE)
	require.Zero(t, n)
}

func TestNothingIsAllocated(t *testing.T) {
	c, _, far := pair(t)
	out, in := []byte("0123456789"), make([]byte, 10)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_, _ = far.Write(out)
		_, _ = c.Read(in)
		_, _ = c.Write(out)
		_, _ = far.Read(in)
	}))
	f := file(t)
	require.Zero(t, testing.AllocsPerRun(100, func() { _, _ = f.WriteAt(out, 0) }))
}
