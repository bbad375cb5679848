// SPDX-License-Identifier: BSD-3-Clause

package unavoidable

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
)

// everyLayout calls see with every way to lay mines.
func everyLayout(cells, count int, see func(mines.Layout)) {
	l := make(mines.Layout, cells)
	var lay func(from, left int)
	lay = func(from, left int) {
		if left == 0 {
			see(l)
			return
		}
		for c := from; c <= cells-left; c++ {
			l[c] = true
			lay(c+1, left-1)
			l[c] = false
		}
	}
	lay(0, count)
}

// TestBoundsHold: no first click on 5x5 is worth more to best play than its bound says, for all
// numbers of mines up to 6 (4 in short tests), and some bounds are of use.
func TestBoundsHold(t *testing.T) {
	most, useful := 6, 0
	if testing.Short() {
		most = 4
	}
	exact := exactValues(t)
	for _, first := range []mines.First{mines.Safe, mines.Zero} {
		for count := 1; count <= most; count++ {
			rules := mines.Rules{Width: 5, Height: 5, Mines: count, First: first}
			clicks := []mines.Cell{0, 1, 2, 6, 7, 12}
			tally := NewTally(rules, clicks)
			everyLayout(25, count, tally.Add)
			for i, c := range clicks {
				want, ok := exact[fmt.Sprintf("%d %v %s", count, first, rules.Name(c))]
				if !ok {
					t.Fatalf("no exact value of %v at %s", rules, rules.Name(c))
				}
				got := tally.Bound(i)
				if got < want-1e-12 || got > 1+1e-12 {
					t.Errorf("%d mines, %v, %s: bound %.6f, best play wins %.6f", count, first, rules.Name(c), got, want)
				}
				if got < 0.97 {
					useful++
				}
				if got == want && want < 1 {
					t.Logf("%d mines, %v, %s: the bound %.6f is what best play wins", count, first, rules.Name(c), got)
				}
			}
		}
	}
	if useful < 10 {
		t.Errorf("only %d bounds say something", useful)
	}
}

// exactValues reads what first clicks on 5x5 are worth to best play.
func exactValues(t *testing.T) map[string]float64 {
	t.Helper()
	text, err := os.ReadFile("../../experiments/optimal/5x5.tsv")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		var w, h, count int
		var first, cell, badge string
		var wins, layouts float64
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &w, &h, &count, &first, &cell, &wins, &layouts, &badge); err == nil && badge == "exact" {
			values[fmt.Sprintf("%d %v %s", count, first, cell)] = wins / layouts
		}
	}
	return values
}

// TestPairs: the sealed pairs of some layouts.
func TestPairs(t *testing.T) {
	for _, c := range []struct {
		layout string
		want   string
	}{
		{"*.*. ..*. .... ....", "[[0 1]]"},            // a corner behind two mines
		{"*.*.*.* ..*.*.. ....... .......", "[[0 1]"}, // prefix: the second corner follows
		{"*... .... .... ....", "[]"},
		{".... .**. .... ....", "[]"},
	} {
		rows := strings.Fields(c.layout)
		rules := mines.Rules{Width: len(rows[0]), Height: len(rows), First: mines.Any}
		l := make(mines.Layout, rules.Cells())
		for i, sign := range strings.Join(rows, "") {
			if l[i] = sign == '*'; l[i] {
				rules.Mines++
			}
		}
		if got := fmt.Sprint(newFinder(rules).Pairs(l)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.layout, got, c.want)
		}
	}
}

// TestLookAlike: exchanging a sealed pair changes no number elsewhere.
func TestLookAlike(t *testing.T) {
	rules := mines.Rules{Width: 4, Height: 4, Mines: 5, First: mines.Any}
	f := newFinder(rules)
	pairs := 0
	everyLayout(16, 5, func(l mines.Layout) {
		for _, p := range append([]Pair(nil), f.Pairs(l)...) {
			pairs++
			other := append(mines.Layout(nil), l...)
			other[p[0]], other[p[1]] = l[p[1]], l[p[0]]
			for c := range mines.Cell(16) {
				if !l[c] && !p.has(c) && l.Number(rules, c) != other.Number(rules, c) {
					t.Fatalf("%v: exchanging %v shows at %s", l, p, rules.Name(c))
				}
			}
		}
	})
	if pairs < 100 {
		t.Errorf("only %d pairs", pairs)
	}
}
