package injection

// A text may be long, and all of it orders: each of them is looked at in its
// surroundings, and what is encoded is decoded and read again. Nobody needs the
// ten-thousandth order of a text, so the work ends where enough is found.

// layers is how many layers of encoding are still taken off, and the work that is left
// for the whole text.
type layers struct {
	left int
	*work
}

// work is what may still be done for one text. It is for one goroutine at a time.
type work struct {
	readings int  // of what the text hides or encodes
	findings int  // of these that say an order
	cut      bool // something of the text was not read
}

// Readings of a text: so many, and one more for so many bytes. One of a few words takes
// some 6 µs, so that those of 7 MB take 0.7 s of a processor at most. Records with names
// in Cyrillic, each letter as an escape of JSON's, have one in 80 bytes.
const (
	fewestReadings = 8 << 10
	readingEvery   = 64
)

func newLayers(text string) layers {
	return layers{left: maxDepth, work: &work{readings: fewestReadings + len(text)/readingEvery}}
}

// below is what is left for what an encoding says.
func (l layers) below() layers { return layers{l.left - 1, l.work} }

// goOn reports whether what a text hides is still to be looked for.
func (l layers) goOn() bool { return l.left > 0 && !l.cut }

// take takes one reading, and reports whether there was one left.
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
		return // the reading that led to it is counted
	}
	if l.findings++; l.findings >= MaxFindings {
		l.cut = true
	}
}

// firstLook is after how many bytes what has been read is looked at for the first time:
// whether it holds so many orders that the rest need not be read. Each look is at twice
// as much as the one before, so that all of them are little work.
const firstLook = 256 << 10

// progress is how far the pieces of a text are read. The first of them that hold enough
// are the same, whichever processor reads which: so are the findings.
type progress struct {
	f     folded // of its own: weighing notes in it what it has asked
	where *context
	ends  []int // of the pieces
	found [][]cue
	read  []bool
	first int // how many of the first pieces are read
	look  int // where the next look is due
	end   int // how many pieces there are to be read
}

func newProgress(f *folded, ends []int) *progress {
	n := len(ends)
	return &progress{f: *f, ends: ends, found: make([][]cue, n), read: make([]bool, n), look: firstLook, end: n}
}

// add notes the cues of a piece.
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

// enough reports whether the first pieces hold as many orders as are told of a text.
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
