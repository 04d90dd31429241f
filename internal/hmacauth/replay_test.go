package hmacauth

import (
	"encoding/binary"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var start = time.Unix(1706745600, 0)

// request is request number n, as Replay sees it.
func request(n int) (nonce [16]byte, mac [32]byte) {
	binary.LittleEndian.PutUint64(nonce[:], uint64(n)*0x9E3779B97F4A7C15)
	binary.LittleEndian.PutUint64(mac[:], uint64(n)*0xC2B2AE3D27D4EB4F)
	return nonce, mac
}

// inOneShard is request for tests in which the requests have to meet: each shard has its own
// notion of time.
func inOneShard(n int) (nonce [16]byte, mac [32]byte) {
	nonce, mac = request(n)
	nonce[0], mac[0] = 0, 0
	return nonce, mac
}

func TestReplayKnowsNonceAndMACApartForEachUID(t *testing.T) {
	r := NewReplay(MinWindow, 1000)
	seen := func(uid uint32, nonce, mac byte) bool {
		s, err := r.Seen(uid, [16]byte{nonce}, [32]byte{mac}, start)
		require.NoError(t, err)
		return s
	}
	require.False(t, seen(1, 1, 1))
	require.True(t, seen(1, 1, 1), "the same request")
	require.True(t, seen(1, 1, 2), "the nonce again")
	require.True(t, seen(1, 2, 1), "the MAC again")
	require.False(t, seen(2, 1, 1), "another uid")
	require.False(t, seen(1, 3, 3))
}

func TestReplayKnowsANonceAlone(t *testing.T) {
	r := NewReplay(MinWindow, 1000)
	for n, want := range []bool{false, true} {
		seen, err := r.SeenNonce(1, [16]byte{1}, start.Add(time.Duration(n)*(MinWindow-1)))
		require.NoError(t, err)
		require.Equal(t, want, seen)
	}
	seen, err := r.SeenNonce(2, [16]byte{1}, start)
	require.NoError(t, err)
	require.False(t, seen, "another uid")
	seen, err = r.Seen(1, [16]byte{1}, [32]byte{7}, start)
	require.NoError(t, err)
	require.True(t, seen, "one memory for both")
}

func TestARequestIsKnownForAsLongAsItIsFresh(t *testing.T) {
	fresh := func(now time.Time) bool {
		return Fresh(strconv.FormatInt(start.Unix(), 10), now, MaxDrift) == nil
	}
	first, last := start, start
	for fresh(first.Add(-1)) {
		first = first.Add(-time.Millisecond)
	}
	for fresh(last.Add(time.Millisecond)) {
		last = last.Add(time.Millisecond)
	}
	require.Equal(t, 2*MaxDrift+time.Second-time.Millisecond, last.Sub(first), "whole seconds count")

	r := NewReplay(MinWindow, 1000)
	for n, want := range []bool{false, false, true} { // the second is another, for which old ones are forgotten
		nonce, mac := inOneShard(n % 2)
		seen, err := r.Seen(1, nonce, mac, []time.Time{first, last, last}[n])
		require.NoError(t, err)
		require.Equal(t, want, seen, n)
	}
}

func TestReplayAcceptsOneOfManyAtOnce(t *testing.T) {
	r := NewReplay(MinWindow, 1000)
	var accepted atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if seen, err := r.Seen(1, [16]byte{1}, [32]byte{1}, start); err == nil && !seen {
				accepted.Add(1)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, 1, accepted.Load())
}

// With a clock that never goes back, new requests are always accepted, replays
// within the window never, and only about two windows are remembered.
func TestReplayWithASteadyClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := NewReplay(MinWindow, 100_000)
		now, next := start, 0
		var at []time.Time
		steps := rapid.SliceOfN(rapid.IntRange(0, 9000), 1, 200).Draw(t, "milliseconds")
		for _, ms := range steps {
			now = now.Add(time.Duration(ms) * time.Millisecond)
			nonce, mac := inOneShard(next)
			seen, err := r.Seen(1, nonce, mac, now)
			require.NoError(t, err)
			require.False(t, seen)
			at = append(at, now)
			next++

			old := rapid.IntRange(0, next-1).Draw(t, "replayed")
			if now.Sub(at[old]) < MinWindow {
				nonce, mac = inOneShard(old)
				seen, err = r.Seen(1, nonce, mac, now)
				require.NoError(t, err)
				require.True(t, seen)
			}
		}
		for i := range r.shards {
			require.LessOrEqual(t, len(r.shards[i].live), 3)
			require.LessOrEqual(t, len(r.shards[i].forgotten), maxSpans)
		}
	})
}

// However the clock is set, nothing is accepted twice while it reads less than a window from
// the time when the request was first accepted.
func TestReplayWithAClockThatIsSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := NewReplay(MinWindow, 10_000)
		now := start
		accepted := make(map[int][]time.Time)
		jump := rapid.SampledFrom([]time.Duration{
			0, time.Millisecond, time.Second, 4 * time.Second, MinWindow - 1, MinWindow, MinWindow + 1,
			2 * MinWindow, time.Minute, time.Hour,
			-time.Millisecond, -time.Second, -4 * time.Second, -MinWindow, -2 * MinWindow, -time.Minute, -time.Hour,
		})
		for range rapid.IntRange(1, 150).Draw(t, "requests") {
			now = now.Add(jump.Draw(t, "jump"))
			n := rapid.IntRange(0, 20).Draw(t, "request")
			nonce, mac := inOneShard(n)
			seen, err := r.Seen(1, nonce, mac, now)
			if seen || err != nil {
				continue
			}
			for _, before := range accepted[n] {
				require.GreaterOrEqual(t, now.Sub(before).Abs(), MinWindow, "request %d was accepted at %v and again at %v", n, before, now)
			}
			accepted[n] = append(accepted[n], now)
		}
		for i := range r.shards {
			require.LessOrEqual(t, len(r.shards[i].forgotten), maxSpans)
		}
	})
}

// A desktop boots with its clock two hours ahead, and then the clock is corrected: requests are
// accepted at once, and what was sent meanwhile is still refused when that hour comes.
func TestReplayGoesOnWhenAWrongClockIsSetRight(t *testing.T) {
	r := NewReplay(MinWindow, 100_000)
	ask := func(n int, now time.Time) (bool, error) {
		nonce, mac := request(n)
		return r.Seen(1, nonce, mac, now)
	}
	accept := func(n int, now time.Time) {
		t.Helper()
		seen, err := ask(n, now)
		require.NoError(t, err)
		require.False(t, seen)
	}
	ahead := start.Add(2 * time.Hour)
	for n := range 60 {
		accept(n, ahead.Add(time.Duration(n)*time.Second))
	}
	for n := range 60 {
		accept(100+n, start.Add(time.Duration(n)*time.Second))
	}
	for n := range 60 {
		seen, err := ask(n, ahead.Add(time.Duration(n)*time.Second))
		require.True(t, seen || errors.Is(err, ErrClockBack))
	}
	accept(200, ahead.Add(3*time.Minute))
}

func TestReplayIsBounded(t *testing.T) {
	const bound = 1600
	r := NewReplay(MinWindow, bound)
	accepted, full := 0, 0
	for n := range 3 * bound {
		nonce, mac := request(n)
		switch seen, err := r.Seen(1, nonce, mac, start); {
		case errors.Is(err, ErrReplayFull):
			full++
		default:
			require.NoError(t, err)
			require.False(t, seen)
			accepted++
		}
	}
	require.InDelta(t, bound, accepted, bound/5)
	require.Positive(t, full)
	entries := 0
	for i := range r.shards {
		require.LessOrEqual(t, r.shards[i].entries, 2*bound/shardCount)
		entries += r.shards[i].entries
	}
	require.LessOrEqual(t, entries, 2*bound)

	nonce, mac := request(0)
	seen, err := r.Seen(1, nonce, mac, start)
	require.NoError(t, err)
	require.True(t, seen, "a full memory still knows what it knows")

	nonce, mac = request(5 * bound)
	_, err = r.Seen(1, nonce, mac, start.Add(3*MinWindow))
	require.NoError(t, err, "it empties by itself")
}

// A client that asks without a pause is not remembered for ever.
func TestReplayForgetsWhileRequestsCome(t *testing.T) {
	r := NewReplay(MinWindow, 30*shardCount/2)
	for n := range 1000 { // one a second
		nonce, _ := inOneShard(n)
		_, err := r.SeenNonce(1, nonce, start.Add(time.Duration(n)*time.Second))
		require.NoError(t, err)
	}
}

// A request is refused when nothing is known about its nonce any more, whatever is known about
// its MAC.
func TestReplayRefusesANonceThatItCannotRemember(t *testing.T) {
	r := NewReplay(MinWindow, shardCount) // two entries a shard
	for n := range byte(2) {
		_, err := r.SeenNonce(1, [16]byte{0, n}, start)
		require.NoError(t, err)
	}
	for range 2 {
		_, err := r.Seen(1, [16]byte{0, 2}, [32]byte{1}, start)
		require.ErrorIs(t, err, ErrReplayFull)
	}
}

func TestShortWindowsAreRaised(t *testing.T) {
	r := NewReplay(time.Second, 100)
	nonce, mac := request(1)
	_, err := r.Seen(1, nonce, mac, start)
	require.NoError(t, err)
	seen, err := r.Seen(1, nonce, mac, start.Add(MinWindow-1))
	require.NoError(t, err)
	require.True(t, seen)
}

func BenchmarkReplay(b *testing.B) {
	r := NewReplay(MinWindow, 10_000_000)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		nonce, mac := request(n)
		if seen, err := r.Seen(1, nonce, mac, start.Add(time.Duration(n)*20*time.Microsecond)); seen || err != nil {
			b.Fatal(seen, err)
		}
		n++
	}
}
