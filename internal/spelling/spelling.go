// Package spelling tells how far apart two words are, for those who ask "did you
// mean". It knows no words and suggests none.
package spelling

// Distance is the number of letters to insert, delete, replace or swap with their
// neighbour to make b of a (optimal string alignment). It compares bytes and takes
// time and room by the product of the lengths: bound them first.
func Distance(a, b string) int {
	before, last, row := []int(nil), []int(nil), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
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
