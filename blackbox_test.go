package provenanced_test

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// These tests know the daemon only as a stranger does: the binary, its sockets
// and docs/PROTOCOL.md. The client below shares no code with the project.

var binaries = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "provenanced-bin-")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "./cmd/...").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := binaries(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

type object = map[string]any

// rig is one running daemon with directories of its own.
type rig struct {
	t      *testing.T
	dir    string
	bin    string
	policy string
	cmd    *exec.Cmd
	log    *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newRig(t *testing.T, policy string) *rig {
	t.Helper()
	bin, err := binaries()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "prov-") // short: socket paths have 107 bytes
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	r := &rig{t: t, dir: dir, bin: bin, policy: filepath.Join(dir, "policy.yaml"), log: &lockedBuffer{}}
	require.NoError(t, os.WriteFile(r.policy, []byte(policy), 0o600))
	require.NoError(t, os.Mkdir(r.path("ws"), 0o700))
	r.start()
	return r
}

func (r *rig) path(elem ...string) string {
	return filepath.Join(append([]string{r.dir}, elem...)...)
}

func (r *rig) start(flags ...string) {
	r.t.Helper()
	r.cmd = exec.Command(filepath.Join(r.bin, "provenanced"), append([]string{"serve",
		"--runtime-dir", r.path("run"), "--state-dir", r.path("state"), "--policy", r.policy}, flags...)...)
	r.cmd.Stderr = r.log
	require.NoError(r.t, r.cmd.Start())
	cmd := r.cmd
	r.t.Cleanup(func() {
		if cmd.ProcessState == nil {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	for _, socket := range []string{"gateway.sock", "admin.sock", "tools.sock"} {
		require.Eventually(r.t, func() bool {
			c, err := net.Dial("unix", r.path("run", socket))
			if err == nil {
				c.Close()
			}
			return err == nil
		}, 10*time.Second, 5*time.Millisecond, "the daemon did not listen on %s:\n%s", socket, r.log)
	}
}

// stop ends the daemon with SIGTERM and requires a clean exit.
func (r *rig) stop() {
	r.t.Helper()
	require.NoError(r.t, r.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(r.t, r.cmd.Wait(), "%s", r.log)
}

// ctl runs provenancectl and returns its output and exit code.
func (r *rig) ctl(args ...string) (string, int) {
	r.t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(filepath.Join(r.bin, "provenancectl"), append(args, "--runtime-dir", r.path("run"))...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		require.NoError(r.t, err)
	}
	return out.String() + errs.String(), cmd.ProcessState.ExitCode()
}

func (r *rig) ctlJSON(v any, args ...string) {
	r.t.Helper()
	out, code := r.ctl(append(args, "--json")...)
	require.Zero(r.t, code, out)
	require.NoError(r.t, json.Unmarshal([]byte(out), v), out)
}

// wire is a stranger's connection.
type peer struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	key  []byte
	n    int
}

func (r *rig) dial(socket, key string) *peer {
	r.t.Helper()
	conn, err := net.Dial("unix", r.path("run", socket+".sock"))
	require.NoError(r.t, err)
	r.t.Cleanup(func() { conn.Close() })
	text, err := os.ReadFile(r.path("run", key+".key"))
	require.NoError(r.t, err)
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(string(text), "\n"))
	require.NoError(r.t, err)
	require.Len(r.t, raw, 32)
	return &peer{t: r.t, conn: conn, in: bufio.NewReader(conn), key: raw}
}

func (r *rig) gateway() *peer { return r.dial("gateway", "gateway") }

// line is one signed request; edit may spoil any field after signing.
func (p *peer) line(hook, session string, event, ctx object, edit func(object)) string {
	p.n++
	payload, err := json.Marshal(object{"event": event, "ctx": ctx})
	require.NoError(p.t, err)
	nonce := make([]byte, 16)
	rand.Read(nonce)
	req := object{"version": 1, "id": strconv.Itoa(p.n), "hook": hook, "session": session,
		"timestamp": strconv.FormatInt(time.Now().Unix(), 10), "nonce": hex.EncodeToString(nonce), "payload": rawJSON(payload)}
	if edit != nil {
		edit(req)
	}
	if _, ok := req["hmac"]; !ok {
		mac := hmac.New(sha256.New, p.key)
		fmt.Fprintf(mac, "provenance-v1\n%s\n%s\n%s\n%s\n%s\n%s", req["timestamp"], req["id"], req["hook"], req["session"], req["payload"], req["nonce"])
		req["hmac"] = base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	b, err := json.Marshal(req)
	require.NoError(p.t, err)
	return string(b) + "\n"
}

type rawJSON []byte

func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }
func (r rawJSON) String() string               { return string(r) }

func (p *peer) send(line string) {
	_, err := io.WriteString(p.conn, line)
	require.NoError(p.t, err)
}

func (p *peer) frame() object {
	p.t.Helper()
	f, err := readFrame(p.conn, p.in)
	require.NoError(p.t, err)
	return f
}

func (p *peer) ask(hook, session string, event, ctx object) object {
	p.t.Helper()
	p.send(p.line(hook, session, event, ctx, nil))
	f := p.frame()
	require.Equal(p.t, "decision", f["type"], "%v", f)
	require.Equal(p.t, strconv.Itoa(p.n), f["id"])
	return f
}

func (p *peer) closed() {
	p.t.Helper()
	p.conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, err := p.in.ReadByte()
	require.ErrorIs(p.t, err, io.EOF)
}

func result(f object) object { return f["result"].(object) }

func (r *rig) owner() object {
	return object{"messageProvider": "telegram", "senderId": "111", "senderIsOwner": true, "workspaceDir": r.path("ws"), "agentId": "main"}
}

// taint has the owner's session fetch a page.
func (r *rig) taint(p *peer, session string) {
	r.t.Helper()
	p.ask("context_assembled", session, object{"messages": []object{{"role": "user", "content": "look"}}}, r.owner())
	p.ask("before_llm_call", session, object{"iteration": 0}, r.owner())
	require.Equal(r.t, "allow", p.ask("before_tool_call", session, object{"toolName": "web_fetch", "toolCallId": "w"}, r.owner())["verdict"])
	require.Equal(r.t, "untrusted", p.ask("after_tool_call", session, object{"toolName": "web_fetch", "toolCallId": "w", "result": "page"}, r.owner())["taint"])
	p.ask("before_llm_call", session, object{"iteration": 1}, r.owner())
}

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
	start := time.Now()
	p := r.gateway()
	for range 20 {
		p.ask("ping", "", object{}, object{})
	}
	require.Less(t, time.Since(start), 5*time.Second)
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
	require.NoError(t, r.cmd.Process.Kill())
	r.cmd.Wait()
	r.start()
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
