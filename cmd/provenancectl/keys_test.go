package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/ptytest"
)

// sitting makes the test binary the program at the terminal.
const sitting = "PROVENANCECTL_TEST_SITS_AT_A_TERMINAL"

func TestMain(m *testing.M) {
	switch os.Getenv(sitting) {
	case "":
		code := m.Run()
		if built != "" {
			os.RemoveAll(built)
		}
		os.Exit(code)
	case "panics":
		os.Exit(panicking())
	}
	quit := make(chan struct{})
	giveBack := keys(os.Stdin, func(key byte) {
		if key == 'q' {
			close(quit)
		}
	})
	<-quit
	giveBack()
	fmt.Print("left")
}

func TestKeysAreReadUnseenAndTheTerminalComesBack(t *testing.T) {
	keyboard, terminal := ptytest.Open(t)
	settings := func() unix.Termios {
		now, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
		require.NoError(t, err)
		return *now
	}
	before := settings()

	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), sitting+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	for deadline := time.Now().Add(10 * time.Second); settings().Lflag&unix.ICANON != 0; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "lines are still read whole")
	}
	require.NotZero(t, settings().Lflag&unix.ISIG, "Ctrl-C is a signal")
	_, err := io.WriteString(keyboard, "xq") // without a newline
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	require.Equal(t, before, settings())
	shown := make([]byte, 64)
	k, err := keyboard.Read(shown)
	require.NoError(t, err)
	require.Equal(t, "left", string(shown[:k]), "what was typed is not shown")
}

func TestKeysOfWhatIsNoTerminalAreLeftAlone(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	keys(r, func(byte) { t.Error("a key of a pipe") })()
}
