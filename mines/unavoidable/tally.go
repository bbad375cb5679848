// SPDX-License-Identifier: BSD-3-Clause

package unavoidable

import (
	"math"

	"github.com/veilplan/veil/mines"
)

// Tally computes upper bounds on the winning chances of first clicks, from all layouts or from a
// random sample of them.
//
// After a first click that shows n some second cell must be opened, the same in all layouts in
// which the first one shows n. So the best winning chance is at most the sum over n of the maximum,
// over second cells, of the layouts in which that cell is safe, each weighted by the chance to
// survive its sealed pairs. Where the first click must be a zero, the second cell costs nothing.
type Tally struct {
	rules  mines.Rules
	finder *finder
	clicks []tally
	weight []float64 // per cell: the weight of a layout if that cell is opened second
}

// tally holds the sums of one first click.
type tally struct {
	cell    mines.Cell
	layouts int          // that the rule allows after it
	zero    float64      // where it is a zero
	second  [9][]float64 // by number and second cell
}

// NewTally returns a tally of first clicks.
func NewTally(rules mines.Rules, clicks []mines.Cell) *Tally {
	t := &Tally{rules: rules, finder: newFinder(rules), weight: make([]float64, rules.Cells())}
	for _, c := range clicks {
		x := tally{cell: c}
		for n := range x.second {
			if rules.First != mines.Zero {
				x.second[n] = make([]float64, rules.Cells())
			}
		}
		t.clicks = append(t.clicks, x)
	}
	return t
}

// Add counts a layout, drawn as if no cell were protected.
func (t *Tally) Add(l mines.Layout) {
	pairs := t.finder.Pairs(l)
	for c := range t.weight {
		t.weight[c] = 0
		if !l[c] {
			t.weight[c] = getThrough(pairs, mines.Cell(c), -1)
		}
	}
	for i := range t.clicks {
		x := &t.clicks[i]
		if l[x.cell] {
			continue
		}
		n := l.Number(t.rules, x.cell)
		switch {
		case t.rules.First != mines.Zero:
			x.layouts++
			t.addSecond(x.second[n], pairs, x.cell)
		case n == 0:
			x.layouts++
			x.zero += getThrough(pairs, x.cell, -1)
		}
	}
}

// addSecond counts a layout for every second cell.
func (t *Tally) addSecond(sums []float64, pairs []Pair, first mines.Cell) {
	for c, w := range t.weight {
		sums[c] += w
	}
	sums[first] -= t.weight[first] // it is open
	for _, p := range pairs {
		if !p.has(first) {
			continue
		}
		for c, w := range t.weight { // the first click went through a pair
			if w > 0 && mines.Cell(c) != first {
				sums[c] += getThrough(pairs, mines.Cell(c), first) - w
			}
		}
		return
	}
}

// getThrough returns the chance to survive those pairs that contain neither a nor b, which are
// open.
func getThrough(pairs []Pair, a, b mines.Cell) float64 {
	chance := 1.0
	for _, p := range pairs {
		if !p.has(a) && !p.has(b) {
			chance /= 2
		}
	}
	return chance
}

// Bound returns the bound of the i-th first click if every layout was added.
func (t *Tally) Bound(i int) float64 {
	x := &t.clicks[i]
	sum := x.zero
	for _, second := range x.second {
		most := 0.0
		for _, w := range second {
			most = max(most, w)
		}
		sum += most
	}
	return sum / float64(x.layouts)
}

// Above returns a value that exceeds the bound if layouts were drawn, except with probability
// wrong: one of n layouts moves the bound by at most 1/n, and choosing the second cells by the
// drawn layouts can only make it larger (McDiarmid 1989).
func (t *Tally) Above(i int, wrong float64) float64 {
	return t.Bound(i) + math.Sqrt(-math.Log(wrong)/(2*float64(t.clicks[i].layouts)))
}
