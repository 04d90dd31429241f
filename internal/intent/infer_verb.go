package intent

import "strings"

// The meaning of a verb by the words around it.

// verb looks up word i, alone and with the word after it.
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

// idiom reports whether nearby words make the verb of n words at i an idiom: pay attention, buy
// time.
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

// toSender reports whether the verb of n words at i asks for an answer to the sender: it gives a
// language or form, but no addressee, as in "reply in German".
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

// maxIdiom is how many words after a verb its idiom may extend.
const maxIdiom = 4

// doing reports whether w is the -ing form of a verb of the tables. "Running" is excluded: to stop
// running a program is to stop it.
func doing(w string) bool {
	stem, ok := strings.CutSuffix(w, "ing")
	if !ok || len(stem) < 2 || w == "running" {
		return false
	}
	doubled := stem[len(stem)-1] == stem[len(stem)-2]
	return verbs[stem].english || verbs[stem+"e"].english || doubled && verbs[stem[:len(stem)-1]].english
}

// narrow removes from classes what the words after the verb at i rule out.
func (s *sentence) narrow(classes Classes, i, n int) Classes {
	o, ok := objects[s.words[i].text]
	if w := s.words[i].text; (w == "start" || w == "stop") && doing(s.at(i+n)) {
		return 0 // stop sending it from the server
	}
	if ok && (o.with != nil && !s.behind(i, n, o.with) || o.not != nil && s.behind(i, n, o.not)) {
		for a := range acts { // what an object asks for stays
			if acts[a].classes.Has(o.class) && s.means(&acts[a], i, n) {
				return classes
			}
		}
		return classes.Without(Of(o.class))
	}
	return classes
}

// maxObjects is how many words after a verb may name its object.
const maxObjects = 10

// behind reports whether a word of set follows the verb of n words at i in its clause. # matches
// any number.
func (s *sentence) behind(i, n int, set map[string]bool) bool {
	for j := i + n; j < min(i+n+maxObjects, len(s.words)) && s.words[j-1].stop == space; j++ {
		if w := s.words[j].text; set[w] || set["#"] && w[0] >= '0' && w[0] <= '9' {
			return true
		}
	}
	return false
}

// means reports whether the verb of n words at i, with its object, is the act.
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
