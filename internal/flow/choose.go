package flow

import (
	"strings"
	"unicode"
)

// isPlainWord reports whether a text is a word that identifies no source: docs, src.
func isPlainWord(toks []token, text string) bool {
	return len(toks) == 1 && !strings.ContainsFunc(strings.Trim(text, "./"), func(r rune) bool { return !unicode.IsLetter(r) })
}

// mayChoose reports whether the agent may choose a value without authority.
func (j *judging) mayChoose(a *Arg) bool {
	switch a.Leeway {
	case Chosen:
		return true
	case Open, Spoken, Below:
		if a.Leeway > Below && j.s.owner.scope.lists&files == 0 && (a.Leeway == Open || j.s.speaksOf(a.Text)) {
			return true
		}
		dir, name, ok := cutLast(strings.TrimRight(strings.TrimSpace(a.Text), "/"), "/")
		if !ok || name == "" || name[0] == '.' {
			return false
		}
		v := j.s.value([]byte(dir), File)
		_, ok = j.s.said(&v, File)
		return ok
	}
	return false
}

// saidEnd reports whether the owner wrote the end of a path, from some directory on, as a file's
// name: cart.js for shop/src/cart.js.
func (s *Store) saidEnd(path string) (msg uint16, ok bool) {
	rest := strings.TrimSpace(path)
	for {
		dir, below, more := strings.Cut(rest, "/")
		if strings.HasPrefix(dir, ".") && dir != "." || below == "" {
			return 0, false // a file without a directory was named or was not
		}
		rest = below
		if !more || !strings.Contains(rest, "/") && strings.LastIndexByte(rest, '.') <= 0 {
			return 0, false
		}
		v := s.value([]byte(rest), File)
		if v.exact() {
			continue
		}
		if msg, ok = s.saidWhole(v.toks); ok {
			return msg, true
		}
	}
}

// speaksOf reports whether the owner mentions a file: some word of its name is theirs.
func (s *Store) speaksOf(path string) bool {
	_, name, _ := cutLast(strings.TrimSpace(path), "/")
	if base, _, ok := cutLast(name, "."); ok {
		name = base
	}
	for _, t := range s.hash.tokens(nil, []byte(name)) {
		if !t.digits && s.owner.spoken(uint32(t.h)&hashMask).content != 0 {
			return true
		}
	}
	return false
}

// isDocument reports whether a path names a plain document, by itself or in a folder that the owner
// named.
func (j *judging) isDocument(path string) bool {
	path = strings.TrimSpace(path)
	if plainDocument(path, false) {
		return true
	}
	dir, name, ok := cutLast(path, "/")
	if !ok || !plainDocument(name, true) {
		return false
	}
	v := j.s.value([]byte(dir), File)
	_, ok = j.s.said(&v, File)
	return ok
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// plainDocument reports whether a name is a document's; bare allows a name without extension.
func plainDocument(name string, bare bool) bool {
	base, ext, ok := cutLast(name, ".")
	if !ok {
		base = name
	}
	if !ok && !bare || base == "" || strings.ContainsAny(base[:1], " .()-") {
		return false
	}
	for _, c := range base {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_ .()-", c) {
			return false
		}
	}
	switch ext {
	case "txt", "md", "doc", "docx", "pdf", "csv", "xls", "xlsx", "ppt", "pptx":
		return true
	}
	return !ok
}
