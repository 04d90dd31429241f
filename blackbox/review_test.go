package blackbox_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/ptytest"
)

// weekOf makes the owner's agent work for a while. They accept every prompt; it returns the number
// of prompts.
func (r *rig) weekOf(name string) (prompts int) {
	r.t.Helper()
	p := r.gateway()
	does := func(key, ask string, read func(s *session), tool string, params object) {
		s := &session{peer: p, rig: r, key: "agent:main:" + name + "-" + key}
		s.turn(ask)
		read(s)
		f := s.call(tool, params)
		if f["verdict"] == "allow" {
			return
		}
		code := s.held(f)
		prompts++
		require.Contains(r.t, s.command(".approve all "+code), "pproved", tool)
		s.allowed(s.call(tool, params))
	}
	page := func(url string) func(*session) {
		return func(s *session) {
			s.allowed(s.call("web_fetch", object{"url": url}))
			s.returns("web_fetch", object{"url": url}, object{"url": url, "finalUrl": url, "text": "words"})
			s.hook("before_llm_call", object{"iteration": 1})
		}
	}
	memory := func(s *session) { s.reads("memory_search", object{"query": "the town hall"}) }
	for i := range 9 {
		does(fmt.Sprint("wiki", i), "what does the wiki say?", page(fmt.Sprint("https://wiki.example/", i)), "exec", object{"command": fmt.Sprint("make page", i)})
	}
	for i := range 5 {
		does(fmt.Sprint("memory", i), "what did we note?", memory, "exec", object{"command": fmt.Sprint("make note", i)})
	}
	for i := range 4 {
		does(fmt.Sprint("react", i), "what did we note?", memory, "message", object{"action": "react", "messageId": fmt.Sprint(i), "emoji": "+1"})
	}
	for i := range 3 {
		does(fmt.Sprint("local", i), "is it up?", func(*session) {}, "web_fetch", object{"url": fmt.Sprint("http://127.0.0.1:8080/", i)})
	}
	return prompts
}

type reviewed struct {
	Prompts     int `json:"prompts"`
	Accepted    int `json:"accepted"`
	Blind       int `json:"blind"`
	SparedByNow int `json:"sparedByNow"`
	Undecidable int `json:"undecidable"`
	Suggestions []struct {
		Rule          string `json:"rule"`
		Spared        int    `json:"spared"`
		PromptsPerDay struct {
			Before float64 `json:"before"`
			After  float64 `json:"after"`
		} `json:"promptsPerDay"`
	} `json:"suggestions"`
	Refused []struct {
		Rule     string   `json:"rule"`
		Admitted []string `json:"admitted"`
	} `json:"refused"`
	Unfinished bool `json:"unfinished"`
}

// An owner reads three suggestions, applies one, and is asked as often as it predicted.
func TestAReviewIsAppliedAndPromptsFall(t *testing.T) {
	const mine = "# how I like it\nmode: personal   # at home\nurlOutputTaints: # pages\n  # Ann's\n  https://ann.example: shared\n"
	r := newRig(t, mine)
	review := func(args ...string) []string {
		return append([]string{"review", "--state-dir", r.path("state")}, args...)
	}
	require.Equal(t, 21, r.weekOf("first"))

	var m reviewed
	r.ctlJSON(&m, review()...)
	require.Equal(t, []int{21, 21, 21, 0}, []int{m.Prompts, m.Accepted, m.Blind, m.Undecidable})
	require.Len(t, m.Suggestions, 3)
	for i, rule := range []string{"urlOutputTaints: {https://wiki.example: trusted}", "toolOverrides: {message.react: {shared: allow}}", `urlAccess: {allow: ["127.0.0.1"]}`} {
		require.Equal(t, rule, m.Suggestions[i].Rule)
		require.Equal(t, 21.0, m.Suggestions[i].PromptsPerDay.Before)
		require.Equal(t, 21.0-float64(m.Suggestions[i].Spared), m.Suggestions[i].PromptsPerDay.After)
	}
	require.Equal(t, 9, m.Suggestions[0].Spared)
	require.Equal(t, []string{"toolOverrides: {exec: {shared: allow}}", "toolOutputTaints: {memory_search: trusted}"}, []string{m.Refused[0].Rule, m.Refused[1].Rule})
	require.Contains(t, m.Refused[1].Admitted, "memory -> transfer")

	out, code := r.ctl(review("--apply", "4")...)
	require.Equal(t, 1, code)
	require.Contains(t, out, "there is no suggestion 4")
	out = r.atTerminal("1", "1 to 3 writes it into the policy file", review()...)
	require.Contains(t, out, "provenancectl review --undo")
	text, err := os.ReadFile(r.policy)
	require.NoError(t, err)
	require.Equal(t, strings.Replace(mine, "# pages\n", "# pages\n  https://wiki.example: trusted\n", 1), string(text))
	_, code = r.ctl("reload")
	require.Zero(t, code)
	require.Equal(t, 21-9, r.weekOf("second"))
	r.ctlJSON(&m, review()...)
	require.Equal(t, []int{42 - 9, 9, 0}, []int{m.Prompts, m.SparedByNow, m.Undecidable}, "what was decided under the policy of before is known, too")
	require.Len(t, m.Suggestions, 2)
	require.Equal(t, 24.0, m.Suggestions[0].PromptsPerDay.Before)
	require.Equal(t, 24.0-8, m.Suggestions[0].PromptsPerDay.After)

	once, err := os.ReadFile(r.policy)
	require.NoError(t, err)
	out, code = r.ctl(review("--apply", "1")...)
	require.Zero(t, code, out)
	require.Contains(t, out, "toolOverrides: {message.react: {shared: allow}}")
	out, code = r.ctl(review("--undo")...)
	require.Zero(t, code, out)
	text, err = os.ReadFile(r.policy)
	require.NoError(t, err)
	require.Equal(t, string(once), string(text))
	require.Contains(t, r.atTerminal("q", "1 to 2 writes", review()...), "Nothing was changed.")
	out, code = r.ctl(review("--undo")...)
	require.Equal(t, 1, code)
	require.Contains(t, out, "nothing to undo")
}

// Nothing is predicted from records that may be forged, or by an incomplete policy.
func TestAReviewOfWhatCannotBeRelied(t *testing.T) {
	r := newRig(t, "mode: personal\n")
	r.weekOf("first")
	r.stop()
	file := r.path("state", "ledger", "00000001.jsonl")
	whole, err := os.ReadFile(file)
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(file, fmt.Appendf(slices.Clip(whole), `{"seq":%d,"type":"CL`, strings.Count(string(whole), "\n")), 0o600))
	var m reviewed
	r.ctlJSON(&m, "review", r.policy, "--state-dir", r.path("state"))
	require.True(t, m.Unfinished)
	require.Equal(t, 21, m.Prompts)

	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(whole), "make page0", "make page9", 1)), 0o600))
	out, code := r.ctl("review", r.policy, "--state-dir", r.path("state"))
	require.Equal(t, 1, code)
	require.Contains(t, out, "does not verify")
	require.Contains(t, out, "--unverified")
	r.ctlJSON(&m, "review", r.policy, "--unverified", "--state-dir", r.path("state"))
	require.Equal(t, 21, m.Prompts)

	require.NoError(t, os.WriteFile(file, whole, 0o600))
	require.NoError(t, os.WriteFile(r.policy, []byte("mode: personel\nriks: {}\n"), 0o600))
	out, code = r.ctl("review", r.policy, "--state-dir", r.path("state"))
	require.Equal(t, 1, code)
	require.Contains(t, out, "policy.yaml:1")
	require.Contains(t, out, "policy.yaml:2")
}

// What does nothing yet is counted, so that a change is lived with before it is made.
func TestAReviewCountsWhatIsInShadow(t *testing.T) {
	r := newRig(t, `
mode: personal
authority: {mode: shadow}
policies:
  - {name: no-deploys, when: {param_matches: {command: deploy}}, action: {block_tools: [exec], shadow: true}}
  - {name: ask-for-notes, when: {tool: write}, action: {confirm_tools: [write], shadow: true}}
`)
	s := r.session("agent:main:main")
	s.turn("write it into notes.txt, and run make deploy")
	s.allowed(s.call("write", object{"path": "notes.txt", "content": "x"}))
	s.allowed(s.call("exec", object{"command": "make deploy"}))
	s.reads("web_fetch", object{"url": "https://news.example/"})
	code := s.held(s.call("exec", object{"command": "make deploy"})) // which the owner asked for
	require.Contains(t, s.command(".approve all "+code), "pproved")

	var m struct {
		Shadow  []object `json:"shadow"`
		Refused []object `json:"refused"`
	}
	r.ctlJSON(&m, "review", "--state-dir", r.path("state"))
	require.Equal(t, []object{
		{"what": "rule no-deploys", "asked": 0.0, "denied": 2.0, "spared": 0.0, "sparedAccepted": 0.0, "sparedDenied": 0.0},
		{"what": "authority", "asked": 0.0, "denied": 0.0, "spared": 1.0, "sparedAccepted": 1.0, "sparedDenied": 0.0},
		{"what": "rule ask-for-notes", "asked": 1.0, "denied": 0.0, "spared": 0.0, "sparedAccepted": 0.0, "sparedDenied": 0.0},
	}, m.Shadow)
	require.Equal(t, "authority: {mode: on}", m.Refused[0]["rule"], "it lets in what is asked about otherwise, and the owner is told what")
	require.Contains(t, m.Refused[0]["admitted"], "A2 fields in a text")
}

// atTerminal runs provenancectl at a terminal, and presses a key once it shows a text.
func (r *rig) atTerminal(key, shows string, args ...string) string {
	r.t.Helper()
	keyboard, terminal := ptytest.Open(r.t)
	cmd := exec.Command(filepath.Join(r.bin, "provenancectl"), append(args, "--runtime-dir", r.path("run"))...)
	cmd.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=1", "LC_ALL=C.UTF-8")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(r.t, cmd.Start())
	out, read := &lockedBuffer{}, make(chan struct{})
	go func() {
		defer close(read)
		io.Copy(out, keyboard)
	}()
	require.Eventually(r.t, func() bool { return strings.Contains(out.String(), shows) }, time.Minute, 10*time.Millisecond, "%s", out)
	_, err := keyboard.WriteString(key)
	require.NoError(r.t, err)
	require.NoError(r.t, cmd.Wait(), "%s", out)
	terminal.Close()
	<-read
	return out.String()
}
