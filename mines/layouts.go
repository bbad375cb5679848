// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"fmt"
	"iter"
	"math/big"
	"slices"
)

// layouts yields every layout that leaves zone free, in lexicographic order of the
// mines' cells.
func (m *Model) layouts(zone []Cell) iter.Seq[Set] {
	var allowed []Cell
	for c := range Cell(len(m.around)) {
		if !slices.Contains(zone, c) {
			allowed = append(allowed, c)
		}
	}
	count := new(big.Int).Binomial(int64(len(allowed)), int64(m.rules.Mines))
	if count.Cmp(big.NewInt(MaxListed)) > 0 {
		panic(fmt.Sprintf("mines: %v has %v layouts; at most %d are listed", m.rules, count, MaxListed))
	}
	return func(yield func(Set) bool) {
		chosen := make([]int, m.rules.Mines)
		for i := range chosen {
			chosen[i] = i
		}
		for ok := len(chosen) <= len(allowed); ok; ok = nextChoice(chosen, len(allowed)) {
			var s Set
			for _, i := range chosen {
				s.Add(allowed[i])
			}
			if !yield(s) {
				return
			}
		}
	}
}

// nextChoice advances chosen, an increasing choice out of 0..n-1, to the next one in
// lexicographic order; it reports false after the last.
func nextChoice(chosen []int, n int) bool {
	k := len(chosen)
	for i := k - 1; i >= 0; i-- {
		if chosen[i] < n-k+i {
			chosen[i]++
			for j := i + 1; j < k; j++ {
				chosen[j] = chosen[j-1] + 1
			}
			return true
		}
	}
	return false
}
