// SPDX-License-Identifier: BSD-3-Clause

package text

// Nearest returns the candidate that word probably stands for: the one with the fewest changed
// letters, if those are few enough for a typing error.
func Nearest(word string, candidates []string) (string, bool) {
	best, fewest := "", 1+max(1, len(word)/3)
	for _, candidate := range candidates {
		if d := editDistance(word, candidate); d < fewest {
			best, fewest = candidate, d
		}
	}
	return best, best != "" && best != word
}

// DidYouMean returns a note with the nearest candidate, or nil if none is close.
func DidYouMean(word string, candidates []string) []string {
	if guess, ok := Nearest(word, candidates); ok {
		return []string{"did you mean " + guess + "?"}
	}
	return nil
}

// editDistance counts insertions, deletions, substitutions and swaps of adjacent
// letters (optimal string alignment).
func editDistance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
