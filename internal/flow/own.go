package flow

import (
	"bytes"
)

// ownWords returns the part of a message that the owner wrote, without what they quote, forward or
// paste: quoted lines, code blocks, everything below a mail's head, and text in the same words as a
// text by others. When in doubt it removes more, which only leads to more questions.
func (s *Store) ownWords(text []byte) []byte {
	var own []byte
	fenced, heads := false, 0
	for line := range bytes.Lines(text) {
		trimmed := bytes.TrimSpace(line)
		if bytes.HasPrefix(trimmed, []byte("```")) || bytes.HasPrefix(trimmed, []byte("~~~")) {
			fenced = !fenced
			continue
		}
		if fenced || len(trimmed) > 0 && (trimmed[0] == '>' || trimmed[0] == '|') {
			continue
		}
		if isForward(trimmed) {
			break
		}
		if isMailHead(trimmed) {
			if heads++; heads == 2 {
				break
			}
		} else if len(trimmed) > 0 {
			heads = 0
		}
		own = appendSpaced(own, s.unpasted(line))
	}
	return own
}

// appendSpaced appends a line, adding a forgotten space after a sentence that ends in a link or an
// address: "... to bob@example.com.Then".
func appendSpaced(dst, line []byte) []byte {
	for i, c := range line {
		dst = append(dst, c)
		if c != '.' || i+1 == len(line) || line[i+1] < 'A' || line[i+1] > 'Z' {
			continue
		}
		k := i
		for k > 0 && line[k-1] >= 'a' && line[k-1] <= 'z' {
			k--
		}
		if n := i - k; n >= 2 && n <= 6 && k >= 2 && line[k-1] == '.' && class[line[k-2]]&isWord != 0 {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// isForward reports whether somebody else's text begins at a line.
func isForward(line []byte) bool {
	if len(line) > 200 {
		return false
	}
	words := folds(line)
	if len(words) == 0 {
		return false
	}
	says := func(list lists) bool {
		for i, w := range words {
			if lexicon.words[w].lists&list != 0 {
				return true
			}
			for _, p := range lexicon.phrases[w] {
				if p.lists&list != 0 && p.matches(words[i+1:]) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case line[0] == '-' || line[0] == '_' || line[0] == '=', bytes.HasSuffix(line, []byte(":")) && len(words) <= 4:
		return says(forwarded)
	case bytes.HasSuffix(line, []byte(":")), bytes.HasSuffix(line, []byte("：")):
		// "On 3 May 2025, Ann <ann@example.org> wrote:"
		digit := bytes.ContainsAny(line, "0123456789")
		return says(wrote) && (digit || bytes.IndexByte(line, '@') >= 0)
	}
	return false
}

// isMailHead reports whether a line belongs to the head of a mail: "Subject: ...".
func isMailHead(line []byte) bool {
	name, value, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		name, value, ok = bytes.Cut(line, []byte("："))
	}
	if !ok || len(name) > 24 || len(bytes.TrimSpace(value)) == 0 {
		return false
	}
	words := folds(bytes.Trim(name, "* "))
	return len(words) == 1 && lexicon.words[words[0]].lists&mailHead != 0 || len(words) > 1 && func() bool {
		for _, p := range lexicon.phrases[words[0]] {
			if p.lists&mailHead != 0 && len(p.rest) == len(words)-1 && p.matches(words[1:]) {
				return true
			}
		}
		return false
	}()
}

func folds(text []byte) []string {
	var words []string
	for _, t := range (hasher{}).tokens(nil, text) {
		words = append(words, string(foldInto(nil, text[t.start:t.end])))
	}
	return words
}

// unpasted returns a line without what is in the same words in a text by others: six or more
// consecutive words. A line that is mostly pasted is nobody's. Dropped texts that may have
// contained any words do not count, or the owner would have no words left.
func (s *Store) unpasted(line []byte) []byte {
	toks := s.hash.tokens(nil, line)
	if len(toks) < copiedWords || len(s.words) == 0 {
		return line
	}
	told := !s.sketch.full()
	pasted := make([]bool, len(toks))
	n := 0
	for i := range toks {
		end := rowOf(toks, i)
		if end == 0 {
			continue
		}
		if by, yes := s.othersSay(toks[i:end]); !yes || by == nil && !told && s.steps <= maxSteps {
			continue
		}
		for k := i; k < end; k++ {
			if !pasted[k] {
				pasted[k], n = true, n+1
			}
		}
	}
	if n == 0 {
		return line
	}
	if 2*n >= len(toks) {
		return []byte("\n")
	}
	own := make([]byte, 0, len(line))
	at := 0
	for k, t := range toks {
		if pasted[k] {
			own = append(own, line[at:t.start]...)
			own = append(own, '\n')
			at = t.end
		}
	}
	return append(own, line[at:]...)
}
