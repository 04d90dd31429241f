package flow

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// codecVersion changes with the encoding, and with the hashing of words.
const codecVersion = 2

// errStore begins every error of Decode.
var errStore = errors.New("flow store")

// Encode writes the store, without its key.
func (s *Store) Encode() []byte {
	e := encoder{b: make([]byte, 0, len(s.words)*4+len(s.leafs)*16+len(s.owner.words)*12+4096)}
	e.b = append(e.b, codecVersion)
	e.u64(s.hash.check())
	e.uint(len(s.keys))
	for i := range s.keys {
		e.text(s.keys[i].name)
	}
	e.uint(int(s.firstNode))
	e.uint(len(s.nodes))
	for i := range s.nodes {
		n := &s.nodes[i]
		e.text(n.tool)
		e.text(n.callID)
		e.text(n.from)
		e.int(n.at)
		e.b = append(e.b, byte(n.level), byte(n.flags), n.source.flags)
		e.uint(int(n.records))
		e.uint(int(n.kept))
		for r := n.first; r < n.first+n.kept; r++ {
			e.record(s, &s.recs[r])
		}
	}
	e.flag(s.lostTrusted)
	e.flag(s.sketch.bits != nil)
	for _, w := range s.sketch.bits {
		e.u64(w)
	}
	e.owner(&s.owner)
	return e.b
}

// Digest returns a hash of the whole store.
func (s *Store) Digest() [32]byte {
	if s == nil {
		return [32]byte{}
	}
	return sha256.Sum256(s.Encode())
}

// Clone returns an independent copy of the store.
func (s *Store) Clone() *Store {
	if s == nil {
		return nil
	}
	c := *s
	c.nodes, c.recs, c.leafs, c.words, c.keys = slices.Clone(s.nodes), slices.Clone(s.recs), slices.Clone(s.leafs), slices.Clone(s.words), slices.Clone(s.keys)
	c.wordNext, c.leafNext, c.private = slices.Clone(s.wordNext), slices.Clone(s.leafNext), slices.Clone(s.private)
	c.sketch.bits = slices.Clone(s.sketch.bits)
	o := &c.owner
	o.messages, o.words, o.links = slices.Clone(o.messages), slices.Clone(o.words), slices.Clone(o.links)
	o.numbers, o.active = slices.Clone(o.numbers), slices.Clone(o.active)
	c.keyIndex = make(map[string]uint16, len(s.keyIndex))
	for k, i := range s.keyIndex {
		c.keyIndex[k] = i
	}
	return &c
}

// check identifies the key that a store belongs to.
func (h hasher) check() uint64 { return h.bytes([]byte("the key of this store")) }

type encoder struct{ b []byte }

func (e *encoder) u64(v uint64) { e.b = binary.LittleEndian.AppendUint64(e.b, v) }
func (e *encoder) uint(v int)   { e.b = binary.AppendUvarint(e.b, uint64(v)) }
func (e *encoder) int(v int64)  { e.b = binary.AppendVarint(e.b, v) }
func (e *encoder) text(s string) {
	e.uint(len(s))
	e.b = append(e.b, s...)
}

func (e *encoder) flag(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) record(s *Store, r *record) {
	e.b = append(e.b, byte(r.flags))
	e.uint(int(r.n))
	for i := r.first; i < r.first+r.n; i++ {
		l := &s.leafs[i]
		e.uint(int(l.flags))
		e.uint(int(l.key))
		if l.flags&isFree == 0 || l.flags&(isLink|isMail) != 0 {
			e.u64(l.h)
		}
		if l.flags&isLink != 0 {
			e.b = binary.LittleEndian.AppendUint32(e.b, l.host)
		}
		e.uint(int(l.n))
		for _, w := range s.words[l.at : l.at+l.n] {
			e.b = binary.LittleEndian.AppendUint32(e.b, w)
		}
	}
}

func (e *encoder) owner(o *owner) {
	e.uint(int(o.turn))
	e.int(o.now)
	e.uint(int(o.read))
	e.uint(len(o.messages))
	links, numbers := uint16(0), uint16(0)
	for i := range o.messages {
		m := &o.messages[i]
		e.text(m.id)
		e.int(m.at)
		e.uint(int(m.turn))
		e.flag(m.consents)
		e.flag(m.scope.address)
		e.uint(int(m.scope.lists))
		e.u64(m.scope.objects)
		e.u64(uint64(m.scope.doings))
		e.b = append(e.b, byte(m.scope.classes))
		e.uint(int(m.end - m.start))
		for _, w := range o.words[m.start:m.end] {
			e.u64(w.h)
			e.b = append(e.b, byte(w.flags), w.joint, w.runes)
		}
		e.uint(int(m.links - links))
		for _, l := range o.links[links:m.links] {
			e.u64(l.whole)
			e.u64(l.host)
		}
		e.uint(int(m.numbers - numbers))
		for _, n := range o.numbers[numbers:m.numbers] {
			e.u64(n)
		}
		links, numbers = m.links, m.numbers
	}
}

// Decode reads what Encode wrote, and nothing else. With the wrong key it fails.
func Decode(b []byte, key Key) (*Store, error) {
	s := New(key)
	d := decoder{b: b}
	if err := d.store(s); err != nil {
		return nil, fmt.Errorf("%w: %w", errStore, err)
	}
	if len(d.b) > 0 {
		return nil, fmt.Errorf("%w: more follows", errStore)
	}
	if !bytes.Equal(s.Encode(), b) {
		return nil, fmt.Errorf("%w: not as it is written", errStore)
	}
	s.reselect()
	return s, nil
}

type decoder struct {
	b   []byte
	err error
}

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = errors.New(what)
	}
	d.b = nil
}

func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.fail("it ends too early")
		return make([]byte, min(max(n, 0), 8))
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

func (d *decoder) u64() uint64 { return binary.LittleEndian.Uint64(d.bytes(8)) }
func (d *decoder) u32() uint32 { return binary.LittleEndian.Uint32(d.bytes(4)) }
func (d *decoder) byte() byte  { return d.bytes(1)[0] }
func (d *decoder) flag() bool  { return d.byte() == 1 }

// uint reads a number of at most limit.
func (d *decoder) uint(limit uint64) int {
	v, n := binary.Uvarint(d.b)
	if n <= 0 || v > limit {
		d.fail("a number is out of bounds")
		return 0
	}
	d.b = d.b[n:]
	return int(v)
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.b)
	if n <= 0 {
		d.fail("a number is out of bounds")
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) text() string {
	n := d.uint(maxLabel)
	if n > len(d.b) {
		d.fail("it ends too early")
		return ""
	}
	return strings.Clone(string(d.bytes(n)))
}

func (d *decoder) store(s *Store) error {
	if d.byte() != codecVersion {
		return errors.New("another version")
	}
	if d.u64() != s.hash.check() {
		return errors.New("another key")
	}
	s.keys, s.keyIndex = nil, map[string]uint16{}
	for range d.uint(maxKeys) {
		name := d.text()
		if _, twice := s.keyIndex[name]; twice || d.err != nil {
			d.fail("a name appears twice")
			return d.err
		}
		s.intern([]byte(name))
	}
	if len(s.keys) < 2 || s.keys[0].name != "" || s.keys[1].name != otherName {
		return errors.New("the name of what has no name is missing")
	}
	s.firstNode = uint32(d.uint(1<<32 - 1))
	for range d.uint(maxNodes) {
		d.node(s)
		if d.err != nil {
			return d.err
		}
	}
	s.lostTrusted = d.flag()
	if d.flag() {
		if len(d.b) < sketchWords*8 {
			return errors.New("it ends too early")
		}
		s.sketch.bits = make([]uint64, sketchWords)
		for i := range s.sketch.bits {
			s.sketch.bits[i] = d.u64()
		}
		s.sketch.set = s.sketch.count()
	}
	d.owner(s)
	return d.err
}

func (d *decoder) node(s *Store) {
	n := node{tool: d.text(), callID: d.text(), from: d.text(), at: d.int(), level: trust.Level(d.byte()), flags: nodeFlags(d.byte()), source: Source{d.byte()}}
	n.records, n.first, n.kept = uint16(d.uint(maxPlaces)), uint16(len(s.recs)), 0
	recs := d.uint(maxPlaces)
	if n.level > trust.Trusted || n.flags >= isUsed<<1 || n.source.flags >= sourcePointed<<1 || len(s.recs)+recs > maxPlaces {
		d.fail("a result is out of bounds")
		return
	}
	n.kept = uint16(recs)
	s.nodes = append(s.nodes, n)
	for range recs {
		rec := record{node: uint16(len(s.nodes) - 1), first: uint16(len(s.leafs)), flags: recordFlags(d.byte())}
		leafs := d.uint(maxPlaces)
		if rec.flags >= isPerson<<1 || len(s.leafs)+leafs > maxPlaces {
			d.fail("a record is out of bounds")
			return
		}
		rec.n = uint16(leafs)
		for range leafs {
			l := leaf{flags: leafFlags(d.uint(uint64(isWhole)<<1 - 1)), key: uint16(d.uint(uint64(len(s.keys) - 1)))}
			if l.flags&isFree == 0 || l.flags&(isLink|isMail) != 0 {
				l.h = d.u64()
			}
			if l.flags&isLink != 0 {
				l.host = d.u32()
			}
			l.n = uint16(d.uint(maxPlaces))
			if l.flags&(isLink|isMail) != 0 && l.n != 0 || len(s.words)+int(l.n) > maxPlaces || int(l.n)*4 > len(d.b) {
				d.fail("a value is out of bounds")
			}
			if d.err != nil {
				return
			}
			words := make([]uint32, l.n)
			for i := range words {
				words[i] = d.u32()
			}
			s.keep(l, words, uint16(len(s.recs)), &n)
		}
		s.recs = append(s.recs, rec)
	}
}

func (d *decoder) owner(s *Store) {
	o := &s.owner
	o.turn, o.now, o.read = uint64(d.uint(1<<63-1)), d.int(), uint32(d.uint(1<<32-1))
	for range d.uint(maxMessages) {
		m := message{id: d.text(), at: d.int(), turn: uint64(d.uint(1<<63 - 1)), consents: d.flag(), start: uint16(len(o.words))}
		m.scope.address = d.flag()
		m.scope.lists, m.scope.objects = lists(d.uint(1<<32-1)), d.u64()
		m.scope.doings = Doings(d.u64())
		if m.scope.classes = intent.Classes(d.byte()); m.scope.classes.Without(intent.All) != 0 {
			d.fail("unknown classes")
		}
		words := d.uint(maxSaid)
		if len(o.words)+words > maxSaid {
			d.fail("too many words")
		}
		for i := 0; i < words && d.err == nil; i++ {
			w := saidWord{h: d.u64(), flags: saidFlags(d.byte()), joint: d.byte(), runes: d.byte(), msg: uint16(len(o.messages))}
			if w.flags >= isHome<<1 || w.joint > 15 {
				d.fail("a word is out of bounds")
			}
			o.words = append(o.words, w)
		}
		m.end = uint16(len(o.words))
		for range d.uint(maxLinks) {
			if d.err == nil {
				o.links = append(o.links, saidLink{d.u64(), d.u64()})
			}
		}
		for range d.uint(maxLinks) {
			if d.err == nil {
				o.numbers = append(o.numbers, d.u64())
			}
		}
		if d.err != nil || len(o.links) > maxLinks || len(o.numbers) > maxLinks {
			d.fail("too many links or numbers")
			return
		}
		m.links, m.numbers = uint16(len(o.links)), uint16(len(o.numbers))
		o.messages = append(o.messages, m)
	}
	s.chainSaid(0)
}
