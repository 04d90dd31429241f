package blackbox_test

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheWholeStory(t *testing.T) {
	r := newRig(t, "")
	p := r.gateway()
	own := r.owner()
	const s = "agent:main:main"
	r.taint(p, s)

	held := p.ask("before_tool_call", s, object{"toolName": "exec", "params": object{"command": "ls"}, "toolCallId": "e1"}, own)
	require.Equal(t, "deny", held["verdict"])
	require.Equal(t, true, result(held)["block"])
	code := held["approval"].(object)["code"].(string)
	require.Contains(t, result(held)["blockReason"], "Approve:  .approve exec "+code+" [minutes]")
	require.NotEmpty(t, held["receipt"].(object)["hash"])

	var pending []object
	r.ctlJSON(&pending, "pending")
	require.Equal(t, code, pending[0]["code"])
	require.Equal(t, s, pending[0]["session"])

	ok := p.ask("command", s, object{"text": ".approve exec " + code}, own)
	require.Equal(t, true, result(ok)["handled"])
	require.Equal(t, "allow", p.ask("before_tool_call", s, object{"toolName": "exec", "toolCallId": "e2"}, own)["verdict"])

	write := object{"toolName": "write", "params": object{"path": "MEMORY.md", "content": "# Memory\n- one\n"}, "toolCallId": "m"}
	kept := p.ask("before_tool_call", s, write, own)
	require.Equal(t, "deny", kept["verdict"])
	require.Nil(t, kept["approval"], "a code is pending for nothing any more")
	var blocked []object
	r.ctlJSON(&blocked, "blocked", "list")
	require.Len(t, blocked, 1)
	id := blocked[0]["id"].(string)
	require.Equal(t, r.path("ws", "MEMORY.md"), blocked[0]["path"])
	var shown object
	r.ctlJSON(&shown, "blocked", "show", id)
	require.Equal(t, "# Memory\n- one\n", shown["content"])
	require.NoFileExists(t, r.path("ws", "MEMORY.md"))

	var explained object
	r.ctlJSON(&explained, "explain", fmt.Sprint(uint64(held["receipt"].(object)["seq"].(float64))), "--session", s)
	require.Equal(t, "exec", explained["tool"])
	require.Equal(t, "web_fetch response", explained["cause"].(object)["reason"])

	r.ctlJSON(&object{}, "blocked", "commit", id)
	content, err := os.ReadFile(r.path("ws", "MEMORY.md"))
	require.NoError(t, err)
	require.Equal(t, "# Memory\n- one\n", string(content))

	require.Equal(t, "trusted", p.ask("command", s, object{"text": ".reset-trust"}, own)["taint"])
	require.Equal(t, "allow", p.ask("before_tool_call", s, write, own)["verdict"])

	var graph object
	r.ctlJSON(&graph, "graph", "--session", s, "--turn", "last", "--format", "json")
	require.Equal(t, s, graph["sessionKey"])
	require.NotEmpty(t, graph["nodes"])
	for _, format := range []string{"dot", "mermaid", "svg"} {
		out, code := r.ctl("graph", "--session", s, "--format", format)
		require.Zero(t, code, out)
		require.NotEmpty(t, out)
	}
	r.stop()
}

func TestWhatTheDaemonRefuses(t *testing.T) {
	r := newRig(t, "")
	at := func(d time.Duration) string { return strconv.FormatInt(time.Now().Add(d).Unix(), 10) }
	for _, tc := range []struct {
		name string
		edit func(object)
		code string
		id   bool
	}{
		{"stale", func(q object) { q["timestamp"] = at(-time.Minute) }, "unauthenticated", true},
		{"from the future", func(q object) { q["timestamp"] = at(time.Minute) }, "unauthenticated", true},
		{"a forged hmac", func(q object) { q["hmac"] = base64.StdEncoding.EncodeToString(make([]byte, 32)) }, "unauthenticated", true},
		{"another version", func(q object) { q["version"] = 2 }, "bad_request", false},
		{"an unknown key", func(q object) { q["extra"] = 1 }, "bad_request", false},
		{"a number for a text", func(q object) { q["session"] = 7 }, "bad_request", false},
		{"an unknown hook", func(q object) { q["hook"] = "before_lunch" }, "unknown_hook", true},
		{"a session that is not the context's", func(q object) { q["payload"] = rawJSON(`{"event":{},"ctx":{"sessionKey":"other"}}`) }, "bad_request", true},
		{"a control character", func(q object) { q["session"] = "a\nb" }, "bad_request", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := r.gateway()
			p.send(p.line("ping", "s", object{}, object{}, tc.edit))
			f := p.frame()
			require.Equal(t, "error", f["type"])
			require.Equal(t, tc.code, f["code"])
			if tc.id {
				require.Equal(t, "1", f["id"])
			}
			p.ask("ping", "", object{}, object{})
		})
	}
	t.Run("a replay", func(t *testing.T) {
		p := r.gateway()
		line := p.line("ping", "", object{}, object{}, nil)
		p.send(line)
		require.Equal(t, "decision", p.frame()["type"])
		p.send(line)
		require.Equal(t, "unauthenticated", p.frame()["code"])
		q := r.gateway()
		q.send(line)
		require.Equal(t, "unauthenticated", q.frame()["code"])
	})
	t.Run("the key of another socket", func(t *testing.T) {
		for _, pair := range [][2]string{{"gateway", "admin"}, {"gateway", "tools"}, {"admin", "gateway"}} {
			p := r.dial(pair[0], pair[1])
			p.send(p.line("ping", "", object{}, object{}, nil))
			require.Equal(t, "unauthenticated", p.frame()["code"])
		}
	})
	t.Run("ten failures", func(t *testing.T) {
		p := r.gateway()
		for range 10 {
			p.send("{}\n")
			require.Equal(t, "bad_request", p.frame()["code"])
		}
		p.closed()
	})
	t.Run("too large", func(t *testing.T) {
		p := r.gateway()
		go io.Copy(p.conn, io.LimitReader(zeros{}, 64<<20))
		f := p.frame()
		require.Equal(t, "too_large", f["code"])
		require.Equal(t, "", f["id"])
	})
	t.Run("hostile bytes", func(t *testing.T) {
		for _, line := range []string{"", "null", "[]", "{", `{"version":1,"version":1}`, "\xff\xfe", `"\ud800"`, strings.Repeat("[", 100000)} {
			p := r.gateway()
			p.send(line + "\n")
			require.Equal(t, "bad_request", p.frame()["code"], "%.20q", line)
		}
	})
	require.NotContains(t, r.log.String(), "panic")
	r.stop()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestPipelinedRequestsAreAnsweredInOrder(t *testing.T) {
	r := newRig(t, "")
	p := r.gateway()
	const n = 2000
	var all strings.Builder
	for i := range n {
		all.WriteString(p.line("before_tool_call", fmt.Sprintf("s%d", i%7), object{"toolName": "read"}, r.owner(), nil))
	}
	go io.WriteString(p.conn, all.String())
	for i := range n {
		require.Equal(t, strconv.Itoa(i+1), p.frame()["id"])
	}
	r.stop()
}

func TestIdleAndSlowClientsKeepNobodyOut(t *testing.T) {
	r := newRig(t, "")
	for i := range 500 {
		c := r.gateway()
		if i%2 == 0 {
			io.WriteString(c.conn, `{"version":1,`)
		}
	}
	p := r.gateway()
	for range 20 {
		p.ask("ping", "", object{}, object{}) // in time, or the test fails
	}
	r.stop()
}

func TestReload(t *testing.T) {
	r := newRig(t, "mode: provenance\n")
	p := r.gateway()
	verdict := func() any {
		return p.ask("before_tool_call", "fresh:"+rand.Text(), object{"toolName": "exec"}, r.owner())["verdict"]
	}
	require.Equal(t, "allow", verdict())
	save := func(text string) {
		tmp := r.path("policy.new")
		require.NoError(t, os.WriteFile(tmp, []byte(text), 0o600))
		require.NoError(t, os.Rename(tmp, r.policy))
	}
	save("toolOverrides:\n  exec: {'*': restrict}\n")
	require.Eventually(t, func() bool { return verdict() == "deny" }, 5*time.Second, 20*time.Millisecond)

	save("toolOverrides:\n  exec: {'*': sometimes}\n")
	out, code := r.ctl("reload")
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "policy.yaml:2")
	require.Equal(t, "deny", verdict(), "a bad file changes nothing")
	out, code = r.ctl("status")
	require.Zero(t, code)
	require.Contains(t, out, ":2", "status names the line")

	save("")
	out, code = r.ctl("reload")
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "empty")
	require.Equal(t, "deny", verdict(), "a file cut short is no wish for the defaults")

	save("mode: provenance\n")
	out, code = r.ctl("reload")
	require.Zero(t, code, out)
	require.Equal(t, "allow", verdict(), "reload returns when the new policy is active")

	save("mode: paranoid\ntoolOverrides: {exec: {'*': restrict}}\n")
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return verdict() == "deny" }, 5*time.Second, 20*time.Millisecond)
	r.stop()
}

func TestLifeAndDeath(t *testing.T) {
	r := newRig(t, "")
	for name, mode := range map[string]os.FileMode{"gateway.key": 0o600, "admin.key": 0o600, "tools.key": 0o600} {
		info, err := os.Stat(r.path("run", name))
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), name)
	}
	p := r.gateway()
	r.taint(p, "s")
	p.ask("before_tool_call", "s", object{"toolName": "write", "params": object{"path": "SOUL.md", "content": "x"}}, r.owner())

	for _, dirs := range [][2]string{{"run", "state"}, {"run", "state2"}, {"run2", "state"}} {
		second := exec.Command(filepath.Join(r.bin, "provenanced"), "serve", "--runtime-dir", r.path(dirs[0]), "--state-dir", r.path(dirs[1]), "--policy", r.policy)
		out, err := second.CombinedOutput()
		require.Error(t, err, "a second daemon on one of the directories must be refused")
		require.Contains(t, string(out), "another provenanced is running")
	}
	code := p.ask("before_tool_call", "s", object{"toolName": "exec", "toolCallId": "e"}, r.owner())["approval"].(object)["code"]

	before, _ := os.ReadFile(r.path("run", "gateway.key"))
	r.kill()
	after, _ := os.ReadFile(r.path("run", "gateway.key"))
	require.NotEqual(t, before, after, "keys change at restart")
	var blocked []object
	r.ctlJSON(&blocked, "blocked", "list")
	require.Len(t, blocked, 1, "staged writes outlive kill -9")
	var sessions, pending []object
	r.ctlJSON(&sessions, "sessions")
	require.Equal(t, "untrusted", sessions[0]["level"], "and so does the taint")
	r.ctlJSON(&pending, "pending")
	require.Equal(t, code, pending[0]["code"], "and the code that waits")
	r.gateway().ask("ping", "", object{}, object{})
	r.stop()
	_, exit := r.ctl("status")
	require.Equal(t, 3, exit, "daemon not reachable")
}

func TestSubscribe(t *testing.T) {
	r := newRig(t, "")
	sub := r.gateway()
	sub.send(sub.line("subscribe", "", object{}, object{}, nil))
	require.Equal(t, "decision", sub.frame()["type"])
	p := r.gateway()
	r.taint(p, "s")
	p.ask("before_tool_call", "s", object{"toolName": "exec"}, r.owner())
	seen := map[any]bool{}
	for !seen["pending"] {
		f := sub.frame()
		require.Equal(t, "event", f["type"])
		require.Equal(t, "1", f["id"])
		seen[f["event"]] = true
	}
	require.True(t, seen["taint"])
	require.True(t, seen["decision"])
	r.stop()
}
