// Package processors shares the processors out between work that takes milliseconds,
// such as reading a tool's result of 1 MB, and what must not wait for it, such as a
// decision. It does none of that work and knows no priorities: long work asks before it
// begins, and all else does not ask.
package processors

import (
	"os"
	"runtime"
	"sync"
)

// count is how many this process may use: what Go found at the start.
var count = runtime.GOMAXPROCS(0)

// long holds a token for each processor that long work has.
var long = make(chan struct{}, count)

// Take waits until one is free for long work, which ends with the call of release.
// Who holds one must not wait for another.
func Take() (release func()) {
	room.Do(widen)
	long <- struct{}{}
	return give
}

// Lend is Take for work that somebody else does if none is free.
func Lend() (release func(), ok bool) {
	select {
	case long <- struct{}{}:
		return give, true
	default:
		return nil, false
	}
}

func give() { <-long }

// spare is how many goroutines may run beside those that long work and its garbage
// keep busy. With none, Go looks at its sockets when one of these pauses, and a question
// beside three streams of results of 1 MB takes 11 ms instead of 0.3, and 18 instead of
// 0.2 on a single processor.
const spare = 2

var room sync.Once

// Widen lets Go run so many goroutines more than there are processors, unless the
// environment says how many. It also helps many connections: a thread that the kernel
// makes wait no longer keeps what it has of Go's from the others. A single processor
// gets none of that, and a lone question takes 4 % longer by it; so there the first
// long work widens it.
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
