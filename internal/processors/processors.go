// Package processors shares the processors out between work that takes milliseconds,
// such as reading a tool's result of 1 MB, and what must not wait for it, such as a
// decision. It does none of that work and knows no priorities: long work asks before it
// begins, and all else does not ask.
package processors

import (
	"os"
	"runtime"
)

// count is how many this process may use: what Go found at the start.
var count = runtime.GOMAXPROCS(0)

// long holds a token for each processor that long work has.
var long = make(chan struct{}, count)

// Take waits until one is free for long work, which ends with the call of release.
// Who holds one must not wait for another.
func Take() (release func()) {
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
// beside three streams of results of 1 MB took 12 ms instead of 1.5. A question is also
// not kept by a thread that holds one of Go's processors while the kernel runs another
// process on the real one: 64 connections got a third more answers.
const spare = 2

// Spare lets Go run some goroutines more than there are processors, unless the
// environment says how many. On a single processor a lone question takes 8 % longer by
// it, and there it changes nothing.
func Spare() {
	if count > 1 && os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(count + spare)
	}
}
