//go:build race

package nowait

import "syscall"

// With package syscall's calls, the race detector knows that a send happens before the receive
// that gets its bytes.

func receive(fd uintptr, p []byte) (int, error) { return syscall.Read(int(fd), p) }
func send(fd uintptr, p []byte) (int, error)    { return syscall.Write(int(fd), p) }

func writeAt(fd uintptr, p []byte, at int64) (int, error) { return syscall.Pwrite(int(fd), p, at) }
