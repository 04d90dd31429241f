package flow

import (
	"embed"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lexicons are tables of words, a file for each language, and names.txt for the names of
// arguments, fields and tools, which are English everywhere.
//
//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// lists are the lists that a word is on.
type lists uint32

// In an owner's words.
const (
	choice    lists = 1 << iota // the choice is left to the agent
	noChoice                    // it only looks like one
	web                         // pages and links
	mail                        // addresses of e-mail
	destroys                    // asks for a removal
	numbered                    // a number that follows is an id
	named                       // others introduce a thing with an id by it
	filler                      // may stand between the two
	self                        // the owner
	stop                        // says nothing by itself
	forwarded                   // begins a forwarded message
	wrote                       // ends the line above a quotation
	mailHead                    // begins a line of a mail's head
	negates                     // its clause is about what not to do
	parts                       // begins another clause
	joins                       // begins another request
	bids                        // makes a question a request
	files                       // a path, or the name of a file
)

// In the words of names.
const (
	inContent lists = 1 << iota
	inTime
	inQuantity
	inID
	inSecret
	inURL
	inFile
	inWiden
	inIdentity
	inSender
	inKeeper // of senders: those that a stranger cannot fake
	inPrivate
	inTrade
	inSend
	inDestroy
	noObject
	narrow
	generic
	weak
)

var listNames = map[string]lists{
	"choice": choice, "no choice": noChoice, "web": web, "mail": mail, "destroy": destroys, "numbered": numbered,
	"named": named, "filler": filler, "self": self, "stop": stop, "forwarded": forwarded, "wrote": wrote, "mail head": mailHead,
	"not": negates, "request": bids, "join": joins, "clause": parts,
}

var nameLists = map[string]lists{
	"content": inContent, "time": inTime, "quantity": inQuantity, "id": inID, "secret": inSecret, "url": inURL, "file": inFile,
	"widen": inWiden, "identity": inIdentity, "sender": inSender, "keeper": inKeeper, "private": inPrivate, "trade": inTrade, "send": inSend,
	"destroy": inDestroy, "no-object": noObject, "narrow": narrow, "generic": generic, "weak": weak,
}

// An entry is the meaning of a word, or of several in a row.
type entry struct {
	lists   lists
	objects uint64 // of tools: the bits of wordbook.objects
	doings  Doings
}

func (e *entry) add(o entry) { e.lists |= o.lists; e.objects |= o.objects; e.doings |= o.doings }

type wordbook struct {
	names   map[string]lists           // words of names
	wide    map[string]map[string]bool // a permission and the words that ask for it
	domains map[string]bool            // top-level domains that identify a link

	words    map[string]entry
	phrases  map[string][]phrase // by their first word
	prefixes map[string]entry
	suffixes map[string]entry
	objects  map[string]uint64 // the objects of tools, a bit for each

	common map[string]commonWord // what field asks about each word, in one look-up

	named, doing []firstWord // what a store recognises by hash: Store.named, Store.doing
}

type phrase struct {
	rest []string
	open bool // other words may come between the first and the rest
	entry
}

// maxBetween is how many words an open phrase may contain: take the old bread off.
const maxBetween = 4

// matches reports whether words begins with the rest of the phrase.
func (p phrase) matches(words []string) bool {
	for between := 0; len(words) >= len(p.rest); between++ {
		if slices.Equal(words[:len(p.rest)], p.rest) {
			return true
		}
		if !p.open || between == maxBetween {
			return false
		}
		words = words[1:]
	}
	return false
}

// minSuffix is the least length before an ending, and minPrefix that of a beginning.
const minSuffix, minPrefix = 3, 3

var lexicon = readLexicons()

func readLexicons() *wordbook {
	w := &wordbook{
		names: map[string]lists{}, wide: map[string]map[string]bool{}, domains: map[string]bool{},
		words: map[string]entry{}, phrases: map[string][]phrase{}, prefixes: map[string]entry{}, suffixes: map[string]entry{},
		objects: map[string]uint64{}, common: map[string]commonWord{},
	}
	files, err := lexiconFiles.ReadDir("lexicon")
	if err != nil {
		panic(err) // they are embedded, and tested
	}
	for _, f := range files {
		text, err := lexiconFiles.ReadFile("lexicon/" + f.Name())
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			list, words, ok := strings.Cut(line, ":")
			if !ok {
				panic("internal/flow: " + f.Name() + ": no list: " + line)
			}
			for word := range strings.SplitSeq(words, ",") {
				if word = strings.TrimSpace(word); !w.put(f.Name() == "names.txt", list, word) {
					panic("internal/flow: " + f.Name() + ": " + list + ": " + word)
				}
			}
		}
	}
	for word, l := range w.names {
		if l&(weak|generic) != 0 {
			w.common[word] = commonWord{light: l&weak != 0, generic: l&generic != 0}
		}
	}
	for word, e := range w.words {
		if e.lists&stop != 0 {
			w.common[word] = commonWord{light: true, generic: w.common[word].generic}
		}
		if e.lists&(named|filler) != 0 {
			w.named = append(w.named, firstOf(word, e))
		}
		if e.doings != 0 || e.lists&negates != 0 {
			w.doing = append(w.doing, firstOf(word, e))
		}
	}
	return w
}

// commonWord is a word that says little about a value that contains it: a stop word or a weak one,
// or one that is too general to say anything alone.
type commonWord struct{ light, generic bool }

// firstWord is the first word of a lexicon's entry, as it is hashed.
type firstWord struct {
	first []byte
	entry
}

func firstOf(text string, e entry) firstWord {
	t := Key{}.hasher().tokens(nil, []byte(text))[0]
	return firstWord{foldInto(nil, []byte(text[t.start:t.end])), e}
}

// put adds a word to a list and reports whether both are valid.
func (w *wordbook) put(name bool, list, word string) bool {
	if name {
		switch permission, wide := strings.CutPrefix(list, "wide "); {
		case list == "domain":
			w.domains[word] = true
		case wide:
			if w.wide[permission] == nil {
				w.wide[permission] = map[string]bool{}
			}
			w.wide[permission][word] = true
		case nameLists[list] == 0:
			return false
		default:
			w.names[word] |= nameLists[list]
		}
		return word != ""
	}
	e := entry{lists: listNames[list]}
	if object, ok := strings.CutPrefix(list, "object "); ok {
		if w.objects[object] == 0 {
			w.objects[object] = 1 << len(w.objects)
		}
		e.objects = w.objects[object]
	}
	if doing, ok := strings.CutPrefix(list, "do "); ok {
		e.doings = doingNamed(doing)
	}
	if e == (entry{}) || word == "" {
		return false
	}
	if s, ok := strings.CutPrefix(word, "*"); ok {
		add(w.suffixes, s, e)
		return true
	}
	if s, ok := strings.CutSuffix(word, "*"); ok && !strings.ContainsAny(s, " -") {
		add(w.prefixes, fold(s), e)
		return len([]rune(s)) >= minPrefix || isIdeograph(s)
	}
	word, end, open := strings.Cut(word, " … ")
	if open {
		word += " " + end
	}
	var parts []string
	b := []byte(word)
	for _, t := range (hasher{}).tokens(nil, b) {
		parts = append(parts, string(foldInto(nil, b[t.start:t.end])))
	}
	switch len(parts) {
	case 0:
		return false
	case 1:
		add(w.words, parts[0], e)
	default:
		w.phrases[parts[0]] = append(w.phrases[parts[0]], phrase{parts[1:], open, e})
	}
	return true
}

func isIdeograph(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func add(m map[string]entry, word string, e entry) {
	old := m[word]
	old.add(e)
	m[word] = old
}

// of returns the meaning of one word.
func (w *wordbook) of(word []byte) entry {
	e := w.words[string(word)]
	for n := minPrefix; n <= len(word) && n <= 12; n++ {
		if p, ok := w.prefixes[string(word[:n])]; ok {
			e.add(p)
		}
	}
	for n := 1; n <= 6 && len(word)-n >= minSuffix; n++ {
		if p, ok := w.suffixes[string(word[len(word)-n:])]; ok {
			e.add(p)
		}
	}
	if e.lists&noChoice != 0 {
		e.lists &^= choice
	}
	return e
}

// fold writes a word as the lexicons have it.
func fold(word string) string { return string(foldInto(nil, []byte(word))) }

// foldInto appends a word in lower case, without diacritics.
func foldInto(dst, word []byte) []byte {
	for i := 0; i < len(word); {
		if c := word[i]; c < utf8.RuneSelf {
			dst = append(dst, lower[c])
			i++
			continue
		}
		_, size := utf8.DecodeRune(word[i:])
		for _, r := range string(folded(word[i : i+size])) {
			if !unicode.Is(unicode.Mn, r) {
				dst = utf8.AppendRune(dst, unicode.ToLower(r))
			}
		}
		i += size
	}
	return dst
}

// nameWords returns the words of a name, split at anything but letters and where a capital follows
// a lower-case letter.
func nameWords(name string) []string { return slices.Collect(wordsIn(name)) }

func wordsIn(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i := range len(name) {
			c := name[i]
			letter := c|0x20 >= 'a' && c|0x20 <= 'z'
			if letter && (i == start || c > 'Z' || name[i-1] < 'a') {
				continue
			}
			if i > start && !yield(strings.ToLower(name[start:i])) {
				return
			}
			if start = i; !letter {
				start = i + 1
			}
		}
		if start < len(name) {
			yield(strings.ToLower(name[start:]))
		}
	}
}

// ofName returns the lists that the words of a name are on.
func (w *wordbook) ofName(name string) (l lists) {
	for word := range wordsIn(name) {
		l |= w.names[word]
	}
	return l
}
