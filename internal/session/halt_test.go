package session

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAHaltStandsUntilItIsEnded(t *testing.T) {
	at := time.Unix(100, 0)
	all, changed := HaltsAfter(nil, Changes{&Halted{By: "cli"}}, at)
	require.True(t, changed)
	require.Equal(t, []Halt{{Sessions: "*", By: "cli", At: at}}, all, "the zero pattern is every session")

	both, _ := HaltsAfter(all, Changes{&Halted{Sessions: "agent:b:*", Why: "look", By: "cli"}}, at)
	require.Len(t, both, 2)
	require.Len(t, all, 1, "a list that others read stays as it is")

	same, changed := HaltsAfter(both, Changes{&Resumed{}, &GraphKept{}}, at)
	require.True(t, changed)
	require.Equal(t, both, same, "a resume that names none ends none")

	one, _ := HaltsAfter(both, Changes{&Resumed{Halts: []string{"*"}}}, at)
	require.Equal(t, "agent:b:*", one[0].Sessions)
	_, changed = HaltsAfter(one, Changes{&GraphKept{}}, at)
	require.False(t, changed)
}

// An index may be ahead of the place in the ledger that it is read on from.
func TestHaltsComeToTheSameWhenTheirRecordsAreReadTwice(t *testing.T) {
	at := time.Unix(100, 0)
	changes := Changes{&Halted{}, &Resumed{Halts: []string{"*"}}, &Halted{Sessions: "a"}, &Halted{Sessions: "b"}, &Resumed{Halts: []string{"a"}}}
	once, _ := HaltsAfter(nil, changes, at)
	for from := range changes {
		twice, _ := HaltsAfter(once, changes[from:], at)
		require.Equal(t, once, twice)
	}
}

func TestTooManyHaltsAreOneOfAll(t *testing.T) {
	var halts []Halt
	for i := range MaxHalts + 1 {
		halts, _ = HaltsAfter(halts, Changes{&Halted{Sessions: strconv.Itoa(i)}}, time.Unix(100, 0))
	}
	require.Len(t, halts, MaxHalts)
	require.Equal(t, AllSessions, halts[MaxHalts-1].Sessions)
}
