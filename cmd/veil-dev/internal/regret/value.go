// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	_ "embed"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
)

// fastWeights are the weights of fast at commit 7d7d7dc: whatever fast becomes, the games of the
// benchmark continue alike.
//
//go:embed fast.bin
var fastWeights []byte // embedding needs a variable; nothing writes it

const (
	endLayouts     = 10_000 // the positions that fast solves
	instantLayouts = 1000   // the positions that the second continuation solves
	layoutSeed     = 3401
)

// continuation chooses the guesses after a candidate.
type continuation struct {
	guess func(s *count.Solver) (mines.Cell, bool, error)
	ends  *analysis.Endgames
}

// valuer values cells on one kind of board.
type valuer struct {
	board   board
	learned *heuristic.Learned
	lowest  heuristic.LowestRisk
	then    [continuations]continuation
	ends    *analysis.Endgames
	now     *count.Solver
	next    *count.Solver
	game    *heuristic.Product
}

// fastNetwork returns the network that fast used.
func fastNetwork() (*network.Network, error) { return network.Read(fastWeights) }

func newValuer(b board, ends, few *analysis.Endgames) (*valuer, error) {
	net, err := fastNetwork()
	if err != nil {
		return nil, err
	}
	v := &valuer{
		board: b, ends: ends,
		learned: heuristic.NewLearned(b.rules, net, heuristic.LearnedConfig{Within: 0.88, Cells: 20, Off: 8, Ahead: true}),
		lowest:  heuristic.NewLowestRisk(b.rules),
		now:     count.NewSolver(b.rules, count.Limit{}), next: count.NewSolver(b.rules, count.Limit{}),
		game: heuristic.NewProduct(b.rules, count.Limit{}),
	}
	v.then = [continuations]continuation{
		{func(s *count.Solver) (mines.Cell, bool, error) {
			c, _, ok, err := v.learned.Guess(s)
			return c, ok, err
		}, ends},
		{func(s *count.Solver) (mines.Cell, bool, error) {
			c, ok := v.lowest.Guess(s)
			return c, ok, nil
		}, few},
	}
	return v, nil
}

// value values a cell of a position on some of its layouts. The result depends on nothing else: each
// layout, with its redraws, has its own random source, which all cells begin with.
func (v *valuer) value(p *position, c mines.Cell, from, to int) (w worth, err error) {
	if p.phase == endgame {
		return v.exact(c)
	}
	layout := make(mines.Layout, v.board.rules.Cells())
	for k := range continuations {
		for i := from; i < to; i++ {
			r := rand.New(rand.NewPCG(layoutSeed, p.stream()<<16|uint64(i)))
			v.now.Sample(r, layout)
			score, err := v.play(r, c, layout, v.then[k])
			if err != nil {
				return w, err
			}
			w[k][i%halves] += int(math.Round(unit * score))
		}
	}
	return w, nil
}

// play opens a cell and plays the game out in product mode.
func (v *valuer) play(r *rand.Rand, c mines.Cell, layout mines.Layout, then continuation) (float64, error) {
	cells, mined := v.now.Unsure()
	copy(v.game.Layout, layout)
	for v.game.Layout[c] {
		v.now.Sample(r, v.game.Layout)
	}
	v.game.Resume(r, v.now, cells-mined)
	score := 1 - v.now.Risk(c)
	if err := v.game.Open(c); err != nil {
		return 0, err
	}
	for {
		open, err := v.game.Sweep()
		if err != nil || !open {
			return score, err
		}
		_, win, ok, err := then.ends.Value(v.game.Solver)
		if err != nil || ok {
			return float64(score * win), err
		}
		c, ok, err := then.guess(v.game.Solver)
		if err != nil || !ok {
			return 0, err
		}
		survival, err := v.game.Guess(c)
		if err != nil {
			return 0, err
		}
		score *= survival
	}
}

// exact returns the value of a cell under best play afterwards.
func (v *valuer) exact(c mines.Cell) (w worth, err error) {
	law, err := v.now.Law(c)
	if err != nil {
		return w, err
	}
	total := 0.0
	for number, chance := range law {
		if chance == 0 {
			continue
		}
		win, err := v.solve(c, mines.Mark(number))
		if err != nil {
			return w, err
		}
		total += float64(chance * win)
	}
	x := int(math.Round(unit * total))
	return worth{{x, x}, {x, x}}, nil
}

// solve returns the winning chance after a cell of an endgame has shown a number.
func (v *valuer) solve(c mines.Cell, number mines.Mark) (float64, error) {
	v.next.Copy(v.now)
	if err := v.next.Set(c, number); err != nil {
		return 0, err
	}
	for _, step := range []func() error{v.next.Propagate, v.next.Deduce, v.next.Weigh} {
		if err := step(); err != nil {
			return 0, err
		}
	}
	if cells, _ := v.next.Unsure(); cells == 0 {
		return 1, nil
	}
	_, win, _, err := v.ends.Value(v.next)
	return win, err
}
