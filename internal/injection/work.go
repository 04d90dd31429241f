package injection

// A long text may consist of orders only. Each has its surroundings examined, and encodings are
// decoded and read again. Since nobody needs the ten-thousandth order of a text, the work ends once
// enough is found.

// layers is how many layers of encoding may still be decoded, and the work left for the whole text.
type layers struct {
	left int
	*work
}

// work is what may still be done for one text. It must be used by one goroutine at a time.
type work struct {
	readings int  // of hidden or encoded texts, so far
	findings int  // how many of these are orders
	cut      bool // part of the text was not read
}

// The most readings of a text: a base, and one more per so many bytes. A reading of a few words
// takes about 6 µs, so those of 7 MB take at most 0.7 s of CPU time. Records with Cyrillic names in
// JSON escapes have one in 80 bytes.
const (
	fewestReadings = 8 << 10
	readingEvery   = 64
)

func newLayers(text string) layers {
	return layers{left: maxDepth, work: &work{readings: fewestReadings + len(text)/readingEvery}}
}

// below returns what is left for a decoded text.
func (l layers) below() layers { return layers{l.left - 1, l.work} }

// goOn reports whether to look for more hidden text.
func (l layers) goOn() bool { return l.left > 0 && !l.cut }

// take takes one reading, and reports whether one was left.
func (l layers) take() bool {
	if l.left == 0 || l.cut {
		return false
	}
	if l.readings == 0 {
		l.cut = true
		return false
	}
	l.readings--
	return true
}

// found counts an order that the text itself hides.
func (l layers) found() {
	if l.left < maxDepth {
		return // the reading that led to it was counted
	}
	if l.findings++; l.findings >= MaxFindings {
		l.cut = true
	}
}

// firstLook is after how many bytes the scan first checks whether it has enough orders to stop.
// Each check comes after twice as much as the one before, so that all of them cost little.
const firstLook = 256 << 10

// progress tracks which pieces of a text are read. The scan stops after the first pieces that hold
// enough; these, and so the findings, do not depend on the order of reading.
type progress struct {
	f     folded // a copy, since weighing caches answers in it
	where *context
	ends  []int // of the pieces
	found [][]cue
	read  []bool
	first int // how many leading pieces are read
	look  int // when the next check is due
	end   int // how many pieces must be read
}

func newProgress(f *folded, ends []int) *progress {
	n := len(ends)
	return &progress{f: *f, ends: ends, found: make([][]cue, n), read: make([]bool, n), look: firstLook, end: n}
}

// add adds the cues of a piece.
func (p *progress) add(k int, cues []cue) {
	p.found[k], p.read[k] = cues, true
	for p.first < p.end && p.read[p.first] {
		p.first++
		if at := p.ends[p.first-1]; at < p.look || p.first == p.end {
			continue
		} else if p.look = 2 * at; p.enough() {
			p.end = p.first
		}
	}
}

// enough reports whether the leading pieces hold as many orders as are reported.
func (p *progress) enough() bool {
	sure := 0
	for _, cues := range p.found[:p.first] {
		for _, c := range cues {
			if c.weight >= heavy {
				sure++
			}
		}
	}
	if sure < MaxFindings { // as in most texts
		return false
	}
	room := cueRooms.Get().(*[]cue)
	cues := (*room)[:0]
	for _, some := range p.found[:p.first] {
		cues = append(cues, some...)
	}
	defer giveBack(room, cues)
	inOrder(cues)
	flagged := 0
	for _, f := range weigh(&p.f, &p.where, cues, Threshold) {
		if f.Severity != Low {
			flagged++
		}
	}
	return flagged >= MaxFindings
}
