// SPDX-License-Identifier: BSD-3-Clause

package stats

// NoneDrawn returns the probability that none of the marked items is among those drawn
// without replacement: the hypergeometric distribution at zero.
func NoneDrawn(items, marked, drawn uint64) float64 {
	if marked+drawn > items {
		return 0
	}
	p := 1.0
	for i := range min(marked, drawn) {
		p *= float64(items-max(marked, drawn)-i) / float64(items-i)
	}
	return p
}
