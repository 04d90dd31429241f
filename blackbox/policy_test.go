package blackbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	strictPolicy = "mode: strict\n"
	laxHalf      = "toolOverrides: {exec: {'*': allow}}\n" // valid by itself
	otherHalf    = "policies: [{name: no-exec, when: {iteration_gte: 0}, action: {block_tools: [exec]}}]\n"
)

func (r *rig) preset() string {
	r.t.Helper()
	var s struct {
		Policy struct {
			Preset string `json:"preset"`
		} `json:"policy"`
	}
	r.ctlJSON(&s, "status")
	return s.Policy.Preset
}

// A slow writer has the file open, and what is in it so far may allow what the rest forbids.
func TestHalfAPolicyIsNeverInForce(t *testing.T) {
	r := newRig(t, strictPolicy)
	f, err := os.Create(r.policy)
	require.NoError(t, err)
	_, err = f.WriteString(laxHalf)
	require.NoError(t, err)
	never := time.Now().Add(time.Second)
	for time.Now().Before(never) {
		require.Equal(t, "strict", r.preset())
		time.Sleep(50 * time.Millisecond)
	}
	out, code := r.ctl("reload")
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "somebody is still writing it")
	require.Equal(t, "strict", r.preset())
	_, err = f.WriteString(otherHalf)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.Eventually(t, func() bool { return r.preset() == "provenance" }, 5*time.Second, 20*time.Millisecond)
	out, _ = r.ctl("policy", "show")
	require.Contains(t, out, "no-exec")

	tools := filepath.Join(r.dir, "tools.d")
	require.NoError(t, os.Mkdir(tools, 0o700))
	f, err = os.Create(filepath.Join(tools, "a.yaml"))
	require.NoError(t, err)
	_, err = f.WriteString("wrappers:\n  half:\n    binary: /bin/true\n")
	require.NoError(t, err)
	time.Sleep(500 * time.Millisecond)
	out, _ = r.ctl("policy", "show")
	require.NotContains(t, out, "half")
	_, err = f.WriteString("    output: external\n")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.Eventually(t, func() bool { out, _ := r.ctl("policy", "show"); return strings.Contains(out, "half") }, 5*time.Second, 20*time.Millisecond)

	r.stop()
	f, err = os.Create(r.policy)
	require.NoError(t, err)
	_, err = f.WriteString(laxHalf)
	require.NoError(t, err)
	time.AfterFunc(500*time.Millisecond, func() {
		f.WriteString(otherHalf)
		f.Close()
	})
	r.start()
	out, _ = r.ctl("policy", "show")
	require.Contains(t, out, "no-exec", "a start waits as well")
}

// Deleting a strict policy, or a crash that empties it, must not bring back a lax one.
func TestTheLastGoodPolicyServesWhereTheFileIsLost(t *testing.T) {
	r := newRig(t, strictPolicy)
	for _, lose := range []func() error{
		func() error { return os.Remove(r.policy) },
		func() error { return os.WriteFile(r.policy, nil, 0o600) },
	} {
		require.NoError(t, lose())
		r.stop()
		r.start()
		require.Equal(t, "strict", r.preset())
		require.Contains(t, r.log.String(), "the last good one is in force")
		for _, command := range []string{"status", "doctor"} {
			out, _ := r.ctl(command)
			require.Contains(t, strings.Join(strings.Fields(out), " "), "the last good policy is in force, from "+r.path("state", "policy.last.yaml"), command)
		}
	}
	require.NoError(t, exec.Command("cp", r.path("state", "policy.last.yaml"), r.policy).Run())
	out, code := r.ctl("reload")
	require.Zero(t, code, out)
	out, _ = r.ctl("status")
	require.NotContains(t, out, "the last good policy")
	require.Equal(t, "strict", r.preset())
}
