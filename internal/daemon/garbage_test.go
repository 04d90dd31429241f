package daemon

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestGarbage(t *testing.T) {
	for inUse, want := range map[uint64]int{0: 200, 4 << 20: 200, 8 << 20: 200, 16 << 20: 100, 32 << 20: 50, 64 << 20: 25, 1 << 40: 25} {
		require.Equal(t, want, garbage(inUse), inUse)
	}
}

func TestGarbageIsTendedAfterEachCollection(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	percent := func() int {
		runtime.GC()
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	t.Setenv("GOGC", "100")
	tendGarbage()
	require.Equal(t, 100, percent())

	t.Setenv("GOGC", "")
	tendGarbage()
	inUse := make([]byte, 8*room)
	require.Eventually(t, func() bool { return percent() == leastGarbage }, 10*time.Second, time.Millisecond)
	runtime.KeepAlive(inUse)
	inUse = nil
	require.Eventually(t, func() bool { return percent() > leastGarbage }, 10*time.Second, time.Millisecond)
}
