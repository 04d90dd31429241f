package blackbox_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A held call of a sandboxed tool, for a caller that waits: the owner's answer decides how it ends.
func TestACallerWaitsForTheOwner(t *testing.T) {
	r := newRig(t, `
wrappers:
  gog:
    binary: /bin/echo
    output: external
    risk: read
toolDefaults: {withoutTicket: untrusted}
`)
	wait := func(then func(session, code string, p *exec.Cmd)) (exit int, stdout string) {
		t.Helper()
		cmd := exec.Command(filepath.Join(r.bin, "provenance-wrap"), "--wait", "gog", "sent")
		cmd.Env = append(cmd.Environ(), "RUNTIME_DIRECTORY="+r.path("run"))
		var out, complaints lockedBuffer
		cmd.Stdout, cmd.Stderr = &out, &complaints
		require.NoError(t, cmd.Start())
		defer cmd.Process.Kill()
		said := regexp.MustCompile(`Approval code: ([0-9a-f]{8})`)
		require.Eventually(t, func() bool { return said.MatchString(complaints.String()) }, 10*time.Second, 10*time.Millisecond, "%s", &complaints)
		var pending []struct {
			Session string `json:"session"`
			Code    string `json:"code"`
		}
		r.ctlJSON(&pending, "pending")
		require.Len(t, pending, 1)
		require.Equal(t, said.FindStringSubmatch(complaints.String())[1], pending[0].Code)
		then(pending[0].Session, pending[0].Code, cmd)
		_ = cmd.Wait() // the exit code says it
		require.Len(t, said.FindAllString(complaints.String(), -1), 1, "it says the code once: %s", &complaints)
		return cmd.ProcessState.ExitCode(), out.String()
	}
	exit, stdout := wait(func(session, code string, cmd *exec.Cmd) {
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	})
	require.Equal(t, []any{143, ""}, []any{exit, stdout})
	exit, stdout = wait(func(session, code string, _ *exec.Cmd) {
		out, failed := r.ctl("deny", "--session", session, code)
		require.Zero(t, failed, out)
	})
	require.Equal(t, []any{126, ""}, []any{exit, stdout})
	exit, stdout = wait(func(session, code string, _ *exec.Cmd) {
		out, failed := r.ctl("pending")
		require.Zero(t, failed, out)
		require.Contains(t, out, `gog    {"args":["sent"],"cwd":`, "the owner sees what he is asked about")
		out, failed = r.ctl("approve", "--once", "--session", session, "gog", code)
		require.Zero(t, failed, out)
	})
	require.Equal(t, []any{0, "sent\n"}, []any{exit, stdout})
	exit, stdout = wait(func(session, code string, _ *exec.Cmd) {
		out, failed := r.ctl("approve", "--session", session, "gog", code)
		require.Zero(t, failed, out)
	})
	require.Equal(t, []any{0, "sent\n"}, []any{exit, stdout})
}

// An approval for once is for the run that the owner was asked about.
func TestAnApprovalOfOneRunIsForNoOther(t *testing.T) {
	r := newRig(t, `
wrappers:
  gog:
    binary: /bin/echo
    output: external
    risk: read
toolDefaults: {withoutTicket: untrusted}
`)
	run := func(args ...string) string {
		cmd := exec.Command(filepath.Join(r.bin, "provenance-wrap"), append([]string{"gog"}, args...)...)
		cmd.Env = append(cmd.Environ(), "RUNTIME_DIRECTORY="+r.path("run"))
		out, _ := cmd.CombinedOutput() // the output says it
		return string(out)
	}
	require.Contains(t, run("list"), "Approval code")
	var pending []struct {
		Session string `json:"session"`
	}
	r.ctlJSON(&pending, "pending")
	out, failed := r.ctl("approve", "--once", "--session", pending[0].Session, "gog")
	require.Zero(t, failed, out)
	r.kill()
	require.Contains(t, run("send", "all"), "Approval code")
	require.Equal(t, "list\n", run("list"))
	require.Contains(t, run("list"), "Approval code", "it was for one")
}

// Several runs of one tool may wait. The tool's name does not say which of them the owner means:
// only the one that they name passes.
func TestOneOfTwoRunsThatWaitIsApproved(t *testing.T) {
	r := newRig(t, `
wrappers:
  gog:
    binary: /usr/bin/env
    requestEnv: [ACCOUNT]
    allowUnsafeEnv: [ACCOUNT]
    output: external
    risk: read
toolDefaults: {withoutTicket: untrusted}
`)
	run := func(account, what string) string {
		cmd := exec.Command(filepath.Join(r.bin, "provenance-wrap"), "gog", "echo", what)
		cmd.Env = append(cmd.Environ(), "RUNTIME_DIRECTORY="+r.path("run"), "PROVENANCE_WRAP_ENV=ACCOUNT", "ACCOUNT="+account)
		out, _ := cmd.CombinedOutput() // the output says it
		return string(out)
	}
	require.Contains(t, run("mine", "list"), "Approval code")
	require.Contains(t, run("mine", "send"), "Approval code")
	require.Contains(t, run("hers", "list"), "Approval code")
	var pending []struct {
		Session string `json:"session"`
		Calls   []struct {
			CallID string `json:"callId"`
			Params string `json:"params"`
		} `json:"calls"`
	}
	r.ctlJSON(&pending, "pending")
	require.Len(t, pending, 3, "each run has its code")
	session := pending[0].Session
	out, failed := r.ctl("approve", "--once", "--session", session, "gog")
	require.Equal(t, 1, failed, out)
	require.Contains(t, out, "--call")
	require.Contains(t, run("mine", "list"), "Approval code", "nothing was approved")

	r.ctlJSON(&pending, "pending")
	id := ""
	for _, row := range pending {
		for _, c := range row.Calls {
			if regexp.MustCompile(`"list".*"env":\{"ACCOUNT":"mine"\},"stdin":true`).MatchString(c.Params) {
				id = c.CallID
			}
		}
	}
	require.NotEmpty(t, id, "the owner sees what the tool would get: %v", pending)
	out, failed = r.ctl("approve", "--call", id, "--session", session, "gog")
	require.Zero(t, failed, out)
	require.Contains(t, run("mine", "send"), "Approval code")
	require.Contains(t, run("hers", "list"), "Approval code")
	require.Equal(t, "list\n", run("mine", "list"))
	require.Contains(t, run("mine", "list"), "Approval code", "it was for one")
}
