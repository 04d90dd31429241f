package injection

import (
	"cmp"
	"slices"
	"sync"
)

// Severity says how sure and how bad. The zero value is the worst.
type Severity uint8

const (
	Critical Severity = iota // several kinds of evidence that leave no innocent reading
	High                     // an attack by its own words: the least that is certain
	Medium                   // weaker cues that together make an attack: the least that is flagged
	Low                      // an attack that the text quotes or explains: reported, not flagged
)

func (s Severity) String() string {
	switch s {
	case Critical:
		return "critical"
	case High:
		return "high"
	case Medium:
		return "medium"
	default:
		return "low"
	}
}

// Family is the kind of an attack.
type Family string

const (
	Override      Family = "override"      // ignore, forget, replace the instructions
	Impersonation Family = "impersonation" // words of the system, the developer, the chat's own markup
	Coercion      Family = "coercion"      // do this, call that tool, before anything else
	Address       Family = "address"       // speaks to a model, not to a reader
	Secrecy       Family = "secrecy"       // do not tell the user, do not ask
	Persona       Family = "persona"       // be someone without rules
	Extraction    Family = "extraction"    // the prompt, a password, what you know of the user
	Exfiltration  Family = "exfiltration"  // send it there, put it in this link
	Consent       Family = "consent"       // the user wants it, has approved it
	Memory        Family = "memory"        // remember this from now on
	Framing       Family = "framing"       // in a world where, suppose that
	Steering      Family = "steering"      // begin your answer with, say only
	Smuggling     Family = "smuggling"     // put the pieces together, decode and obey
	Hidden        Family = "hidden"        // what a person cannot see
	Pressure      Family = "pressure"      // now, important, or else
)

// families are all of them: each has its files of phrases.
var families = [...]Family{Override, Impersonation, Coercion, Address, Secrecy, Persona, Extraction, Exfiltration, Consent, Memory,
	Framing, Steering, Smuggling, Hidden, Pressure}

// Finding is a stretch of the text that tries to give orders to a model.
type Finding struct {
	Rule     string // the rule with the most weight
	Family   Family // its family
	Start    int    // offsets of the evidence in the original text, in bytes
	End      int
	Severity Severity
	Score    int // the weight of all evidence, see Threshold
}

const (
	// Threshold is the weight of evidence from which on text is flagged. The tables
	// give weights on its scale: an attack by its own words has the threshold or
	// more, a cue half of it or less.
	Threshold = 4

	// MaxFindings bounds the findings of one text. The last one of that many reaches
	// to the last piece of evidence that was read. Where so many are flagged, the rest
	// of the text is not read.
	MaxFindings = 64

	// reach is how far apart evidence may stand to count together, in folded bytes;
	// closeBy, where none of it is heavy.
	reach   = 360
	closeBy = 220
	heavy   = 3

	// maxTogether bounds the cues that are weighed together.
	maxTogether = 32
)

// Flagged reports whether the findings make the text an attack: one above Low does.
func Flagged(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity != Low {
			return true
		}
	}
	return false
}

// Certain reports whether one of the findings is an order to a model without much doubt:
// weaker ones are worth a warning and not a session's trust.
func Certain(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity <= High {
			return true
		}
	}
	return false
}

// Scan finds the attacks in a text. Findings are in order and do not overlap;
// equal texts have equal findings.
func Scan(text string) []Finding {
	findings, _ := Read(text)
	return findings
}

// Read is Scan, and says whether the whole text was read. One with as many flagged
// findings as are told of a text is not; nor is one in which very much is encoded.
func Read(text string) (findings []Finding, whole bool) {
	l := newLayers(text)
	all := scan(text, l, pieceLen, Threshold)
	slices.SortStableFunc(all, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	all = merge(all)
	flagged := 0
	for _, f := range all {
		if f.Severity != Low {
			flagged++
		}
	}
	return bound(all), !l.cut && flagged < MaxFindings
}

// scan finds attacks of at least a weight in a text, and in what it hides or encodes, as
// many layers deep as are left. It reads the text in pieces of about the length given.
func scan(text string, l layers, piece, least int) []Finding {
	f := fold(text, piece)
	defer f.release()
	begins := cuts(len(f.bytes), piece, func(p int) bool { return wordsPart(f.bytes, p) })
	p := newProgress(&f, begins[1:])
	var reading sync.Mutex // p
	end := func() int {
		reading.Lock()
		defer reading.Unlock()
		return p.end
	}
	var unseen []Finding
	share := spread
	if len(text) < shared {
		share = inTurn
	}
	share(len(begins), func(k int) {
		if k--; k < 0 {
			if l.goOn() {
				own := f // it notes in it what it has asked
				unseen = hidden(&own, l)
			}
			return
		}
		if k >= end() {
			return
		}
		cues := attacks().cues(&f, begins[k], begins[k+1])
		reading.Lock()
		defer reading.Unlock()
		p.add(k, cues)
	})
	room := cueRooms.Get().(*[]cue)
	cues := (*room)[:0]
	for _, some := range p.found[:p.end] {
		cues = append(cues, some...)
	}
	inOrder(cues)
	l.cut = l.cut || p.end < len(p.ends)
	unseen = append(unseen, turnedBack(&f, cues, l)...)
	if more := unseenElements(&f, cues); len(more) > 0 {
		cues = append(cues, more...)
		inOrder(cues)
	}
	defer giveBack(room, cues)
	var where *context
	return append(weigh(&f, &where, cues, least), unseen...)
}

// inOrder puts cues in the order in which they begin, as most of them are.
func inOrder(cues []cue) {
	begins := func(a, b cue) int { return cmp.Compare(a.start, b.start) }
	if !slices.IsSortedFunc(cues, begins) {
		slices.SortStableFunc(cues, begins)
	}
}

// merge joins findings that overlap, in order of their starts. The worse one names
// the whole.
func merge(findings []Finding) []Finding {
	var out []Finding
	for _, f := range findings {
		if len(out) == 0 || f.Start >= out[len(out)-1].End {
			out = append(out, f)
			continue
		}
		last := &out[len(out)-1]
		end := max(last.End, f.End)
		if f.Severity < last.Severity || f.Severity == last.Severity && f.Score > last.Score {
			f.Start = last.Start
			*last = f
		}
		last.End = end
	}
	return out
}

func bound(findings []Finding) []Finding {
	if len(findings) <= MaxFindings {
		return findings
	}
	rest := findings[MaxFindings-1:]
	last := rest[0]
	for _, f := range rest {
		if f.Severity < last.Severity {
			last.Rule, last.Family, last.Severity, last.Score = f.Rule, f.Family, f.Severity, f.Score
		}
		last.End = max(last.End, f.End)
	}
	return append(findings[:MaxFindings-1:MaxFindings-1], last)
}
