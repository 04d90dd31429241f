// Package spelling computes the edit distance of two words, and finds the known word
// that a misspelt one most likely meant. It knows no words itself. Five packages
// suggest words with it.
package spelling

import "strings"

// longest is the longest word that is compared, in bytes. Longer ones are not typos.
const longest = 256

// Slips is how many typos a word may have and still be taken for another: one for
// every three letters, and at least one.
func Slips(word string) int { return max(1, len(word)/3) }

// Nearest is the known word with the smallest distance from word, the first of several;
// it is empty if that distance exceeds most. Case does not count.
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
// neighbour to turn a into b (optimal string alignment). It compares bytes and takes time
// proportional to the product of the lengths: bound them first. For words of ordinary
// length it allocates nothing.
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
