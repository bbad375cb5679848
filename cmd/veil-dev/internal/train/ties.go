// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
)

// tie compares a guess with another of similar value: how much more the other one promised, and how
// much more it scored.
type tie struct {
	reached         float64 // the chance to get this far
	open            float64 // the share of the board that is open
	win, live, came float64
}

const (
	others  = 3 // that a guess is compared with
	onGames = 2 // played on after each of them
	tieEnds = 1000
)

// tieGames plays games and prints which feature decides between guesses of similar value.
func tieGames(w io.Writer, games int, seed uint64) error {
	net, err := network.Standard()
	if err != nil {
		return err
	}
	played, err := play(games, seed, style{net: net, exact: tieEnds, ahead: true, ties: true})
	if err != nil {
		return err
	}
	var all []tie
	for _, g := range played {
		all = append(all, g.ties...)
	}
	printTies(w, all)
	return nil
}

// newPlaysOn returns the player after a guess: the network, among few cells.
func (w *worker) newPlaysOn() *heuristic.Rollouts {
	then := heuristic.NewLearned(w.rules, w.net, heuristic.LearnedConfig{Cells: 8, Off: 3})
	guess := func(s *count.Solver) (mines.Cell, bool, error) {
		c, _, ok, err := then.Guess(s)
		return c, ok, err
	}
	return heuristic.NewRollouts(w.rules, w.learned, guess, w.ends.Value, heuristic.RolloutsConfig{})
}

// appendTies compares the latest guess with others, drawn from those of similar value.
func (w *worker) appendTies(dst []tie, r *rand.Rand, reached float64) ([]tie, error) {
	alike := w.learned.AppendCandidates(nil)
	if len(alike) < 2 {
		return dst, nil
	}
	own, rest := alike[0], alike[1:]
	r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	rest = rest[:min(len(rest), others)]
	cells := []mines.Cell{own.Cell}
	for _, x := range rest {
		cells = append(cells, x.Cell)
	}
	s := w.table.Solver
	scores, err := w.playsOn.Compare(r, s, cells, onGames)
	if err != nil {
		return nil, err
	}
	open := 1 - float64(w.table.Closed)/float64(w.rules.Cells()-w.rules.Mines)
	for i, x := range rest {
		dst = append(dst, tie{reached, open, x.Win - own.Win, x.Live - own.Live, scores[i+1]})
	}
	return dst, nil
}

// printTies fits, for each part of the game, came = a win + b live by least squares.
func printTies(w io.Writer, all []tie) {
	fmt.Fprint(w, "| open | comparisons | learned chance | survival |\n|---|---|---|---|\n")
	for _, part := range [][2]float64{{0, 0.2}, {0.2, 0.4}, {0.4, 0.6}, {0.6, 0.8}, {0.8, 1}, {0, 1}} {
		f := fit{}
		for _, t := range all {
			if part[0] <= t.open && t.open < part[1] {
				f.add(t)
			}
		}
		a, b := f.solve()
		da, db := f.deviations()
		fmt.Fprintf(w, "| %.0f–%.0f%% | %d | %.2f ± %.2f | %.2f ± %.2f |\n", 100*part[0], 100*part[1], f.n, a, da, b, db)
	}
}

// fit is a least-squares fit of the results to two predictions, weighted by the chance to get this far.
type fit struct {
	n                  int
	weight, ww, wl, ll float64
	cw, cl, cc         float64
}

func (f *fit) add(t tie) {
	f.n++
	f.weight += t.reached
	f.ww += t.reached * t.win * t.win
	f.wl += t.reached * t.win * t.live
	f.ll += t.reached * t.live * t.live
	f.cw += t.reached * t.came * t.win
	f.cl += t.reached * t.came * t.live
	f.cc += t.reached * t.came * t.came
}

func (f *fit) solve() (win, live float64) {
	det := f.ww*f.ll - f.wl*f.wl
	return (f.cw*f.ll - f.cl*f.wl) / det, (f.cl*f.ww - f.cw*f.wl) / det
}

// deviations returns the standard errors of the two factors, as if comparisons were independent.
func (f *fit) deviations() (win, live float64) {
	a, b := f.solve()
	left := (f.cc - a*f.cw - b*f.cl) / f.weight // the mean square of the residuals
	det := f.ww*f.ll - f.wl*f.wl
	return math.Sqrt(left * f.ll / det), math.Sqrt(left * f.ww / det)
}
