// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestRerun: every chosen row of the data was played again or was too expensive, its p-value is that
// of its samples, and no row differs by Holm's method.
func TestRerun(t *testing.T) {
	d, err := readData(filepath.Join(rootDir, papersData))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readRerun(filepath.Join(rootDir, rerunData))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range choose(d) {
		i := slices.IndexFunc(rows, func(a again) bool { return a.run == want.run && a.policy == want.policy })
		if i < 0 {
			t.Errorf("%s, %s was not played again: go run ./cmd/veil-dev repro rerun", want.run, want.policy)
			continue
		}
		if got := rows[i]; got.before.n != want.before.n || math.Abs(got.before.mean-want.before.mean) > 1e-5 {
			t.Errorf("%s, %s: compared with %v, the data has %v", want.run, want.policy, got.before, want.before)
		}
	}
	played := 0
	for _, row := range rows {
		if row.p < 0 {
			continue
		}
		played++
		if p := row.compare(); math.Abs(p-row.p) > 0.01 { // of rounded samples
			t.Errorf("%v: p = %v", row, p)
		}
	}
	if played < 10 {
		t.Errorf("only %d rows were played", played)
	}
	for _, row := range rejected(rows, rerunLevel) {
		t.Errorf("differs: %v", row)
	}
}

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
