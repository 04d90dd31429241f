//go:build stress

package stress_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// policies are two that differ in everything visible in a decision: the mode of a tool, the rule
// that applies, the validity of a code. Each is written in one pair of braces, so that no part of
// it is a policy.
var policies = map[string]string{
	"alpha": stormPolicy("alpha", "restrict", "confirm", 100),
	"beta":  stormPolicy("beta", "confirm", "restrict", 200),
}

func stormPolicy(name, exec, write string, ttl int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{approvalTtlSeconds: %d, toolOverrides: {\n", ttl)
	for i := range 300 { // makes reading it take a while
		fmt.Fprintf(&b, "  some_tool_%d: {'*': confirm},\n", i)
	}
	fmt.Fprintf(&b, "  exec: {'*': %s}, write: {'*': %s}},\n", exec, write)
	fmt.Fprintf(&b, " policies: [{name: %s, when: {tool: [exec, write]}, action: {confirm_tools: [exec, write], reason: %s says so}}]}\n", name, name)
	return b.String()
}

// Whatever is saved, signalled and asked concurrently, every decision is by a policy that was
// complete, and an incomplete file changes nothing.
func TestEveryDecisionInAReloadStormIsOfAWholePolicy(t *testing.T) {
	const storm = 15 * time.Second
	d := start(t, policies["alpha"])
	rest := d.vitals()
	end := time.Now().Add(storm)
	var all sync.WaitGroup
	all.Go(func() {
		rnd := rand.New(rand.NewPCG(1, 2))
		for time.Now().Before(end) {
			if err := d.saveSomehow(rnd); err != nil {
				t.Error(err)
				return
			}
			time.Sleep(time.Duration(rnd.IntN(4000)) * time.Microsecond)
		}
	})
	all.Go(func() {
		for time.Now().Before(end) {
			d.cmd.Process.Signal(syscall.SIGHUP)
			time.Sleep(5 * time.Millisecond)
		}
	})
	all.Go(func() {
		p := d.dial("admin")
		defer p.Close()
		for time.Now().Before(end) {
			a, err := p.ask("reload", "", "{}")
			if err != nil || a.Type != "result" && !strings.Contains(a.Message, "policy.yaml") {
				t.Errorf("reload: %+v, %v", a, err)
				return
			}
		}
	})
	var decisions [2]atomic.Int64 // by alpha, by beta
	for i := range 6 {
		all.Go(func() {
			p := d.dial("gateway")
			defer p.Close()
			for n := 0; time.Now().Before(end); n++ {
				tool := []string{"exec", "write"}[n%2]
				a, err := p.ask("before_tool_call", fmt.Sprintf("agent:main:storm%d:%d", i, n), before(tool, "c", `{"path":"x"}`))
				if err != nil {
					t.Error(err)
					return
				}
				d.receipts.add(a)
				whose := ofPolicy(a, tool)
				if whose < 0 {
					t.Errorf("a decision of no whole policy about %s: %+v", tool, a)
					return
				}
				decisions[whose].Add(1)
			}
		})
	}
	all.Wait()
	loaded, torn := d.metric(`provenanced_policy_loads_total{outcome="loaded"}`), d.metric(`provenanced_policy_loads_total{outcome="refused"}`)
	t.Logf("%.0f loads, %.0f refused; %d decisions of alpha, %d of beta", loaded, torn, decisions[0].Load(), decisions[1].Load())
	for _, n := range []float64{loaded, torn, float64(decisions[0].Load()), float64(decisions[1].Load())} {
		require.Greater(t, n, 20.0, "too little happened for this to mean anything")
	}
	for _, name := range []string{"alpha", "beta"} {
		d.save(policies[name])
		out, code := d.ctl("reload")
		require.Zero(t, code, out)
		out, code = d.ctl("policy", "show")
		require.Zero(t, code, out)
		require.Contains(t, out, name+" says so", "what was saved last is in force")
	}
	t.Logf("afterwards: %s", d.settles(rest, 100))
	d.whole()
}

// saveSomehow saves one of the policies: as an editor does, carelessly, or incompletely.
func (d *daemon) saveSomehow(rnd *rand.Rand) error {
	text := policies[[]string{"alpha", "beta"}[rnd.IntN(2)]]
	switch rnd.IntN(8) {
	case 0: // in place, in two pieces
		f, err := os.OpenFile(d.path("policy.yaml"), os.O_WRONLY|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		cut := rnd.IntN(len(text))
		if _, err := f.WriteString(text[:cut]); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
		_, err = f.WriteString(text[cut:])
		return err
	case 1: // a part of it
		text = text[:rnd.IntN(len(text)-2)]
	}
	if err := os.WriteFile(d.path("policy.new"), []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(d.path("policy.new"), d.path("policy.yaml"))
}

// ofPolicy returns 0 if a decision is entirely by alpha, 1 for beta, and -1 for anything else.
func ofPolicy(a answer, tool string) int {
	texts := make(map[string]string)
	for _, r := range a.Reasons {
		texts[r.Layer] = r.Mode + " " + r.Text
	}
	for i, p := range []struct {
		modes map[string]string
		rule  string
		ttl   int
	}{
		{map[string]string{"exec": "restrict", "write": "confirm"}, "confirm rule alpha: alpha says so", 100},
		{map[string]string{"exec": "confirm", "write": "restrict"}, "confirm rule beta: beta says so", 200},
	} {
		held := a.Approval != nil && a.Approval.ExpiresIn == p.ttl
		if a.Verdict == "deny" && texts["rules"] == p.rule && strings.HasPrefix(texts["call"], p.modes[tool]+" ") &&
			(p.modes[tool] == "confirm" && held || p.modes[tool] == "restrict" && a.Approval == nil) {
			return i
		}
	}
	return -1
}
