package redact

import "bytes"

// Passwords in sentences whose words stand in another order, or without spaces.

// spokenNames are those of passwords, with the word behind them that gives a value in
// languages that part no words.
var spokenNames = []string{"密码为", "密码是", "密码不是", "密码", "密碼為", "密碼是", "密码 ", "パスワードは", "비밀번호는 "}

// spoken reads what follows one of them.
func (s *scan) spoken(start, end int) {
	t := s.text
	p := skipBlank(t, end)
	if op, after := operator(t, p); op == ":" {
		p = skipBlank(t, after)
	}
	v, ok := s.readValue(p, true)
	if !ok {
		return
	}
	if !v.quoted {
		for e := v.start; e < v.end; e++ {
			if t[e] >= 0x80 {
				v.end = e
			}
		}
		for v.end > v.start && bytes.IndexByte([]byte(".,!?:;"), t[v.end-1]) >= 0 {
			v.end--
		}
	}
	b := t[v.start:v.end]
	if t[end-1] == ' ' && t[start] == "密"[0] && !s.besideAccount(start) {
		return // a word for the two of them, perhaps
	}
	if end-start == len("密码") { // nothing between: no word, and not how long it is to be
		if v.quoted || p > end || !(digitsOnly(b) && len(b) >= 6 || numberedWord(b)) {
			return
		}
	}
	if given(b, 4) && bytes.IndexByte(b, ' ') < 0 && (digitsOnly(b) || !lettersOnly(b) && isAlnum(b[0]) || plainWord(b, true) && (v.quoted || byteAt(t, v.end) >= 0x80 || s.lineEnds(v.end))) {
		s.add(v.start, v.end, Password, "spoken-password")
	}
}

// ties are the words between a value and its name.
var ties = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range [...]string{"as", "as the", "as your", "as a", "in", "in the", "into the", "for", "for the", "is the", "is your", "dans", "dans le", "dans le champ", "in das", "als", "como", "en", "en el campo"} {
		all[" "+w+" "] = true
	}
	return all
}()

// tieEnd are the letters that they end with.
var tieEnd = classOf("serplno")

// reversed reads the value in front of its name: enter "orchard7" as the password. It
// stands in quotes, behind a verb that somebody is told to do.
func (s *scan) reversed(l int) {
	const far, most = 64, 16
	t := s.text
	tie := l - 1 // the quote in front of the words that tie the value to its name
	for tie > 0 && l-tie <= most && (isLetter(t[tie]) || t[tie] == ' ' || t[tie] >= 0x80) {
		tie--
	}
	if tie < 1 || !opensQuote[t[tie]] || t[tie] == '\\' || l-tie < len("\" in ") {
		s.reversedBare(l)
		return
	}
	words := t[tie+1 : l]
	if !ties[string(words)] {
		return
	}
	tie++
	mark := t[tie-1]
	from := max(0, tie-1-far)
	i := bytes.LastIndexByte(t[from:tie-1], mark)
	if i < 1 {
		return
	}
	b := bytes.TrimRight(t[from+i+1:tie-1], `\`) // that of a quote in a string
	verb := bytes.ToLower(bytes.TrimRight(t[max(0, from+i-24):from+i], `\`))
	if !containsAny(verb, "enter ", "type ", "fill in ", "use ", "using ", "put ", "provide ", "saisir ", "saisissez ", "entrez ", "gib ", "geben sie ", "ingres", "introdu", "escrib", "digit") &&
		!bytes.HasPrefix(words, []byte(" is ")) {
		return
	}
	if given(b, 4) && bytes.IndexByte(b, ' ') < 0 && kindOf(b) == noKind && (chosenWord(b) || !lettersOnly(b)) {
		s.add(from+i+1, from+i+1+len(b), Password, "spoken-password")
	}
}

// reversedKey reads a key in front of its name text[l:r], and of what it is a key to: use … as the
// api key.
func (s *scan) reversedKey(l, r int) {
	const longest, shortest = 16, 16
	t := s.text
	tie := l
	end := tiedAt(t, l)
	if end == l {
		for tie--; tie > 0 && l-tie < longest && isLetter(t[tie-1]); {
			tie--
		}
		if tie < 2 || t[tie-1] != ' ' {
			return
		}
		if end = tiedAt(t, tie); end == tie {
			return
		}
	}
	switch k := kindOf(t[l:r]); {
	case k == secretKind && (tie == l || keyOwners[string(bytes.ToLower(t[tie:l-1]))]):
	case k != vagueKind || s.ownedKind(l, r, k) != secretKind:
		return
	}
	from := end
	for from > 0 && end-from < maxValue && tokenByte[t[from-1]] {
		from--
	}
	if b := t[from:end]; len(b) >= shortest && hasDigit(b) && random(b) && given(b, shortest) {
		s.add(from, end, APIKey, "spoken-key")
	}
}

// tiedAt is where the words begin that tie a value to its name text[at:], or at.
func tiedAt(t []byte, at int) int {
	for _, words := range bareTies[t[at-2]] {
		if hasSuffix(t[:at], words) {
			return at - len(words)
		}
	}
	return at
}

// bareTies are the words between such a value and its name, by the letter they end with.
var bareTies = [256][]string{'e': {" is the ", " as the "}, 'r': {" is your ", " is our ", " as your "}, 'a': {" as a "}, 's': {" as "}}

// reversedBare reads a value without quotes in front of its name, "use x7Kq92mZ as the password":
// it must have been drawn.
func (s *scan) reversedBare(l int) {
	t := s.text
	for _, tie := range bareTies[t[l-2]] {
		if !hasSuffix(t[:l], tie) {
			continue
		}
		end := l - len(tie)
		from := end
		for from > 0 && end-from < maxName && t[from-1] > ' ' && t[from-1] < 0x80 {
			from--
		}
		b := t[from:end]
		if sh := shapeOf(b); len(b) >= 8 && isAlnum(b[len(b)-1]) && (typedByHand(b) || numberedWord(b) && sh.upper > 0) && sh.lower > 0 && plain(b, true) && !reference(b) {
			s.add(from, end, Password, "spoken-password")
		}
		return
	}
}
