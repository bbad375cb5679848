// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// enumerated is what brute force says of a view.
type enumerated struct {
	layouts int64
	mine    []int64
	law     [][9]int64
}

func enumerate(v mines.View) enumerated {
	around := surroundings(v.Rules)
	fits := brute(v)
	e := enumerated{
		layouts: int64(len(fits)),
		mine:    make([]int64, v.Cells()),
		law:     make([][9]int64, v.Cells()),
	}
	for _, mines := range fits {
		for c := range around {
			if mines>>c&1 == 1 {
				e.mine[c]++
			} else {
				e.law[c][bits.OnesCount32(mines&around[c])]++
			}
		}
	}
	return e
}

// sizes are the boards of the brute-force comparison: everything up to 5x5 and 3x8.
func sizes() [][2]int {
	all := [][2]int{{8, 3}, {3, 8}, {8, 2}, {7, 3}, {6, 3}, {8, 1}}
	for w := 1; w <= 5; w++ {
		for h := 1; h <= 5; h++ {
			all = append(all, [2]int{w, h})
		}
	}
	return all
}

// TestAgainstEnumeration compares layout counts, risks and reading laws with brute
// force, as exact fractions, on random reachable positions of every size, first-click
// rule and mine count.
func TestAgainstEnumeration(t *testing.T) {
	want := 20_000
	if testing.Short() {
		want = 2_000
	}
	r := rand.New(rand.NewPCG(2026, 1))
	boards := sizes()
	large := 0 // positions with many layouts take long to list: a hundred are enough
	for i, n := 0, 0; n < want; i++ {
		size := boards[i%len(boards)]
		rules := mines.Rules{Width: size[0], Height: size[1], First: mines.First(r.IntN(3))}
		rules.Mines = r.IntN(rules.Cells() + 1)
		v, ok := randomView(r, rules, 1+r.IntN(rules.Cells()))
		if !ok {
			continue // nobody gets here
		}
		if hiddenBinomial(v) > 100_000 {
			if large++; large > want/200 {
				continue
			}
		}
		n++
		compare(t, v, enumerate(v))
		if t.Failed() {
			t.Fatalf("position %d: %v %v\n%v", n, rules, rules.First, v.Marks)
		}
	}
	t.Logf("%d positions, 0 differences", want)
}

// hiddenBinomial bounds the number of layouts brute force has to look at.
func hiddenBinomial(v mines.View) float64 {
	hidden := 0
	for _, m := range v.Marks {
		if m.IsHidden() {
			hidden++
		}
	}
	f, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(hidden), int64(v.Mines))).Float64()
	return f
}

func compare(t *testing.T, v mines.View, e enumerated) {
	t.Helper()
	a, err := Analyse(v, Limit{})
	if err != nil {
		t.Error(err)
		return
	}
	equal := func(what string, c int, got *big.Int, want int64) {
		if got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%s of %s: got %v, want %v of %v", what, v.Name(mines.Cell(c)), got, want, e.layouts)
		}
	}
	equal("layouts", 0, a.Layouts(), e.layouts)
	for c, m := range v.Marks {
		equal("mines", c, a.MineCount(mines.Cell(c)), e.mine[c])
		law, err := a.Law(mines.Cell(c))
		if err != nil {
			t.Error(err)
		}
		for x := range law {
			equal("law", c, law[x], e.law[c][x])
		}
		if m.IsHidden() {
			compareCertainty(t, a, mines.Cell(c), e.mine[c], e.layouts)
		}
	}
	compareFloats(t, v, a)
}

func compareCertainty(t *testing.T, a *Analysis, c mines.Cell, mines, layouts int64) {
	t.Helper()
	want := Unsure
	switch mines {
	case 0:
		want = CertainSafe
	case layouts:
		want = CertainMine
	}
	if got := a.Certainty(c); got != want {
		t.Errorf("certainty of %s: got %v, want %v", a.view.Name(c), got, want)
	}
}

// compareFloats checks the fast weights against the exact counts.
func compareFloats(t *testing.T, v mines.View, a *Analysis) {
	t.Helper()
	s := NewSolver(v.Rules, Limit{})
	if err := s.Load(v); err != nil {
		t.Fatal(err)
	}
	if err := s.Deduce(); err != nil {
		t.Fatal(err)
	}
	if err := s.Weigh(); err != nil {
		t.Fatal(err)
	}
	f, _ := new(big.Float).SetInt(a.Layouts()).Float64()
	if got := s.LogLayouts(); math.Abs(got-math.Log2(f)) > 1e-6 {
		t.Errorf("2^%v layouts by weights, %v by counting", got, a.Layouts())
	}
	for c := range mines.Cell(v.Cells()) {
		want := veil.Ratio(a.MineCount(c), a.Layouts())
		if got := s.Risk(c); math.Abs(got-want) > 1e-12 {
			t.Errorf("risk of %s: float %v, exact %v", v.Name(c), got, want)
		}
		if v.Marks[c].IsHidden() {
			compareLaws(t, s, a, c)
		}
	}
}

func compareLaws(t *testing.T, s *Solver, a *Analysis, c mines.Cell) {
	t.Helper()
	exact, err := a.Law(c)
	if err != nil {
		t.Fatal(err)
	}
	law, err := s.Law(c)
	if err != nil {
		t.Fatal(err)
	}
	for x := range law {
		if want := veil.Ratio(exact[x], a.Layouts()); math.Abs(law[x]-want) > 1e-12 {
			t.Errorf("%s shows %d: float %v, exact %v", a.view.Name(c), x, law[x], want)
		}
	}
}

// TestFirstClick compares what is known of untouched boards with enumeration, under
// every rule and for every first click.
func TestFirstClick(t *testing.T) {
	for _, rules := range []mines.Rules{{Width: 4, Height: 3, Mines: 3}, {Width: 3, Height: 3, Mines: 5}, {Width: 5, Height: 1, Mines: 2}} {
		for _, rules.First = range []mines.First{mines.Safe, mines.Zero, mines.Any} {
			a, err := Analyse(mines.NewView(rules), Limit{})
			if err != nil {
				t.Fatal(err)
			}
			for c := range mines.Cell(rules.Cells()) {
				compareFirstClick(t, a, c)
			}
		}
	}
}

func compareFirstClick(t *testing.T, a *Analysis, c mines.Cell) {
	t.Helper()
	rules := a.view.Rules
	around := surroundings(rules)
	free := map[mines.First]uint32{mines.Safe: 1 << c, mines.Zero: 1<<c | around[c]}[rules.First]
	var total, mine int64
	var law [9]int64
	for _, mines := range brute(a.view) {
		switch {
		case mines&free != 0:
			continue
		case mines>>c&1 == 1:
			mine++
		default:
			law[bits.OnesCount32(mines&around[c])]++
		}
		total++
	}
	got, err := a.Law(c)
	if err != nil {
		t.Fatal(err)
	}
	for x := range law {
		if got[x].Int64() != law[x] {
			t.Errorf("%v %v: %s shows %d in %v layouts, want %d", rules, rules.First, rules.Name(c), x, got[x], law[x])
		}
	}
	if a.Total(c).Int64() != total || a.MineCount(c).Int64() != mine {
		t.Errorf("%v %v: %s: %v of %v, want %d of %d", rules, rules.First, rules.Name(c), a.MineCount(c), a.Total(c), mine, total)
	}
}

// TestWithoutMineCount checks that what is certain without the count is what holds for
// every count.
func TestWithoutMineCount(t *testing.T) {
	r := rand.New(rand.NewPCG(2026, 2))
	for range 500 {
		rules := mines.Rules{Width: 4, Height: 4, Mines: 1 + r.IntN(8)}
		v, _ := randomView(r, rules, 2+r.IntN(8))
		mine, layouts := make([]int64, v.Cells()), int64(0)
		for v.Mines = 0; v.Mines <= v.Cells(); v.Mines++ {
			e := enumerate(v)
			layouts += e.layouts
			for c := range mine {
				mine[c] += e.mine[c]
			}
		}
		v.Mines = mines.UnknownMines
		a, err := Analyse(v, Limit{})
		if err != nil {
			t.Fatal(err)
		}
		for c, m := range v.Marks {
			if m.IsHidden() {
				compareCertainty(t, a, mines.Cell(c), mine[c], layouts)
			}
		}
		if a.Layouts() != nil || a.Counted() {
			t.Fatal("layouts were counted without a mine count")
		}
	}
}

// TestImpossible changes a number of a position and checks that a contradiction is
// reported exactly where enumeration finds no layout.
func TestImpossible(t *testing.T) {
	r := rand.New(rand.NewPCG(2026, 4))
	found := 0
	for range 3000 {
		rules := mines.Rules{Width: 2 + r.IntN(4), Height: 2 + r.IntN(3)}
		rules.Mines = r.IntN(rules.Cells())
		v, ok := randomView(r, rules, 2+r.IntN(rules.Cells()-1))
		if !ok {
			continue
		}
		for c, m := range v.Marks {
			if m.IsNumber() && r.IntN(3) == 0 {
				v.Marks[c] = mines.Mark(r.IntN(9))
				break
			}
		}
		want := len(brute(v)) > 0
		got, err := Consistent(v, Limit{})
		if err != nil || got != want {
			t.Fatalf("%v %v: got %v, %v, want %v", rules, v.Marks, got, err, want)
		}
		if !want {
			found++
			if _, err := Analyse(v, Limit{}); !errors.Is(err, veil.ErrImpossible) {
				t.Fatalf("%v %v: got %v, want ErrImpossible", rules, v.Marks, err)
			}
		}
	}
	if found < 300 {
		t.Errorf("only %d contradictory boards were tried", found)
	}
}
