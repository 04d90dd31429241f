package redact

import "bytes"

// withRepeats adds to settled findings the other places near them where a value stands that was
// found by its name: a test asserts what the line above set, a log repeats what a command was
// given.
func withRepeats(t []byte, found []Finding) []Finding {
	const shortest, longest, most, near = 6, 128, 8, 16 << 10
	var values [most][]byte
	n, settled := 0, found
	for _, f := range settled {
		v := t[f.Start:f.End]
		if f.Type != APIKey && f.Type != Password || len(v) < shortest || len(v) > longest || lettersOnly(v) || digitsOnly(v) || bytes.IndexByte(v, ' ') >= 0 {
			continue // a word may stand for anything elsewhere
		}
		known := false
		for _, other := range values[:n] {
			known = known || bytes.Equal(v, other)
		}
		if known {
			continue
		}
		// Its rarest byte is looked for: what most values begin with stands everywhere.
		rare := rarest(v)
		for p, limit := max(rare, f.Start-near), min(len(t), f.End+near); p < limit; p++ {
			i := bytes.IndexByte(t[p:limit], v[rare])
			if i < 0 {
				break
			}
			p += i
			start := p - rare
			end := start + len(v)
			if start != f.Start && end <= len(t) && bytes.Equal(t[start:end], v) && !isAlnum(byteAt(t, end)) && boundary(t, start) {
				found = append(found, Finding{start, end, f.Type, "again"})
			}
		}
		values[n] = v
		if n++; n == most {
			break
		}
	}
	if len(found) > len(settled) {
		return settle(found)
	}
	return found
}

// rarest is where a value has a sign, a capital or else a digit.
func rarest(v []byte) int {
	at, best := 0, 0
	for i, b := range v {
		rank := 0
		switch {
		case isDigit(b):
			rank = 1
		case isUpper(b):
			rank = 2
		case !isAlnum(b) && b != '-' && b != '_' && b != '.' && b != '/' && b != '=' && b < 0x80:
			rank = 3
		}
		if rank > best {
			at, best = i, rank
		}
	}
	return at
}
