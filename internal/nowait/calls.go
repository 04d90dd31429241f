//go:build !race

package nowait

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The system calls. p must not be empty.

func receive(fd uintptr, p []byte) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), unix.MSG_DONTWAIT, 0, 0)
	return result(n, errno)
}

func send(fd uintptr, p []byte) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_SENDTO, fd, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL, 0, 0)
	return result(n, errno)
}

// writeAt passes the offset in two halves, which works on every processor: the kernel of a
// 64-bit one ignores the second.
func writeAt(fd uintptr, p []byte, at int64) (int, error) {
	part := unix.Iovec{Base: &p[0]}
	part.SetLen(len(p))
	n, _, errno := unix.RawSyscall6(unix.SYS_PWRITEV, fd, uintptr(unsafe.Pointer(&part)), 1, uintptr(at), uintptr(at>>32), 0)
	return result(n, errno)
}

func result(n uintptr, errno unix.Errno) (int, error) {
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
