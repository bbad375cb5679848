// SPDX-License-Identifier: BSD-3-Clause

package diag

import "slices"

// Improve returns the chances of a test whose errors are multiplied by a factor from 0 to 1: the likeliest reading of
// each fault, the first of equals, gains what the others lose.
func Improve(chances [][]float64, factor float64) [][]float64 {
	list := make([][]float64, len(chances))
	for f, row := range chances {
		likeliest := slices.Index(row, slices.Max(row))
		better, rest := make([]float64, len(row)), 0.0
		for w, p := range row {
			if w != likeliest {
				better[w] = p * factor
				rest += better[w]
			}
		}
		better[likeliest] = 1 - rest
		list[f] = better
	}
	return list
}
