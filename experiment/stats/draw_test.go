// SPDX-License-Identifier: BSD-3-Clause

package stats_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/veilplan/veil/experiment/stats"
)

// TestNoneDrawn counts the subsets of small sets.
func TestNoneDrawn(t *testing.T) {
	const items = 12
	for marked := range items + 1 {
		for drawn := range items + 1 {
			none, all := 0, 0
			for set := range 1 << items {
				if bits.OnesCount(uint(set)) != drawn {
					continue
				}
				all++
				if set&(1<<marked-1) == 0 {
					none++
				}
			}
			want := float64(none) / float64(all)
			if got := stats.NoneDrawn(items, uint64(marked), uint64(drawn)); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d marked, %d drawn: %v, want %v", marked, drawn, got, want)
			}
		}
	}
}
