// Package blackbox_test knows the daemon only from outside: the programs, their sockets and
// docs/PROTOCOL.md. Its client shares no code with the project. The packages' own tests cover their
// inside, and stress covers load.
package blackbox_test

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
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

var built string // the directory of the programs; empty until a test needs them

var binaries = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "provenanced-bin-")
	if err != nil {
		return "", err
	}
	built = dir
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "./cmd/...").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil { // files are named as the documents name them
		panic(err)
	}
	code := m.Run()
	if built != "" {
		os.RemoveAll(built)
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
	t.Cleanup(r.decidedAgain)
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

// peer is an independent client's connection.
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

// line is one signed request; edit may change any field after signing.
func (p *peer) line(hook, session string, event, ctx object, edit func(object)) string {
	p.n++
	payload, err := json.Marshal(object{"event": event, "ctx": ctx}, json.Deterministic(true)) // the same call has the same parameters
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

func readFrame(conn net.Conn, in *bufio.Reader) (object, error) {
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	var head [4]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(head[:]))
	if _, err := io.ReadFull(in, body); err != nil {
		return nil, err
	}
	var f object
	return f, json.Unmarshal(body, &f)
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

// taint makes the owner's session fetch a page.
func (r *rig) taint(p *peer, session string) {
	r.t.Helper()
	p.ask("context_assembled", session, object{"messages": []object{{"role": "user", "content": "look"}}}, r.owner())
	p.ask("before_llm_call", session, object{"iteration": 0}, r.owner())
	require.Equal(r.t, "allow", p.ask("before_tool_call", session, object{"toolName": "web_fetch", "toolCallId": "w"}, r.owner())["verdict"])
	require.Equal(r.t, "untrusted", p.ask("after_tool_call", session, object{"toolName": "web_fetch", "toolCallId": "w", "result": "page"}, r.owner())["taint"])
	p.ask("before_llm_call", session, object{"iteration": 1}, r.owner())
}
