package blackbox_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Wherever in a call a token stands, or in the names around it, no file of the daemon
// and no answer about the session holds it, in any case.
func TestNoTokenOfACallIsRecorded(t *testing.T) {
	for _, preset := range []string{"strict", "provenance"} {
		for _, previews := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/previews=%t", preset, previews), func(t *testing.T) {
				noTokenIsRecorded(t, fmt.Sprintf("mode: %s\ncontentPreviews: %t\n", preset, previews))
			})
		}
	}
}

func noTokenIsRecorded(t *testing.T, policy string) {
	const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	r := newRig(t, policy)
	g := r.gateway()
	sessions := []string{"agent:main:plain", "agent:main:webchat:" + token}
	for _, s := range sessions {
		turn := func(ctx object) {
			g.ask("context_assembled", s, object{"messages": []object{{"role": "user", "content": "look at https://" + token + ".example.com/"}}}, ctx)
			g.ask("before_llm_call", s, object{"iteration": 0}, ctx)
		}
		n := 0
		call := func(tool string, params object, ctx object) {
			n++
			event := object{"toolName": tool, "toolCallId": fmt.Sprint("call", n), "params": params}
			g.ask("after_llm_call", s, object{"toolCalls": []object{{"id": event["toolCallId"], "name": tool, "arguments": params}}}, ctx)
			g.ask("before_tool_call", s, event, ctx)
			event["result"] = []object{{"type": "text", "text": "done"}}
			g.ask("after_tool_call", s, event, ctx)
			g.ask("before_llm_call", s, object{"iteration": n}, ctx)
		}
		stranger := object{"messageProvider": "telegram", "senderId": token, "senderIsOwner": false, "agentId": "main", "workspaceDir": r.path("ws")}
		for _, ctx := range []object{r.owner(), stranger} {
			turn(ctx)
			for _, url := range []string{
				"https://" + token + ".example.com/", "https://example.com:443/" + token + "/x", "https://example.com/?q=" + token,
				"https://" + token + ":x-oauth-basic@example.com/", "https://user:" + token + "@example.com/", "https://example.com/#" + token,
				token + "://example.com/", "https://" + token,
			} {
				call("web_fetch", object{"url": url}, ctx)
				call("exec", object{"command": "curl " + url}, ctx)
				call("browser", object{"action": "navigate", "targetUrl": url, "url": url}, ctx)
				call("acme_lookup", object{"url": url}, ctx)
			}
			call("exec", object{"command": "/opt/" + token + "/run"}, ctx)
			call("exec", object{"command": token + " --help"}, ctx)
			call("process", object{"action": "write", "sessionId": token, "data": "cu"}, ctx)
			call("process", object{"action": token, "sessionId": "x"}, ctx)
			call("message", object{"action": token, "to": token, "message": token}, ctx)
			call("write", object{"path": "MEMORY.md", "content": token}, ctx)
			call("write", object{"path": "memory/" + token + ".md", "content": "x"}, ctx)
			call("write", object{"path": "/home/x/.ssh/" + token, "content": "x"}, ctx)
			call("sessions_history", object{"sessionKey": sessions[1]}, ctx)
			call("tool_"+token, object{"path": "x"}, ctx)
			call(token, object{"path": token}, ctx)
			g.ask("agent_end", s, object{}, ctx)
		}
		spawned := r.owner()
		spawned["spawnedBy"] = sessions[1]
		g.ask("before_agent_start", s+":child", object{"prompt": "go"}, spawned)
		g.ask("agent_end", s+":child", object{}, spawned)
		from := r.owner()
		from["inputProvenance"] = object{"kind": "inter_session", "sourceSessionKey": sessions[1]}
		g.ask("context_assembled", s+":other", object{"messages": []object{{"role": "user", "content": "go"}}}, from)
		g.ask("before_llm_call", s+":other", object{"iteration": 0, "tools": []string{"read", "tool_" + token}}, from)
		g.ask("command", s, object{"text": ".provenance", "toolCallId": token}, r.owner())
		g.ask("agent_end", s+":other", object{}, from)
	}

	held := map[string][]byte{}
	ask := func(args ...string) {
		out, code := r.ctl(args...)
		require.Zero(t, code, "%v: %s", args, out)
		held[strings.Join(args, " ")] = []byte(out)
	}
	var listed []struct {
		Session string `json:"session"`
	}
	r.ctlJSON(&listed, "sessions")
	require.Len(t, listed, 3*len(sessions))
	for _, args := range [][]string{
		{"sessions"}, {"status"}, {"pending"}, {"approvals"}, {"explain", "last"}, {"audit", "show", r.path("state", "ledger")}, {"top", "--once"}, {"watermarks", "export"},
	} {
		ask(append(args, "--json")...)
	}
	// The owner finds the session by the key that the gateway has, and so do those it spawned.
	for _, key := range []string{sessions[1], sessions[1] + ":child", sessions[1] + ":other"} {
		var one struct {
			Level string `json:"level"`
		}
		r.ctlJSON(&one, "session", key)
		require.Equal(t, "untrusted", one.Level, key)
	}
	for _, l := range listed {
		ask("session", l.Session, "--json")
		if !strings.Contains(l.Session, ":child") && !strings.Contains(l.Session, ":other") { // those call nothing
			ask("explain", "last", "--session", l.Session, "--json")
			ask("graph", "--session", l.Session, "--turn", "t1", "--format", "json")
			ask("graph", "--session", l.Session, "--turn", "t2", "--format", "json")
		}
	}
	r.stop()
	held["the log"] = []byte(r.log.String())
	require.NoError(t, filepath.WalkDir(r.path("state"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.Contains(path, "/blocked/") { // staged writes are kept whole for their owner
			return err
		}
		data, err := os.ReadFile(path)
		held[path] = data
		return err
	}))
	for where, data := range held {
		data = bytes.ToLower(data)
		for rest := data; ; {
			i := bytes.Index(rest, []byte(strings.ToLower(token)))
			if i < 0 {
				break
			}
			t.Errorf("%s holds the token: …%s…", where, rest[max(i-100, 0):min(i+80, len(rest))])
			rest = rest[i+1:]
		}
	}
}
