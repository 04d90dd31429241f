package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// question is one hook before it is signed. Its payload is JSON.
type question struct{ hook, session, payload string }

// signer makes request lines. It costs as much as in a good client, and runs before a round begins,
// since the echo has nothing to sign.
type signer struct {
	mac    hash.Hash
	id     uint64
	signed []byte
}

func newSigner(key []byte) *signer { return &signer{mac: hmac.New(sha256.New, key)} }

// line appends the signed line of q to buf.
func (s *signer) line(buf []byte, q question) []byte {
	s.id++
	id := strconv.FormatUint(s.id, 10)
	now := strconv.FormatInt(time.Now().Unix(), 10)
	var random [16]byte
	rand.Read(random[:])
	nonce := hex.EncodeToString(random[:])

	s.signed = append(s.signed[:0], "provenance-v1"...)
	for _, part := range []string{now, id, q.hook, q.session, q.payload, nonce} {
		s.signed = append(append(s.signed, '\n'), part...)
	}
	s.mac.Reset()
	s.mac.Write(s.signed)

	buf = append(buf, `{"version":1,"id":"`...)
	buf = append(buf, id...)
	for _, field := range [][2]string{{"hook", q.hook}, {"session", q.session}, {"timestamp", now}, {"nonce", nonce}} {
		buf = append(buf, `","`+field[0]+`":"`...)
		buf = append(buf, field[1]...)
	}
	buf = append(buf, `","hmac":"`...)
	buf = base64.StdEncoding.AppendEncode(buf, s.mac.Sum(nil))
	buf = append(buf, `","payload":`...)
	buf = append(buf, q.payload...)
	return append(buf, "}\n"...)
}

// framed is a connection on which frames answer lines.
type framed struct {
	io.ReadWriteCloser
	in   *bufio.Reader
	head [4]byte
	body []byte
}

func (b *bench) dialFramed(socket string) (*framed, error) {
	c, err := b.dial(socket)
	if err != nil {
		return nil, err
	}
	return &framed{ReadWriteCloser: c, in: bufio.NewReaderSize(c, 64<<10)}, nil
}

func (c *framed) ask(line []byte) ([]byte, error) {
	if _, err := c.Write(line); err != nil {
		return nil, err
	}
	return c.next()
}

// next reads one frame, which is valid until the next call.
func (c *framed) next() ([]byte, error) {
	if _, err := io.ReadFull(c.in, c.head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(c.head[:]))
	if cap(c.body) < n {
		c.body = make([]byte, n)
	}
	c.body = c.body[:n]
	_, err := io.ReadFull(c.in, c.body)
	return c.body, err
}

// answer has the examined fields of an answer, which is parsed outside of the timed part.
type answer struct {
	Type, Code, Message string
	Verdict, Taint      string
	Approval            *struct{ Code string }
	Result              struct{ Content json.RawMessage }
	Receipt             struct {
		File int
		Seq  uint64
	}
}

// peer is a connection to the daemon, with its key.
type peer struct {
	*framed
	*signer
	line []byte
}

func (d *daemon) dial(door string) (*peer, error) {
	c, err := d.bench.dialFramed(filepath.Join(d.run, door+".sock"))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(d.run, door+".key"))
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("%s.key: %w", door, err)
	}
	return &peer{framed: c, signer: newSigner(key)}, nil
}

// put asks one question and reads its answer.
func (p *peer) put(q question) (answer, error) {
	p.line = p.signer.line(p.line[:0], q)
	body, err := p.ask(p.line)
	if err != nil {
		return answer{}, err
	}
	return read(body)
}

// read parses an answer, and fails if the daemon refused.
func read(body []byte) (answer, error) {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return a, err
	}
	if a.Type == "error" {
		return a, fmt.Errorf("refused: %s: %s", a.Code, a.Message)
	}
	return a, nil
}

func refused(body []byte) bool {
	return strings.HasPrefix(string(body[:min(len(body), 15)]), `{"type":"error"`)
}
