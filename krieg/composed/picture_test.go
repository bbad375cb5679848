// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/krieg/composed"
)

// pictured are the methods of the figures: those of the paper's own, and ours. UDB is LE-DFS.
func pictured() []string {
	return []string{"DFS", "L-DFS", "GL-DFS", "GX-DFS", "PNS", "LE-DFS", "DUB", "DBU", "GL-DBU", "IPNS", "veil"}
}

// picture draws the fraction solved against the limit as the paper does: mates in the upper panel,
// near misses in the lower.
func (b *bench) picture(t *testing.T, set, axis string) *figure.Figure {
	t.Helper()
	var panels []*figure.Figure
	low, high := b.span(set, axis)
	for _, verdict := range []string{composed.Mate, composed.NearMiss} {
		of := map[string]string{composed.Mate: "mates", composed.NearMiss: "near misses"}[verdict]
		f, err := figure.Curves(figure.Axes{
			Title: fmt.Sprintf("%s plies, %s: %d %s", set[len(set)-1:], set, len(b.of(set, verdict, "veil")), of),
			X:     map[string]string{byCPU: "limit of CPU time per problem, in milliseconds", byStates: "limit of hidden states made per problem"}[axis],
			Y:     "fraction solved within the limit; bars: 95%", LogX: true, From: low, To: high,
		}, b.curves(set, verdict, axis))
		if err != nil {
			t.Fatal(err)
		}
		panels = append(panels, f)
	}
	return figure.Stack(panels...)
}

// span returns the limits that both panels show: from the first problem solved to the last.
func (b *bench) span(set, axis string) (low, high float64) {
	low = math.Inf(1)
	for _, method := range pictured() {
		for _, r := range b.of(set, "", method) {
			if r.solved() {
				low, high = min(low, r.cost(axis)), max(high, r.cost(axis))
			}
		}
	}
	return low, high
}

// curves are the fraction of the problems that each method solves within a limit, up to the limit at
// which a run was cut.
func (b *bench) curves(set, verdict, axis string) (all []figure.Series) {
	low, high := b.span(set, axis)
	for _, method := range pictured() {
		runs := b.of(set, verdict, method)
		s := figure.Series{Name: method}
		for _, x := range fine(low, min(high, reach(axis, runs))) {
			n := solvedBy(axis, runs, x)
			in := stats.Wilson(n, len(runs), 0.95)
			s.Points = append(s.Points, figure.Point{X: x, Y: float64(n) / float64(len(runs)), Low: in.Lo, High: in.Hi})
		}
		all = append(all, s)
	}
	return all
}

// reach returns the limit up to which all runs are known.
func reach(axis string, runs []measured) float64 {
	most := math.Inf(1)
	for _, r := range runs {
		if !r.solved() {
			most = min(most, r.cost(axis))
		}
	}
	return most
}

// fine returns the limits at which a curve is drawn, thirty per decade.
func fine(low, high float64) (limits []float64) {
	for x := low; x < high; x *= math.Pow(10, 1.0/30) {
		limits = append(limits, x)
	}
	return append(limits, high)
}

// TestCurves: a curve rises, ends where a run was cut, and its last point has the problems solved
// until then.
func TestCurves(t *testing.T) {
	runs := append(several(3, took(composed.Mate, 100)), took(composed.Mate, 1000), took(unsolved, 500))
	b := &bench{runs: map[[2]string][]measured{}}
	for _, method := range pictured() {
		b.runs[[2]string{"x", method}] = runs
	}
	points := b.curves("x", composed.Mate, byStates)[0].Points
	rises := slices.IsSortedFunc(points, func(p, q figure.Point) int {
		if q.X > p.X && q.Y >= p.Y {
			return -1
		}
		return 1
	})
	last := points[len(points)-1]
	if !rises || last.X != 500 || last.Y != 0.6 || last.Low >= 0.6 || last.High <= 0.6 || points[0].Y != 0.6 {
		t.Errorf("%v", points)
	}
}
