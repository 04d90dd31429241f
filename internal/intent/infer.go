package intent

import (
	"slices"
	"strings"
	"unicode"
)

// Reading is what a message asks for, as far as its words show.
type Reading struct {
	Classes   Classes // always includes Read
	FollowsUp bool    // it only agrees to, or continues, an earlier request
}

// Requests are at the beginning or the end of a message; the rest is not read.
const maxRead = 16 << 10 // bytes, of each

// Infer reads what a message asks for. It knows words, not meaning, and errs on the side of less:
// what it does not recognise it does not grant, and the owner is asked.
//
// A word counts where it is a command ("send it", "can you send it?"). Nothing counts in other
// questions, after "how" or "whether", in quotations, code, tables and forwarded text, and in
// reports of what others said. "Don't" and "never" forbid what follows in their clause, and take
// back earlier requests; at the end of a sentence they take back everything. "Without", "instead
// of" and "before" forbid nothing, but what follows them is not asked for. Idioms ("pay attention")
// and answers without an addressee ("reply in German") ask for nothing. Consent of at most ten
// words ("yes, go ahead") continues the earlier request. Known gaps: only base forms are recognised
// ("start sending" is nothing), and a noun before one makes it a command ("the bots deploy").
func Infer(text string) Reading {
	words := split(spoken(bounded(text)))
	r := Reading{Classes: Of(Read), FollowsUp: consenting(words)}
	for len(words) > 0 {
		n := slices.IndexFunc(words, func(w word) bool { return w.stop == fullStop || w.stop == questionMark }) + 1
		if n == 0 {
			n = len(words)
		}
		s := sentence{words: words[:n], asked: r.Classes}
		s.read()
		r.Classes = s.asked.With(Read)
		words = words[n:]
	}
	return r
}

// bounded returns the parts of text that are read, as valid UTF-8.
func bounded(text string) string {
	if len(text) > 2*maxRead {
		text = text[:maxRead] + "\n" + text[len(text)-maxRead:]
	}
	return strings.ToValidUTF8(text, " ")
}

// sentence reads one sentence, clause by clause.
type sentence struct {
	words []word
	asked Classes // by earlier sentences, then including this one

	question bool // its verbs are asked about
	reported bool // its verbs report what someone else said

	// State of the clause.
	start     int  // its first word
	foreign   int  // its last negation in a language other than English, or less than start
	negated   int  // the same, of a word that means nothing else in English
	forbidden bool // what follows is forbidden
	excepted  bool // what follows is not asked for
	wondered  int  // index of the word after which verbs are asked about; -1: asked about for another reason
	looking   bool // what follows is looked for, up to "and"
	skipped   bool // what follows is left out, up to "and"
	broken    bool // the clause before ended with a prohibition of what comes next
	acted     int  // the word after the last command
}

func (s *sentence) read() {
	last := s.words[len(s.words)-1]
	s.question = last.stop == questionMark && !slices.ContainsFunc(s.words, func(w word) bool { return please[w.text] })
	s.begin(0)
	for i := 0; i < len(s.words); i++ {
		w := s.words[i].text
		bare := bare(w)
		switch {
		case w == "but":
			s.begin(i + 1)
		case reports[w] && i > s.start && !s.bySender(i) && s.at(i+1) != "about":
			s.reported = true
		case s.retracted(i):
			s.asked = 0
		case forbids[bare] && !lapses[s.at(i+1)], s.none(i) && s.ofClause(i):
			s.forbidden = true
		case wonders[w] && i > s.start:
			s.excepted, s.wondered = true, i
		case excepts[bare], s.pair(exceptsWith, i), w == "need" && s.before(i) == "no":
			s.excepted, s.wondered = true, -1
		case looks[w] && !determiners[s.before(i)]:
			s.looking = true
		case w == "and" || w == "then":
			s.looking, s.skipped = false, false
			s.excepted = s.excepted && !s.goesOn(i)
		case han(w):
			s.hanClause(w)
		default:
			skips := skips[w]
			i += s.command(i) - 1
			s.skipped = s.skipped || skips
		}
		if s.words[i].stop != space {
			// Do not, under any circumstances, send it.
			broken := s.broken || forbids[bare] && !conditions[s.before(i)]
			s.begin(i + 1)
			s.forbidden, s.broken = broken, broken
		}
	}
}

// goesOn reports whether the command resumes after "and", word i: if what was asked about is in the
// past tense, a base form after it is a command. "Check what they sent and send it back", but not
// "explain how to build and deploy it".
func (s *sentence) goesOn(i int) bool {
	next := i + 1
	if w := s.at(next); w == "also" || w == "then" || w == "please" {
		next++
	}
	if s.wondered < 0 || s.words[i].stop != space || next >= len(s.words) {
		return false
	}
	v, behind := verbs[s.at(next)], s.at(next+1)
	if !v.english || pastToo[s.at(next)] || v.noun && !pronouns[behind] && behind != "the" && behind != "a" {
		return false
	}
	return slices.ContainsFunc(s.words[s.wondered:i], func(w word) bool {
		return pasts[w.text] || strings.HasSuffix(w.text, "ed") && !strings.HasSuffix(w.text, "eed")
	})
}

// begin starts the clause that begins at word i.
func (s *sentence) begin(i int) {
	s.start, s.acted, s.forbidden, s.excepted, s.looking, s.skipped = i, -1, false, false, false, false
	s.wondered = -1
	if i == 0 || s.words[i-1].stop != space {
		s.foreign, s.negated = -1, -1
		for j := i; j < len(s.words); j++ {
			switch w := s.words[j].text; {
			case negations[w], s.pair(negationsWith, j), han(w) && containsAny(w, hanNots):
				s.foreign, s.negated = j, j
			case maybeNegations[w]:
				s.foreign = j
			}
			if s.words[j].stop != space {
				break
			}
		}
	}
	for greetings[s.at(i)] && s.words[i].stop == space {
		i++
	}
	first, second := s.at(i), s.at(i+1)
	switch {
	case interrogatives[first]:
		s.question = true
	case asking[first] && (second == "you" || first == "please" || first == "kindly"):
		s.question = false
	case openers[first] && questions[second]:
		s.question = true
	}
}

// at returns word i, or "" after the sentence.
func (s *sentence) at(i int) string {
	if i >= len(s.words) {
		return ""
	}
	return s.words[i].text
}

// pair reports whether the table has word i with the word after it.
func (s *sentence) pair(table map[string]string, i int) bool {
	second, next := table[s.at(i)], s.at(i+1)
	return second != "" && (next == second || second == "de" && next == "d'")
}

// before returns the word before word i in its clause, or "".
func (s *sentence) before(i int) string {
	if i <= s.start {
		return ""
	}
	return s.words[i-1].text
}

// bySender reports whether the sender is the one who says what word i reports.
func (s *sentence) bySender(i int) bool {
	for j := i - 1; j >= max(s.start, i-3); j-- {
		switch subject, _, _ := strings.Cut(s.words[j].text, "'"); subject {
		case "i", "we", "ich", "wir", "je", "yo", "я":
			return true
		}
	}
	return false
}

// command reads a command that begins with word i, and returns its length in words, or 0.
func (s *sentence) command(i int) int {
	v, n := s.verb(i)
	if v.classes == 0 || v.english && determiners[s.before(i)] {
		return 1
	}
	if s.forbidden || s.negated >= s.start || s.foreign >= s.start && !v.english { // by whoever, as a verb or a noun
		s.asked = s.asked.Without(v.classes)
		s.broken = false
		return n
	}
	if !s.commands(v, i, n) {
		return 1
	}
	s.acted = i + n
	switch {
	case s.denied(i, n):
		s.asked = s.asked.Without(v.classes)
	case s.question, s.reported, s.excepted, s.skipped, s.looking && s.before(i) == "to", s.idiom(i, n), s.toSender(i, n):
	default:
		s.asked = s.asked.Or(s.narrow(v.classes, i, n))
	}
	return n
}

// hanClause reads a clause of Chinese or Japanese.
func (s *sentence) hanClause(clause string) {
	var named Classes
	for _, row := range hanWords {
		if containsAny(clause, row.words) {
			named = named.Or(row.classes)
		}
	}
	if hanAnswer.MatchString(clause) {
		named = named.Without(Of(Send))
	}
	switch {
	case s.forbidden, s.negated >= s.start:
		s.asked = s.asked.Without(named)
	case containsAny(clause, hanAsks):
		s.asked = s.asked.Or(named)
	case s.question, s.reported, s.excepted, s.skipped, containsAny(clause, hanWhys), strings.HasSuffix(clause, "吗"), strings.HasSuffix(clause, "か"):
	default:
		s.asked = s.asked.Or(named)
	}
}

func han(w string) bool {
	return strings.IndexFunc(w, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) >= 0
}

func containsAny(s string, subs []string) bool {
	return slices.ContainsFunc(subs, func(sub string) bool { return strings.Contains(s, sub) })
}

// maxConsent is the most words of a message of consent.
const maxConsent = 10

// consenting reports whether a message only agrees or says to continue. Choosing one of several
// options, as by a number, is consent to it.
func consenting(words []word) bool {
	if len(words) == 1 && choices[words[0].text] && words[0].stop != questionMark {
		return true
	}
	if len(words) > maxConsent {
		return false
	}
	yes := false
	for _, w := range words {
		yes = yes || consents[w.text]
		if w.stop == questionMark || !consents[w.text] && !fillers[w.text] {
			return false
		}
	}
	return yes
}
