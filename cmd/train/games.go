// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/domain/mines/policy"
	"github.com/veilplan/veil/domain/mines/value"
	solvemines "github.com/veilplan/veil/solve/mines"
)

const (
	// explore is the chance that a guess is any cell about as safe as the safest, so that the
	// network sees what other players would open.
	explore = 0.25
	// within is how safe such a cell must be, as a share of the safest.
	within = 0.88
	// exact is the largest position that is solved instead of played on.
	exact = 300
)

// source is a kind of board that games are played on, and how often, in twentieths.
type source struct {
	rules  mines.Rules
	first  mines.Cell
	weight int
}

func sources() []source {
	board := func(w, h, m int, f mines.First, row, col, weight int) source {
		r := mines.Rules{Width: w, Height: h, Mines: m, First: f}
		return source{r, r.Cell(row, col), weight}
	}
	return []source{
		board(30, 16, 99, mines.Safe, 0, 0, 6), board(30, 16, 99, mines.Zero, 3, 3, 5),
		board(16, 16, 40, mines.Safe, 0, 0, 4), board(16, 16, 40, mines.Zero, 3, 3, 2),
		board(9, 9, 10, mines.Safe, 0, 0, 2), board(9, 9, 10, mines.Zero, 2, 2, 1),
	}
}

// play plays games in product mode: by the lowest risk, with some exploration, or by a network if
// there is one. Each game is a function of the seed and its number.
func play(games int, seed uint64, net *value.Network) ([]value.Sample, error) {
	all := make([][]value.Sample, games)
	ends := solvemines.NewEndgames(exact)
	var next atomic.Int64
	var wg sync.WaitGroup
	var once sync.Once
	var failed error
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			w := newWorkers(ends, net)
			for i := next.Add(1) - 1; i < int64(games); i = next.Add(1) - 1 {
				samples, err := w[pick(i)].game(rand.New(rand.NewPCG(seed, uint64(i))))
				if err != nil {
					once.Do(func() { failed = err })
					return
				}
				all[i] = samples
			}
		})
	}
	wg.Wait()
	var samples []value.Sample
	for _, s := range all {
		samples = append(samples, s...)
	}
	return samples, failed
}

// pick returns the source of a game.
func pick(game int64) int {
	at := int(game % 20)
	for i, s := range sources() {
		if at -= s.weight; at < 0 {
			return i
		}
	}
	panic("the weights do not sum to 20")
}

// worker plays games on one kind of board.
type worker struct {
	source
	table    *policy.Product
	next     *count.Solver
	describe *value.Describer
	lowest   policy.LowestRisk
	learned  *policy.Learned // nil to guess by the lowest risk
	ends     *solvemines.Endgames
}

func newWorkers(ends *solvemines.Endgames, net *value.Network) []*worker {
	var all []*worker
	for _, s := range sources() {
		w := &worker{
			source: s, table: policy.NewProduct(s.rules, count.Limit{}), next: count.NewSolver(s.rules, count.Limit{}),
			describe: value.NewDescriber(s.rules), lowest: policy.NewLowestRisk(s.rules), ends: ends,
		}
		if net != nil {
			w.learned = policy.NewLearned(s.rules, net, policy.LearnedConfig{})
		}
		all = append(all, w)
	}
	return all
}

// game plays a game and returns its positions, each right after a guess.
func (w *worker) game(r *rand.Rand) (samples []value.Sample, err error) {
	layout, err := mines.Generate(w.rules, r.Uint64(), w.first)
	if err != nil {
		return nil, err
	}
	g := w.table
	if err := g.Deal(r, layout, w.first); err != nil {
		return nil, err
	}
	for {
		sample, err := w.look()
		if err != nil {
			return nil, err
		}
		samples = append(samples, sample)
		last := &samples[len(samples)-1]
		if last.End >= 0 {
			return samples, nil
		}
		if open, err := g.Sweep(); err != nil || !open {
			last.End = 1
			return samples, err
		}
		if _, win, ok, err := w.ends.Solve(context.Background(), g.Solver); err != nil || ok {
			last.End = float32(win.Float())
			return samples, err
		}
		c, err := w.guess(r)
		if err != nil {
			return nil, err
		}
		survival, err := g.Guess(c)
		if err != nil {
			return nil, err
		}
		last.Survival = float32(survival)
	}
}

// look describes the position; one that is small is worth what best play is worth.
func (w *worker) look() (value.Sample, error) {
	w.next.Copy(w.table.Solver)
	f, err := w.describe.Look(w.next)
	if err != nil {
		return value.Sample{}, err
	}
	s := value.Sample{Features: *f, End: -1}
	if w.table.Closed == 0 {
		s.End = 1
		return s, nil
	}
	_, win, ok, err := w.ends.Solve(context.Background(), w.next)
	if ok {
		s.End = float32(win.Float())
	}
	return s, err
}

// guess returns the cell to open.
func (w *worker) guess(r *rand.Rand) (mines.Cell, error) {
	s := w.table.Solver
	if w.learned != nil {
		c, _, _, err := w.learned.Guess(s)
		return c, err
	}
	best, _ := w.lowest.Guess(s)
	if r.Float64() >= explore {
		return best, nil
	}
	least, seen := within*(1-s.Risk(best)), 0
	for c := range mines.Cell(w.rules.Cells()) {
		if s.Certainty(c) == count.Unsure && 1-s.Risk(c) >= least {
			if seen++; r.IntN(seen) == 0 {
				best = c
			}
		}
	}
	return best, nil
}
