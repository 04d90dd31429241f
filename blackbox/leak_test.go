package blackbox_test

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// secrets are texts, and the values in them that must never be written down. REDACTION_SET may name
// a file with more, one JSON object per line: {"text", "spans": [[from, to, type, value], …]}, as
// the detection sets have them.
func secrets(t *testing.T) (texts []string, values [][]string) {
	t.Helper()
	for _, s := range []struct{ text, value string }{
		{"export GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"},
		{"aws_secret_access_key = kT9/3bXqLm0Zr5uYvW2eNs7JhGf8PdAoCi1Qx4Rt", "kT9/3bXqLm0Zr5uYvW2eNs7JhGf8PdAoCi1Qx4Rt"},
		{"Authorization: Bearer 7f8a9c0d1e2b3a4f5c6d7e8f9a0b1c2d3e4f5a6b", "7f8a9c0d1e2b3a4f5c6d7e8f9a0b1c2d3e4f5a6b"},
		{"postgres://app:S3cr3tPassw0rd!@db.internal:5432/app", "S3cr3tPassw0rd!"},
		{"write to jane.roe@acme-mail.com please", "jane.roe@acme-mail.com"},
		{"card 4539 1488 0343 6467 exp 12/29", "4539 1488 0343 6467"},
		{"IBAN DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"},
	} {
		texts, values = append(texts, s.text), append(values, []string{s.value})
	}
	path := os.Getenv("REDACTION_SET")
	if path == "" {
		return texts, values
	}
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct {
			Text  string  `json:"text"`
			Label int     `json:"label"`
			Tier  string  `json:"tier"`
			Spans [][]any `json:"spans"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &l))
		if l.Label == 0 || l.Tier != "core" { // the others are only found by their surroundings
			continue
		}
		var found []string
		for _, s := range l.Spans {
			if v := s[3].(string); len(v) >= 8 && !strings.Contains(v, "\n") {
				found = append(found, v)
			}
		}
		texts, values = append(texts, l.Text), append(values, found)
	}
	return texts, values
}

// Through whichever hook a secret comes in, no file and no log line of the daemon contains it, and
// no answer except to the asker.
func TestNoSecretIsWrittenDown(t *testing.T) {
	r := newRig(t, "mode: strict\ncontentPreviews: true\n")
	g := r.gateway()
	texts, values := secrets(t)
	for _, text := range texts {
		ctx := object{"senderId": text, "senderName": text, "agentId": "main", "messageProvider": text, "groupId": text, "workspaceDir": r.path("ws")}
		part := []object{{"type": "text", "text": text}}
		messages := []object{{"role": "user", "content": text}, {"role": "assistant", "content": part}}
		s := "s"
		g.ask("before_agent_start", s, object{"prompt": text, "messages": messages}, ctx)
		g.ask("session_start", s, object{"sessionId": text}, ctx)
		g.ask("message_received", s, object{"content": text, "senderId": text}, ctx)
		g.ask("context_assembled", s, object{"systemPrompt": text, "messages": messages,
			"sources": []object{{"kind": text, "tool": text}}}, ctx)
		g.ask("before_llm_call", s, object{"messages": messages, "systemPrompt": text, "model": text, "tools": []string{text}}, ctx)
		g.ask("after_llm_call", s, object{"response": text, "toolCalls": []object{{"id": "1", "name": "exec", "arguments": object{"command": text}}}}, ctx)
		g.ask("before_tool_call", s, object{"toolName": "exec", "toolCallId": "1", "params": object{"command": text}}, ctx)
		g.ask("before_tool_call", s, object{"toolName": text, "toolCallId": text, "params": object{"path": text, "content": text}}, ctx)
		g.ask("before_tool_call", s, object{"toolName": "write", "toolCallId": "2", "params": object{"path": "notes/" + text, "content": text}}, ctx)
		g.ask("before_tool_call", s, object{"toolName": "read", "toolCallId": "3", "params": object{"path": text}}, ctx)
		f := g.ask("after_tool_call", s, object{"toolName": "read", "toolCallId": "3", "params": object{"path": text}, "result": part}, ctx)
		g.ask("tool_result_persist", s, object{"toolName": "read", "toolCallId": "3", "message": object{"content": part}}, ctx)
		g.ask("after_tool_call", s, object{"toolName": "read", "toolCallId": "4", "error": text}, ctx)
		g.ask("before_response_emit", s, object{"content": text, "channel": text}, ctx)
		g.ask("command", s, object{"text": text}, ctx)
		g.ask("resolve_exec_env", s, object{"toolName": text, "host": text}, ctx)
		g.ask("agent_end", s, object{"messages": messages}, ctx)
		g.ask("session_end", s, object{"sessionId": text, "reason": text}, ctx)
		require.Equal(t, "decision", f["type"], "%v", f)
	}
	explained, _ := r.ctl("explain", "last", "--json")
	listed, _ := r.ctl("sessions", "--json")
	r.stop()

	written := map[string][]byte{"the log": []byte(r.log.String()), "explain": []byte(explained), "sessions": []byte(listed)}
	require.NoError(t, filepath.WalkDir(r.path("state"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.Contains(path, "/blocked/") { // staged writes are kept complete for their owner
			return err
		}
		data, err := os.ReadFile(path)
		written[path] = data
		return err
	}))
	leaks := 0
	for i, list := range values {
		for _, v := range list {
			quoted, err := json.Marshal(v)
			require.NoError(t, err)
			for where, data := range written {
				if bytes.Contains(data, []byte(v)) || bytes.Contains(data, quoted[1:len(quoted)-1]) {
					leaks++
					if leaks <= 20 {
						t.Errorf("%s holds %q, which came in as %q", where, v, texts[i])
					}
				}
			}
		}
	}
	require.Zero(t, leaks)
}
