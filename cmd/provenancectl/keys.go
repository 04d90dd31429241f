package main

import (
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// keys passes on what is typed on a terminal, key by key and without echo, until the terminal
// is given back. Ctrl-C remains a signal. A program in the background must not change its
// terminal's settings: it would be stopped, for example under timeout(1).
func keys(terminal *os.File, pressed func(key byte)) (giveBack func()) {
	fd := int(terminal.Fd())
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	if err != nil || group != unix.Getpgrp() {
		return func() {}
	}
	before, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return func() {}
	}
	single := *before
	single.Lflag &^= unix.ICANON | unix.ECHO
	single.Cc[unix.VSUSP] = 0 // Ctrl-Z would leave the screen as it is drawn
	single.Cc[unix.VMIN], single.Cc[unix.VTIME] = 1, 0
	if unix.IoctlSetTermios(fd, unix.TCSETS, &single) != nil {
		return func() {}
	}
	go func() { // it ends with the program
		for key := make([]byte, 1); ; {
			if n, err := terminal.Read(key); n == 0 || err != nil {
				return
			}
			pressed(key[0])
		}
	}()
	return func() { _ = unix.IoctlSetTermios(fd, unix.TCSETS, before) } // fails if the terminal is gone
}

// resized calls changed when the terminal's size changes.
func resized(changed func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGWINCH)
	go func() {
		for range signals {
			changed()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
