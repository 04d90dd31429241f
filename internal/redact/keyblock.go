package redact

import "bytes"

// keyBlock redacts a private key in PEM or a relative: whole, truncated, with escaped line ends,
// indented, or as strings in source code.
func (s *scan) keyBlock(start, end int) {
	const maxLabel, maxBlock, maxForeign, leastRun, leastLine = 64, 64 << 10, 8 << 10, 12, 40
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
	e, material, longest := body, 0, 0
	run, stop, foreign := 0, body, false
	for limit := min(len(t), body+maxBlock); e < limit; e++ {
		b := t[e]
		if b == '-' && (hasFold(t, e, "-----begin") || hasFold(t, e, "---- begin")) {
			break
		}
		switch {
		case isAlnum(b) || b == '+' || b == '/' || b == '=':
			if run++; run >= leastRun {
				longest = max(longest, run)
				if !foreign || run >= leastLine {
					material, stop = longest, e+1
				}
			}
			continue
		case b == '-' && endsBlock(t[e:]):
			tail := blockEnd(t, e)
			if longest >= leastRun {
				s.until = tail
				s.add(start, tail, PrivateKey, "key-block")
			}
			return
		case isSpace(b) || bytes.IndexByte([]byte("\\\"'+,:-;()*#>|."), b) >= 0:
			run = 0
			continue
		}
		// Logs and search results have something in front of each line; there, a truncated block
		// ends.
		if run, foreign = 0, true; e-body > maxForeign {
			break
		}
	}
	if material >= 24 { // truncated: up to the last line of key material
		s.until = stop
		s.add(start, stop, PrivateKey, "key-block-cut")
	}
}

// privateLabel reports whether the text between a block's dashes names a private key.
func privateLabel(label []byte) bool {
	return containsAny(bytes.ToUpper(label), privateLabels...)
}

// endsBlock reports whether t begins with the line that ends a block.
func endsBlock(t []byte) bool {
	return bytes.HasPrefix(t, []byte("-----END")) || bytes.HasPrefix(t, []byte("---- END"))
}

// blockEnd returns the end of the line that ends a block, which begins at text[at:]. If that line
// is truncated, it does not extend to the next block's dashes.
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

// maxKeyLine is longer than any line of a key, in bytes.
const maxKeyLine = 128

// encodedBlock redacts a private key that was encoded as a whole in base64, in lines of equal
// length.
func (s *scan) encodedBlock(start, _ int) {
	const most, head = 1 << 10, 64 // most counts lines
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
		p += len(t[p:]) - len(bytes.TrimLeft(t[p:], " \t")) // indented, as in YAML
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

// jsonWebKey redacts the private members of a JSON web key (RFC 7517, 7518, 8037): "d" and those
// that accompany it, and "k", the symmetric key itself. A public key has none of them.
func (s *scan) jsonWebKey(start, end int) {
	const longest = 16 << 10 // on either side of "kty"
	t := s.text
	after := bytes.TrimLeft(t[end:min(len(t), end+maxEscapes+1)], "\\")
	if start < s.keyed || len(after) == 0 || after[0] != '"' && after[0] != '\'' && after[0] != ':' {
		return
	}
	from := max(s.keyed, start-longest)
	s.keyed = start
	open := from + bytes.LastIndexByte(t[from:start], '{')
	if open < from {
		return
	}
	end = min(len(t), start+longest)
	if i := bytes.IndexByte(t[start:end], '}'); i >= 0 {
		end = start + i
	}
	s.keyed = end
	for p := open; p < end; {
		i := bytes.IndexByte(t[p:end], ':')
		if i < 0 {
			return
		}
		colon := p + i
		p = colon + 1
		name := bytes.TrimRight(t[open:colon], " \t\r\n\\\"'")
		l := len(name)
		for l > 0 && isLetter(name[l-1]) {
			l--
		}
		if least := privateMembers[string(name[l:])]; least > 0 {
			if v, ok := s.readValue(skipSpace(t, p), false); ok && v.quoted && v.end-v.start >= least && v.end <= end &&
				segment(t, v.start) == v.end {
				s.add(v.start, v.end, PrivateKey, "json-web-key")
				p = v.end
			}
		}
	}
}

// privateMembers are the secret members of a JSON web key, with the least length of their values.
var privateMembers = map[string]int{"d": 32, "p": 32, "q": 32, "dp": 32, "dq": 32, "qi": 32, "k": 16}

var privateLabels = listed("private labels")
