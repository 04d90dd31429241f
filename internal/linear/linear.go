// Package linear is for tests: it asserts that work is linear in its input, not
// quadratic. It measures nothing else.
package linear

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// times is how much larger the large input is. Quadratic work takes its square.
	times = 8
	// most is how much longer the large input may take: more than times, because it may
	// not fit into the caches; less than 64, the square of times.
	most = 20
	// least is the shortest time that can be measured reliably.
	least = 50 * time.Microsecond
)

// Require runs work on an input of the given size and on one eight times as long, and
// fails the test unless the second takes less than twenty times as long. It measures
// the CPU time of this process, so that other processes do not matter. That includes
// the garbage collector's, so the quickest of several runs counts.
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

// used is the CPU time of this process.
func used() time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &at); err != nil {
		panic(err) // Linux has this clock
	}
	return time.Duration(at.Nano())
}
