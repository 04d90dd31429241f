package injection

import "sort"

// weigh puts cues together: those that stand within reach of each other count as
// one piece of evidence, each rule once, and of cues that share words the heaviest.
func weigh(f *folded, cues []cue) []Finding {
	sort.SliceStable(cues, func(i, j int) bool { return cues[i].start < cues[j].start })
	var findings []Finding
	var where *context
	for i := 0; i < len(cues); {
		score, top, end, n := together(cues[i:])
		if score < Threshold {
			i++
			continue
		}
		r := &attacks.rules[cues[i+top].rule]
		finding := Finding{Rule: r.name, Family: r.family, Score: score, Severity: severity(score)}
		if where == nil {
			where = newContext(f)
		}
		if where.quoted(cues[i].start, end) {
			finding.Severity = Low
		}
		finding.Start, finding.End = f.span(cues[i].start, end)
		findings = append(findings, finding)
		i += n
	}
	return findings
}

// together weighs the first cue with those within its reach: the sum, the heaviest
// of them, where the evidence ends, and how many cues it is.
func together(cues []cue) (score, top, end, n int) {
	var counted [maxTogether]int // rules
	rules := 0
	coveredTo, coveredWeight := -1, 0
	for n < len(cues) && n < maxTogether && cues[n].start <= cues[0].start+reach {
		c := cues[n]
		if c.weight > cues[top].weight {
			top = n
		}
		end = max(end, c.end)
		n++
		add := c.weight
		for _, r := range counted[:rules] {
			if r == c.rule {
				add = 0
			}
		}
		if add == 0 {
			continue
		}
		counted[rules] = c.rule
		rules++
		if c.start < coveredTo {
			add = max(0, c.weight-coveredWeight)
			coveredWeight = max(coveredWeight, c.weight)
		} else {
			coveredWeight = c.weight
		}
		coveredTo = max(coveredTo, c.end)
		score += add
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
