// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"slices"
	"testing"
)

// TestTicks: axes name round numbers, and those inside their range only.
func TestTicks(t *testing.T) {
	for _, test := range []struct {
		scale scale
		want  []string
	}{
		{scale{-0.04, 1.04, false}, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{scale{-3, 3, false}, []string{"-3", "-2", "-1", "0", "1", "2", "3"}},
		{scale{0, 60000, false}, []string{"0", "10,000", "20,000", "30,000", "40,000", "50,000", "60,000"}},
		{scale{0, 3, true}, []string{"1", "10", "100", "1000"}},
		{scale{-2.1, 0, true}, []string{"0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}},
		{scale{0, 12, true}, []string{"1", "100", "10,000", "1,000,000", "1e+08", "1e+10", "1e+12"}},
	} {
		var got []string
		for _, tick := range test.scale.ticks(6) {
			got = append(got, tick.label)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, want %q", test.scale, got, test.want)
		}
	}
}

// TestFewTicks: where few ticks are asked for, a range of more than two decades has no others between
// powers of ten, so that labels do not overlap.
func TestFewTicks(t *testing.T) {
	for about, want := range map[int]int{4: 3, 6: 7} {
		if got := (scale{2.9, 5.1, true}).ticks(about); len(got) != want {
			t.Errorf("about %d: %v, want %d", about, got, want)
		}
	}
}

// TestNamesKeepApart: however the series end, no two names overlap, their order is that of
// the ends, and they stay inside if they fit.
func TestNamesKeepApart(t *testing.T) {
	for _, ends := range [][]float64{{100, 100, 100}, {0, 500, 250}, {300, 299, 298, 297}, {58}, nil} {
		var all []name
		for i, y := range ends {
			all = append(all, name{series: i, y: y})
		}
		spread(all, 16, 58, 372)
		for i, n := range all {
			if n.y < 58 || n.y > 372 {
				t.Errorf("%v: a name at %g", ends, n.y)
			}
			if i > 0 && (n.y-all[i-1].y < 16-1e-9 || ends[n.series] < ends[all[i-1].series]) {
				t.Errorf("%v: %v after %v", ends, n, all[i-1])
			}
		}
	}
}
