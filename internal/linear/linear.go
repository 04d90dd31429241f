// Package linear is for tests: it requires of some work that it grows with its input
// and not with the input's square. It measures nothing else.
package linear

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// times is how much larger the large input is. Quadratic work takes its square.
	times = 8
	// most is how much longer the large input may take: caches are left behind on the
	// way, and the square of times is 64.
	most = 20
	// least is what a measurement can tell apart.
	least = 50 * time.Microsecond
)

// Require lets work go through an input of a size, and through one eight times as
// long, and requires that it takes less than twenty times as long. What counts is
// the processor time of this process, so that others do not matter; the garbage
// collector's is in it, so the quickest of several counts.
func Require(t testing.TB, size int, work func(size int), what ...any) {
	t.Helper()
	quickest := func(size int) time.Duration {
		best := time.Hour
		for range 3 {
			began := used()
			work(size)
			best = min(best, used()-began)
		}
		return best
	}
	var small, large time.Duration
	for range 4 {
		if small, large = quickest(size), quickest(times*size); large < most*max(small, least) {
			return
		}
	}
	t.Errorf("%v of work for %d, %v for %d times as much: %v", small, size, large, times, what)
}

// used is the processor time that this process has taken.
func used() time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &at); err != nil {
		panic(err) // Linux has this clock
	}
	return time.Duration(at.Nano())
}
