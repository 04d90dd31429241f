package redact

import "bytes"

// A manifest of Kubernetes of the kind Secret says of all its data that they are secret, whatever
// they are called; each value is in base64, so that names and formats tell nothing.

// secretKinds are what such a manifest says it is.
var secretKinds = []string{"kind: secret\n", "kind: secret\r", `kind: "secret"`, "kind: 'secret'", `"kind":"secret"`, `"kind": "secret"`}

// knownData are members that say where something is, or whom it lets in, and certificates,
// which are public.
var knownData = newWords(`username user userid host hostname server port database dbname db namespace url endpoint region bucket email
	ca.crt tls.crt ca.pem cert.pem client.crt client.cert cert crt certificate ca-cert ca_cert public.key id_rsa.pub known_hosts`)

// manifest reads the data of a Secret whose kind stands at text[start:end]; they may stand in
// front of it or behind it.
func (s *scan) manifest(start, end int) {
	const far = 4 << 10
	t := s.text
	from, to := max(0, start-far), min(len(t), end+far)
	if i := bytes.LastIndex(t[from:start], []byte("\n---")); i >= 0 {
		from += i + len("\n---")
	}
	if i := bytes.Index(t[end:to], []byte("\n---")); i >= 0 {
		to = end + i
	}
	from = max(from, s.secrets)
	if from >= to {
		return
	}
	s.secrets = to
	if t[start] == '"' {
		s.dataMembers(from, to)
		return
	}
	indent := lineIndent(t, start)
	for p := from; p < to; p = lineAfter(t, p, to) {
		at := skipBlank(t, p)
		if at-p != indent || !hasFold(t, at, "data:") {
			continue
		}
		if lineBreak(t, skipBlank(t, at+len("data:"))) > 0 {
			s.dataLines(lineAfter(t, p, to), to, indent)
		}
	}
}

// dataLines reads the lines behind data: that are indented more than it.
func (s *scan) dataLines(from, to, indent int) {
	t := s.text
	for p := from; p < to; p = lineAfter(t, p, to) {
		at := skipBlank(t, p)
		if at < to && lineBreak(t, at) > 0 {
			continue
		}
		if at-p <= indent {
			return
		}
		if t[at] == '#' {
			continue
		}
		name := at
		if opensQuote[t[name]] {
			name++
		}
		e := skipName(t, name)
		colon, _ := closeName(t, e)
		op, after := operator(t, colon)
		if e == name || op != ":" {
			continue
		}
		v := skipBlank(t, after)
		if b := byteAt(t, v); b == '|' || b == '>' {
			v = skipBlank(t, lineAfter(t, v, to))
		}
		s.datum(t[name:e], v)
	}
}

// dataMembers reads the members of "data": {…} in text[from:to].
func (s *scan) dataMembers(from, to int) {
	t := s.text
	i := bytes.Index(t[from:to], []byte(`"data"`))
	if i < 0 {
		return
	}
	p := from + i + len(`"data"`)
	op, after := operator(t, skipBlank(t, p))
	if p = skipSpace(t, after); op != ":" || byteAt(t, p) != '{' {
		return
	}
	for p++; p < to; p++ {
		name, ok := s.readValue(skipSpace(t, p), false)
		if !ok || !name.quoted {
			return
		}
		op, after := operator(t, skipBlank(t, s.past(name)))
		v := skipSpace(t, after)
		value, ok := s.readValue(v, false)
		if op != ":" || !ok || !value.quoted {
			return
		}
		s.datum(t[name.start:name.end], v)
		if p = skipSpace(t, s.past(value)); byteAt(t, p) != ',' {
			return
		}
	}
}

// datum takes out what stands at text[at:], if it is base64 and its name leaves it open what of.
func (s *scan) datum(name []byte, at int) {
	const shortest = 6
	t := s.text
	if opensQuote[byteAt(t, at)] {
		at++
	}
	e := runEnd(t, at, maxValue, &anyBase64)
	plain := decodeBase64(t[at:e])
	if e-at < shortest || isAlnum(byteAt(t, e)) || (e-at)%4 != 0 || len(plain) == 0 || bytes.HasPrefix(plain, []byte("-----BEGIN CERT")) || knownData[string(bytes.ToLower(name))] {
		return
	}
	s.add(at, e, APIKey, "secret-data")
}

// lineIndent is how far the line is indented that text[at] stands on.
func lineIndent(t []byte, at int) int {
	const longest = 256
	from := max(0, at-longest)
	begin := from + bytes.LastIndexByte(t[from:at], '\n') + 1
	return skipBlank(t, begin) - begin
}

// lineAfter is where the line behind that of text[at:] begins, or end.
func lineAfter(t []byte, at, end int) int {
	if i := bytes.IndexByte(t[min(at, end):end], '\n'); i >= 0 {
		return at + i + 1
	}
	return end
}
