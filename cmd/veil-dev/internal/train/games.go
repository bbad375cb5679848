// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
)

// style configures how games are played, in product mode.
type style struct {
	// net guesses; if nil, the lowest risk does, except for a quarter of the guesses: these are any
	// cell of similar risk, so that the network sees positions of other players.
	net *network.Network
	// few makes the network consider few cells, which is faster and nearly as strong.
	few bool
	// stray makes one guess of every other game any that the network considers. Only later
	// positions are kept, so that they show how the player itself continues; if the game ends
	// before, nothing is kept, which would bias towards lucky games.
	stray bool
	// exact is the largest position, in layouts, that is solved instead of played.
	exact int
	// ahead makes the network's player examine the guess after a cell too.
	ahead bool
	// ties compares the guess with others of similar value.
	ties bool
}

const (
	explore = 0.25 // the share of guesses that are not of the lowest risk
	within  = 0.88 // minimum safety, as a share of the safest cell's
	// maxStray bounds the guess at which a game strays.
	maxStray = 4
)

// game contains the positions of a game, each right after a guess, and the network's predictions
// for the guesses.
type game struct {
	positions []network.Sample
	said      []float64
	ties      []tie
}

// source is a kind of board for games, and its share in twentieths.
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

// play plays games. Each is a function of the seed and its number.
func play(games int, seed uint64, by style) ([]game, error) {
	all := make([]game, games)
	ends := analysis.NewEndgames(by.exact)
	var next atomic.Int64
	var wg sync.WaitGroup
	var once sync.Once
	var failed error
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			w := newWorkers(ends, by)
			for i := next.Add(1) - 1; i < int64(games); i = next.Add(1) - 1 {
				g, err := w[pick(i)].play(rand.New(rand.NewPCG(seed, uint64(i))))
				if err != nil {
					once.Do(func() { failed = err })
					return
				}
				all[i] = g
			}
		})
	}
	wg.Wait()
	return all, failed
}

// positions returns the positions of all games, in order.
func positions(games []game) (all []network.Sample) {
	for _, g := range games {
		all = append(all, g.positions...)
	}
	return all
}

// worker plays games on one kind of board.
type worker struct {
	source
	style
	table    *heuristic.Product
	next     *count.Solver
	describe *network.Describer
	lowest   heuristic.LowestRisk
	learned  *heuristic.Learned
	ends     *analysis.Endgames
	playsOn  *heuristic.Rollouts
}

func newWorkers(ends *analysis.Endgames, by style) []*worker {
	cfg := heuristic.LearnedConfig{Ahead: by.ahead}
	if by.few {
		cfg.Cells, cfg.Off = 8, 3
	}
	var all []*worker
	for _, s := range sources() {
		w := &worker{
			source: s, style: by,
			table: heuristic.NewProduct(s.rules, count.Limit{}), next: count.NewSolver(s.rules, count.Limit{}),
			describe: network.NewDescriber(s.rules), lowest: heuristic.NewLowestRisk(s.rules),
			learned: heuristic.NewLearned(s.rules, by.net, cfg), ends: ends,
		}
		if by.ties {
			w.playsOn = w.newPlaysOn()
		}
		all = append(all, w)
	}
	return all
}

// play plays a game.
func (w *worker) play(r *rand.Rand) (g game, err error) {
	layout, err := mines.Generate(w.rules, r.Uint64(), w.first)
	if err != nil {
		return g, err
	}
	if err := w.table.Deal(r, layout, w.first); err != nil {
		return g, err
	}
	strayAt, kept, reached := -1, true, 1.0
	if w.stray && r.IntN(2) == 0 {
		strayAt, kept = r.IntN(maxStray), false
	}
	for guesses := 0; ; guesses++ {
		now, ended, err := w.sweep()
		if err != nil {
			return g, err
		}
		if ended && kept {
			g.positions, g.said = append(g.positions, now), append(g.said, 0)
		}
		if ended {
			return g, nil
		}
		c, said, err := w.guess(r, guesses == strayAt)
		if err != nil {
			return g, err
		}
		if w.ties {
			if g.ties, err = w.appendTies(g.ties, r, reached); err != nil {
				return g, err
			}
		}
		survival, err := w.table.Guess(c)
		if err != nil {
			return g, err
		}
		reached *= survival
		if now.Survival = float32(survival); kept {
			g.positions, g.said = append(g.positions, now), append(g.said, said)
		}
		kept = kept || guesses == strayAt
	}
}

// sweep describes the position after a guess, then opens all safe cells. It reports whether the
// game ends.
func (w *worker) sweep() (now network.Sample, ended bool, err error) {
	if now, err = w.look(); err != nil || now.Solved {
		return now, true, err
	}
	open, err := w.table.Sweep()
	if err != nil || !open {
		now.End = 1
		return now, true, err
	}
	_, win, ok, err := w.ends.Solve(context.Background(), w.table.Solver)
	if ok {
		now.End = float32(win.Float())
	}
	return now, ok, err
}

// look describes the position; the value of a small one is exact.
func (w *worker) look() (network.Sample, error) {
	w.next.Copy(w.table.Solver)
	f, err := w.describe.Look(w.next)
	if err != nil {
		return network.Sample{}, err
	}
	s := network.Sample{Features: *f, End: -1}
	if w.table.Closed == 0 {
		s.End, s.Solved = 1, true
		return s, nil
	}
	_, win, ok, err := w.ends.Solve(context.Background(), w.next)
	if ok {
		s.End, s.Solved = float32(win.Float()), true
	}
	return s, err
}

// guess returns the cell to open, and the network's prediction for it; 0 if the network did not
// choose the cell.
func (w *worker) guess(r *rand.Rand, stray bool) (c mines.Cell, said float64, err error) {
	s := w.table.Solver
	switch {
	case stray:
		c, _ = w.learned.Any(r, s)
	case w.net == nil:
		c = w.quick(r)
	default:
		c, said, _, err = w.learned.Guess(s)
	}
	return c, said, err
}

// quick guesses by the lowest risk, or explores.
func (w *worker) quick(r *rand.Rand) mines.Cell {
	s := w.table.Solver
	best, _ := w.lowest.Guess(s)
	if r.Float64() >= explore {
		return best
	}
	least, seen := within*(1-s.Risk(best)), 0
	for c := range mines.Cell(w.rules.Cells()) {
		if s.Certainty(c) == count.Unsure && 1-s.Risk(c) >= least {
			if seen++; r.IntN(seen) == 0 {
				best = c
			}
		}
	}
	return best
}
