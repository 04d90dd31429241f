package blackbox_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The daemon's real files: an approval for one path covers no other, and no tool reads a key,
// however the path is spelled.
func TestTheDaemonsOwnFiles(t *testing.T) {
	r := newRig(t, "mode: permissive\nprotectedPaths: [vault]\ntoolOverrides: {write: {'*': allow}, exec: {'*': allow}, read: {'*': allow}}\n")
	require.NoError(t, os.Symlink(r.dir, r.path("ws", "link")))
	require.NoError(t, os.Symlink(r.policy, r.path("ws", "notes.txt")))
	p := r.gateway()
	p.ask("context_assembled", "s", object{"messages": []object{{"role": "user", "content": "go"}}}, r.owner())
	p.ask("before_llm_call", "s", object{"iteration": 0}, r.owner())
	call := func(tool string, params object) object {
		return p.ask("before_tool_call", "s", object{"toolName": tool, "toolCallId": "c", "params": params}, r.owner())
	}
	write := func(path string) object { return call("write", object{"path": path, "content": "x"}) }
	run := func(command string) object { return call("exec", object{"command": command}) }

	require.Equal(t, "allow", write("today.txt")["verdict"])
	for _, path := range []string{
		r.policy, "../policy.yaml", "notes.txt", "link/policy.yaml", "link/tools.d/x.yaml", "file://" + r.policy, "link/POLICY.yaml",
		r.path("state", "ledger.key"), r.path("state", "ledger", "00000001.jsonl"), r.path("run", "admin.sock"), "link/state/store/index.db", "vault/a",
	} {
		require.Equal(t, "deny", write(path)["verdict"], path)
	}
	for _, command := range []string{"echo x >../policy.yaml", "cd link; rm -r state", "provenancectl reset-trust", "systemctl --user stop provenanced"} {
		f := run(command)
		require.Equal(t, "deny", f["verdict"], command)
		require.NotNil(t, f["approval"], command)
	}
	for _, name := range []string{"run/admin.key", "run/gateway.key", "run/tools.key", "run/sandbox/tools.key", "state/ledger.key"} {
		for _, f := range []object{
			call("read", object{"path": r.path(name)}), call("read", object{"path": "link/" + name}), call("image", object{"image": "file://" + r.path(name)}),
			run("cat " + r.path(name)), run("cd link && base64 " + name), write(r.path(name)),
		} {
			require.Equal(t, "deny", f["verdict"], name)
			require.Nil(t, f["approval"], name)
			require.Contains(t, result(f)["blockReason"], "key")
		}
	}
	require.Equal(t, "allow", run("cat link/policy.yaml; ls link/run")["verdict"])

	require.Contains(t, result(write("../policy.yaml"))["blockReason"], r.policy)
	out, failed := r.ctl("pending")
	require.Zero(t, failed, out)
	require.Contains(t, out, "policy.yaml")
	out, failed = r.ctl("approve", "--session", "s", "write "+r.policy, "--for", "30m")
	require.Zero(t, failed, out)
	require.Equal(t, "allow", write("../policy.yaml")["verdict"])
	require.Equal(t, "deny", write("vault/b")["verdict"])
	out, failed = r.ctl("explain", "--session", "s")
	require.Zero(t, failed, out)
	require.Contains(t, out, r.path("ws", "vault", "b"))

	r.stop()
	r.start() // approvals are known from the ledger
	p = r.gateway()
	require.Equal(t, "allow", write("../policy.yaml")["verdict"])
	require.Equal(t, "deny", write("vault/b")["verdict"])
}
