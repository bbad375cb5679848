// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

// firstClicks returns the exact value of every first click on an untouched board, by
// the cell's name.
func firstClicks(t *testing.T, rules mines.Rules, objective mines.Objective) map[string]veil.Value {
	t.Helper()
	a, err := count.Analyse(mines.NewView(rules), count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := analysis.NewSearch(t.Context(), a, analysis.SearchConfig{MaxLayouts: 1 << 22, Objective: objective})
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Run(t.Context(), veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]veil.Value{}
	for _, m := range values.Moves {
		byName[rules.Name(m.Cell)] = m.Win
	}
	return byName
}

func fraction(v veil.Value) string {
	num, den := v.Fraction()
	if num == nil {
		return v.String()
	}
	return fmt.Sprintf("%v/%v", num, den)
}

// 2011, §III.A and Table I: 4x4 with 6 mines, first click on a zero, is a forced win if
// the first move is in the central square, and only then.
func TestPaper2011_FourByFourIsAForcedWinFromTheCentreOnly(t *testing.T) {
	values := firstClicks(t, mines.Rules{Width: 4, Height: 4, Mines: 6, First: mines.Zero}, mines.Won)
	for cell, v := range values {
		centre := cell == "r2c2" || cell == "r2c3" || cell == "r3c2" || cell == "r3c3"
		if num, den := v.Fraction(); (num.Cmp(den) == 0) != centre {
			t.Errorf("%s wins %s", cell, fraction(v))
		}
	}
	if got := fraction(values["r2c2"]); got != "7/7" {
		t.Errorf("the centre wins %s, want 7/7", got)
	}
}

// 2011, Fig. 2 left: three hidden cells in a row, one mine. Opening the middle is worth
// 1 expected move, opening an end 4/3.
func TestPaper2011_Figure2LeftIsOneAgainstFourThirds(t *testing.T) {
	values := firstClicks(t, mines.Rules{Width: 1, Height: 3, Mines: 1, First: mines.Any}, mines.Fraction)
	safeCells := big.NewRat(2, 1)
	for cell, want := range map[string]*big.Rat{"r1c1": big.NewRat(4, 3), "r2c1": big.NewRat(1, 1), "r3c1": big.NewRat(4, 3)} {
		moves := values[cell].Rat()
		if moves.Mul(moves, safeCells).Cmp(want) != 0 {
			t.Errorf("%s: %v expected moves, want %v", cell, moves, want)
		}
	}
}

// 2011, Fig. 2 middle and the abstract: moves with the same risk can have different
// winning chances. The hero board of the documentation is one of many.
func TestPaper2011_EqualRiskIsNotEqualChance(t *testing.T) {
	values := firstClicks(t, mines.Rules{Width: 4, Height: 4, Mines: 4, First: mines.Any}, mines.Won)
	if corner, edge := fraction(values["r1c1"]), fraction(values["r1c2"]); corner == edge {
		t.Errorf("corner and edge both win %s", corner)
	}
}

// 2012, §4.2: on 3x3 with 7 mines a corner or side wins 1/4, the centre 1/8, and a
// uniform first move 17/72.
func TestPaper2012_ThreeByThreeWithSevenMines(t *testing.T) {
	values := firstClicks(t, mines.Rules{Width: 3, Height: 3, Mines: 7}, mines.Won)
	sum := new(big.Rat)
	for cell, v := range values {
		want := big.NewRat(1, 4)
		if cell == "r2c2" {
			want = big.NewRat(1, 8)
		}
		got := v.Rat()
		if got.Cmp(want) != 0 {
			t.Errorf("%s wins %v, want %v", cell, got, want)
		}
		sum.Add(sum, got)
	}
	if mean := sum.Quo(sum, big.NewRat(9, 1)); mean.Cmp(big.NewRat(17, 72)) != 0 {
		t.Errorf("a uniform first move wins %v, want 17/72", mean)
	}
}

// 2012, §5.1: on 5x5 with 15 mines, first click on a zero, the centre is a sure win;
// the cells diagonal to it lose at least 1/2, those beside it at least 1/4.
func TestPaper2012_FiveByFiveFifteenIsASureWinFromTheCentre(t *testing.T) {
	values := firstClicks(t, mines.Rules{Width: 5, Height: 5, Mines: 15, First: mines.Zero}, mines.Won)
	for cell, want := range map[string]string{"r3c3": "16/16", "r2c2": "8/16", "r2c3": "12/16"} {
		if got := fraction(values[cell]); got != want {
			t.Errorf("%s wins %s, want %s", cell, got, want)
		}
	}
}

// 2012, Table 2: the optimum on the boards of the table that are solved in a moment.
// The others are rows of search/optimal/testdata.
func TestPaper2012_OptimaOfTable2(t *testing.T) {
	for board, want := range map[string]string{"4x4/4": "961/1365", "3x1/1": "2/2", "5x2/3": "21/84", "10x1/5": "24/126"} {
		rules, err := mines.ParseSize(board)
		if err != nil {
			t.Fatal(err)
		}
		best := ""
		var most veil.Value
		for _, v := range firstClicks(t, rules, mines.Won) {
			if best == "" || v.Float() > most.Float() {
				best, most = fraction(v), v
			}
		}
		if best != want {
			t.Errorf("%s: best play wins %s, want %s", board, best, want)
		}
	}
}

// 2011, Table I: at equal effort the consistent belief plays the small board perfectly
// and the fast version does not.
func TestPaper2011_TableI(t *testing.T) {
	const rules = `{"board":"4x4/6","first":"zero","objective":"fraction"}`
	const games = 60
	play := func(belief string) float64 {
		_, score := winRate(t, rules, "bsruct", fmt.Sprintf(`{"belief":%q,"draws":1000,"simulations":1000000,"cascade":true}`, belief), games)
		return score
	}
	slow, fast := play("rejection"), play("inherit")
	if slow < 0.98 || fast > 0.9 {
		t.Errorf("rejection scores %.3f, the fast version %.3f", slow, fast)
	}
}

// 2011, Table II: on the big board neither belief can be sampled late in a game, and
// their scores are those of the paper, some 0.5; an exact belief goes on.
func TestPaper2011_TableII(t *testing.T) {
	const rules = `{"board":"7x7/11","first":"zero","objective":"fraction"}`
	for params, want := range map[string][2]float64{
		`{"belief":"rejection","draws":300,"simulations":1000000,"cascade":true}`: {0.42, 0.65},
		`{"belief":"inherit","draws":300,"simulations":1000000,"cascade":true}`:   {0.42, 0.65},
		`{"belief":"exact","simulations":100,"cascade":true}`:                     {0.55, 0.80},
	} {
		game := gamesOf(t, rules, "bsruct", params)
		score := remembered(func(i int) float64 { return game(i).Score }) // two bars see the same games
		trial := testsize.Trial{Least: testsize.Of(10, 12, 30), Most: 300}
		for bar, sign := range map[float64]float64{want[0]: 1, want[1]: -1} { // above the lower, below the upper
			trial.Bar = sign * bar
			if mean, n, ok := trial.Above(func(i int) float64 { return sign * score(i) }); !ok {
				t.Errorf("%s scores %.3f in %d games, want clearly within %v", params, sign*mean, n, want)
			}
		}
	}
}

// remembered calls a function once for each of 0, 1, 2 and so on.
func remembered(f func(int) float64) func(int) float64 {
	var list []float64
	return func(i int) float64 {
		if i == len(list) {
			list = append(list, f(i))
		}
		return list[i]
	}
}

// 2012, Table 2: where CSP-PGMS is far from the optimum, BSSUCT comes close to it.
func TestPaper2012_Table2(t *testing.T) {
	const rules, games, optimum = `{"board":"10x1/5"}`, 500, 24. / 126
	myopic, _ := winRate(t, rules, "safest", `{"ties":"random"}`, 10*games)
	bssuct, _ := winRate(t, rules, "bssuct", `{"simulations":100}`, games)
	if sd := math.Sqrt(optimum * (1 - optimum) / games); math.Abs(bssuct-optimum) > 4*sd || myopic > optimum-0.03 {
		t.Errorf("BSSUCT wins %.3f, the lowest risk %.3f, the optimum is %.3f", bssuct, myopic, optimum)
	}
}
