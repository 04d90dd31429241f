package replay

import (
	"fmt"
	"testing"
)

// BenchmarkEntries decides the calls of a day again, each of which is three entries.
func BenchmarkEntries(b *testing.B) {
	r := newRig(b, "")
	for i := range 200 {
		r.turn("look at this page")
		for j := range 5 {
			r.fetches(fmt.Sprint("a", i, j))
			r.runs(fmt.Sprint("b", i, j))
		}
	}
	b.ReportMetric(float64(len(r.entries))/2000, "entries/decision")
	decided := 0
	for b.Loop() {
		decided += r.tried(milder, nil).Decisions
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(decided), "us/decision")
}
