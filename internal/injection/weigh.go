package injection

import (
	"bytes"
	"slices"
)

// weigh combines cues: those within reach of each other are one piece of evidence, in which each
// rule counts once, and of cues of a family that share words only the heaviest. Evidence of at
// least a weight is a finding. The cues are in order; where is their surroundings, computed when
// needed.
func weigh(f *folded, where **context, cues []cue, least int) []Finding {
	var findings []Finding
	for i := 0; i < len(cues); {
		if mayWeigh(cues[i:]) < least { // as with most near misses
			i++
			continue
		}
		score, top, end, n := together(f, cues[i:])
		if score < least {
			i++
			continue
		}
		r := &attacks().rules[cues[i+top].rule]
		finding := Finding{Rule: r.name, Family: r.family, Score: score, Severity: severity(score)}
		if *where == nil {
			*where = newContext(f)
		}
		if (*where).quoted(cues[i : i+n]) {
			finding.Severity = Low
		}
		finding.Start, finding.End = f.span(cues[i].start, end)
		findings = append(findings, finding)
		i += n
	}
	return findings
}

// mayWeigh is an upper bound of together for the same cues: of consecutive cues of a rule, the
// heaviest counts for all.
func mayWeigh(cues []cue) (most int) {
	rule, heaviest := -1, 0
	for n := 0; n < len(cues) && n < maxTogether && cues[n].start <= cues[0].start+reach; n++ {
		if cues[n].rule != rule {
			most += heaviest
			rule, heaviest = cues[n].rule, 0
		}
		heaviest = max(heaviest, cues[n].weight)
	}
	return most + heaviest
}

// together weighs the first cue with those within its reach: the sum, the heaviest of them, where
// the evidence ends, and the number of cues. Without a heavy cue, only those close by in the same
// paragraph count, and light ones do not.
func together(f *folded, cues []cue) (score, top, end, n int) {
	for n < len(cues) && n < maxTogether && cues[n].start <= cues[0].start+reach {
		if cues[n].weight > cues[top].weight {
			top = n
		}
		n++
	}
	if cues[top].weight < heavy {
		k := 1
		for k < n && cues[k].start <= cues[0].start+closeBy && bytes.IndexByte(f.bytes[cues[k-1].start:cues[k].start], '\n') < 0 {
			k++
		}
		n = k
	}
	light := 1
	if cues[top].weight >= heavy {
		light = 0
	}
	l := attacks()
	var counted [maxTogether]int // rules
	rules := 0
	var used [len(families)]struct{ to, weight int } // words for which a family was already given weight
	for _, c := range cues[:n] {
		if c.weight <= light || slices.Contains(counted[:rules], c.rule) {
			continue
		}
		counted[rules] = c.rule
		rules++
		u := &used[l.families[c.rule]]
		if c.start >= u.to {
			u.weight = 0
		}
		if c.weight > u.weight {
			score += c.weight - u.weight
			u.weight = c.weight
			u.to = max(u.to, c.end)
		}
		end = max(end, c.end)
	}
	return score, top, end, n
}

func severity(score int) Severity {
	switch {
	case score >= 2*Threshold:
		return Critical
	case score > Threshold+1:
		return High
	default:
		return Medium
	}
}
