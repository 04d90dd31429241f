package redact

import "bytes"

// Tables of a page: a column that is called Password, and two cells of which the first
// says it of the second.

// pageColumn takes out what stands below the cell of a page's table that names its column,
// text[l:] to the tag at text[at:], and reports whether it does.
func (s *scan) pageColumn(l, at int) bool {
	t := s.text
	if l < s.tabled {
		return false
	}
	p, next := s.besideCell(at + 1)
	if p < 0 {
		return false
	}
	row := bytes.ToLower(t[max(0, l-maxRow):l])
	row = row[bytes.LastIndex(row, []byte("<tr"))+1:]
	n := bytes.Count(row, []byte("<th")) + bytes.Count(row, []byte("<td"))
	if n == 0 || next == "<td" && !afterUser(row) || next == "<th" && !bytes.Contains(row, []byte("<th")) || next == "</tr" && n == 1 {
		return false
	}
	for next == "<th" || next == "<td" {
		if s.tabled = p; p-at > maxRow {
			return false
		}
		p, next = nextTag(t, p+1, "<th", "<td", "<tr", "</tr")
	}
	known := columnsOf(row, false)
	for range maxRows {
		for next != "<tr" && p >= 0 {
			s.tabled = p
			p, next = nextTag(t, p+1, "<tr", "</table")
			if next == "</table" {
				return true
			}
		}
		for cells := 0; cells < n && p >= 0 && next != "</tr"; cells++ {
			s.tabled = p
			p, next = nextTag(t, p+1, "<td", "<th", "</tr")
		}
		if p < 0 {
			break
		}
		if next == "<td" {
			from, to := pageCell(t, p)
			s.cell(from, to, known)
		}
	}
	return true
}

// afterUser reports whether the cell in front of the last of a row names users: what
// follows it is then no value, and so the row a header.
func afterUser(row []byte) bool {
	last := bytes.LastIndex(row, []byte("<td"))
	if last < 0 {
		return false
	}
	before := row[:last]
	return containsAny(before[max(0, bytes.LastIndex(before, []byte("<td"))):], accounts...)
}

// besideCell is the next tag of a row at text[at:], or -1. Where there is none is remembered:
// a page may name passwords everywhere.
func (s *scan) besideCell(at int) (int, string) {
	from := at
	if s.untagged.start <= at && at < s.untagged.end {
		from = s.untagged.end
	} else {
		s.untagged = span{at, at}
	}
	limit := min(len(s.text), at+maxRow)
	if from >= limit {
		return -1, ""
	}
	p, next := nextTag(s.text[:limit], from, "<th", "<td", "<tr", "</tr")
	if p < 0 {
		s.untagged.end = max(from, limit-len("</tr")) // one may go on behind it
	}
	return p, next
}

// nextTag is the next of these tags at text[at:] in a row, or -1.
func nextTag(t []byte, at int, tags ...string) (int, string) {
	limit := min(len(t), at+maxRow)
	for p := at; p < limit; p++ {
		i := bytes.IndexByte(t[p:limit], '<')
		if i < 0 {
			break
		}
		p += i
		for _, tag := range tags {
			if hasFold(t, p, tag) {
				return p, tag
			}
		}
	}
	return -1, ""
}

// pageCell is the text of the cell whose tag stands at text[at:], without the marks in it.
func pageCell(t []byte, at int) (from, to int) {
	const tags = 4
	for n := 0; n < tags && byteAt(t, at) == '<'; n++ {
		i := bytes.IndexByte(t[at:min(len(t), at+maxRow)], '>')
		if i < 0 {
			return at, at
		}
		at = skipSpace(t, at+i+1)
	}
	i := bytes.IndexByte(t[at:min(len(t), at+maxRow)], '<')
	return at, at + max(i, 0)
}

// nextCell reads the text of the cell of a page that follows the end of the cell at
// text[at:], which names it: <td>Password:</td><td>orchard7</td>, and of the value of a
// property list: <key>Password</key><string>orchard</string>.
func (s *scan) nextCell(at int) (value, bool) {
	const longest, tags = 64, 4
	t := s.text
	list := hasFold(t, at, "</key>") || hasFold(t, at, "</param-name>") || hasFold(t, at, "</env-entry-name>") || hasFold(t, at, "</name>") && hasFold(t, skipSpace(t, at+len("</name>")), "<value>")
	if !list && !hasFold(t, at, "</td>") && !hasFold(t, at, "</th>") && !hasFold(t, at, "</dt>") {
		return value{}, false
	}
	p := at
	marked := list
	for range tags {
		p = skipSpace(t, p)
		if byteAt(t, p) != '<' {
			break
		}
		i := bytes.IndexByte(t[p:min(len(t), p+longest)], '>')
		if i < 0 || p > at && t[p+1] == '/' {
			return value{}, false
		}
		marked = marked || hasFold(t, p, "<code") || hasFold(t, p, "<kbd") || hasFold(t, p, "<b>")
		p += i + 1
	}
	i := bytes.IndexByte(t[p:min(len(t), p+maxName)], '<')
	if i < 1 {
		return value{}, false
	}
	v := value{start: p, end: p + i, quoted: true, data: true, stated: marked}
	b := t[v.start:v.end]
	if !marked && chosenWord(b) && s.besideAccount(at) {
		v.stated, marked = true, true
	}
	return v, bytes.IndexByte(b, ' ') < 0 && (marked && chosenWord(b) || !lettersOnly(b))
}
