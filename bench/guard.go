package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"os"
	"strconv"
	"sync"
	"time"
)

// guard does only what the protocol requires for a request: it checks the time, the signature and
// the nonce, and appends a record to a hash chain before it answers. It parses no JSON, knows no
// sessions and decides nothing, so its cost is a lower bound for any daemon that implements the
// protocol.
type guard struct {
	key []byte

	mu     sync.Mutex // guards what follows
	seen   map[[16]byte]struct{}
	file   *os.File
	chain  hash.Hash
	prev   [2 * sha256.Size]byte
	seq    uint64
	record []byte
}

func newGuard(key []byte, ledger string) (*guard, error) {
	f, err := os.OpenFile(ledger, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &guard{key: key, seen: map[[16]byte]struct{}{}, file: f, chain: sha256.New()}, nil
}

// decider answers the lines of one connection.
func (g *guard) decider() lineDecider {
	mac := hmac.New(sha256.New, g.key)
	var signed, sum []byte
	return func(out, line []byte) error {
		id, hook, session := member(line, "id"), member(line, "hook"), member(line, "session")
		timestamp, nonce := member(line, "timestamp"), member(line, "nonce")
		_, payload, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("}\n")), []byte(`"payload":`))

		sent, err := strconv.ParseInt(string(timestamp), 10, 64)
		if drift := time.Now().Unix() - sent; err != nil || drift < -staleAfter || drift > staleAfter {
			return errors.New("stale")
		}
		signed = append(signed[:0], "provenance-v1"...)
		for _, part := range [][]byte{timestamp, id, hook, session, payload, nonce} {
			signed = append(append(signed, '\n'), part...)
		}
		mac.Reset()
		mac.Write(signed)
		sum = mac.Sum(sum[:0])
		var claimed [sha256.Size + 1]byte // decoding may yield one byte too many
		if n, err := base64.StdEncoding.Decode(claimed[:], member(line, "hmac")); err != nil || !hmac.Equal(claimed[:n], sum) {
			return errors.New("unauthenticated")
		}
		if err := g.keep(session, payload, nonce); err != nil {
			return err
		}
		answer := append(append(append(out[:0], `{"type":"decision","verdict":"allow","id":"`...), id...), `"}`...)
		for i := len(answer); i < len(out); i++ {
			out[i] = ' '
		}
		return nil
	}
}

// guardKey is not secret: guard and its clients are this program.
var guardKey = make([]byte, 32)

const staleAfter = 60 // seconds; the lines of a round are signed before it begins

// keep remembers the nonce and records the request.
func (g *guard) keep(session, payload, nonce []byte) error {
	var n [16]byte
	if _, err := hex.Decode(n[:], nonce); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.seen[n]; ok {
		return errors.New("replayed")
	}
	g.seen[n] = struct{}{}

	r := append(append(g.record[:0], `{"data":{"session":"`...), session...)
	r = append(append(r, `","payload":`...), payload...)
	r = append(append(r, `},"prevHash":"`...), g.prev[:]...)
	r = append(strconv.AppendUint(append(r, `","seq":`...), g.seq, 10), `,"type":"CLAIM"`...)
	g.chain.Reset()
	g.chain.Write(r)
	var h [sha256.Size]byte
	hex.Encode(g.prev[:], g.chain.Sum(h[:0]))
	g.record = append(append(append(r, `,"hash":"`...), g.prev[:]...), "\"}\n"...)
	g.seq++
	_, err := g.file.Write(g.record)
	return err
}

// member finds a member in a line that this program wrote, whose text needs no decoding.
func member(line []byte, name string) []byte {
	_, rest, _ := bytes.Cut(line, []byte(`"`+name+`":"`))
	text, _, _ := bytes.Cut(rest, []byte{'"'})
	return text
}
