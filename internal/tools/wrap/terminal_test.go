package wrap

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/ptytest"
)

func TestAPanicPutsTheTerminalBack(t *testing.T) {
	_, theirs := ptytest.Open(t)
	terminal := OpenTerminal(theirs, theirs)
	require.NotNil(t, terminal)
	before, err := unix.IoctlGetTermios(int(theirs.Fd()), unix.TCGETS)
	require.NoError(t, err)
	require.PanicsWithValue(t, "whatever", func() {
		defer terminal.onPanic()
		require.NoError(t, terminal.makeRaw())
		raw, err := unix.IoctlGetTermios(int(theirs.Fd()), unix.TCGETS)
		require.NoError(t, err)
		require.NotEqual(t, before, raw)
		panic("whatever")
	})
	after, err := unix.IoctlGetTermios(int(theirs.Fd()), unix.TCGETS)
	require.NoError(t, err)
	require.Equal(t, before, after)

	none, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer none.Close()
	require.Nil(t, OpenTerminal(theirs, none))
	require.Nil(t, OpenTerminal(none, theirs))
}
