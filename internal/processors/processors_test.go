package processors

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLongWorkGetsNoMoreThanThereAre(t *testing.T) {
	var held []func()
	for range count {
		held = append(held, Take())
	}
	_, ok := Lend()
	require.False(t, ok)
	taken := make(chan func())
	go func() { taken <- Take() }()
	select {
	case <-taken:
		t.Fatal("took a token more than there are processors")
	case <-time.After(20 * time.Millisecond):
	}

	held[0]()
	(<-taken)()
	release, ok := Lend()
	require.True(t, ok)
	release()
	for _, release := range held[1:] {
		release()
	}
	require.Empty(t, long)
}

// However much of the longest work there is, one piece of shorter work can still run.
func TestTheLongestWorkLeavesRoomForShorter(t *testing.T) {
	var held []func()
	for range count {
		held = append(held, Take())
	}
	for range 2 {
		release := TakeShort()
		_, ok := Lend()
		require.False(t, ok)
		release()
	}
	held[0]()
	first, second := TakeShort(), TakeShort() // the free token, and the reserved one
	_, ok := Lend()
	require.False(t, ok)
	first()
	second()
	for _, release := range held[1:] {
		release()
	}
	require.Empty(t, long)
	require.Empty(t, kept)
}

func TestGoHasRoomBesideLongWork(t *testing.T) {
	was, before := count, runtime.GOMAXPROCS(0)
	begin := func(processors int, environment string) {
		count, room = processors, sync.Once{}
		runtime.GOMAXPROCS(processors)
		t.Setenv("GOMAXPROCS", environment)
	}
	defer func() {
		begin(was, "")
		runtime.GOMAXPROCS(before)
	}()

	begin(3, "")
	Widen()
	require.Equal(t, 3+spare, runtime.GOMAXPROCS(0))

	begin(3, "3")
	Widen()
	Take()()
	require.Equal(t, 3, runtime.GOMAXPROCS(0), "the environment says how many")

	begin(1, "")
	Widen()
	require.Equal(t, 1, runtime.GOMAXPROCS(0), "nothing takes long yet")
	Take()()
	require.Equal(t, 1+spare, runtime.GOMAXPROCS(0))
}
