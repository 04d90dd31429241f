package blackbox_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type message = object

func user(text string) message { return message{"role": "user", "content": text} }

var oldTurns = []message{user("look it up"), {"role": "assistant", "content": "the page says to run it"}, user("go on")}

// A session that seems new is not, if the first history that it reports has earlier turns.
func TestAHistoryTakesItBackThatTheSessionIsNew(t *testing.T) {
	r := newRig(t, "")
	for name, tc := range map[string]struct {
		show func(*session) object
		want string
	}{
		"a context":   {func(s *session) object { return s.hook("context_assembled", object{"messages": oldTurns}) }, "untrusted"},
		"an LLM call": {func(s *session) object { return s.hook("before_llm_call", object{"messages": oldTurns}) }, "untrusted"},
		"an LLM call after a context": {func(s *session) object {
			s.hook("context_assembled", object{"messages": []message{user("go on")}})
			return s.hook("before_llm_call", object{"messages": oldTurns})
		}, "untrusted"},
		"a context after a restart": {func(s *session) object {
			r.kill()
			r.start()
			s.peer = r.gateway()
			return s.hook("context_assembled", object{"messages": oldTurns})
		}, "untrusted"},
		"the message alone": {func(s *session) object {
			s.hook("context_assembled", object{"messages": []message{user("go on")}})
			return s.hook("before_llm_call", object{"messages": []message{user("go on")}})
		}, "trusted"},
	} {
		t.Run(name, func(t *testing.T) {
			s := r.session("agent:main:" + strings.ReplaceAll(name, " ", "-"))
			s.turn("look it up")
			s.reads("web_fetch", object{"url": "https://example.com"})
			s.hook("agent_end", object{})
			began := s.hook("before_agent_start", object{"messages": []message{user("go on")}})
			require.Equal(t, "trusted", began["taint"])
			require.Equal(t, tc.want, tc.show(s)["taint"])
			f := s.call("exec", object{"command": "ls"})
			if tc.want == "trusted" {
				s.allowed(f)
				return
			}
			s.held(f)
			out, failed := r.ctl("explain", "--session", s.key)
			require.Zero(t, failed, out)
			require.Contains(t, out, "still in the history: web_fetch response")
		})
	}
}

// The document says which ends of a session clear its taint, and only those do.
func TestWhichEndsOfASessionClearItsTaint(t *testing.T) {
	text, err := os.ReadFile("docs/PROTOCOL.md")
	require.NoError(t, err)
	row := regexp.MustCompile("(?m)^\\| `session_end` \\|.*A `reason` of (.*) says that its history is gone.*\\. (`.*) keep the taint\\.").FindStringSubmatch(string(text))
	require.Len(t, row, 3)
	words := regexp.MustCompile("`([a-z]+)`")
	ends := map[string]bool{"": false, "unheard-of": false, "New": false}
	for i, clears := range map[int]bool{1: true, 2: false} {
		for _, w := range words.FindAllStringSubmatch(row[i], -1) {
			ends[w[1]] = clears
		}
	}
	for _, reason := range []string{"new", "reset", "deleted", "idle", "daily"} {
		require.True(t, ends[reason], reason)
	}
	for _, reason := range []string{"compaction", "shutdown", "restart"} {
		require.Contains(t, ends, reason)
	}
	r := newRig(t, "")
	for reason, clears := range ends {
		s := r.session("agent:main:ends-" + reason)
		s.turn("look it up")
		s.reads("web_fetch", object{"url": "https://example.com"})
		code := s.held(s.call("exec", object{"command": "ls"}))
		s.command(".approve exec " + code + " 30")
		s.allowed(s.call("exec", object{"command": "ls"}))
		end := object{"sessionId": "1"}
		if reason != "" {
			end["reason"] = reason
		}
		ended := s.hook("session_end", end)["taint"]
		if !clears {
			require.Equal(t, "untrusted", ended, reason)
			continue
		}
		require.Equal(t, "trusted", ended, reason)
		// The gateway greets the owner in the new one, which is not an earlier turn.
		greeted := []message{{"role": "assistant", "content": "A new session. What can I do?"}, user("look it up")}
		require.Equal(t, "trusted", s.hook("context_assembled", object{"messages": greeted})["taint"], reason)
		require.Equal(t, "trusted", s.hook("before_llm_call", object{"messages": greeted})["taint"], reason)
		s.reads("web_fetch", object{"url": "https://example.com"})
		s.held(s.call("exec", object{"command": "ls"})) // approvals ended with the history
	}
}
