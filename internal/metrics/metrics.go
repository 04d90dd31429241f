// Package metrics counts what happens and exports it in Prometheus' text format. Its
// labels come from fixed sets: no session, sender, code or path can get into it. No
// decision reads it.
//
// It is written by hand: with prometheus/client_golang in its place the daemon's binary was 12 %
// larger (22.8 MB instead of 20.3), needed eight modules more and 1.8 MB more at the start, and
// counting a decision took 360 ns instead of 140.
//
// Counting is in the path of every decision, so it takes no lock and allocates nothing,
// except when a label value is first seen.
package metrics

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

// Other is the label for any value outside the set.
const Other = "other"

// Label is one dimension of a family, and the values that it may have.
type Label struct {
	Name   string
	Values []string
	// Learn accepts that many more values as they come. The caller vouches that they come from
	// a set that no peer can extend.
	Learn int
}

// label is a Label whose values are numbered in the order of their arrival; Other is number 0.
type label struct {
	name   string
	places atomic.Pointer[map[string]int] // never written to once stored here
	size   int                            // the most places there may be

	learning sync.Mutex // one new value at a time
}

func newLabel(l Label) *label {
	places := map[string]int{Other: 0}
	for _, v := range l.Values {
		if _, ok := places[v]; !ok {
			places[v] = len(places)
		}
	}
	n := &label{name: l.Name, size: len(places) + l.Learn}
	n.places.Store(&places)
	return n
}

func (l *label) place(value string) int {
	places := *l.places.Load()
	i, ok := places[value]
	if ok || len(places) == l.size {
		return i
	}
	return l.learn(value)
}

func (l *label) learn(value string) int {
	l.learning.Lock()
	defer l.learning.Unlock()
	places := *l.places.Load()
	i, ok := places[value]
	if ok || len(places) == l.size {
		return i
	}
	i = len(places)
	more := maps.Clone(places)
	more[value] = i
	l.places.Store(&more)
	return i
}

// values are the label's values by their places.
func (l *label) values() []string {
	places := *l.places.Load()
	out := make([]string, len(places))
	for v, i := range places {
		out[i] = v
	}
	return out
}

// Counters are a family of counters, one for each combination of its labels'
// values. A nil one counts nothing.
type Counters struct {
	about
	labels []*label
	cells  []atomic.Uint64 // the last label changes fastest
}

// Inc adds one. values has a value for each label, in the family's order.
func (c *Counters) Inc(values ...string) {
	if c == nil {
		return
	}
	at := 0
	for i, l := range c.labels {
		at = at*l.size + l.place(values[i])
	}
	c.cells[at].Add(1)
}

// each calls f for every combination of known values, and for Other if something was counted
// there.
func (c *Counters) each(f func(count uint64, values []string)) {
	values := make([]string, len(c.labels))
	var walk func(depth, at int, known bool)
	walk = func(depth, at int, known bool) {
		if depth == len(c.labels) {
			if n := c.cells[at].Load(); known || n > 0 {
				f(n, values)
			}
			return
		}
		l := c.labels[depth]
		for i, v := range l.values() {
			values[depth] = v
			walk(depth+1, at*l.size+i, known && i > 0)
		}
	}
	walk(0, 0, true)
}

// Histograms are a family of histograms of time, one for each value of its label.
// A nil one measures nothing.
type Histograms struct {
	about
	label  *label // nil: the family is one histogram
	bounds []time.Duration
	series []histogram
}

type histogram struct {
	counts []atomic.Uint64 // by bound; the last is beyond all of them
	sum    atomic.Int64    // nanoseconds
}

// Observe adds a duration. value is the label's value, if the family has a label.
func (h *Histograms) Observe(took time.Duration, value ...string) {
	if h == nil {
		return
	}
	at := 0
	if h.label != nil {
		at = h.label.place(value[0])
	}
	took = max(took, 0) // clocks may be set back
	i := 0
	for i < len(h.bounds) && took > h.bounds[i] {
		i++
	}
	h.series[at].counts[i].Add(1)
	h.series[at].sum.Add(int64(took))
}

// Kind is how a family's numbers are to be understood.
type Kind string

const (
	Counter Kind = "counter" // only grows
	Gauge   Kind = "gauge"
)

// about is a family's name and description.
type about struct{ name, help string }

// reading is a family whose numbers are computed when they are read.
type reading struct {
	about
	kind   Kind
	labels []string
	read   func(tell func(value float64, labels ...string))
}

// Registry is a list of families, to be filled before it is read.
type Registry struct{ families []family }

// family is Counters, Histograms or a reading.
type family interface {
	title() about
	append(b []byte) []byte
}

func (a about) title() about { return a }

// Counters adds a family of counters.
func (r *Registry) Counters(name, help string, labels ...Label) *Counters {
	c := &Counters{about: about{name, help}}
	n := 1
	for _, l := range labels {
		c.labels = append(c.labels, newLabel(l))
		n *= c.labels[len(c.labels)-1].size
	}
	c.cells = make([]atomic.Uint64, n)
	r.families = append(r.families, c)
	return c
}

// Histogram adds a single histogram, with the upper bounds of its buckets.
func (r *Registry) Histogram(name, help string, bounds ...time.Duration) *Histograms {
	return r.histograms(name, help, nil, bounds)
}

// Histograms adds a family of histograms.
func (r *Registry) Histograms(name, help string, by Label, bounds ...time.Duration) *Histograms {
	return r.histograms(name, help, newLabel(by), bounds)
}

func (r *Registry) histograms(name, help string, by *label, bounds []time.Duration) *Histograms {
	n := 1
	if by != nil {
		n = by.size
	}
	h := &Histograms{about: about{name, help}, label: by, bounds: bounds, series: make([]histogram, n)}
	for i := range h.series {
		h.series[i].counts = make([]atomic.Uint64, len(bounds)+1)
	}
	r.families = append(r.families, h)
	return h
}

// Read adds a family that is computed when it is read. The caller must bound the number of its
// series.
func (r *Registry) Read(name, help string, kind Kind, labels []string, read func(tell func(value float64, labels ...string))) {
	r.families = append(r.families, &reading{about{name, help}, kind, labels, read})
}

// Value adds a single number that is computed when it is read.
func (r *Registry) Value(name, help string, kind Kind, read func() float64) {
	r.Read(name, help, kind, nil, func(tell func(float64, ...string)) { tell(read()) })
}
