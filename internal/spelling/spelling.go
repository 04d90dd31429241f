// Package spelling tells how far apart two words are, and which of several was meant by one
// that nobody knows. It knows no words itself.
package spelling

import "strings"

// longest bounds the words that are compared, in bytes. What is longer is no slip.
const longest = 256

// Slips is how many mistakes a word may have and still be taken for another: one in
// three letters, and one in the shortest.
func Slips(word string) int { return max(1, len(word)/3) }

// Nearest is the known word that the fewest changes make of word, and the first of
// several; it is empty where more than most are needed. Case does not count.
func Nearest(word string, known []string, most int) string {
	if len(word) > longest {
		return ""
	}
	best, found := most, ""
	for _, k := range known {
		if len(k) > longest {
			continue
		}
		if d := Distance(strings.ToLower(word), strings.ToLower(k)); d <= best && (found == "" || d < best) {
			best, found = d, k
		}
	}
	return found
}

// Distance is the number of letters to insert, delete, replace or swap with their
// neighbour to make b of a (optimal string alignment). It compares bytes and takes time by
// the product of the lengths: bound them first. For words of everyday length it allocates
// nothing.
func Distance(a, b string) int {
	const everyday = 32
	var room [3 * everyday]int
	rows, n := room[:], len(b)+1
	if n > everyday {
		rows = make([]int, 3*n)
	}
	before, last, row := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			step := 1
			if a[i] == b[j] {
				step = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+step)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
