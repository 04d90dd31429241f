// Package processors shares the processors between work that takes milliseconds, such as
// reading a tool's result of 1 MB, and work that must not wait for it, such as a decision. It
// does none of that work and knows no priorities: long work takes a token before it begins,
// everything else just runs. There is one token more than there are processors, reserved for
// work that is long, but not the longest. Four packages draw on the same tokens, so it is a part of
// none.
package processors

import (
	"os"
	"runtime"
	"sync"
)

// count is the number of processors available to this process, before Widen.
var count = runtime.GOMAXPROCS(0)

// long holds a token for each processor taken by long work; kept holds the one that the longest
// work never takes. kept is extra: taken out of long, it would leave the longest work nothing
// on one processor, and half of the machine on two.
var (
	long = make(chan struct{}, count)
	kept = make(chan struct{}, 1)
)

// Take waits until a processor is free for long work, and takes it until release is
// called. A caller that holds one must not wait for another.
func Take() (release func()) {
	room.Do(widen)
	long <- struct{}{}
	return give
}

// TakeShort is Take for work that takes milliseconds, which must not wait for work that takes a
// hundred times as long.
func TakeShort() (release func()) {
	room.Do(widen)
	select {
	case long <- struct{}{}:
		return give
	case kept <- struct{}{}:
		return func() { <-kept }
	}
}

// Lend is Take without waiting: ok is false if no processor is free.
func Lend() (release func(), ok bool) {
	select {
	case long <- struct{}{}:
		return give, true
	default:
		return nil, false
	}
}

func give() { <-long }

// spare is how many goroutines may run beside those that are busy with long work and its
// garbage collection. Without any, Go polls its sockets only when one of these pauses: a
// request beside three streams of 1 MB results takes 11 ms instead of 0.3, and 18 instead of
// 0.2 on a single processor.
const spare = 2

var room sync.Once

// Widen raises GOMAXPROCS by spare, unless the environment sets it. It also helps with many
// connections: goroutines queued on a thread that the kernel has descheduled can run on
// another. On a single processor that does not help, and makes a lone request 4 % slower; so
// there GOMAXPROCS is raised when the first long work begins.
func Widen() {
	if count > 1 {
		room.Do(widen)
	}
}

func widen() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(count + spare)
	}
}
