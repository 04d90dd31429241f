//go:build race

package nowait

import "syscall"

// The race detector knows from package syscall that what one goroutine has sent
// comes before what another does once it has received it.

func receive(fd uintptr, p []byte) (int, error) { return syscall.Read(int(fd), p) }
func send(fd uintptr, p []byte) (int, error)    { return syscall.Write(int(fd), p) }

func writeAt(fd uintptr, p []byte, at int64) (int, error) { return syscall.Pwrite(int(fd), p, at) }
