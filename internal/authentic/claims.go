package authentic

import "strings"

// Claims counts the marks of a response (seed 002): [G] says that a claim is
// grounded in a result, [I] that it is inferred.
type Claims struct{ Grounded, Inferred int }

// CountClaims counts the marks in text. Marks in code do not count, be it `[I]`, a fenced block
// or x[I], nor do those that are a link or a reference: [G](…), [G][1], [G]:.
func CountClaims(text string) Claims {
	var claims Claims
	fence := ""
	for line := range strings.Lines(text) {
		switch mark := fenceOf(line); {
		case fence != "":
			if closesFence(line, fence) {
				fence = ""
			}
		case mark != "":
			fence = mark
		default:
			countLine(strings.TrimRight(line, "\r\n"), &claims)
		}
	}
	return claims
}

// countLine counts the marks of one line; a code span does not extend beyond it.
func countLine(line string, claims *Claims) {
	last := lastRuns(line)
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '`':
			run := backticks(line[i:])
			i = spanEnd(line, i+run, run, last[run]) - 1
		case '[':
			if len(line)-i < 3 || line[i+2] != ']' || i > 0 && indexed(line[i-1]) ||
				len(line)-i > 3 && strings.IndexByte("([:", line[i+3]) >= 0 {
				continue
			}
			switch line[i+1] {
			case 'G':
				claims.Grounded++
			case 'I':
				claims.Inferred++
			}
		}
	}
}

// spanEnd is the end of the code span whose text begins at line[at:], after the next run of
// that many backticks. It is at if there is none; last is where the last such run begins.
func spanEnd(line string, at, run, last int) int {
	for p := at; p <= last; {
		next := backticks(line[p:])
		if next == run {
			return p + run
		}
		p += max(next, 1)
	}
	return at
}

// lastRuns is where the last run of backticks of each length begins, so that the end of a span
// is never searched for in vain.
func lastRuns(line string) map[int]int {
	var last map[int]int
	for i := 0; i < len(line); i++ {
		if run := backticks(line[i:]); run > 0 {
			if last == nil {
				last = make(map[int]int)
			}
			last[run] = i
			i += run - 1
		}
	}
	return last
}

func backticks(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

// indexed reports whether c, before a bracket, makes it an index: x[I], f()[I].
func indexed(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == ')' || c == ']'
}
