package redact

import "bytes"

// jsonWebKey takes the private members out of a JSON web key (RFC 7517, 7518, 8037):
// "d" and what goes with it, and "k", which is the key itself. A public key has none.
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

// privateMembers are the members of a key that only its owner has, and how long their
// values are at least.
var privateMembers = map[string]int{"d": 32, "p": 32, "q": 32, "dp": 32, "dq": 32, "qi": 32, "k": 16}
