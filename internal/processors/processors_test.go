package processors

import (
	"runtime"
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
		t.Fatal("one more than there are")
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

func TestSpareLeavesRoomUnlessTheEnvironmentSays(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer func(was int) {
		count = was
		runtime.GOMAXPROCS(before)
	}(count)
	count = 3
	t.Setenv("GOMAXPROCS", "3")
	Spare()
	require.Equal(t, before, runtime.GOMAXPROCS(0))
	t.Setenv("GOMAXPROCS", "")
	Spare()
	require.Equal(t, 3+spare, runtime.GOMAXPROCS(0))
	count = 1
	Spare()
	require.Equal(t, 3+spare, runtime.GOMAXPROCS(0), "nothing has changed")
}
