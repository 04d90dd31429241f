// Package linear is for tests: it makes texts that may be slow to read, and asserts that
// work is linear in its input, not quadratic, and that no input is far slower than another.
// It says nothing about how fast anything is. Tests of eighteen packages share it.
package linear

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// times is how much larger the large input is. Quadratic work takes its square.
	times = 8
	// most is how much longer the large input may take: more than times, because it may not fit
	// into the caches; less than 64, the square of times.
	most = 20
	// least is the shortest time that can be measured reliably.
	least = 50 * time.Microsecond
)

// Require runs work on an input of the given size and on one eight times as long, and fails the
// test unless the second takes less than twenty times as long. It measures the CPU time of this
// process, so that other processes do not matter. That includes the garbage collector's time,
// so the quickest of several runs counts.
func Require(t testing.TB, size int, work func(size int), what ...any) {
	t.Helper()
	var small, large time.Duration
	for range 4 {
		if small, large = quickest(func() { work(size) }), quickest(func() { work(times * size) }); large < most*max(small, least) {
			return
		}
	}
	t.Errorf("%v of work for %d, %v for %d times as much: %v", small, size, large, times, what)
}

// Within fails the test unless work takes at most the given number of times as long as
// something else, measured as Require measures.
func Within(t testing.TB, times float64, than, work func(), what ...any) {
	t.Helper()
	var short, long time.Duration
	for range 4 {
		if short, long = max(quickest(than), least), quickest(work); float64(long) <= times*float64(short) {
			return
		}
	}
	t.Errorf("work took %v, allowed are %v: %v", long, time.Duration(times*float64(short)), what)
}

// quickest is the CPU time of the quickest of three runs.
func quickest(work func()) time.Duration {
	best := time.Hour
	for range 3 {
		best = min(best, CPU(work))
	}
	return best
}

// CPU is the CPU time that this process spends on work. Bounds on it should be wide: it
// includes the garbage collector's time.
func CPU(work func()) time.Duration {
	began := used()
	work()
	return used() - began
}

func used() time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &at); err != nil {
		panic(err) // Linux has this clock
	}
	return time.Duration(at.Nano())
}
