//go:build stress

package stress_test

import (
	"bufio"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// answer has the fields of a frame that the tests use.
type answer struct {
	Type, ID, Code, Message, Verdict, Taint string

	Reasons  []struct{ Layer, Mode, Text string }
	Approval *struct {
		Code      string
		ExpiresIn int
	}
	Result struct {
		Handled           bool
		Text, BlockReason string
	}
	Receipt *receipt
}

// peer is a connection that knows the protocol, and shares no code with the project.
type peer struct {
	*net.UnixConn
	in     *bufio.Reader
	mac    hash.Hash
	n      int
	now    func() time.Time
	nonce  func(*[16]byte) // fills in a nonce
	signed []byte
	out    []byte
}

// connect connects to the socket of that name, with its key.
func connect(runtime, socket string) (*peer, error) {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: filepath.Join(runtime, socket+".sock"), Net: "unix"})
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(runtime, socket+".key"))
	if err != nil {
		conn.Close()
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		conn.Close()
		return nil, err
	}
	return newPeer(conn, key), nil
}

func newPeer(conn *net.UnixConn, key []byte) *peer {
	return &peer{
		UnixConn: conn, in: bufio.NewReaderSize(conn, 4<<10), mac: hmac.New(sha256.New, key),
		now: time.Now, nonce: func(b *[16]byte) { rand.Read(b[:]) },
	}
}

func (d *daemon) try(socket string) (*peer, error) { return connect(d.path("run"), socket) }

func (d *daemon) dial(socket string) *peer {
	d.t.Helper()
	p, err := d.try(socket)
	require.NoError(d.t, err)
	d.t.Cleanup(func() { p.Close() })
	return p
}

// line is one signed request, valid until the next call.
func (p *peer) line(hook, session, payload string) []byte {
	p.n++
	var random [16]byte
	p.nonce(&random)
	id, at, nonce := strconv.Itoa(p.n), strconv.FormatInt(p.now().Unix(), 10), hex.EncodeToString(random[:])
	p.signed = append(p.signed[:0], "provenance-v1"...)
	for _, part := range [...]string{at, id, hook, session, payload, nonce} {
		p.signed = append(append(p.signed, '\n'), part...)
	}
	p.mac.Reset()
	p.mac.Write(p.signed)
	p.out = fmt.Appendf(p.out[:0], `{"version":1,"id":"%s","hook":"%s","session":"%s","timestamp":"%s","nonce":"%s","hmac":"%s","payload":%s}`+"\n",
		id, hook, session, at, nonce, base64.StdEncoding.EncodeToString(p.mac.Sum(nil)), payload)
	return p.out
}

// forged is a request with a wrong signature.
func (p *peer) forged(hook, session, payload string) []byte {
	line := p.line(hook, session, payload)
	mac := slices.Index(line, byte('=')) - 43
	copy(line[mac:], strings.Repeat("A", 43))
	return line
}

func (p *peer) read() (a answer, err error) {
	body, err := p.frame()
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(body, &a, json.MatchCaseInsensitiveNames(true)); err != nil {
		return a, fmt.Errorf("%w: %s", err, body)
	}
	return a, nil
}

func (p *peer) frame() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(p.in, head[:]); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(head[:]))
	_, err := io.ReadFull(p.in, body)
	return body, err
}

func (p *peer) ask(hook, session, payload string) (answer, error) {
	if _, err := p.Write(p.line(hook, session, payload)); err != nil {
		return answer{}, err
	}
	return p.read()
}

// owner is the gateway's context of a turn that the owner began.
const owner = `{"agentId":"main","messageProvider":"telegram","senderId":"111","senderIsOwner":true,"workspaceDir":"/home/user/workspace"}`

func payload(event string) string { return `{"event":` + event + `,"ctx":` + owner + `}` }

func before(tool, id, params string) string {
	return payload(`{"toolName":"` + tool + `","toolCallId":"` + id + `","params":` + params + `}`)
}

func after(tool, id, result string) string {
	quoted, err := json.Marshal(result)
	if err != nil {
		panic(err) // the tests' own texts are UTF-8
	}
	return payload(`{"toolName":"` + tool + `","toolCallId":"` + id + `","result":` + string(quoted) + `}`)
}

func command(text string) string { return payload(`{"text":"` + text + `"}`) }
