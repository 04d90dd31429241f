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
	label := bytes.ToUpper(t[end : end+dashes])
	if !bytes.Contains(label, []byte("PRIVATE KEY")) && !bytes.Contains(label, []byte("SECRET KEY")) && !bytes.Contains(label, []byte("STATIC KEY")) && !bytes.Contains(label, []byte("NKEY SEED")) && !bytes.Contains(label, []byte("ENCRYPTED PRIVATE")) {
		return
	}
	body := end + dashes + 4
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
		case b == '-' && bytes.HasPrefix(t[e:], []byte("---- END")) || bytes.HasPrefix(t[e:], []byte("-----END")):
			// An end that is cut off itself must not reach to the next block's dashes.
			tail := e + len("-----END")
			for tail < min(len(t), e+maxLabel+16) && (isAlnum(t[tail]) || t[tail] == ' ') {
				tail++
			}
			for tail < len(t) && t[tail] == '-' {
				tail++
			}
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
		if e == len(t) {
			stop = max(stop, lastMaterial(t, stop))
		}
		s.until = stop
		s.add(start, stop, PrivateKey, "key-block-cut")
	}
}

// lastMaterial moves the end of a block that the text cuts off over its last line.
func lastMaterial(t []byte, at int) int {
	end := len(t)
	for end > at && (isSpace(t[end-1]) || t[end-1] == '"' || t[end-1] == '\'') {
		end--
	}
	return end
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
