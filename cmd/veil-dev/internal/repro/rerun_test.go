// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"math"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestRejected compares Holm's method with an example by hand: 0.0001 and 0.003 are below 0.01/4 and
// 0.01/3, 0.006 is above 0.01/2, and so the smaller level of the last does not count.
func TestRejected(t *testing.T) {
	var rows []again
	for _, p := range []float64{0.006, 0.0001, 0.003, 0.0099, -1} {
		rows = append(rows, again{p: p})
	}
	if got := rejected(rows, 0.01); len(got) != 2 || got[0].p != 0.0001 || got[1].p != 0.003 {
		t.Errorf("%v", got)
	}
}

// TestFisher compares with R: fisher.test(matrix(c(3,1,1,3),2)), and (c(1,9,11,3)), the example of its
// manual and of Wikipedia.
func TestFisher(t *testing.T) {
	for _, c := range []struct {
		k, n, l, m int
		want       float64
	}{{3, 4, 1, 4, 0.485714}, {1, 12, 9, 12, 0.002759}, {0, 10, 0, 10, 1}, {500, 1000, 50, 100, 1}} {
		if got := fisher(c.k, c.n, c.l, c.m); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%d of %d, %d of %d: %v, want %v", c.k, c.n, c.l, c.m, got, c.want)
		}
	}
}

// TestWelch: equal means have 1, means of no variance that differ 0, and 2.0 standard errors of many
// games 0.0455.
func TestWelch(t *testing.T) {
	for _, c := range []struct {
		a, b sample
		want float64
	}{
		{sample{10, 1, 0}, sample{20, 1, 0}, 1},
		{sample{10, 1, 0}, sample{20, 0.5, 0}, 0},
		{sample{10, 1, 1}, sample{20, 1, 2}, 1},
		{sample{1e6, 0, 1}, sample{1e6, 2 * math.Sqrt2 / 1000, 1}, 0.0455},
	} {
		if got := welch(c.a, c.b); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%v, %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestSampleOf: the standard deviation is recovered from Student's interval.
func TestSampleOf(t *testing.T) {
	got := sampleOf(runData{Objective: "fraction"}, 0, experiment.Estimate{}, experiment.Estimate{Value: 0.5, Low: 0.5 - 2.262157, High: 0.5 + 2.262157, N: 10})
	if math.Abs(got.sd-math.Sqrt(10)) > 1e-4 || got.n != 10 || got.mean != 0.5 {
		t.Errorf("%+v", got)
	}
	if got := sampleOf(runData{Objective: "won"}, 3, experiment.Estimate{N: 12}, experiment.Estimate{}); got.mean != 0.25 || got.n != 12 {
		t.Errorf("%+v", got)
	}
}
