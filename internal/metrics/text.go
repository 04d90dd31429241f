package metrics

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// The text format of Prometheus, version 0.0.4: two lines that say what a family
// is, and one line for each number.

// ContentType is how HTTP names the format.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// AppendText appends every family, in the order of their names.
func (r *Registry) AppendText(b []byte) []byte {
	sorted := slices.SortedFunc(slices.Values(r.families), func(a, b family) int {
		return strings.Compare(a.title().name, b.title().name)
	})
	for _, f := range sorted {
		b = f.append(b)
	}
	return b
}

var helpEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

func (a about) head(b []byte, kind Kind) []byte {
	b = append(b, "# HELP "+a.name+" "+helpEscapes.Replace(a.help)+"\n"...)
	return append(b, "# TYPE "+a.name+" "+string(kind)+"\n"...)
}

func (c *Counters) append(b []byte) []byte {
	b = c.head(b, Counter)
	names := make([]string, len(c.labels))
	for i, l := range c.labels {
		names[i] = l.name
	}
	c.each(func(n uint64, values []string) {
		b = appendLine(b, c.name, names, values, "", strconv.FormatUint(n, 10))
	})
	return b
}

func (h *Histograms) append(b []byte) []byte {
	b = h.head(b, "histogram")
	if h.label == nil {
		return h.series[0].append(b, h, nil, nil)
	}
	names := []string{h.label.name}
	for i, v := range h.label.values() {
		if s := &h.series[i]; i > 0 || s.total() > 0 {
			b = s.append(b, h, names, []string{v})
		}
	}
	return b
}

func (s *histogram) total() (n uint64) {
	for i := range s.counts {
		n += s.counts[i].Load()
	}
	return n
}

// append writes how many were at most as long as each bound. The last bucket and the count are
// one number, so that they agree even while counting continues.
func (s *histogram) append(b []byte, h *Histograms, names, values []string) []byte {
	sum := time.Duration(s.sum.Load())
	n := uint64(0)
	for i := range s.counts {
		n += s.counts[i].Load()
		bound := "+Inf"
		if i < len(h.bounds) {
			bound = number(h.bounds[i].Seconds())
		}
		b = appendLine(b, h.name+"_bucket", names, values, bound, strconv.FormatUint(n, 10))
	}
	b = appendLine(b, h.name+"_sum", names, values, "", number(sum.Seconds()))
	return appendLine(b, h.name+"_count", names, values, "", strconv.FormatUint(n, 10))
}

func (r *reading) append(b []byte) []byte {
	b = r.head(b, r.kind)
	r.read(func(v float64, values ...string) {
		b = appendLine(b, r.name, r.labels, values, "", number(v))
	})
	return b
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

var valueEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// appendLine appends one number. A bucket's bound is an additional label.
func appendLine(b []byte, name string, labels, values []string, bound, value string) []byte {
	b = append(b, name...)
	if len(labels) > 0 || bound != "" {
		b = append(b, '{')
		for i, l := range labels {
			b = append(b, l+`="`+valueEscapes.Replace(strings.ToValidUTF8(values[i], "\ufffd"))+`",`...)
		}
		if bound != "" {
			b = append(b, `le="`+bound+`",`...)
		}
		b[len(b)-1] = '}'
	}
	return append(b, " "+value+"\n"...)
}
