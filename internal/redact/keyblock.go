package redact

import "bytes"

// keyBlock takes out a private key in PEM and its relatives: whole, cut off, with
// its line ends escaped, indented, or as pieces of strings in a program.
func (s *scan) keyBlock(start, end int) {
	const maxLabel, maxBlock = 64, 64 << 10
	t := s.text
	if start < s.until {
		return
	}
	dashes := bytes.Index(t[end:min(len(t), end+maxLabel)], []byte("----"))
	if dashes < 0 {
		return
	}
	if !privateLabel(t[end : end+dashes]) {
		return
	}
	body := end + dashes + 4
	if s.prefixedBlock(start, body) {
		return
	}
	e, material := body, 0
	run, stop := 0, body
	for limit := min(len(t), body+maxBlock); e < limit; e++ {
		b := t[e]
		if b == '-' && bytes.HasPrefix(t[e:], []byte("-----BEGIN")) {
			break
		}
		switch {
		case isAlnum(b) || b == '+' || b == '/' || b == '=':
			run++
			if run >= 12 {
				material = max(material, run)
				stop = e + 1
			}
			continue
		case b == '-' && endsBlock(t[e:]):
			tail := blockEnd(t, e)
			if material >= 12 {
				s.until = tail
				s.add(start, tail, PrivateKey, "key-block")
			}
			return
		case isSpace(b) || bytes.IndexByte([]byte("\\\"'+,:-;()*#>|."), b) >= 0:
			run = 0
			continue
		}
		break
	}
	if material >= 24 { // cut off: to the last line that is key
		s.until = stop
		s.add(start, stop, PrivateKey, "key-block-cut")
	}
}

// privateLabel reports whether what stands between the dashes of a block names a key that is private.
func privateLabel(label []byte) bool {
	return containsAny(bytes.ToUpper(label), "PRIVATE KEY", "SECRET KEY", "STATIC KEY", "NKEY SEED", "ENCRYPTED PRIVATE")
}

// endsBlock reports whether t begins with the line that ends a block.
func endsBlock(t []byte) bool {
	return bytes.HasPrefix(t, []byte("-----END")) || bytes.HasPrefix(t, []byte("---- END"))
}

// blockEnd is the end of the line that ends a block and begins at text[at:]. If it is cut off itself it
// does not reach to the next block's dashes.
func blockEnd(t []byte, at int) int {
	const longest = 80
	p := at + len("-----END")
	for p < min(len(t), at+longest) && (isAlnum(t[p]) || t[p] == ' ') {
		p++
	}
	for p < len(t) && t[p] == '-' {
		p++
	}
	return min(p, len(t))
}

// breakBefore is the size of a line's end, escaped in a string perhaps, that stands in front of text[at:].
func breakBefore(t []byte, at int) int {
	switch b := byteAt(t, at-1); {
	case b == '\n' || b == '\r':
		return 1
	case (b == 'n' || b == 'r') && byteAt(t, at-2) == '\\':
		n := 2
		for n < maxEscapes && byteAt(t, at-n-1) == '\\' {
			n++
		}
		return n
	}
	return 0
}

// maxKeyHeaders is more lines than stand in front of a key, with its headers.
const maxKeyHeaders = 8

// maxKeyLine is more than a line of a key is long.
const maxKeyLine = 128

// prefixedBlock takes out a private key whose lines all have the same in front, but for numbers,
// as a log, a search or a container's output has: web_1  | -----BEGIN …. The key's first line ends
// at text[at:].
func (s *scan) prefixedBlock(start, at int) bool {
	const maxPrefix, most = 160, 1 << 10 // lines
	t := s.text
	first := start
	for first > 0 && start-first < maxPrefix && breakBefore(t, first) == 0 {
		first--
	}
	prefix := t[first:start]
	if len(bytes.Trim(prefix, " \t\"'+,:-;()*#>|.0123456789")) == 0 {
		return false
	}
	line := func(p int) (int, bool) { // where the next one begins
		for limit := min(len(t), p+2*maxPrefix); p < limit; p++ {
			if t[p] == '\n' || t[p] == '\r' || t[p] == '\\' {
				size := lineBreak(t, p)
				if size == 0 {
					continue
				}
				for p += size; (t[p-1] == '\r' || t[p-1] == 'r') && lineBreak(t, p) > 0; {
					p += lineBreak(t, p)
				}
				return p, true
			}
		}
		return p, false
	}
	if next, ok := line(at); !ok || samePrefix(t[next:], prefix) == 0 {
		i := bytes.LastIndexByte(prefix, '"') // of the string in which the key stands
		if prefix = prefix[i+1:]; !ok || i < 0 || len(prefix) < 2 || samePrefix(t[next:], prefix) == 0 {
			return false
		}
	}
	stop, material, empty := at, 0, 0
	for p, n := at, 0; n < most && empty < maxKeyHeaders; n++ {
		var ok bool
		if p, ok = line(p); !ok {
			break
		}
		from := p + samePrefix(t[p:], prefix)
		if from == p || bytes.HasPrefix(t[from:], []byte("-----BEGIN")) {
			break
		}
		if endsBlock(t[from:]) {
			stop = blockEnd(t, from)
			break
		}
		e := runEnd(t, from, maxKeyLine, &plainBase64)
		if e > from && e < len(t) && bytes.IndexByte([]byte("\r\n\\\"$,<"), t[e]) < 0 && byteAt(t, e) != ':' && byteAt(t, e) != '-' { // of a header, Proc-Type: …
			break
		}
		switch {
		case e-from >= 16:
			material, stop, empty = material+e-from, e, 0
		case material > 0:
			stop = e
			fallthrough
		default:
			empty++
		}
	}
	if material < 24 {
		return false
	}
	s.until = stop
	s.add(start, stop, PrivateKey, "key-block-prefixed")
	return true
}

// samePrefix is how much of t is the same as a prefix but for the numbers in it, or 0.
func samePrefix(t, prefix []byte) int {
	i := 0
	for j := 0; j < len(prefix); {
		switch {
		case i == len(t):
			return 0
		case isDigit(prefix[j]) && isDigit(t[i]):
			j, i = digitsEnd(prefix, j), digitsEnd(t, i)
		case prefix[j] != t[i]:
			return 0
		default:
			i, j = i+1, j+1
		}
	}
	return i
}

// encodedBlock takes out a private key that was encoded as a whole in base64, in lines of the same
// length.
func (s *scan) encodedBlock(start, _ int) {
	const most, head = 1 << 10, 64 // lines
	t := s.text
	if start < s.until || !boundary(t, start) {
		return
	}
	e := runEnd(t, start, maxKeyLine, &plainBase64)
	width := e - start
	if width < head || lineBreak(t, e) == 0 || !privateLabel(decodeBase64(t[start:start+head])) {
		return
	}
	for range most {
		p := e + lineBreak(t, e)
		p += len(t[p:]) - len(bytes.TrimLeft(t[p:], " \t")) // set back, as in YAML
		end := runEnd(t, p, width+1, &plainBase64)
		if p == e || end == p || end-p > width {
			break
		}
		if e = end; e-p < width {
			break
		}
	}
	s.until = e
	s.add(start, e, PrivateKey, "encoded-key-block")
}

// puttyKey takes out as many lines of base64 as the line in front of them says, of a key in
// PuTTY's files (tartarus.org/~simon/putty-snapshots/htmldoc/AppendixC.html).
func (s *scan) puttyKey(_, end int) {
	const most = 99
	t := s.text
	n, p := 0, end
	for n <= most && isDigit(byteAt(t, p)) {
		n, p = n*10+int(t[p]-'0'), p+1
	}
	from := p + lineBreak(t, p)
	if n == 0 || n > most || from == p {
		return
	}
	to := from
	for p = from; n > 0; n-- {
		for p < len(t) && (isAlnum(t[p]) || t[p] == '+' || t[p] == '/' || t[p] == '=') {
			p++
		}
		to = p
		size := lineBreak(t, p)
		if size == 0 {
			break
		}
		p += size
	}
	if to-from >= 40 {
		s.add(from, to, PrivateKey, "putty-private-key")
	}
}
