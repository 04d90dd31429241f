package redact

import "bytes"

// again adds to settled findings what was found by its name wherever else it stands: a test
// asserts what the line above set, a log repeats what a command was given.
func again(t []byte, found []Finding) []Finding {
	const shortest, longest, most = 8, 128, 8
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
		for at := 0; ; {
			i := bytes.Index(t[at:], v)
			if i < 0 {
				break
			}
			start := at + i
			if at = start + len(v); start != f.Start && !isAlnum(byteAt(t, at)) && boundary(t, start) {
				found = append(found, Finding{start, at, f.Type, "again"})
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
