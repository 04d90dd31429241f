package session

import (
	"encoding/hex"
	"strings"
	"time"
)

// What rests is packed: a session or a turn becomes one string, which costs a
// fifth of the memory and the garbage collector next to nothing. The format never
// leaves the process, so it has no version and what is read is what was written.

// packer writes or reads, so that one description of each type serves both ways.
// When it writes, it only reads what it is given: that may be shared.
type packer struct {
	reading bool
	out     []byte // written
	in      string // left to read

	// What was met before is referred to and not written again.
	words [recentWords]string
	next  int // place of the next of them
	last  time.Time
	cause *Cause
}

const recentWords = 16

// everydayWords cost a byte or two in any session.
var everydayWords = [...]string{
	string(KindInput), string(KindSystemPrompt), string(KindHistory), string(KindLLMCall), string(KindToolCall), string(KindToolResult),
	string(KindOutput), string(KindDecision), string(Triggers), string(Produces), string(Consumes), string(DerivesFrom), string(BlockedBy),
	string(Human), string(Agent), string(System), string(Earlier), string(Unvouched), string(Altered), string(Replayed), string(Unseen),
	"main", "owner", "owner DM", "owner message", "system event", "heartbeat", "cron", "webchat", "trusted sender", "external sender",
	"unknown sender", "spawned by another session", "carried over from earlier turns", "carried over: web_fetch response",
	"exec", "read", "write", "edit", "web_fetch", "web_search", "message", "exec response", "web_fetch response", "web_search response",
	"cli", "iteration", "rules",
}

var everyday = func() map[string]int {
	places := make(map[string]int, len(everydayWords))
	for i, w := range everydayWords {
		places[w] = i
	}
	return places
}()

// number writes n, or reads a number and returns it.
func (p *packer) number(n uint64) uint64 {
	if !p.reading {
		for ; n >= 0x80; n >>= 7 {
			p.out = append(p.out, byte(n)|0x80)
		}
		p.out = append(p.out, byte(n))
		return n
	}
	n = 0
	for shift := 0; ; shift += 7 {
		b := p.in[0]
		p.in = p.in[1:]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

// signed is number for numbers that may be negative.
func (p *packer) signed(n int64) int64 {
	z := p.number(uint64(n)<<1 ^ uint64(n>>63))
	return int64(z>>1) ^ -int64(z&1)
}

// bytes reads n bytes.
func (p *packer) bytes(n uint64) string {
	text := p.in[:n]
	p.in = p.in[n:]
	return text
}

func (p *packer) int(v *int) {
	if n := int(p.signed(int64(*v))); p.reading {
		*v = n
	}
}

func (p *packer) uint64(v *uint64) {
	if n := p.number(*v); p.reading {
		*v = n
	}
}

func octet[T ~uint8](p *packer, v *T) {
	if p.reading {
		*v = T(p.bytes(1)[0])
		return
	}
	p.out = append(p.out, byte(*v))
}

// flags share a byte: eight of them at most.
func (p *packer) flags(flags ...*bool) {
	var set uint8
	for i, f := range flags {
		if !p.reading && *f {
			set |= 1 << i
		}
	}
	octet(p, &set)
	for i, f := range flags {
		if p.reading {
			*f = set&(1<<i) != 0
		}
	}
}

// flagged writes a flag and returns it, or reads one.
func (p *packer) flagged(flag bool) bool {
	p.flags(&flag)
	return flag
}

// text is a text that is unlikely to be met again.
func (p *packer) text(v *string) {
	n := p.number(uint64(len(*v)))
	if p.reading {
		*v = p.bytes(n)
		return
	}
	p.out = append(p.out, *v...)
}

// word is a text that was likely met before. An odd number says where, in its upper
// bits; an even one is twice the length of the text that follows.
func word[T ~string](p *packer, v *T) {
	if p.reading {
		*v = T(p.readWord())
		return
	}
	text := string(*v)
	if text == "" { // as most are
		p.number(0)
		return
	}
	if i, ok := everyday[text]; ok {
		p.number(uint64(recentWords+i)<<1 | 1)
		return
	}
	for i := range p.words {
		if p.words[i] == text {
			p.number(uint64(i)<<1 | 1)
			return
		}
	}
	p.number(uint64(len(text)) << 1)
	p.out = append(p.out, text...)
	p.met(text)
}

func (p *packer) readWord() string {
	n := p.number(0)
	switch i := n >> 1; {
	case n&1 == 0:
		text := p.bytes(i)
		p.met(text)
		return text
	case i < recentWords:
		return p.words[i]
	default:
		return everydayWords[i-recentWords]
	}
}

func (p *packer) met(text string) {
	if text != "" {
		p.words[p.next] = text
		p.next = (p.next + 1) % recentWords
	}
}

// digits is a text that is most likely lowercase hex, and takes half of its length
// then. The number in front is twice the length, and one more for hex.
func (p *packer) digits(v *string) {
	if p.reading {
		n := p.number(0)
		if *v = p.bytes(n >> 1); n&1 == 1 {
			var room [64]byte
			*v = string(hex.AppendEncode(room[:0], []byte(*v)))
		}
		return
	}
	if raw, err := hex.DecodeString(*v); err == nil && *v == strings.ToLower(*v) {
		p.number(uint64(len(raw))<<1 | 1)
		p.out = append(p.out, raw...)
		return
	}
	p.number(uint64(len(*v)) << 1)
	p.out = append(p.out, *v...)
}

// raw is bytes whose number both sides know.
func (p *packer) raw(v []byte) {
	if p.reading {
		copy(v, p.bytes(uint64(len(v))))
		return
	}
	p.out = append(p.out, v...)
}

// How a time is written: not at all, as the one before, or as the distance from that.
const (
	noTime = iota
	sameTime
	otherTime
)

func (p *packer) time(v *time.Time) {
	if p.reading {
		*v = p.readTime()
		return
	}
	switch {
	case v.IsZero():
		p.number(noTime)
		return
	case v.Equal(p.last):
		p.number(sameTime)
		return
	}
	p.number(otherTime)
	p.signed(v.Unix() - p.last.Unix())
	p.number(uint64(v.Nanosecond()))
	p.last = *v
}

func (p *packer) readTime() time.Time {
	switch p.number(0) {
	case noTime:
		return time.Time{}
	case otherTime:
		s := p.last.Unix() + p.signed(0)
		p.last = time.Unix(s, int64(p.number(0))).UTC()
	}
	return p.last
}

// pointer is a pointer that may be nil.
func pointer[T any](p *packer, v **T, what func(*packer, *T)) {
	if !p.flagged(*v != nil) {
		return
	}
	if p.reading {
		*v = new(T)
	}
	what(p, *v)
}

func list[T any](p *packer, v *[]T, what func(*packer, *T)) {
	n := p.number(uint64(len(*v)))
	if p.reading {
		*v = nil
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range *v {
		what(p, &(*v)[i])
	}
}
