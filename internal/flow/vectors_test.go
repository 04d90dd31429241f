package flow_test

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/blake2b"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// vectors are sessions of benchmarks, with calls whose values are partly changed, and the verdicts
// on each of a reference model of the rules, written in another language.
type vectors struct {
	Suites map[string]struct {
		Owner []string
		Tools map[string]struct {
			Level, Call string
			Classes     []string
			Schema      json.RawMessage
		}
	}
	Results  map[string]json.RawMessage
	Sessions []struct {
		Suite, Prompt string
		Classes       []string
		Strict        bool
		Steps         []struct {
			Judge []struct {
				Tool string
				Args json.RawMessage
				Want [][2]string // argument and rule
			}
			Calls []struct {
				Tool    string
				Args    json.RawMessage
				Ref     string
				Flagged []string // hashes of the texts that a scanner flags
			}
		}
	}
}

// differences are the intended differences from the model: its verdict, this package's, why, and in
// how many calls at most.
var differences = []struct {
	model, here, why string
	most             int
}{
	{"coined", "passes", "a sign behind a link is not of the link", 78},
	{"coined", "text", "a sign behind a link is not of the link", 5},
	{"passes", "coined", "a time that has the form of an address is none; a dot behind a link is of the link", 26},
	{"text", "coined", "a dot behind a link is of the link", 3},
	{"passes", "unlinked", "a time that has the form of an address is none", 3},
	{"passes", "contested", "a time that has the form of an address is none", 1},
	{"not-object", "coined", "a time that has the form of an address is none", 2},
	{"unlinked", "passes", "what the owner keeps does not come from others", 26},
	{"contested", "passes", "the last part of a path is not the whole of a link", 1},
}

func readVectors(t *testing.T) *vectors {
	t.Helper()
	f, err := os.Open("testdata/vectors.json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.NewDecoder(z).Decode(&v))
	return &v
}

func classes(t *testing.T, names []string) (c intent.Classes) {
	t.Helper()
	for _, n := range names {
		class, err := intent.ParseClass(n)
		require.NoError(t, err)
		c = c.With(class)
	}
	return c
}

func TestVectors(t *testing.T) {
	v := readVectors(t)
	judged, found := 0, map[string][]string{}
	for _, session := range v.Sessions {
		suite := v.Suites[session.Suite]
		rules := flow.Balanced()
		if session.Strict {
			rules = flow.Rules{}
		}
		rules.Self = flow.NewSelf(suite.Owner...)
		s := flow.New(key)
		s.Hear(flow.Message{At: time.Unix(1, 0), Turn: 1, Text: session.Prompt, Reading: intent.Reading{Classes: classes(t, session.Classes)}})
		for _, step := range session.Steps {
			for _, j := range step.Judge {
				tool := suite.Tools[j.Tool]
				got := s.Judge(flow.Call{Tool: j.Tool, Classes: classes(t, tool.Classes), Fetches: tool.Call == "get", Args: j.Args, Roles: flow.ReadRoles(tool.Schema)}, rules)
				judged++
				if model, here := compare(j.Want, got); model != here {
					found[model+" / "+here] = append(found[model+" / "+here], fmt.Sprintf("%s %s %.300s\n\t%.300s\n\t%v %+v", session.Suite, j.Tool, j.Args, session.Prompt, j.Want, got.Values))
				}
			}
			var results []flow.Result
			for _, c := range step.Calls {
				tool := suite.Tools[c.Tool]
				level, err := trust.ParseLevel(tool.Level)
				require.NoError(t, err)
				r := flow.Result{Tool: c.Tool, Level: level, Gated: tool.Call == "gated", Content: v.Results[session.Suite+"/"+c.Ref], Structured: true}
				r.Source = s.Source(flow.Call{Tool: c.Tool, Args: c.Args, Roles: flow.ReadRoles(tool.Schema)}, rules)
				r.Scan = func(text string) bool {
					h, err := blake2b.New(9, nil)
					require.NoError(t, err)
					h.Write([]byte(text))
					return slices.Contains(c.Flagged, hex.EncodeToString(h.Sum(nil)))
				}
				results = append(results, r)
			}
			s.Record(results...)
		}
	}
	for _, d := range differences {
		k := d.model + " / " + d.here
		require.LessOrEqual(t, len(found[k]), d.most, "%s: %s", k, d.why)
		require.NotEmpty(t, found[k], "%s is none any more", k)
		delete(found, k)
	}
	for k, calls := range found {
		t.Errorf("model / here: %s (%d)\n%s", k, len(calls), calls[0])
	}
	require.Greater(t, judged, 2000)
}

// compare returns the rules that hold a call, where the model and the package differ.
func compare(want [][2]string, got flow.Judgement) (model, here string) {
	had := map[[2]string]bool{}
	for _, v := range got.Values {
		if v.Holds {
			had[[2]string{v.Arg, v.Rule.String()}] = true
		}
	}
	for _, w := range want {
		if !had[w] {
			model = w[1]
		}
		delete(had, w)
	}
	if len(had) > 0 {
		var all []string
		for w := range had {
			all = append(all, w[1])
		}
		here = slices.Min(all)
	}
	if model == here {
		return "", ""
	}
	if model == "" {
		model = "passes"
	}
	if here == "" {
		here = "passes"
	}
	return model, here
}
