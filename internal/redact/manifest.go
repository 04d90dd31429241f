package redact

import "bytes"

// A manifest of Kubernetes of the kind Secret says of all its data that they are secret, whatever
// they are called; each value is in base64, so that names and formats tell nothing.

// secretKinds are what such a manifest says it is, in YAML and in JSON, in strings perhaps.
var secretKinds = []string{"kind: secret", "kind: 'secret'", `"secret"`, `secret\`}

// knownData are members that say where something is, or whom it lets in, and certificates,
// which are public.
var knownData = newWords(`username user userid host hostname server port database dbname db namespace url endpoint region bucket email
	ca.crt tls.crt ca.pem cert.pem client.crt client.cert cert crt certificate ca-cert ca_cert public.key id_rsa.pub known_hosts`)

// manifest reads the data of a Secret whose kind ends at text[end:]; they may stand in front of it
// or behind it.
func (s *scan) manifest(start, end int) {
	const far, longest = 4 << 10, 2*maxEscapes + len(`"kind": "`)
	t := s.text
	if start < s.secrets {
		return
	}
	kind := start
	if t[start]|0x20 == 'k' {
		if t[end-1] != '\'' && end < len(t) && lineBreak(t, end) == 0 {
			return
		}
	} else {
		before := bytes.TrimRight(t[max(0, start-longest):start], "\\\"': ")
		if kind = start - min(start, longest) + len(before) - len("kind"); kind < 0 || !hasFold(t, kind, "kind") {
			return
		}
	}
	from, to := max(0, kind-far), min(len(t), end+far)
	for _, line := range [...]string{"\n---", `\n---`} {
		if i := bytes.LastIndex(t[from:kind], []byte(line)); i >= 0 {
			from += i + len(line)
		}
		if i := bytes.Index(t[end:to], []byte(line)); i >= 0 {
			to = end + i
		}
	}
	from = max(from, s.secrets)
	if opensQuote[byteAt(t, kind-1)] {
		s.secrets = s.dataOfObject(opensObject(t, kind, from), to)
		return
	}
	indent, data := lineIndent(t, kind), -1
	for p := from; p < to; p = lineAfter(t, p, to) {
		at := skipBlank(t, p)
		switch {
		case at >= to || lineBreak(t, at) > 0:
		case at-p < indent && p > kind: // of something else
			to = p
		case at-p < indent:
			data = -1
		case at-p == indent && hasFold(t, at, "data:") && lineBreak(t, skipBlank(t, at+len("data:"))) > 0:
			data = lineAfter(t, p, to)
		}
	}
	if s.secrets = to; data >= 0 {
		s.dataLines(data, to, indent)
	}
}

// dataLines reads the lines behind data: that are indented more than it.
func (s *scan) dataLines(from, to, indent int) {
	t := s.text
	for p := from; p < to; p = lineAfter(t, p, to) {
		at := skipBlank(t, p)
		switch {
		case at >= to || lineBreak(t, at) > 0 || t[at] == '#':
			continue
		case at-p <= indent:
			return
		}
		for at < to && opensQuote[t[at]] {
			at++
		}
		e := skipName(t, at)
		colon, _ := closeName(t, e)
		op, after := operator(t, colon)
		if e == at || op != ":" {
			continue
		}
		v := skipBlank(t, after)
		if b := byteAt(t, v); b == '|' || b == '>' {
			v = skipBlank(t, lineAfter(t, v, to))
		}
		s.datum(t[at:e], v)
	}
}

// dataOfObject reads the members of "data": {…} of the object that opens in front of text[from:to],
// and is where that ends.
func (s *scan) dataOfObject(from, to int) int {
	t := s.text
	depth, p := 0, from
	for ; p < to && depth >= 0; p++ {
		switch t[p] {
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
			continue
		}
		if depth > 0 || !hasFold(t, p, "data") || !opensQuote[byteAt(t, p-1)] {
			continue
		}
		colon, quoted := closeName(t, p+len("data"))
		op, after := operator(t, skipBlank(t, colon))
		if open := skipSpace(t, after); quoted && op == ":" && byteAt(t, open) == '{' {
			s.dataMembers(open+1, to)
		}
	}
	return p
}

// dataMembers reads the members of an object that text[p:to] begins with.
func (s *scan) dataMembers(p, to int) {
	t := s.text
	for ; p < to; p++ {
		name, ok := s.readValue(skipSpace(t, p), false)
		if !ok || !name.quoted {
			return
		}
		op, after := operator(t, skipBlank(t, s.past(name)))
		v, ok := s.readValue(skipSpace(t, after), false)
		if op != ":" || !ok || !v.quoted {
			return
		}
		s.datum(t[name.start:name.end], v.start)
		if p = skipSpace(t, s.past(v)); byteAt(t, p) != ',' {
			return
		}
	}
}

// opensObject is the place behind the bracket that opens the object in which text[at] stands, or
// from.
func opensObject(t []byte, at, from int) int {
	depth := 0
	for p := at - 1; p >= from; p-- {
		switch t[p] {
		case '}', ']':
			depth++
		case '{', '[':
			if depth--; depth < 0 {
				return p + 1
			}
		}
	}
	return from
}

// datum takes out what stands at text[at:], if it is base64 and its name leaves it open what of.
func (s *scan) datum(name []byte, at int) {
	const shortest = 6
	t := s.text
	for at < len(t) && opensQuote[t[at]] {
		at++
	}
	e := runEnd(t, at, maxValue, &anyBase64)
	plain := decodeBase64(t[at:e])
	low := bytes.ToLower(name)
	last := low[bytes.LastIndexAny(low, "-_")+1:]
	if e-at < shortest || (e-at)%4 != 0 || len(plain) == 0 || bytes.HasPrefix(plain, []byte("-----BEGIN CERT")) || knownData[string(low)] || knownData[string(last)] {
		return
	}
	s.add(at, e, APIKey, "secret-data")
}

// lineIndent is how far the line is indented that begins with text[at:], a list's mark left out.
func lineIndent(t []byte, at int) int {
	const longest = 256
	begin := at
	for begin > 0 && at-begin < longest && (isBlank(t[begin-1]) || t[begin-1] == '-') {
		begin--
	}
	return at - begin
}

// lineAfter is where the line behind that of text[at:] begins, or end.
func lineAfter(t []byte, at, end int) int {
	for ; at < end; at++ {
		if size := lineBreak(t, at); size > 0 {
			return at + size
		}
	}
	return end
}
