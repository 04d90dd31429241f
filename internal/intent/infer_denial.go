package intent

import (
	"slices"
	"strings"
)

// The effect of a denial on the commands around it, within its clause.

// bare returns w as the tables of negation spell it: without apostrophes, and without what comes
// before a full stop that no space follows, as in "wait.don't".
func bare(w string) string {
	for i := len(w) - 1; i >= 0; i-- {
		if w[i] == '.' || w[i] == ':' || w[i] == '/' {
			w = w[i+1:]
			break
		}
	}
	return strings.ReplaceAll(w, "'", "")
}

// negates reports whether w denies something by itself, in any language.
func negates(w string) bool {
	return forbids[bare(w)] || nones[w] || negations[w] || maybeNegations[w] || slices.Contains(hanNots, w)
}

// none reports whether word i is one of no, nothing, nobody, and denies something.
func (s *sentence) none(i int) bool {
	w, next := s.words[i].text, s.at(i+1)
	switch {
	case !nones[w] || s.words[i].stop == space && (next == "but" || next == "except" || s.at(i+2) == "than"):
		return false
	case w == "no": // and not an answer
		return s.words[i].stop == space && next != "" && next != "to" && next != "and" && next != "or" && !harmless[next]
	}
	return true
}

// ofClause reports whether the denial at word i also denies what follows it. After a command it
// belongs to that command: "run it with no cache and deploy it".
func (s *sentence) ofClause(i int) bool {
	before := s.before(i)
	return s.acted < 0 || before == "and" || before == "or" || before == "then" || occasions[s.at(i+1)]
}

// denied reports whether the words after the verb of n words at i deny it: send nothing, email no
// one, send it not.
func (s *sentence) denied(i, n int) bool {
	for j := i + n; j < min(i+n+maxObjects, len(s.words)) && s.words[j-1].stop == space; j++ {
		w, next := s.words[j].text, s.at(j+1)
		switch {
		case s.none(j):
			return true
		case (w == "not" || w == "never") && s.at(j+2) != "than" && (j == i+n || j == i+n+1 && pronouns[s.words[j-1].text] || s.ends(j)):
			return true
		case qualifies[w], excepts[bare(w)], j > i+n && verbs[w].classes != 0 && !verbs[w].noun:
			return false
		case (w == "and" || w == "or" || w == "then") && (nones[next] || forbids[bare(next)] || verbs[next].classes != 0):
			return false
		case w == "but" && verbs[next].classes != 0: // what is denied behind it is that one's
			return false
		}
	}
	return false
}

// ends reports whether the clause ends with word i.
func (s *sentence) ends(i int) bool { return i+1 >= len(s.words) || s.words[i].stop != space }

// retracted reports whether word i, the last of its sentence, takes back all earlier requests:
// "send it. Or better don't." "Email Bob. Never mind."
func (s *sentence) retracted(i int) bool {
	if i+1 < len(s.words) || s.words[i].stop == questionMark {
		return false
	}
	before := s.before(i)
	switch w := bare(s.words[i].text); w {
	case "dont", "donot", "do-not":
		return !subjects[before]
	case "not", "never":
		return before == "" || notToBe[before] && !subjects[s.at(i-2)]
	case "nevermind":
		return true
	}
	return retracts[before] == s.words[i].text && i-1 == s.start
}
