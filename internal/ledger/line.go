package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"strconv"
)

// MaxLine is the longest line of a ledger, including its newline. Readers reject a longer one
// before they allocate for it.
const MaxLine = 16 << 20

// hashLen is the length of a hash as text.
const hashLen = 2 * sha256.Size

// A line consists of these pieces with values between them, in this order and without spaces.
// So each byte of it is either checked or hashed.
const (
	lineSeq  = `{"seq":`
	lineType = `,"type":"`
	linePrev = `","prevHash":"`
	lineData = `","data":`
	lineHash = `,"hash":"`
	lineEnd  = `"}`
)

// lineFrame bounds what a line adds to its data: the pieces, the longest seq and
// type, the hashes, the newline.
const lineFrame = len(lineSeq+lineType+linePrev+lineData+lineHash+lineEnd) + 20 + len(Genesis) + 2*64 + 1

// hasher computes the hashes of entries with one reused state: 0.35 µs for 400
// bytes and no allocation.
type hasher struct {
	sha  hash.Hash
	head []byte
	sum  [sha256.Size]byte
}

func newHasher() *hasher { return &hasher{sha: sha256.New()} }

// line is an entry as it is in a file: its parts alias the bytes read.
type line struct {
	seq        uint64
	typ        Type
	prev, hash []byte
	data       []byte
}

// appendHash appends the hash that an entry must have (see Hash), as text.
func (h *hasher) appendHash(dst []byte, l *line) []byte {
	b := append(h.head[:0], l.prev...)
	b = append(b, '|')
	b = strconv.AppendUint(b, l.seq, 10)
	b = append(b, '|')
	b = append(b, l.typ...)
	h.head = append(b, '|')
	h.sha.Reset()
	h.sha.Write(h.head)
	h.sha.Write(l.data)
	return hex.AppendEncode(dst, h.sha.Sum(h.sum[:0]))
}

// appendLine appends an entry with canonical data, computes its hash, and returns where in dst
// the hash begins.
func (h *hasher) appendLine(dst []byte, l *line) ([]byte, int) {
	dst = l.appendHead(dst)
	dst = append(dst, l.data...)
	dst = append(dst, lineHash...)
	at := len(dst)
	dst = h.appendHash(dst, l)
	dst = append(dst, lineEnd...)
	return append(dst, '\n'), at
}

// appendHead appends what comes before the data.
func (l *line) appendHead(dst []byte) []byte {
	dst = append(dst, lineSeq...)
	dst = strconv.AppendUint(dst, l.seq, 10)
	dst = append(dst, lineType...)
	dst = append(dst, l.typ...)
	dst = append(dst, linePrev...)
	dst = append(dst, l.prev...)
	return append(dst, lineData...)
}

func (l *line) entry() Entry {
	return Entry{Seq: l.seq, Type: l.typ, PrevHash: string(l.prev), Data: l.data, Hash: string(l.hash)}
}

var errMalformed = errors.New("not a ledger entry")

// parseLine splits a line, given without its newline. What it accepts encodes to the same bytes
// again; the caller checks the hashes.
func parseLine(b []byte) (line, error) {
	var l line
	if len(b) >= MaxLine {
		return line{}, errMalformed
	}
	rest, ok := bytes.CutPrefix(b, []byte(lineSeq))
	if !ok {
		return line{}, errMalformed
	}
	digits := 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		digits++
	}
	if digits == 0 || digits > 20 || rest[0] == '0' && digits > 1 {
		return line{}, errMalformed
	}
	seq, err := strconv.ParseUint(string(rest[:digits]), 10, 64)
	if err != nil {
		return line{}, errMalformed
	}
	l.seq = seq
	if rest, ok = bytes.CutPrefix(rest[digits:], []byte(lineType)); !ok {
		return line{}, errMalformed
	}
	n := bytes.IndexByte(rest[:min(len(rest), len(Genesis)+1)], '"')
	if n < 0 {
		return line{}, errMalformed
	}
	if l.typ, ok = typeOf(rest[:n]); !ok {
		return line{}, errMalformed
	}
	if rest, ok = bytes.CutPrefix(rest[n:], []byte(linePrev)); !ok || len(rest) < hashLen {
		return line{}, errMalformed
	}
	l.prev = rest[:hashLen]
	if rest, ok = bytes.CutPrefix(rest[hashLen:], []byte(lineData)); !ok {
		return line{}, errMalformed
	}
	if rest, ok = bytes.CutSuffix(rest, []byte(lineEnd)); !ok || len(rest) < hashLen {
		return line{}, errMalformed
	}
	l.hash = rest[len(rest)-hashLen:]
	if l.data, ok = bytes.CutSuffix(rest[:len(rest)-hashLen], []byte(lineHash)); !ok {
		return line{}, errMalformed
	}
	if !isHash(l.prev) || !isHash(l.hash) || !isCanonical(l.data) {
		return line{}, errMalformed
	}
	return l, nil
}

var types = [...]Type{Claim, Verify, Retract, Meta, Boot, Genesis}

// typeOf returns the constant, so that a line does not hold on to the bytes read.
func typeOf(b []byte) (Type, bool) {
	for _, t := range types {
		if string(b) == string(t) {
			return t, true
		}
	}
	return "", false
}

func isHash[T string | []byte](b T) bool {
	if len(b) != hashLen {
		return false
	}
	for i := range len(b) {
		if c := b[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
