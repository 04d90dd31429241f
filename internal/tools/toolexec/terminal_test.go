package toolexec

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// atTerminal is a call of a script with a terminal.
func atTerminal(script string) Request {
	tool := shell(script)
	tool.PTY = true
	return Request{Tool: tool, PTY: true, Rows: 33, Cols: 99, Cwd: "/"}
}

func TestAToolHasATerminalWhereBothSidesWantOne(t *testing.T) {
	r := newRunner(t)
	q := atTerminal(`test -t 0 && test -t 1 && test -t 2 && echo terminal; stty size; echo $TERM; read -r line; echo "<$line>"; cat; exit 4`)
	result, stdout, stderr := run(t, r, q, "typed\nmore")
	require.Equal(t, 4, result.ExitCode)
	require.Empty(t, stderr)
	require.Regexp(t, `(?s)terminal\r\n.*33 99\r\n.*xterm-256color\r\n`, stdout) // including what is typed, when it comes
	require.Contains(t, stdout, "<typed>\r\n")
	require.Contains(t, stdout, "more")

	for _, c := range []struct{ may, asked bool }{{false, true}, {true, false}} {
		q.Tool.PTY, q.PTY = c.may, c.asked
		_, stdout, _ = run(t, r, q, "typed\nmore")
		require.Contains(t, stdout, "<typed>\n")
		require.NotContains(t, stdout, "terminal", "%+v", c)
	}
}

func TestATerminalIsResized(t *testing.T) {
	q := atTerminal(`trap 'stty size; exit' WINCH; echo begun; while :; do sleep 0.01; done`)
	var out said
	resize := make(chan [2]uint16, 1)
	_, err := newRunner(t).Run(t.Context(), q, Streams{Resize: resize, Stdin: neverEnds{t.Context()}, Stdout: func(b []byte) error {
		if strings.Contains(string(b), "begun") {
			resize <- [2]uint16{11, 22}
		}
		return out.take(b)
	}})
	require.NoError(t, err)
	require.Contains(t, out.String(), "11 22\r\n")
}

type neverEnds struct{ ctx context.Context }

func (n neverEnds) Read([]byte) (int, error) { <-n.ctx.Done(); return 0, io.EOF }

func TestKeysActAsKeys(t *testing.T) {
	q := atTerminal(`trap 'echo interrupted; exit 5' INT; echo begun; while :; do sleep 0.01; done`)
	var out said
	in, keys := io.Pipe()
	result, err := newRunner(t).Run(t.Context(), q, Streams{Stdin: in, Stdout: func(b []byte) error {
		if strings.Contains(string(b), "begun") {
			go keys.Write([]byte{3})
		}
		return out.take(b)
	}})
	require.NoError(t, err)
	require.Equal(t, 5, result.ExitCode)
	require.Contains(t, out.String(), "interrupted")
}
