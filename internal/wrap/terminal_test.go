package wrap

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestAPanicPutsTheTerminalBack(t *testing.T) {
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	defer ours.Close()
	require.NoError(t, unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	theirs, err := os.OpenFile(filepath.Join("/dev/pts", strconv.Itoa(n)), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	defer theirs.Close()

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
