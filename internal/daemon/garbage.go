package daemon

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// room is how much garbage may lie beside what is in use, in bytes. With the 100 % of
// Go's default a million sessions, 680 MB, would have as much again beside them.
const room = 16 << 20

// The garbage collector looks at all that is in use each time, so it gets a part of that
// at least: a quarter. Twice as much where little is in use makes it rare enough.
const leastGarbage, mostGarbage = 25, 200 // percent of what is in use

// garbage is how much of it may lie beside so many bytes in use, in percent of them.
func garbage(inUse uint64) int {
	return int(min(max(100*room/max(inUse, 1), leastGarbage), mostGarbage))
}

// tendGarbage sets the percentage anew after each collection, unless the environment
// says how much there may be. The cleanup of an object that nobody holds is what tells
// that there was one.
func tendGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	percent := 100
	var again func()
	again = func() {
		metrics.Read(inUse)
		if p := garbage(inUse[0].Value.Uint64()); p != percent {
			percent = p
			debug.SetGCPercent(p)
		}
		runtime.AddCleanup(new([64]byte), func(struct{}) { again() }, struct{}{})
	}
	again()
}
