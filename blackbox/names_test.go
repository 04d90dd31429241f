package blackbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A protected or memory file is guarded under each of its names: hard links, links to directories,
// working directories, "..", /proc/self/root, other letter case.
func TestAFileIsGuardedUnderEachOfItsNames(t *testing.T) {
	r := newRig(t, "mode: permissive\n"+
		"toolOverrides: {write: {'*': allow}, edit: {'*': allow}, exec: {'*': allow}, save_to: {'*': allow}, web_fetch: {'*': allow}}\n")
	ws := r.path("ws")
	put := func(path string) string {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
		return path
	}
	memory, note, plain := put(ws+"/MEMORY.md"), put(ws+"/memory/2026/01.md"), put(ws+"/plain.txt")
	out := func(name string) string { return r.path("out", name) }
	require.NoError(t, os.Mkdir(out(""), 0o700))
	for name, to := range map[string]string{"m": memory, "n": note, "p": r.policy, "k": r.path("state", "ledger.key"), "other": plain} {
		require.NoError(t, os.Link(to, out(name)))
	}
	require.NoError(t, os.Symlink(r.dir, out("dir")))
	require.NoError(t, os.Symlink("p", out("to-p")))
	require.NoError(t, os.Symlink("../out/m", ws+"/to-m"))
	require.NoError(t, os.Symlink(out("m"), ws+"/far"))

	s := r.session("s")
	s.turn("go")
	write := func(path string) object { return object{"path": path, "content": "evil"} }
	s.allowed(s.call("write", write(out("other"))))
	s.allowed(s.call("write", write(out("m")))) // at the owner's own request
	for _, path := range []string{
		out("p"), out("to-p"), out("dir/policy.yaml"), out("dir/out/p"), "../out/p", "../out/dir/ws/../policy.yaml", "/proc/self/root" + r.policy, out("dir/POLICY.YAML"),
		"/proc/self/root" + out("p"),
	} {
		f := s.call("write", write(path))
		require.Equal(t, "deny", f["verdict"], path)
		require.Contains(t, result(f)["blockReason"], "olicy", path)
		require.Equal(t, "deny", s.call("exec", object{"command": "echo x > " + path})["verdict"], path)
	}
	require.Equal(t, "deny", s.call("write", object{"path": "p", "cwd": "../out", "content": "x"})["verdict"])
	for _, command := range []string{
		"ln ../policy.yaml x", "ln -f " + r.policy + " /tmp/x", "cp -l " + r.policy + " x; echo evil > x", "link ../policy.yaml x", "cd ../out && tee p", "ln -s ../state x", "cat " + out("k"),
	} {
		require.Equal(t, "deny", s.call("exec", object{"command": command})["verdict"], command)
	}
	f := s.call("read", object{"path": out("k")})
	require.Equal(t, "deny", f["verdict"])
	require.Nil(t, f["approval"])

	s.reads("web_fetch", object{"url": "https://example.com"})
	for _, path := range []string{
		memory, note, out("m"), out("n"), "to-m", "far", "../out/m", out("dir/ws/MEMORY.md"), out("dir/out/m"), "memory/../memory.MD/../MEMORY.md", "/proc/self/root" + out("m"), "Memory.md",
	} {
		for tool, params := range map[string]object{"write": write(path), "edit": {"path": path, "oldText": "x", "newText": "y"}, "save_to": {"where": path}} {
			f := s.call(tool, params)
			require.Equal(t, "deny", f["verdict"], "%s %s", tool, path)
			require.Nil(t, f["approval"], path)
			require.Contains(t, result(f)["blockReason"], "emory", path)
		}
	}
	require.Equal(t, "deny", s.call("write", object{"path": "m", "workdir": out("."), "content": "x"})["verdict"])
	s.allowed(s.call("write", write(out("other"))))
	s.allowed(s.call("write", write("plain.txt")))

	var blocked []object
	r.ctlJSON(&blocked, "blocked", "list")
	require.NotEmpty(t, blocked)
	for _, row := range blocked {
		text, code := r.ctl("blocked", "show", row["id"].(string))
		require.Zero(t, code, text)
	}
}
