package daemon

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// room is how much garbage may accumulate beside what is in use, in bytes. With Go's default of
// 100 %, a million sessions, 680 MB, would have as much again beside them.
const room = 16 << 20

// Each collection examines everything in use, so garbage gets at least a part of that: a
// quarter. Where little is in use, twice as much keeps collections rare.
const leastGarbage, mostGarbage = 25, 200 // percent of what is in use

// garbage is how much garbage may accumulate beside so many bytes in use, in percent of them.
func garbage(inUse uint64) int {
	return int(min(max(100*room/max(inUse, 1), leastGarbage), mostGarbage))
}

// tendGarbage sets the percentage again after each collection, unless the environment sets it.
// The cleanup of an unreachable object signals that there was one.
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
