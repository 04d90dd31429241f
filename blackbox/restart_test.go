package blackbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// kill kills the daemon without warning, and starts it again.
func (r *rig) kill() {
	r.t.Helper()
	require.NoError(r.t, r.cmd.Process.Kill())
	r.cmd.Wait()
	r.start()
}

// forgets makes a daemon that has stopped lose all that it has recorded.
func (r *rig) forgets() {
	r.t.Helper()
	require.NoError(r.t, os.RemoveAll(r.path("state", "store")))
	files, err := filepath.Glob(r.path("state", "ledger", "*"))
	require.NoError(r.t, err)
	for _, f := range files {
		require.NoError(r.t, os.Remove(f))
	}
}

// remembered is what the owner can ask about every session, except what depends on the time.
func (r *rig) remembered() []object {
	r.t.Helper()
	var rows []object
	r.ctlJSON(&rows, "sessions")
	for i, row := range rows {
		var d, g object
		r.ctlJSON(&d, "session", row["session"].(string))
		if p, ok := d["pending"].(object); ok {
			delete(p, "expiresIn")
			delete(p, "calls") // in memory only
		}
		for _, grant := range append(d["grants"].([]any), row["grants"].([]any)...) {
			delete(grant.(object), "expiresIn")
		}
		r.ctlJSON(&g, "graph", "--session", row["session"].(string))
		delete(g, "durationMs")
		for _, node := range g["nodes"].([]any) {
			delete(node.(object), "contentPreview") // in memory only
		}
		rows[i] = object{"row": row, "detail": d, "graph": g}
	}
	return rows
}

func TestRestartForgetsNothing(t *testing.T) {
	r := newRig(t, "approvalTtlSeconds: 3600\n")
	p := r.gateway()
	for _, s := range []string{"pending", "granted", "reset", "once"} {
		r.taint(p, s)
	}
	call := func(p *peer, session, tool string) object {
		return p.ask("before_tool_call", session, object{"toolName": tool, "params": object{"command": "ls"}, "toolCallId": tool}, r.owner())
	}
	code := func(f object) string { return f["approval"].(object)["code"].(string) }
	held := call(p, "pending", "exec")
	waits := code(held)
	p.ask("command", "granted", object{"text": ".approve exec " + code(call(p, "granted", "exec")) + " 30"}, r.owner())
	p.ask("command", "once", object{"text": ".approve exec " + code(call(p, "once", "exec"))}, r.owner())
	p.ask("command", "reset", object{"text": ".reset-trust shared"}, r.owner())
	p.ask("before_tool_call", "pending", object{"toolName": "write", "params": object{"path": "SOUL.md", "content": "x"}}, r.owner())
	want := r.remembered()
	require.Len(t, want, 4)

	for _, end := range []struct {
		how string
		do  func()
	}{
		{"kill -9", r.kill},
		{"kill -9 after the index was saved", func() { time.Sleep(1500 * time.Millisecond); r.kill() }},
		{"SIGTERM", func() { r.stop(); r.start() }},
		{"no index", func() { r.stop(); require.NoError(t, os.RemoveAll(r.path("state", "store"))); r.start() }},
		{"a broken index", func() {
			r.stop()
			require.NoError(t, os.Truncate(r.path("state", "store", "index.db"), 10_000))
			r.start()
		}},
	} {
		end.do()
		require.Equal(t, want, r.remembered(), end.how)
		var pending, blocked []object
		r.ctlJSON(&pending, "pending")
		require.Len(t, pending, 1, end.how)
		require.Equal(t, waits, pending[0]["code"], end.how)
		r.ctlJSON(&blocked, "blocked", "list")
		require.Len(t, blocked, 1, end.how)
		var status struct {
			Journal struct {
				File    int    `json:"file"`
				Durable bool   `json:"durable"`
				Failing string `json:"failing"`
			} `json:"journal"`
			Alarms []string `json:"alarms"`
		}
		r.ctlJSON(&status, "status")
		require.Empty(t, status.Alarms, end.how)
		require.True(t, status.Journal.Durable)
		require.Equal(t, 1, status.Journal.File)
		require.Empty(t, status.Journal.Failing)
	}

	p = r.gateway()
	require.Equal(t, "allow", call(p, "granted", "exec")["verdict"], "a timed grant")
	require.Equal(t, "allow", call(p, "once", "exec")["verdict"], "a grant for a turn that runs on")
	require.Equal(t, "deny", call(p, "pending", "exec")["verdict"])
	p.ask("command", "pending", object{"text": ".approve exec " + waits}, r.owner())
	require.Equal(t, "allow", call(p, "pending", "exec")["verdict"], "the code from before five restarts")
	receipt := held["receipt"].(object)
	var explained object
	r.ctlJSON(&explained, "explain", fmt.Sprint(receipt["seq"]), "--session", "pending")
	require.Equal(t, receipt["hash"], explained["hash"])
	require.Equal(t, "web_fetch response", explained["cause"].(object)["reason"])
	out, exit := r.ctl("audit", "verify", r.path("state", "ledger"))
	require.Zero(t, exit, out)
	r.stop()
}

func TestALedgerThatWasTouchedStopsTheDaemon(t *testing.T) {
	r := newRig(t, "")
	r.taint(r.gateway(), "s")
	r.stop()
	name := r.path("state", "ledger", "00000001.jsonl")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	text[len(text)/2] ^= 1
	require.NoError(t, os.WriteFile(name, text, 0o600))
	out, err := exec.Command(filepath.Join(r.bin, "provenanced"), "serve", "--runtime-dir", r.path("run"), "--state-dir", r.path("state"), "--policy", r.policy).CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "00000001.jsonl, seq ")
	require.Contains(t, string(out), "keep a copy of")
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, text, after, "and it is left as it was")
}

// A session that retention removed and the index lost does not count as new.
func TestAForgottenSessionBeginsUntrusted(t *testing.T) {
	r := newRig(t, "")
	r.stop()
	keep := []string{"--ledger-max-entries", "20", "--ledger-keep", "2"}
	r.start(keep...)
	p := r.gateway()
	r.taint(p, "agent:main:old")
	require.Eventually(t, func() bool {
		p.ask("before_tool_call", "agent:main:busy", object{"toolName": "read"}, r.owner())
		_, err := os.Stat(r.path("state", "ledger", "00000001.jsonl"))
		return os.IsNotExist(err)
	}, 20*time.Second, 5*time.Millisecond, "the first ledger file stays")
	r.stop()
	require.NoError(t, os.RemoveAll(r.path("state", "store")))
	r.start(keep...)

	out, code := r.ctl("status")
	require.Zero(t, code, out)
	require.Contains(t, out, "alarm")
	p = r.gateway()
	require.Equal(t, "deny", p.ask("before_tool_call", "agent:main:old", object{"toolName": "exec"}, r.owner())["verdict"])
	p.ask("before_agent_start", "agent:main:new", object{"messages": []object{{"role": "user", "content": "hi"}}}, r.owner())
	require.Equal(t, "allow", p.ask("before_tool_call", "agent:main:new", object{"toolName": "exec"}, r.owner())["verdict"])
	out, code = r.ctl("audit", "verify", r.path("state", "ledger"))
	require.Zero(t, code, out)
	r.stop()
}

// Sessions that left memory for lack of room are known again when they come back.
func TestSessionsThatMakeRoomAreNotForgotten(t *testing.T) {
	r := newRig(t, "")
	r.stop()
	r.start("--session-memory", "3000", "--log-level", "debug")
	p := r.gateway()
	const sessions = 20
	for i := range sessions {
		r.taint(p, fmt.Sprint(i))
	}
	require.Eventually(t, func() bool { return strings.Contains(r.log.String(), "sessions left memory to make room") }, 10*time.Second, 20*time.Millisecond)
	for i := range sessions {
		a := p.ask("before_tool_call", fmt.Sprint(i), object{"toolName": "exec", "toolCallId": "e"}, r.owner())
		require.Equal(t, []any{"untrusted", "deny"}, []any{a["taint"], a["verdict"]}, i)
	}
	r.stop()
}

// A ledger that another daemon wrote, with its own key, is valid by itself. The state directory
// remembers that it had another one.
func TestALedgerWithAKeyOfItsOwn(t *testing.T) {
	r, other := newRig(t, ""), newRig(t, "")
	r.taint(r.gateway(), "agent:main:main")
	p := other.gateway()
	for range 40 {
		p.ask("before_tool_call", "agent:main:main", object{"toolName": "read"}, other.owner())
	}
	r.stop()
	other.stop()
	out, code := r.ctl("audit", "verify", r.path("state", "ledger"))
	require.Zero(t, code, out)
	require.Contains(t, out, "the same ledger")

	require.NoError(t, os.RemoveAll(r.path("state", "ledger")))
	require.NoError(t, os.CopyFS(r.path("state", "ledger"), os.DirFS(other.path("state", "ledger"))))
	key, err := os.ReadFile(other.path("state", "ledger.key"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.path("state", "ledger.key"), key, 0o600))
	for _, when := range []string{"before the start", "after it", "after another"} {
		out, code = r.ctl("audit", "verify", r.path("state", "ledger"))
		require.Equal(t, 1, code, when)
		require.Contains(t, out, "the key is not the one that this ledger had before", when)
		out, code = r.ctl("doctor", "--state-dir", r.path("state"))
		require.Equal(t, 1, code, when)
		require.Contains(t, out, "is not the one that this ledger had before", when)
		if when != "before the start" {
			r.stop()
		}
		r.start()
	}
	out, _ = r.ctl("status")
	require.Contains(t, out, "alarm: the index was begun anew, because ledger.key is not the one")
	held := r.gateway().ask("before_tool_call", "agent:main:main", object{"toolName": "exec", "params": object{"command": "ls"}}, r.owner())
	require.Equal(t, "deny", held["verdict"], "what the other ledger says of it does not count")
	r.stop()
}
