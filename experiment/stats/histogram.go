// SPDX-License-Identifier: BSD-3-Clause

package stats

import "math/bits"

// A Histogram counts positive integers in bins whose width grows with the number: 16 to
// an octave, so a quantile is known to one part in 16. Counts add up exactly, in any
// order. The zero value is empty.
type Histogram struct {
	Counts [histogramBins]int
	N      int
	Max    uint64
}

const (
	fine          = 4 // 2^fine bins to an octave
	histogramBins = (65 - fine) << fine
)

// Add counts x.
func (h *Histogram) Add(x uint64) {
	h.Counts[binOf(x)]++
	h.N++
	h.Max = max(h.Max, x)
}

// Merge adds the counts of another histogram.
func (h *Histogram) Merge(o *Histogram) {
	for i, n := range o.Counts {
		h.Counts[i] += n
	}
	h.N += o.N
	h.Max = max(h.Max, o.Max)
}

// Quantile returns a number that a share q of the counted numbers does not exceed, to within the
// width of a bin; 0 if the histogram is empty.
func (h *Histogram) Quantile(q float64) uint64 {
	left := int(q * float64(h.N))
	for i, n := range h.Counts {
		if left -= n; left < 0 {
			_, hi := BinEdges(i)
			return min(hi, h.Max)
		}
	}
	return h.Max
}

// binOf returns the bin of x. Small numbers each have their bin.
func binOf(x uint64) int {
	if x < 1<<fine {
		return int(x)
	}
	octave := bits.Len64(x) - 1 - fine
	return octave<<fine + int(x>>octave)
}

// BinEdges returns the smallest and the largest number of a bin.
func BinEdges(bin int) (lo, hi uint64) {
	if bin < 1<<(fine+1) {
		return uint64(bin), uint64(bin)
	}
	octave := bin>>fine - 1
	lo = uint64(bin-octave<<fine) << octave
	return lo, lo + 1<<octave - 1
}
