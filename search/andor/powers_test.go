// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
)

// A domain imports no search, so nothing in it says that it has the powers of this
// package. These lines keep a fast path from vanishing when a method changes.
var (
	_ andor.LastPlyClassifier[krieg.State, krieg.Action] = (*krieg.Model)(nil)
	_ andor.PerfectInfoSolver[krieg.State]               = (*krieg.Model)(nil)
	_ andor.SafeStepper[mines.Cell, mines.Reading]       = (*mines.Model)(nil)
)

// countedKrieg counts the calls of the powers of Kriegspiel.
type countedKrieg struct {
	*krieg.Model

	classified, solved *int
}

func (m countedKrieg) ClassifyLastPly(s *krieg.State, actions []krieg.Action, refused, won, changed []uint64) {
	*m.classified++
	m.Model.ClassifyLastPly(s, actions, refused, won, changed)
}

func (m countedKrieg) SolvePerfectInfo(s *krieg.State, plies int) (won bool, made int) {
	*m.solved++
	return m.Model.SolvePerfectInfo(s, plies)
}

func TestPowersOfKriegspielAreUsed(t *testing.T) {
	p, err := krieg.ParseProblem(t.Context(), "ruleset: english\nto move: white\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n")
	if err != nil {
		t.Fatal(err)
	}
	_, b := boards(t, &p)
	m := countedKrieg{p.Model(), new(int), new(int)}
	res, err := andor.Prove(t.Context(), kriegRules(m), b, 2*p.Moves-1, andor.Config{})
	if err != nil || res.Verdict != andor.Proved {
		t.Fatalf("%v, %v", res.Verdict, err)
	}
	if *m.classified == 0 || *m.solved == 0 {
		t.Errorf("last plies classified %d times, boards solved %d times", *m.classified, *m.solved)
	}
}

// countedMines counts the calls of the power of Minesweeper.
type countedMines struct {
	*mines.Model

	asked *int
}

func (m countedMines) SafeStep(a mines.Cell, o mines.Reading) bool {
	*m.asked++
	return m.Model.SafeStep(a, o)
}

func TestPowerOfMinesweeperIsUsed(t *testing.T) {
	for _, name := range []string{"veil", "GLE-DFS", "GL-DBU"} {
		method, err := baseline.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for seed := range uint64(50) {
			model, b := somePosition(t, seed)
			m := countedMines{model, &asked}
			if _, err := baseline.Prove(t.Context(), fieldRules(m), b, int(b[0].Left), method, andor.Config{}); err != nil {
				t.Fatal(err)
			}
		}
		if asked == 0 {
			t.Errorf("%s asked for no safe step in 50 positions", name)
		}
	}
}
