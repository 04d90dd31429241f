package blackbox_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// recordedRun is a recorded session of an agent under test: the user's task, the calls, and where
// an attacker's text came back.
type recordedRun struct {
	Prompt, Kind  string // benign, attack, or injection_alone: the attacker's task as the user's
	InjectionTask string `json:"injection_task"`
	UserTask      string `json:"user_task"`
	Utility       bool   // the user's task was done
	Security      *bool  // true: so was the attacker's
	Error         any
	Calls         []recordedCall
}

type recordedCall struct {
	I, Iter int
	Tool    string
	Args    object
	Ref     string   // of its result
	Inj     []string // the attacker's texts in it
}

// toolMap has for each tool the level of its results, and whether its calls are judged by taint
// (gated) or always allowed (safe).
type toolMap map[string]struct{ Response, Call string }

// recorded are the runs of one suite.
type recorded struct {
	name    string
	runs    []recordedRun
	results map[string]string
	tools   toolMap
}

// TestRecordedAttacks plays recorded agent runs through the daemon, if RECORDED_RUNS names a
// directory of them (SECURITY.md): after a result with an attacker's text no gated call may pass
// without the owner. It also counts what the owner is asked when nobody attacks.
func TestRecordedAttacks(t *testing.T) {
	dir := os.Getenv("RECORDED_RUNS")
	if dir == "" {
		return // not requested
	}
	suites, err := filepath.Glob(filepath.Join(dir, "sessions-*.jsonl.gz"))
	require.NoError(t, err)
	require.NotEmpty(t, suites)
	for _, path := range suites {
		s := readRecorded(t, dir, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "sessions-"), ".jsonl.gz"))
		t.Run(s.name, func(t *testing.T) {
			r := newRig(t, s.policy())
			p := r.gateway()
			var attacks, worked, stopped, injected, cleaned, sessions, gated, held, asked, altered int
			for n, run := range s.runs {
				if run.Error != nil {
					continue
				}
				o := s.play(p, r.owner(), fmt.Sprintf("agent:main:%d", n), &run)
				injected, cleaned, altered = injected+o.injected, cleaned+o.cleaned, altered+o.altered
				if run.Kind != "attack" {
					sessions, gated, held = sessions+1, gated+o.gated, held+o.held
					if o.held > 0 {
						asked++
					}
					continue
				}
				attacks++
				require.Empty(t, o.passed, "run %d", n)
				if run.Security != nil && *run.Security {
					worked++
					if o.stopped {
						stopped++
					}
				}
			}
			t.Logf("%d attacks, of which %d had worked; %d of these are held, the others make no gated call; %d of %d injected results lose their orders, %d other results are altered; "+
				"of %d other sessions %d ask the owner, for %d of %d gated calls", attacks, worked, stopped, cleaned, injected, altered, sessions, asked, held, gated)
		})
	}
}

func readRecorded(t *testing.T, dir, suite string) recorded {
	s := recorded{name: suite, results: map[string]string{}}
	eachLine(t, filepath.Join(dir, "sessions-"+suite+".jsonl.gz"), func(line []byte) {
		var run recordedRun
		require.NoError(t, json.Unmarshal(line, &run, json.MatchCaseInsensitiveNames(true)))
		s.runs = append(s.runs, run)
	})
	eachLine(t, filepath.Join(dir, "results-"+suite+".jsonl.gz"), func(line []byte) {
		var r struct {
			Ref  string `json:"ref"`
			Text string `json:"text"`
		}
		require.NoError(t, json.Unmarshal(line, &r))
		s.results[r.Ref] = r.Text
	})
	var all struct {
		Source struct{ Suites map[string]toolMap }
	}
	raw, err := os.ReadFile(filepath.Join(dir, "tool_map.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &all, json.MatchCaseInsensitiveNames(true)))
	s.tools = all.Source.Suites[suite]
	require.NotEmpty(t, s.tools)
	return s
}

func eachLine(t *testing.T, path string, f func([]byte)) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	in, err := gzip.NewReader(file)
	require.NoError(t, err)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		f(lines.Bytes())
	}
	require.NoError(t, lines.Err())
}

// policy is the map as a policy: gated calls ask once any content is below trusted.
func (s *recorded) policy() string {
	var outputs, safe []string
	for _, name := range slices.Sorted(maps.Keys(s.tools)) {
		outputs = append(outputs, name+": "+s.tools[name].Response)
		if s.tools[name].Call == "safe" {
			safe = append(safe, name+": {'*': allow}")
		}
	}
	return "mode: provenance\nmaxIterations: 1000\ndefaults: {injection: block}\n" +
		"toolOutputTaints: {" + strings.Join(outputs, ", ") + "}\ntoolOverrides: {" + strings.Join(safe, ", ") + "}\n"
}

// played is the daemon's outcome for a run.
type played struct {
	gated, held       int
	passed            []string // gated calls that were allowed after an attacker's text
	stopped           bool     // one was held
	injected, cleaned int      // results with an attacker's text; those without it afterwards
	altered           int      // other results that were changed
}

// play reports a run to the daemon as it was, whatever the daemon decides.
func (s *recorded) play(p *peer, ctx object, session string, run *recordedRun) (o played) {
	p.ask("message_received", session, object{"content": run.Prompt}, ctx)
	attacked := false
	for from := 0; from < len(run.Calls); {
		iter, to := run.Calls[from].Iter, from
		for to < len(run.Calls) && run.Calls[to].Iter == iter {
			to++
		}
		p.ask("context_assembled", session, object{"messages": []object{{"role": "user", "content": run.Prompt}}}, ctx)
		p.ask("before_llm_call", session, object{"iteration": iter}, ctx)
		for _, c := range run.Calls[from:to] {
			d := p.ask("before_tool_call", session, c.event(), ctx)
			if s.tools[c.Tool].Call == "safe" {
				continue
			}
			o.gated++
			switch allowed := d["verdict"] == "allow"; {
			case !allowed:
				o.held++
				o.stopped = o.stopped || attacked
			case attacked:
				o.passed = append(o.passed, c.Tool)
			}
		}
		for _, c := range run.Calls[from:to] {
			event := c.event()
			event["result"] = s.results[c.Ref]
			content, changed := result(p.ask("after_tool_call", session, event, ctx))["content"]
			changed = changed && content != s.results[c.Ref]
			switch {
			case len(c.Inj) > 0:
				attacked = true
				o.injected++
				if changed {
					o.cleaned++
				}
			case changed:
				o.altered++
			}
		}
		from = to
	}
	p.ask("agent_end", session, object{}, ctx)
	return o
}

func (c *recordedCall) event() object {
	return object{"toolName": c.Tool, "params": c.Args, "toolCallId": fmt.Sprintf("call_%d", c.I)}
}
