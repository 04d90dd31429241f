package blackbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// session is one session of the owner's, as its gateway reports it.
type session struct {
	*peer
	rig *rig
	key string
	ids int
}

func (r *rig) session(key string) *session { return &session{peer: r.gateway(), rig: r, key: key} }

// fresh is a new session, in which the owner has said something.
func (r *rig) fresh(words string) *session {
	r.t.Helper()
	s := r.session(fmt.Sprint("agent:main:", time.Now().UnixNano()))
	s.turn(words)
	return s
}

func (s *session) hook(hook string, event object) object {
	s.t.Helper()
	return s.ask(hook, s.key, event, s.rig.owner())
}

// turn begins a turn of the owner's, with its first LLM call.
func (s *session) turn(text string) {
	s.t.Helper()
	s.hook("context_assembled", object{"messages": []object{{"role": "user", "content": text}}})
	s.hook("before_llm_call", object{"iteration": 0})
}

func (s *session) call(tool string, params object) object {
	s.t.Helper()
	s.ids++
	return s.hook("before_tool_call", object{"toolName": tool, "toolCallId": fmt.Sprint("c", s.ids), "params": params})
}

// reads makes a tool return something that the model sees, and returns the new level.
func (s *session) reads(tool string, params object) any {
	s.t.Helper()
	require.Equal(s.t, "allow", s.call(tool, params)["verdict"])
	level := s.hook("after_tool_call", object{"toolName": tool, "toolCallId": fmt.Sprint("c", s.ids), "result": "words"})["taint"]
	s.hook("before_llm_call", object{"iteration": 1})
	return level
}

func (s *session) command(text string) string {
	s.t.Helper()
	said, _ := result(s.hook("command", object{"text": text}))["text"].(string)
	return said
}

// held requires that a call waits for the owner, and returns its code.
func (s *session) held(f object) string {
	s.t.Helper()
	require.Equal(s.t, "deny", f["verdict"], "%v", f)
	require.NotNil(s.t, f["approval"], "%v", f)
	return f["approval"].(object)["code"].(string)
}

func (s *session) allowed(f object) {
	s.t.Helper()
	require.Equal(s.t, "allow", f["verdict"], "%v", f)
}

// A code approves no calls that came later, however the owner gives it.
func TestACodeOpensWhatItNamed(t *testing.T) {
	r := newRig(t, "")
	note, ls, mail := object{"path": "notes.txt", "content": "x"}, object{"command": "ls"}, object{"args": "gmail send"}
	for name, approve := range map[string]func(s *session, code string){
		"all, in chat":      func(s *session, code string) { s.command(".approve all " + code) },
		"all, for minutes":  func(s *session, code string) { s.command("/provenance approve all " + code + " 30") },
		"/firewall":         func(s *session, code string) { s.command("/firewall approve " + code + " session") },
		"all, in a message": func(s *session, code string) { s.hook("message_received", object{"content": ".approve all " + code}) },
		"all, by the CLI": func(s *session, code string) {
			out, failed := r.ctl("approve", "--session", s.key, "all", code)
			require.Zero(t, failed, out)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := r.session("agent:main:" + strings.NewReplacer(",", "", " ", "-", "/", "").Replace(name))
			s.turn("look")
			require.Equal(t, "untrusted", s.reads("web_fetch", object{"url": "https://example.com"}))
			first := s.held(s.call("write", note))
			second := s.held(s.call("exec", ls))
			third := s.held(s.call("gog", mail))
			require.Len(t, map[string]bool{first: true, second: true, third: true}, 3)
			for _, tool := range []string{"exec", "gog"} {
				require.Contains(t, s.command(".approve "+tool+" "+first), "not "+tool)
			}

			approve(s, first)
			s.allowed(s.call("write", note))
			s.held(s.call("gog", mail))
			code := s.held(s.call("exec", ls))
			require.NotEqual(t, first, code)
			require.Contains(t, s.command(".approve all "+first), "used")
			s.held(s.call("exec", ls))
			approve(s, code)
			s.allowed(s.call("exec", ls))
			s.allowed(s.call("gog", mail)) // it waited when the code was shown
		})
	}
}

// A code is valid for its own time, whatever the agent does meanwhile: across turns, in the same
// call, across a restart of the daemon.
func TestACodeLivesForItsOwnTime(t *testing.T) {
	r := newRig(t, "approvalTtlSeconds: 2")
	s := r.session("s")
	s.turn("look")
	s.reads("web_fetch", object{"url": "https://example.com"})
	note := object{"path": "notes.txt", "content": "x"}
	first := s.held(s.call("write", note))
	waits := func() (left float64, yes bool) {
		var pending []struct {
			Code      string  `json:"code"`
			ExpiresIn float64 `json:"expiresIn"`
		}
		r.ctlJSON(&pending, "pending")
		for _, p := range pending {
			if p.Code == first {
				return p.ExpiresIn, true
			}
		}
		return 0, false
	}
	began, last := time.Now(), 2.0
	for n := 0; ; n++ {
		left, yes := waits()
		if !yes {
			break
		}
		require.LessOrEqual(t, left, last, "nothing renews it")
		require.Less(t, time.Since(began), 30*time.Second, "it is kept alive")
		last = left
		for _, f := range []object{s.call("write", note), s.call("exec", object{"command": fmt.Sprint("ls ", n)}), s.call("gog", object{"n": n})} {
			require.Equal(t, "deny", f["verdict"], "%v", f) // with a code while there is room for one
		}
		if n%4 == 3 {
			s.hook("agent_end", object{})
			s.turn("go on")
		}
		if n == 5 {
			r.stop()
			r.start()
			s.peer = r.gateway()
		}
	}
	// It has expired; after many newer codes, it is only known to be closed.
	require.Regexp(t, "expired|closed already", s.command(".approve write "+first))
	out, failed := r.ctl("approve", "--session", "s", "write", first)
	require.NotZero(t, failed, out)
	require.Equal(t, "deny", s.call("write", note)["verdict"])
}

// An approval for once is for the call that was held: with other parameters it is another call,
// even if it has the same id.
func TestOnceIsForTheParametersThatWereHeld(t *testing.T) {
	r := newRig(t, "")
	ls, rm := object{"command": "ls"}, object{"command": "rm -rf ."}
	for name, approve := range map[string]func(s *session, code, id string){
		"in chat":      func(s *session, code, _ string) { s.command(".approve exec " + code + " once") },
		"all, in chat": func(s *session, code, _ string) { s.command(".approve all " + code + " once") },
		"/provenance":  func(s *session, code, _ string) { s.command("/provenance approve exec " + code + " once") },
		"/firewall":    func(s *session, code, _ string) { s.command("/firewall approve " + code + " once") },
		"in a message": func(s *session, code, _ string) {
			s.hook("message_received", object{"content": ".approve exec " + code + " once"})
		},
		"by the CLI": func(s *session, code, _ string) {
			out, failed := r.ctl("approve", "--once", "--session", s.key, "exec", code)
			require.Zero(t, failed, out)
		},
		"by the CLI, by its id": func(s *session, _, id string) {
			out, failed := r.ctl("approve", "--call", id, "--session", s.key, "exec")
			require.Zero(t, failed, out)
		},
		"and the daemon starts anew": func(s *session, code, _ string) {
			s.command(".approve exec " + code + " once")
			r.kill()
			r.start()
			s.peer = r.gateway()
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := r.session("agent:main:" + strings.NewReplacer(",", "", " ", "-", "/", "").Replace(name))
			s.turn("look")
			s.reads("web_fetch", object{"url": "https://example.com"})
			code := s.held(s.call("exec", ls))
			id := fmt.Sprint("c", s.ids)
			approve(s, code, id)
			again := func(params object) object {
				return s.hook("before_tool_call", object{"toolName": "exec", "toolCallId": id, "params": params})
			}
			s.held(again(rm))
			s.held(s.call("exec", rm))
			s.held(s.call("exec", object{"command": "ls", "host": "node"}))
			s.held(s.call("exec", nil))
			s.allowed(s.call("exec", ls))
			s.held(s.call("exec", ls))
			s.held(again(ls))
		})
	}
}
