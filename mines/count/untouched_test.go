// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
)

// TestUntouchedWithKnownMines compares first clicks with brute force on boards of which no
// cell is open but some mines are known, by a mark or by a trusted flag.
func TestUntouchedWithKnownMines(t *testing.T) {
	r := rand.New(rand.NewPCG(2026, 15))
	boards, compared := sizes(), 0
	for i := range testsize.Of(100, 1000, 1000) {
		size := boards[i%len(boards)]
		rules := mines.Rules{Width: size[0], Height: size[1], First: mines.First(r.IntN(3))}
		rules.Mines = r.IntN(min(rules.Cells(), 6) + 1)
		v := mines.NewView(rules)
		for _, c := range r.Perm(rules.Cells())[:r.IntN(rules.Mines+1)] {
			v.Marks[c] = []mines.Mark{mines.Mine, mines.Flag}[r.IntN(2)]
		}
		v = v.TrustFlags()
		a, err := Analyse(v, Limit{})
		if errors.Is(err, veil.ErrImpossible) {
			if n := len(brute(v)); n > 0 {
				t.Fatalf("%v %v: called impossible, but %d layouts fit", rules, v.Marks, n)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for c, m := range v.Marks {
			if m.IsHidden() {
				compareFirstClick(t, a, mines.Cell(c))
				compared++
			}
		}
		if t.Failed() {
			t.Fatalf("board %d: %v %v\n%v", i, rules, rules.First, v.Marks)
		}
	}
	t.Logf("%d first clicks, 0 differences", compared)
}

// TestFirstClickBesideAKnownMine is the board on which a click that no layout allows was
// called safe.
func TestFirstClickBesideAKnownMine(t *testing.T) {
	v := mines.NewView(mines.Rules{Width: 4, Height: 2, Mines: 3, First: mines.Zero})
	v.Marks[1], v.Marks[5] = mines.Mine, mines.Mine
	a, err := Analyse(v, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	if n := a.Total(0); n.Sign() != 0 {
		t.Errorf("r1c1 beside a known mine: %v layouts, want 0", n)
	}
	if n := a.Total(3); n.Int64() != 2 {
		t.Errorf("r1c4: %v layouts, want 2", n)
	}
}
