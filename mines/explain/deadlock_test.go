// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

// bestWins returns in how many of the layouts the best play wins, by trying every
// order of opening.
func bestWins(v mines.View, layouts []mines.Layout) int {
	best := 0
	for _, c := range cellsOf(v) {
		if !v.Marks[c].IsHidden() {
			continue
		}
		shows := map[mines.Mark][]mines.Layout{}
		for _, l := range layouts {
			if !l[c] {
				n := mines.Mark(l.Number(v.Rules, c))
				shows[n] = append(shows[n], l)
			}
		}
		wins := 0
		for n, still := range shows {
			after := v.With(c, n)
			if onlyMines(after) {
				wins += len(still)
			} else {
				wins += bestWins(after, still)
			}
		}
		best = max(best, wins)
	}
	return best
}

func onlyMines(v mines.View) bool {
	hidden := 0
	for _, m := range v.Marks {
		if m.IsHidden() || m == mines.Mine {
			hidden++
		}
	}
	return hidden == v.Mines
}

// fittingLayouts lists the layouts by trying all of them.
func fittingLayouts(v mines.View) []mines.Layout {
	p, id := dumbClues(v, everyNumber, true)
	var layouts []mines.Layout
	for bits := range uint(1) << p.Hidden {
		if !fitsAll(p, bits) {
			continue
		}
		l := make(mines.Layout, v.Cells())
		for c := range l {
			l[c] = v.Marks[c] == mines.Mine
		}
		for c, k := range id {
			l[c] = bits>>k&1 == 1
		}
		layouts = append(layouts, l)
	}
	return layouts
}

func TestDeadlocksAreWonOnceInTheirNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 0))
	found := map[int]int{}
	for range 40_000 {
		w, h := 2+r.IntN(4), 2+r.IntN(3)
		v, _ := reachedView(r, mines.Rules{Width: w, Height: h, Mines: 1 + r.IntN(w*h/2), First: mines.Any})
		p, _ := dumbClues(v, everyNumber, true)
		if p.Hidden > 7 || p.Hidden == 0 || !p.Counted {
			continue
		}
		known, err := count.Analyse(v, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		s, ok := explain.DeadlockOf(known)
		if !ok {
			continue
		}
		layouts := fittingLayouts(v)
		n := len(layouts)
		if wins := bestWins(v, layouts); wins != 1 {
			t.Fatalf("%v: best play wins %d of %d, yet %q", v.Marks, wins, n, s.Text)
		}
		if chance := map[int]string{2: "50.00%", 3: "33.33% (1/3)", 4: "25.00%"}[n]; !strings.Contains(s.Text, chance+" exact") {
			t.Fatalf("%d layouts: %s", n, s.Text)
		}
		found[n]++
	}
	t.Logf("deadlocks by number of layouts: %v, each won once by best play", found)
	if found[2] == 0 || found[3]+found[4] == 0 {
		t.Error("the positions do not exercise every size")
	}
}
