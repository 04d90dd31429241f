package main

import (
	"slices"
	"time"
)

// sample is the result of one round of one contender.
type sample struct {
	p50, p99 float64 // µs
	rate     float64 // questions a second
}

// summarize computes the sample of a round from its latencies, which it sorts.
func summarize(took []time.Duration, elapsed time.Duration) sample {
	slices.Sort(took)
	return sample{quantile(took, 0.50), quantile(took, 0.99), float64(len(took)) / elapsed.Seconds()}
}

// quantile returns the latency that this share of the sorted latencies does not exceed, in µs.
func quantile(sorted []time.Duration, share float64) float64 {
	return float64(sorted[int(share*float64(len(sorted)-1))].Nanoseconds()) / 1e3
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	mid := len(values) / 2
	if len(values)%2 == 1 {
		return values[mid]
	}
	return (values[mid-1] + values[mid]) / 2
}

// over is the median of a figure over rounds.
func over(rounds []sample, figure func(sample) float64) float64 {
	var values []float64
	for _, s := range rounds {
		values = append(values, figure(s))
	}
	return median(values)
}

// ratio is the median, over rounds, of a figure divided by that of another contender in the same
// round, when other load affected both.
func ratio(rounds, to []sample, figure func(sample) float64) float64 {
	var values []float64
	for i := range rounds {
		values = append(values, figure(rounds[i])/figure(to[i]))
	}
	return median(values)
}

func p50(s sample) float64  { return s.p50 }
func p99(s sample) float64  { return s.p99 }
func rate(s sample) float64 { return s.rate }
