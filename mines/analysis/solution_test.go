// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/search/proof"
)

// TestSolutionsEqualExactPlay: on boards of both kinds the verdict is that of a player who knows every layout that fits, and where
// a solution ends, best play does not win all of them.
func TestSolutionsEqualExactPlay(t *testing.T) {
	want, tally, damaged := testsize.Of(20, 100, 100), map[string]int{}, 0
	for seed := uint64(0); tally[analysis.NoGuess] < want || tally[analysis.MayGuess] < want; seed++ {
		rules, err := mines.ParseBoard([]string{"4x5/3", "4x4/3", "5x4/4", "4x4/4"}[seed%4])
		if err != nil {
			t.Fatal(err)
		}
		game := drawn(t, rules, seed)
		verdict := analysis.MayGuess
		if last, won := byEnumeration(t, game); won {
			verdict = analysis.NoGuess
		} else if a, err := count.Analyse(last, count.Limit{}); err != nil || bestWins(t, a) {
			t.Fatalf("seed %d: best play wins every layout where no cell is safe, %v\n%s", seed, err, analysis.HandForm(last))
		}
		if tally[verdict] >= want {
			continue
		}
		tally[verdict]++
		p, err := analysis.Solution(t.Context(), notation.Document{View: game.View(), Layout: game.Layout(), Moves: game.Moves()}, "")
		if err != nil || p.Verdict != verdict || p.Checked != len(p.Steps) {
			t.Fatalf("seed %d: %+v, %v, want %s\n%s", seed, p, err, verdict, analysis.HandForm(game.View()))
		}
		damaged += refusesDamage(t, p, rand.New(rand.NewPCG(seed, 3)))
	}
	t.Logf("%v, %d damaged solutions refused", tally, damaged)
	if damaged < 3*want {
		t.Errorf("only %d solutions could be damaged", damaged)
	}
}

func drawn(t *testing.T, rules mines.Rules, seed uint64) *mines.Game {
	t.Helper()
	game, err := analysis.Draw{Rules: rules, Click: "r3c3"}.Game(seed)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// byEnumeration opens cells that are safe in every layout that fits, found by trying all, and returns the last position and whether the
// game is won.
func byEnumeration(t *testing.T, from *mines.Game) (mines.View, bool) {
	t.Helper()
	game, err := mines.NewGameOn(from.Rules(), from.Layout())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range from.Moves() {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for game.Status() == veil.Open {
		v := game.View()
		mined := make([]bool, v.Cells())
		everyLayout(v, func(l mines.Layout) {
			if v.CheckLayout(l) == nil {
				for c, mine := range l {
					mined[c] = mined[c] || mine
				}
			}
		})
		next := slices.IndexFunc(v.Marks, mines.Mark.IsHidden)
		for next < len(mined) && (!v.Marks[next].IsHidden() || mined[next]) {
			next++
		}
		if next == len(mined) {
			return v, false
		}
		if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(next)}); err != nil {
			t.Fatal(err)
		}
	}
	return game.View(), game.Status() == veil.Won
}

// everyLayout calls f with every way to put the mines on hidden cells.
func everyLayout(v mines.View, f func(mines.Layout)) {
	l := make(mines.Layout, v.Cells())
	var put func(from, left int)
	put = func(from, left int) {
		if left == 0 {
			f(l)
			return
		}
		for c := from; c <= len(l)-left; c++ {
			if v.Marks[c].IsHidden() {
				l[c] = true
				put(c+1, left-1)
				l[c] = false
			}
		}
	}
	put(0, v.Mines)
}

// refusesDamage changes a solution in one place at a time and demands that each is refused.
func refusesDamage(t *testing.T, p *api.MinesSolution, r *rand.Rand) int {
	t.Helper()
	n := 0
	for i, damage := range []func(*api.MinesSolution) bool{
		func(p *api.MinesSolution) bool { p.Verdict = analysis.NotDecided; return true },
		func(p *api.MinesSolution) bool {
			p.Verdict = map[string]string{analysis.NoGuess: analysis.MayGuess, analysis.MayGuess: analysis.NoGuess}[p.Verdict]
			return true
		},
		func(p *api.MinesSolution) bool { // a reason that lacks a number, of which each is needed
			if len(p.Steps) == 0 || len(p.Steps[0].Numbers) == 0 {
				return false
			}
			p.Steps[0].Numbers = p.Steps[0].Numbers[1:]
			return true
		},
		func(p *api.MinesSolution) bool {
			if len(p.Steps) == 0 {
				return false
			}
			s := &p.Steps[r.IntN(len(p.Steps))]
			wrong := (*s.Shows + 1) % 9
			s.Shows = &wrong
			return true
		},
		func(p *api.MinesSolution) bool {
			if len(p.Layouts) == 0 {
				return false
			}
			p.Layouts = nil // one alone may be enough without another
			return true
		},
		func(p *api.MinesSolution) bool {
			if len(p.Layouts) == 0 {
				return false
			}
			p.Layouts[0] = strings.Repeat("*", len(p.Layouts[0]))
			return true
		},
		func(p *api.MinesSolution) bool {
			p.Click = "r9c9"
			return true
		},
	} {
		raw, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		bad, err := analysis.ReadSolution(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if !damage(bad) {
			continue
		}
		n++
		if _, err := analysis.CheckSolution(t.Context(), bad); err == nil || !errors.Is(err, proof.ErrRejected) && !errors.Is(err, analysis.ErrOpenProof) {
			t.Errorf("damage %d: %v\n%s", i, err, raw)
		}
	}
	return n
}

// TestSolutionOfExpert: large boards of both kinds have checked solutions.
func TestSolutionOfExpert(t *testing.T) {
	s := &analysis.Service{}
	for size, want := range map[string]string{"30x16/99": analysis.MayGuess, "16x16/40": analysis.NoGuess} {
		b, err := s.Draw(t.Context(), api.MinesGenerateQuestion{Size: size, First: "zero", Seed: "1"})
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Prove(t.Context(), api.MinesProveQuestion{Board: api.Input{Text: b.Text}})
		if err != nil || p.Verdict != want || p.Checked != len(p.Steps) {
			t.Fatalf("%s: %s after %d of %d steps: %s, %v, want %s", size, p.Verdict, p.Checked, len(p.Steps), p.Cut, err, want)
		}
		t.Logf("%s: %s after %d steps, %d layouts", size, p.Verdict, len(p.Steps), len(p.Layouts))
	}
}

func TestSolutionsWithoutABoard(t *testing.T) {
	s := &analysis.Service{}
	ask := func(text, click string) (*api.MinesSolution, error) {
		return s.Prove(t.Context(), api.MinesProveQuestion{Board: api.Input{Text: text}, Click: click})
	}
	// Without mines only the position is judged: here, no cell is safe.
	p, err := ask("2x2/1\n.1\n.1\n", "")
	if err != nil || p.Verdict != analysis.MayGuess || len(p.Layouts) != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = ask("3x1/1\n.1.\n", "")
	if err != nil || p.Verdict != analysis.MayGuess {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = ask("4x1/1\n.1..\n", "")
	if err != nil || p.Verdict != analysis.NotDecided || len(p.Steps) != 1 || p.Steps[0].Cell != "r1c4" || p.Steps[0].Shows != nil || p.Cut == "" {
		t.Errorf("%+v, %v", p, err)
	}
	const board = "# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: 1\ncolumns: 4\nmines: 1\ngame_mode: classic\nfirst: any\n[real]\n001*\n"
	for click, says := range map[string]string{"": "no first click", "r1c4": "hits a mine", "r9c9": "first click"} {
		if _, err := ask(board, click); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("click %q: %v, want %q", click, err, says)
		}
	}
	if p, err := ask(board, "r1c1"); err != nil || p.Verdict != analysis.NoGuess {
		t.Errorf("%+v, %v", p, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	large, err := s.Draw(t.Context(), api.MinesGenerateQuestion{Size: "30x16/99", First: "zero", Seed: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := s.Prove(ctx, api.MinesProveQuestion{Board: api.Input{Text: large.Text}}); err != nil || p.Verdict != analysis.NotDecided {
		t.Errorf("after the end: %+v, %v", p, err)
	}
}
