// SPDX-License-Identifier: BSD-3-Clause

package cloud

import "math/rand/v2"

// Draw returns the indices of about n boards and their weights, which add up to 1: all boards if
// there are no more, and otherwise some, by the sample's own unbiased reduction.
func (c *Cloud) Draw(n int, r *rand.Rand) (boards []int, weights []float64) {
	all := make([]float64, c.Len())
	for i := range all {
		all[i] = c.front.list[i].weight
	}
	if len(all) <= n {
		for i := range all {
			boards = append(boards, i)
		}
		return boards, all
	}
	s, sum := newSieve(threshold(all, n), r), 0.0
	for i, w := range all {
		if w, ok := s.pass(w); ok {
			boards, weights = append(boards, i), append(weights, w)
			sum += w
		}
	}
	for i := range weights {
		weights[i] /= sum
	}
	return boards, weights
}
