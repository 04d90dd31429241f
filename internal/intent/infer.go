package intent

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reading is what a message asks for, as far as its words tell.
type Reading struct {
	Classes   Classes // always with Read
	FollowsUp bool    // it only says yes, or go on, to what was asked for before
}

// A message's asking is in its beginning or its end; what is between is not read.
const maxRead = 16 << 10 // bytes, of each

// Infer reads what a message asks for. It knows words, not meaning, and leans to
// less: what it does not recognise it does not grant, and the owner is asked.
//
// A word counts where it stands as a command. Nothing counts in questions, in
// quotations, code and forwarded text, and in what the sender reports of others; a
// prohibition takes back what was asked for before it. docs/INTENT.md has the rules.
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

// bounded is what of text is read, as valid UTF-8.
func bounded(text string) string {
	if len(text) > 2*maxRead {
		text = text[:maxRead] + "\n" + text[len(text)-maxRead:]
	}
	return strings.ToValidUTF8(text, " ")
}

// word is a word in small letters and what parts it from the next.
type word struct {
	text string
	stop stop
}

type stop uint8

const (
	space stop = iota
	comma      // the clause ends
	fullStop
	questionMark
)

// split takes text apart. A sign of money and an emoji are words.
func split(text string) []word {
	var words []word
	var w strings.Builder
	flush := func() {
		if w.Len() > 0 {
			words = append(words, word{text: w.String()})
			w.Reset()
		}
	}
	end := func(s stop) {
		flush()
		if n := len(words); n > 0 {
			words[n-1].stop = max(words[n-1].stop, s)
		}
	}
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		inside := w.Len() > 0 && (unicode.IsLetter(next) || unicode.IsDigit(next))
		switch {
		case strings.ContainsRune("'’‘‛ʼʻʹ′‵＇", r):
			switch w.String() {
			case "c", "d", "j", "l", "m", "n", "qu", "s", "t": // French joins them to what follows
				w.WriteByte('\'')
				flush()
			default:
				if inside {
					w.WriteByte('\'')
				} else {
					flush()
				}
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' && inside: // _not_ is not
			w.WriteRune(unicode.ToLower(r))
		case (r == '.' || r == ':' || r == '-' || r == '@' || r == '/') && inside:
			w.WriteRune(r)
		case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Sk): // not seen, or the colour of a thumb
		case unicode.In(r, unicode.Sc, unicode.So):
			flush()
			words = append(words, word{text: string(r)})
		case strings.ContainsRune(".!\n。！", r):
			end(fullStop)
		case r == '?' || r == '？':
			end(questionMark)
		case strings.ContainsRune(",;:()–—，、；：", r):
			end(comma)
		default:
			flush()
		}
	}
	flush()
	return words
}

// sentence reads one sentence, clause by clause.
type sentence struct {
	words []word
	asked Classes // before it, and then with it

	question bool // what it names is asked about
	reported bool // what it names is what someone else said

	// of the clause
	start     int  // its first word
	foreign   int  // its last word that negates in another language than English, or less than start
	negated   int  // and that is nothing else in English
	forbidden bool // what follows is forbidden
	excepted  bool // what follows is not asked for
	wondered  int  // since this word, with which something is asked about; -1: for another reason
	looking   bool // what follows is looked for, up to "and"
	skipped   bool // what follows is left out, up to "and"
	broken    bool // the clause before it ended with a prohibition of what is still to come
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

// goesOn reports whether the command resumes after "and", word i: what was asked about
// tells of the past, and the plain form after it does not. "Check what they sent and
// send it back", but not "explain how to build and deploy it".
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

// begin enters the clause that begins at word i.
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

// at is word i, or "" after the sentence.
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

// before is the word before word i in its clause, or "".
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

// command reads the command that begins with word i, if one does, and returns its
// length in words.
func (s *sentence) command(i int) int {
	v, n := s.verb(i)
	if v.classes == 0 || v.english && determiners[s.before(i)] {
		return 1
	}
	if s.forbidden || s.negated >= s.start || s.foreign >= s.start && !v.english { // whoever does it, and verb or noun
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

// verb looks word i up, alone and with the word after it.
func (s *sentence) verb(i int) (verb, int) {
	phrase := s.words[i].text
	v, n := verbs[phrase], 1
	if phrase == "forward" && looksAhead[s.before(i)] {
		return verb{}, 1
	}
	if beginsPhrase[phrase] && i+1 < len(s.words) && s.words[i].stop == space {
		if longer, ok := verbs[phrase+" "+s.words[i+1].text]; ok {
			v, n = longer, 2
		}
	}
	for a := range acts {
		if s.means(&acts[a], i, n) {
			if v.classes == 0 {
				v = verb{english: true}
			}
			v.classes = v.classes.Or(acts[a].classes)
		}
	}
	return v, n
}

// commands reports whether the verb of n words at i stands as a command.
func (s *sentence) commands(v verb, i, n int) bool {
	j, modal := i-1, false // who does it?
	for ; j >= s.start && modals[s.words[j].text]; j-- {
		modal = modal || asking[s.words[j].text]
	}
	if j >= s.start {
		who, _, _ := strings.Cut(s.words[j].text, "'")
		if subjects[who] || modal && who != "you" || who == "you" && !modal && !asking[s.before(j)] {
			return false
		}
	}
	if !v.noun {
		return true
	}
	before, last := s.before(i), i+n-1
	end := s.words[last].stop != space || last+1 == len(s.words)
	switch before {
	case "and", "then": // commit and push
		if end && (s.acted == i-1 || s.acted > 0 && v.classes.Has(Exec)) {
			return true
		}
	case "":
		if s.at(last+1) == "and" && last+2 < len(s.words) && verbs[s.at(last+2)].classes != 0 {
			return true
		}
	}
	if end || tellsNoun[s.at(last+1)] {
		return false
	}
	return before == "" || before == "you" || leads[before] && (before != "to" || s.before(i-1) == "" || callsVerb[s.before(i-1)])
}

// bare is w as the tables of negation spell it: without apostrophes, and without what
// comes before a full stop that no space follows, as in "wait.don't".
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

// ofClause reports whether the denial at word i also denies what follows it. After a
// command it belongs to that one: "run it with no cache and deploy it".
func (s *sentence) ofClause(i int) bool {
	before := s.before(i)
	return s.acted < 0 || before == "and" || before == "or" || before == "then" || occasions[s.at(i+1)]
}

// denied reports whether the words after the verb of n words at i say that it must not
// be done: send nothing, email no one, send it not.
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
		}
	}
	return false
}

// ends reports whether the clause ends with word i.
func (s *sentence) ends(i int) bool { return i+1 >= len(s.words) || s.words[i].stop != space }

// retracted reports whether word i, the last of its sentence, takes back all that was
// asked for: "send it. Or better don't." "Email Bob. Never mind."
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

// idiom reports whether the words soon after the verb of n words at i turn it into
// something else: pay attention, buy time.
func (s *sentence) idiom(i, n int) bool {
	of, ok := idioms[s.words[i].text]
	for j := i + n; ok && j < min(i+n+maxIdiom, len(s.words)) && s.words[j-1].stop == space; j++ {
		switch w := s.words[j].text; {
		case of.near[w], of.next[w] && j == i+n:
			return true
		case w == "and" || w == "or" || w == "then" || w == "to":
			return false
		}
	}
	return false
}

// toSender reports whether the verb of n words at i asks for an answer to the sender:
// it says in which language or form, but not to whom, as in "reply in German".
func (s *sentence) toSender(i, n int) bool {
	if !answers[s.words[i].text] {
		return false
	}
	last := i
	for last+1 < len(s.words) && s.words[last].stop == space {
		last++
	}
	j := i + n
	if j < last && s.words[j].text == "to" && (s.words[j+1].text == "me" || s.words[j+1].text == "us") {
		j++
	}
	for j <= last && manners[s.words[j].text] {
		j++
	}
	if j > last {
		return j > i+n // reply briefly
	}
	if forms[s.words[j].text] || strings.HasPrefix(s.words[j].text, "по-") {
		return !s.behind(j, 1, addressed)
	}
	if !inForm[s.words[j].text] {
		return false
	}
	for k := j + 1; k <= min(j+maxIdiom-1, last); k++ {
		if forms[s.words[k].text] {
			return !s.behind(k, 1, addressed)
		}
	}
	return false
}

// maxIdiom is how far after a verb the words of an idiom stand.
const maxIdiom = 4

// doing reports whether w is the -ing form of a verb of the tables. "Running" is left
// out: to stop running a program is to stop it.
func doing(w string) bool {
	stem, ok := strings.CutSuffix(w, "ing")
	if !ok || len(stem) < 2 || w == "running" {
		return false
	}
	doubled := stem[len(stem)-1] == stem[len(stem)-2]
	return verbs[stem].english || verbs[stem+"e"].english || doubled && verbs[stem[:len(stem)-1]].english
}

// narrow takes from classes what the words after the verb at i rule out.
func (s *sentence) narrow(classes Classes, i, n int) Classes {
	o, ok := objects[s.words[i].text]
	if w := s.words[i].text; (w == "start" || w == "stop") && doing(s.at(i+n)) {
		return 0 // stop sending it from the server
	}
	if ok && (o.with != nil && !s.behind(i, n, o.with) || o.not != nil && s.behind(i, n, o.not)) {
		for a := range acts { // what an object asked for stays
			if acts[a].classes.Has(o.class) && s.means(&acts[a], i, n) {
				return classes
			}
		}
		return classes.Without(Of(o.class))
	}
	return classes
}

// maxObjects is how far after a verb its objects are looked for.
const maxObjects = 10

// behind reports whether one of the words of set follows the verb of n words at i in
// its clause. # is any number.
func (s *sentence) behind(i, n int, set map[string]bool) bool {
	for j := i + n; j < min(i+n+maxObjects, len(s.words)) && s.words[j-1].stop == space; j++ {
		if w := s.words[j].text; set[w] || set["#"] && w[0] >= '0' && w[0] <= '9' {
			return true
		}
	}
	return false
}

// means reports whether the verb of n words at i, with what follows it, is the act.
func (s *sentence) means(a *act, i, n int) bool {
	if !a.verbs[s.words[i].text] || a.beside != nil && !s.behind(i, n, a.beside) {
		return false
	}
	for j := i + n; j < min(i+n+maxObjects, len(s.words)) && s.words[j-1].stop == space; j++ {
		if a.objects[s.words[j].text] && (!a.whole || s.ends(j) || endsName[s.at(j+1)]) {
			return true
		}
	}
	return false
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

// maxConsent is the most words of a message that only says yes.
const maxConsent = 10

// consenting reports whether a message only says yes, or go on. A choice of one out
// of several, as a number, is a yes to it.
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
