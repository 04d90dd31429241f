package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The libraries must decide as the table says, or the benchmark would compare different policies.
func TestLibrariesDecideAsTheTableSays(t *testing.T) {
	for name, library := range map[string]func() (decider, error){"Open Policy Agent": opaLibrary, "cedar-go": cedarLibrary} {
		decide, err := library()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rules {
			for i, level := range levels {
				if mode, err := decide(r.tool, level); err != nil || mode != r.modes[i] {
					t.Errorf("%s: %s at %s is %q (%v), not %q", name, r.tool, level, mode, err, r.modes[i])
				}
			}
		}
	}
}

func TestLinesAreJSONAndOfTheSizeThatIsNamed(t *testing.T) {
	l := newSigner(make([]byte, 32)).line(nil, call("agent:main:telegram:direct:1", "exec", "trusted"))
	if len(l) < 550 || len(l) > 650 {
		t.Errorf("a call has %d bytes", len(l))
	}
	var fields map[string]any
	if err := json.Unmarshal(l, &fields); err != nil {
		t.Fatal(err)
	}
	if len(fields) != 8 || fields["hook"] != "before_tool_call" {
		t.Errorf("a line has %v", fields)
	}
}

func TestFiguresOfARound(t *testing.T) {
	var took []time.Duration
	for i := 100; i >= 0; i-- {
		took = append(took, time.Duration(i)*time.Microsecond)
	}
	s := summarize(took, 2*time.Second)
	if s != (sample{p50: 50, p99: 99, rate: 50.5}) {
		t.Errorf("%+v", s)
	}
	if m := median([]float64{9, 1, 4, 2}); m != 3 {
		t.Errorf("the median is %v", m)
	}
}

// Ratios are taken within a round, so a round in which the machine was slow for both counts the
// same.
func TestRatiosAreOfTheSameRound(t *testing.T) {
	echo := []sample{{p50: 10}, {p50: 100}, {p50: 20}}
	daemon := []sample{{p50: 15}, {p50: 150}, {p50: 30}}
	if r := ratio(daemon, echo, p50); r != 1.5 {
		t.Errorf("the ratio is %v", r)
	}
}

func TestFigures(t *testing.T) {
	for f, text := range map[float64]string{0: "0", 0.404: "0.40", 9.999: "10.00", 13.04: "13.0", 1234567: "1,234,567"} {
		if got := figure(&f); got != text {
			t.Errorf("%v is printed %s", f, got)
		}
	}
	if figure(nil) != "–" {
		t.Error("no figure looks like one")
	}
}

func TestBars(t *testing.T) {
	for _, c := range []struct {
		bar   Bar
		holds bool
	}{
		{Bar{Is: 1.5, Bound: 1.5}, true},
		{Bar{Is: 1.51, Bound: 1.5}, false},
		{Bar{Is: 0.4, Bound: 0.4, Least: true}, true},
		{Bar{Is: 0.39, Bound: 0.4, Least: true}, false},
	} {
		if c.bar.Holds() != c.holds {
			t.Errorf("%+v", c.bar)
		}
	}
}

func TestWriteKeepsWhatIsAroundTheMarkers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "PERFORMANCE.md")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := Report{Tables: []Table{{Title: "Start", Columns: []string{"ms"}}}}
	write("before\n" + beginMark + "old\n" + endMark + "\nbehind\n")
	for range 2 { // the second time it replaces what the first wrote
		if err := r.writeTo(path); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got := string(text)
		if !strings.HasPrefix(got, "before\n"+beginMark) || !strings.HasSuffix(got, endMark+"\nbehind\n") ||
			strings.Contains(got, "old") || strings.Count(got, "### Start") != 1 {
			t.Fatal(got)
		}
	}
	write("no markers\n")
	if r.writeTo(path) == nil {
		t.Error("a document without markers was overwritten")
	}
}
