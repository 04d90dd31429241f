// Command provenancectl is the owner's command line for a running provenanced.
package main

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/ctl"
)

var version = "dev" // set by the linker

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	_, err := unix.IoctlGetTermios(int(os.Stdout.Fd()), unix.TCGETS)
	terminal := err == nil
	dumb := os.Getenv("TERM") == "dumb"
	return ctl.Run(ctx, os.Args[1:], ctl.Env{
		Stdin:    os.Stdin,
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Terminal: terminal,
		Dumb:     dumb,
		Color:    terminal && os.Getenv("NO_COLOR") == "" && !dumb, // no-color.org
		ASCII:    !utf8Locale(),
		Size:     terminalSize,
		Keys:     func(pressed func(byte)) func() { return keys(os.Stdin, pressed) },
		Resized:  resized,
		Now:      time.Now,
		Version:  version,
		Dial:     ctl.Dial,
	})
}

// utf8Locale reports whether output may be UTF-8, which is also assumed if no locale is set.
func utf8Locale() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// terminalSize is the size of the terminal on standard output, or 80 by 24.
func terminalSize() (cols, rows int) {
	w, err := unix.IoctlGetWinsize(int(os.Stdout.Fd()), unix.TIOCGWINSZ)
	if err != nil || w.Col == 0 || w.Row == 0 {
		return 80, 24
	}
	return int(w.Col), int(w.Row)
}
