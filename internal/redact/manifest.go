package redact

import "bytes"

// A Kubernetes manifest of kind Secret declares all its data secret, whatever the names; values are
// in base64, so names and formats do not help.

var knownData = wordSet("known data")

// manifest redacts the data of a Secret whose kind ends at text[end:]; the data may precede or
// follow it.
func (s *scan) manifest(start, end int) {
	const far = 4 << 10
	t := s.text
	if start < s.secrets {
		return
	}
	if end < len(t) && lineBreak(t, end) == 0 {
		return
	}
	from, to := max(0, start-far), min(len(t), end+far)
	for _, line := range [...]string{"\n---", `\n---`} {
		if i := bytes.LastIndex(t[from:start], []byte(line)); i >= 0 {
			from += i + len(line)
		}
		if i := bytes.Index(t[end:to], []byte(line)); i >= 0 {
			to = end + i
		}
	}
	from = max(from, s.secrets)
	indent, data := lineIndent(t, start), -1
	for p := from; p < to; p = lineAfter(t, p, to) {
		at := skipBlank(t, p)
		switch {
		case at >= to || lineBreak(t, at) > 0:
		case at-p < indent && p > start: // of something else
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

// dataLines reads the lines below "data:" that are indented further.
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

// datum redacts the value at text[at:] if it is base64 and its name does not call it public.
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

// lineIndent is the indentation of the line that begins at text[at:], without a list's dash.
func lineIndent(t []byte, at int) int {
	const longest = 256
	begin := at
	for begin > 0 && at-begin < longest && (isBlank(t[begin-1]) || t[begin-1] == '-') {
		begin--
	}
	return at - begin
}

// lineAfter returns the start of the line after that of text[at:], or end.
func lineAfter(t []byte, at, end int) int {
	for ; at < end; at++ {
		if size := lineBreak(t, at); size > 0 {
			return at + size
		}
	}
	return end
}
