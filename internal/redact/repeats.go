package redact

import "bytes"

// withRepeats adds to settled findings the other places nearby where a value occurs that was found
// by its name: a test asserts what the line above set, a log repeats a command's argument.
func withRepeats(t []byte, found []Finding) []Finding {
	const shortest, longest, most, near = 6, 128, 8, 16 << 10
	settled, n := found, 0
	for _, f := range settled {
		v := t[f.Start:f.End]
		if f.Type != APIKey && f.Type != Password || len(v) < shortest || len(v) > longest || lettersOnly(v) || digitsOnly(v) || bytes.IndexByte(v, ' ') >= 0 {
			continue // elsewhere, a word may mean anything
		}
		if n++; n > most {
			break
		}
		for p, limit := max(0, f.Start-near), min(len(t), f.End+near); ; {
			i := bytes.Index(t[p:limit], v)
			if i < 0 {
				break
			}
			start, end := p+i, p+i+len(v)
			if start != f.Start && !isAlnum(byteAt(t, end)) && boundary(t, start) {
				found = append(found, Finding{start, end, f.Type, "again"})
			}
			p = end
		}
	}
	if len(found) > len(settled) {
		return settle(found)
	}
	return found
}
