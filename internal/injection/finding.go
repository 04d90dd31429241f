package injection

import (
	"cmp"
	"slices"
	"sync"
)

// Severity says how certain and how bad a finding is. The zero value is the worst.
type Severity uint8

const (
	Critical Severity = iota // several kinds of evidence without an innocent reading
	High                     // an attack by its own words; this and above is certain
	Medium                   // weaker cues that together are an attack; this and above is flagged
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
	Impersonation Family = "impersonation" // the voice of the system, the developer, the chat's own markup
	Coercion      Family = "coercion"      // do this, call that tool, before anything else
	Address       Family = "address"       // speaks to a model, not to a human reader
	Secrecy       Family = "secrecy"       // do not tell the user, do not ask
	Persona       Family = "persona"       // be someone without rules
	Extraction    Family = "extraction"    // asks for the prompt, a password, what the model knows about the user
	Exfiltration  Family = "exfiltration"  // send it there, put it in this link
	Consent       Family = "consent"       // claims that the user wants or has approved it
	Memory        Family = "memory"        // remember this from now on
	Framing       Family = "framing"       // in a world where, suppose that
	Steering      Family = "steering"      // begin your answer with, say only
	Smuggling     Family = "smuggling"     // put the pieces together, decode and obey
	Hidden        Family = "hidden"        // what a person cannot see
	Pressure      Family = "pressure"      // now, important, or else
)

// families are all families; each has its files of phrases.
var families = [...]Family{Override, Impersonation, Coercion, Address, Secrecy, Persona, Extraction, Exfiltration, Consent, Memory,
	Framing, Steering, Smuggling, Hidden, Pressure}

// Finding is a stretch of text that tries to give orders to a model.
type Finding struct {
	Rule     string // the rule with the greatest weight
	Family   Family // its family
	Start    int    // offsets of the evidence in the original text, in bytes
	End      int
	Severity Severity
	Score    int // the weight of all evidence, see Threshold
}

const (
	// Threshold is the least weight of evidence that is flagged. The tables give weights on its
	// scale: an attack by its own words has the threshold or more, a cue at most half of it.
	Threshold = 4

	// MaxFindings bounds the findings of one text. The last of so many extends to the last evidence
	// that was read; if all of them are flagged, the rest of the text is not read.
	MaxFindings = 64

	// reach is the largest distance of evidence that counts together, in folded bytes; closeBy is
	// that of light evidence.
	reach   = 360
	closeBy = 220
	heavy   = 3

	// maxTogether bounds the number of cues that are weighed together.
	maxTogether = 32
)

// Flagged reports whether the findings make the text an attack: at least one is above Low.
func Flagged(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity != Low {
			return true
		}
	}
	return false
}

// Certain reports whether a finding is an order to a model with hardly a doubt. Weaker ones deserve
// a warning, but do not cost a session its trust.
func Certain(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity <= High {
			return true
		}
	}
	return false
}

// Scan finds the attacks in a text. Findings are in order and do not overlap; equal texts have
// equal findings.
func Scan(text string) []Finding {
	findings, _ := Read(text)
	return findings
}

// Read is Scan that also says whether the whole text was read. It stops at MaxFindings flagged
// findings, and where too much is encoded.
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

// scan finds attacks of at least a weight in a text and in up to l.left layers of what it hides or
// encodes. It reads the text in pieces of about the given length.
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
				own := f // it caches the answers of guards
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

// inOrder sorts cues by their start; most already are.
func inOrder(cues []cue) {
	begins := func(a, b cue) int { return cmp.Compare(a.start, b.start) }
	if !slices.IsSortedFunc(cues, begins) {
		slices.SortStableFunc(cues, begins)
	}
}

// merge joins overlapping findings, which are sorted by start. The more severe one names the
// result.
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
