package redact

import (
	"bytes"
	"sync"

	"github.com/provenanced/provenanced/internal/lanes"
	"github.com/provenanced/provenanced/internal/literal"
)

// scan is one walk over one text. It takes three passes, each over something that its rules need:
// literals, digits, and long runs of word bytes.
type scan struct {
	text     []byte
	level    Level
	found    []Finding
	cues     []seen
	named    int              // end of the last name that assignment examined
	unbroken int              // end of the last name's unquoted value
	within   int              // names examined before that end
	bareRun  run              // where nothing ends a value without quotes
	coloned  int              // end of what was last examined for colons
	grouped  int              // end of the last cluster of digits examined
	baked    int              // end of the last cookies examined
	secrets  int              // end of the last manifest examined
	keyed    int              // end of the last JSON web key examined
	traded   int              // end of the last transaction's name
	phrased  int              // end of the last phrase that was announced
	pairs    int              // public keys derived
	keyList  bool             // whether the last of them was a key's
	until    int              // end of the last key block; its contents are already found
	lonely   span             // a span without the member names that member looks for
	opaque   []span           // digests and UUIDs, whose digits count for nothing else
	groups   [maxGroups]group // of the current cluster
}

type span struct{ start, end int }

// scans pools scans: rules take a scan by its address, so each would be a heap allocation, which is
// nearly half the cost of a text of a few words.
var scans = sync.Pool{New: func() any { return new(scan) }}

// maxKept bounds the capacity of the lists that a pooled scan keeps.
const maxKept = 1 << 12

// reset forgets the text and all state about it.
func (s *scan) reset() {
	cues, opaque := s.cues[:0], s.opaque[:0]
	if cap(cues) > maxKept {
		cues = nil
	}
	if cap(opaque) > maxKept {
		opaque = nil
	}
	*s = scan{cues: cues, opaque: opaque}
}

func (s *scan) run() {
	k := knowledge()
	k.prefilter.Scan(s.text, func(id, start, end int) bool {
		k.rules[k.ruleOf[id]].at(s, start, end)
		return true
	})
	sortCues(s.cues)
	s.tokens()
	personal := s.level <= Standard
	if personal {
		s.ats()
		s.digits()
	}
	s.phrases()
}

// add redacts text[start:end] if the level covers its type.
func (s *scan) add(start, end int, t Type, rule string) {
	if start < end && (s.level <= Standard || t.secret()) {
		s.found = append(s.found, Finding{start, end, t, rule})
	}
}

// A rule is what to do where one of its literals occurs, at text[start:end]. Nothing is found
// without a literal.
type rule struct {
	literals []string
	at       func(s *scan, start, end int)
}

// rulebook is all rules, the matcher of all their literals, and the owner of each literal by its
// number.
type rulebook struct {
	rules     []rule
	prefilter *literal.Matcher
	ruleOf    []int
}

// knowledge is built when the first text is scanned, so that commands that scan nothing start
// faster.
var knowledge = sync.OnceValue(func() *rulebook {
	k := &rulebook{rules: allRules()}
	var literals []string
	for i, r := range k.rules {
		for _, l := range r.literals {
			literals = append(literals, l)
			k.ruleOf = append(k.ruleOf, i)
		}
	}
	k.prefilter = literal.New(literals, literal.Fold)
	return k
})

func allRules() []rule {
	all := []rule{
		{listed("keywords of passwords"), func(s *scan, start, end int) { s.assignment(start, end, true) }},
		{listed("keywords of keys"), func(s *scan, start, end int) { s.assignment(start, end, false) }},
		{[]string{"pw:", "pw=", "pw\"", "pw =", "pw is ", "pw for ", " pw ", "(pw "}, (*scan).shortPassword},
		{[]string{"-----begin", "---- begin"}, (*scan).keyBlock},
		{[]string{"ls0tls1crudjti", "ls0tlsbcrudjti"}, (*scan).encodedBlock},
		{[]string{"eyj", "eya", "ewo"}, (*scan).jwt}, // {" and { with a space or a line end, in base64
		{[]string{"authorization"}, (*scan).authorization},
		{[]string{"authentication", "auth:", "auth=", "auth =", `auth"`, "auth'"}, (*scan).authentication},
		{[]string{"bearer ", "basic ", "bearer: ", "basic: "}, (*scan).scheme},
		{[]string{"cookie:", `cookie"`, "cookie'", `cookie\`}, (*scan).cookies},
		{[]string{"%40", "&#64;", "&commat;", `\u0040`}, (*scan).address},
		{[]string{"://", `:\/\/`}, (*scan).urlCredentials},
		{[]string{" -u ", " --user ", " --proxy-user "}, (*scan).curlUser},
		{[]string{"kty"}, (*scan).jsonWebKey},
		{[]string{"kind: secret"}, (*scan).manifest},
		{announcedPhrases, (*scan).announcedPhrase},
	}
	all = append(all, commandRules()...)
	for i := range formats() {
		if f := &formats()[i]; !f.run {
			all = append(all, rule{f.pattern.literals, func(s *scan, start, _ int) { s.format(f, start) }})
		}
	}
	for c, list := range cueWords {
		all = append(all, rule{list, func(s *scan, start, end int) { s.cue(cue(c), start, end) }})
	}
	return all
}

// format matches one vendor's format whose literal is at start.
func (s *scan) format(f *format, start int) {
	p := f.pattern
	begins := func(at int) bool { // such a short prefix also occurs within base64
		before := byteAt(s.text, at-1)
		return boundary(s.text, at) && !(p.short && (before == '+' || before == '-'))
	}
	if p.lead == 0 && !begins(start) { // before the match, which may be long
		return
	}
	whole, part, ok := p.match(s.text, start)
	if !ok || !begins(whole[0]) {
		return
	}
	next := byteAt(s.text, whole[1])
	if p.short && (next == '=' || next == '+' && byteAt(s.text, whole[0]-1) == '/') || digested(s.text, whole[0]) {
		return
	}
	if before := byteAt(s.text, whole[0]-1); before == '.' && byteAt(s.text, whole[1]) == '.' && isAlnum(byteAt(s.text, whole[1]+1)) && !f.address && whole == part {
		return // part of a file's name
	}
	v := s.text[part[0]:part[1]]
	if filled(v) || f.check != nil && !f.check(v) {
		return
	}
	if f.address {
		part[0] = schemeStart(s.text, part[0])
	}
	s.add(part[0], part[1], f.typ, f.name)
	if f.beside > 0 {
		s.secretBeside(part[1], f.beside)
	}
}

// secretBeside redacts a secret of size bytes near text[at:], after the id that it belongs to: in
// the next cell or word, or on the next line.
func (s *scan) secretBeside(at, size int) {
	const gap, sha1Size = 16, 40
	t := s.text
	p := at
	for p < len(t) && p-at < gap && !anyBase64[t[p]] {
		if t[p] == '\\' && escapeAt(t, p+1) == 1 {
			p++
		}
		p++
	}
	e := runEnd(t, p, size+1, &anyBase64)
	if p == at || e-p != size {
		return
	}
	if sh := shapeOf(t[p:e]); !(sh.hex && size == sha1Size) && sh.digits+sh.cases > 3 && sh.upper+sh.lower > 8 && (random(t[p:e]) || isUUID(t[p:e])) && !filled(t[p:e]) {
		s.add(p, e, APIKey, "secret-beside")
	}
}

// digested reports whether text[at:] follows the name of a digest, sha256:….
func digested(text []byte, at int) bool {
	const name = "sha256:"
	return at >= len(name) && hasFold(text, at-len(name), name)
}

// filled reports whether a token is a manual's placeholder of x's or EXAMPLE.
func filled(v []byte) bool {
	if bytes.Contains(v, []byte("EXAMPLE")) || bytes.Contains(v, []byte("xxxxxxxx")) || bytes.Contains(v, []byte("XXXXXXXX")) {
		return true
	}
	tail := v[max(0, len(v)-12):]
	return repeated(tail) && (tail[0]|0x20 == 'x' || tail[0] == '0' || tail[0] == '.' || tail[0] == '*')
}

// boundary reports whether a token may begin at text[at:], that is, not within a word. An escape in
// the text (\n, %3D) ends a word, too.
func boundary(text []byte, at int) bool {
	if at == 0 || !isAlnum(text[at]) {
		return true
	}
	p := text[at-1]
	if !isAlnum(p) && p != '_' || stressed(text, at) {
		return true
	}
	if at >= 2 && text[at-2] == '\\' && escapeAt(text, at-1) == 1 || at > unitSize && text[at-unitSize-1] == '\\' && escapeAt(text, at-unitSize) == unitSize {
		return true
	}
	if p == 'm' { // the end of a colour: ESC[31m
		l := at - 1
		for l > 0 && at-l < 16 && (isDigit(text[l-1]) || text[l-1] == ';') {
			l--
		}
		return l > 0 && text[l-1] == '['
	}
	return at >= 3 && text[at-3] == '%' && isHex(text[at-2]) && isHex(p)
}

// stressed reports whether the underscore before text[at:] marks emphasis.
func stressed(text []byte, at int) bool {
	return byteAt(text, at-1) == '_' && emphasis[byteAt(text, at-2)]
}

// emphasis are the bytes before an underscore that marks emphasis, as in _this_.
var emphasis = classOf(" \n\t(*\x00")

// unitSize is the number of bytes after the backslash in \u0026.
const unitSize = len("u0026")

// escapeAt returns how many bytes of text[at:] belong to the backslash before them: the n of \n,
// the u0026 of \u0026.
func escapeAt(text []byte, at int) int {
	if at == 0 || at >= len(text) || text[at-1] != '\\' {
		return 0
	}
	switch b := text[at:]; b[0] {
	case 'n', 't', 'r':
		return 1
	case 'u':
		if len(b) >= unitSize && isHex(b[1]) && isHex(b[2]) && isHex(b[3]) && isHex(b[4]) {
			return unitSize
		}
	}
	return 0
}

// digits visits each run of digits that may begin a finding.
func (s *scan) digits() {
	t, opaque := s.text, s.opaque
	for i := 0; i < len(t); {
		is := lanes.Digits(lanes.Load(t, i))
		if is == 0 {
			i += 8
			continue
		}
		at := i + lanes.Ahead(is)
		for len(opaque) > 0 && opaque[0].end <= at {
			opaque = opaque[1:]
		}
		if len(opaque) > 0 && opaque[0].start <= at {
			i = opaque[0].end
			continue
		}
		i = s.number(at)
	}
}

// Every run of word bytes that a token rule needs has at least tokenStride bytes, every seed phrase
// more than phraseStride.
const (
	tokenStride  = 22
	phraseStride = 44
)

// tokens visits each long run of word bytes. It looks at eight bytes in every fifteen: in a long
// run one such look falls inside, and elsewhere most see a space, a quote or a comma.
func (s *scan) tokens() {
	const look, stride = 8, tokenStride - 8 + 1
	t := s.text
	for i := stride - 1; i < len(t); {
		// Some byte is below all word bytes, or beyond ASCII.
		if w := lanes.Load(t, i-look+1); (lanes.Within(w, 0, '-'-1)|w)&lanes.Tops != 0 {
			i += stride
			continue
		}
		l := i
		for l >= 0 && tokenByte[t[l]] { // at most to the previous look, which saw another byte
			l--
		}
		r := i + 1
		for r < len(t) && tokenByte[t[r]] {
			if r++; byteAt(t, r) != t[r-1] { // otherwise it may be a ruler of one repeated byte
				r = wordEnd(t, r)
			}
		}
		if r-l > tokenStride {
			s.longToken(l+1, r)
		}
		i = r + stride
	}
}

// phrases looks at one word in every 44 bytes; a word that is not in the list ends the look.
func (s *scan) phrases() {
	t := s.text
	for i := phraseStride - 1; i < len(t); {
		word := i
		for word < len(t) && word-i < maxSeedGaps && !isLetter(t[word]) {
			word++
		}
		if word < len(t) && isLetter(t[word]) {
			word = s.phrase(word)
		}
		i = word + phraseStride
	}
}

var tokenByte = func() (c class) {
	for b := range c {
		c[b] = isAlnum(byte(b)) || b == '_' || b == '-'
	}
	return c
}()

// context returns the lower-cased bytes just before text[at:], with spaces in place of markers,
// which are not words of the text.
func (s *scan) context(at, n int) []byte {
	const longest = len("[redacted:url_credentials]") // a marker may begin earlier
	b := bytes.ToLower(s.text[max(0, at-n-longest):at])
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte("[redacted:"))
		if i < 0 {
			return b[max(0, len(b)-n):]
		}
		for from += i; from < len(b) && b[from] != ']'; from++ {
			b[from] = ' '
		}
	}
}

func containsAny(b []byte, words ...string) bool {
	for _, w := range words {
		if bytes.Contains(b, []byte(w)) {
			return true
		}
	}
	return false
}
