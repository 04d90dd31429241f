package supervisor

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestATaskIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[^\x00]{0,20}`)
		want := Spec{
			Path: text.Draw(t, "path"), Dir: text.Draw(t, "dir"), Args: rapid.SliceOfN(text, 1, 9).Draw(t, "args"),
			Env: rapid.SliceOfN(text, 0, 9).Draw(t, "env"), Terminal: rapid.Bool().Draw(t, "terminal"),
			KillAfter: time.Duration(rapid.Int64().Draw(t, "killAfter")),
		}
		stream := bytes.NewReader(append(want.Append(nil), "rest"...))
		got, err := readSpec(stream)
		require.NoError(t, err)
		if len(got.Env) == 0 {
			got.Env = want.Env
		}
		require.Equal(t, want, *got)
		require.Equal(t, len("rest"), stream.Len(), "what follows is not its own")
	})
}

func TestWhatIsNoTask(t *testing.T) {
	spec := Spec{Path: "/p", Args: []string{"p"}, Dir: "/"}
	good := string(spec.Append(nil))
	for name, stream := range map[string]string{
		"nothing":       "",
		"no length":     "\x00\x00",
		"cut":           good[:len(good)-1],
		"too large":     "\xff\xff\xff\xff",
		"empty":         "\x00\x00\x00\x00",
		"no end":        "\x00\x00\x00\x03a\x00b",
		"few":           "\x00\x00\x00\x04a\x00b\x00",
		"no switch":     strings.Replace(good, "false", "other", 1),
		"no arguments":  strings.Replace(good, "\x001\x00", "\x000\x00", 1),
		"few arguments": strings.Replace(good, "\x001\x00", "\x009\x00", 1),
		"no number":     strings.Replace(good, "\x001\x00", "\x00x\x00", 1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readSpec(strings.NewReader(stream))
			require.ErrorIs(t, err, errSpec)
		})
	}
}

func TestMessages(t *testing.T) {
	var b bytes.Buffer
	all := []Message{{Started, 1 << 22}, {Exited, 255}, {Gone, 0}}
	for _, m := range all {
		require.NoError(t, m.Write(&b))
	}
	for _, want := range all {
		got, err := Read(&b)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := Read(&b)
	require.ErrorIs(t, err, io.EOF)
}
