// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/network"
)

// What a ranker learns from.
const (
	rankCells = 8      // compared in a guess, at most
	rankGames = 16     // played on after each of them, in the same layouts
	rankStray = 3      // every third guess is any of the cells compared, so that other positions are seen too
	rankEnd   = 10_000 // layouts of an endgame
)

// compared is a guess, and what cells scored more than the first, which fast prefers.
type compared struct {
	source, game int
	reached      float64 // the chance to get this far
	layouts      float64 // binary logarithm
	traits       []traits
	gains        []float32
}

// traits take half the memory of heuristic.Traits.
type traits [heuristic.TraitCount]float32

// rank learns from games that are played on by the lowest risk after several cells which of them is
// the best, and writes the ranker.
func (w printer) rank(games int, seed uint64, out string) error {
	all, err := compareGames(games, seed)
	if err != nil {
		return err
	}
	fmt.Fprintf(w.log, "%d games, %d guesses\n", games, len(all))
	printGains(w.out, all, games)
	file, err := heuristic.NewRanker(fitRanker(all)).AppendBinary(nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(w.out, "%x  %s\n", sha256.Sum256(file), out)
	return os.WriteFile(out, file, 0o644)
}

// rankSource returns the board of a game: half of them are 30x16/99 zero, a third 30x16/99 safe.
func rankSource(game int) int { return [...]int{1, 0, 1, 0, 1, 2}[game%6] }

// compareGames plays games in product mode. Each is a function of the seed and its number.
func compareGames(games int, seed uint64) (all []compared, err error) {
	net, err := network.Standard()
	if err != nil {
		return nil, err
	}
	lists := make([][]compared, games)
	ends := analysis.NewEndgames(small)
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, games)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var by []*comparer
			for i := range 3 {
				by = append(by, newComparer(i, net, ends))
			}
			for i := next.Add(1) - 1; i < int64(games); i = next.Add(1) - 1 {
				lists[i], errs[i] = by[rankSource(int(i))].play(int(i), rand.New(rand.NewPCG(seed, uint64(i))))
			}
		})
	}
	wg.Wait()
	for i, list := range lists {
		if errs[i] != nil {
			return nil, errs[i]
		}
		all = append(all, list...)
	}
	return all, nil
}

// comparer plays games on one kind of board.
type comparer struct {
	source
	index   int
	table   *heuristic.Product
	learned *heuristic.Learned
	playsOn *heuristic.Rollouts
}

func newComparer(index int, net *network.Network, ends *analysis.Endgames) *comparer {
	s := sources()[index]
	lowest := heuristic.NewLowestRisk(s.rules)
	learned := heuristic.NewLearned(s.rules, net, heuristic.LearnedConfig{Ahead: true, Traits: true})
	then := func(s *count.Solver) (mines.Cell, bool, error) {
		c, ok := lowest.Guess(s)
		return c, ok, nil
	}
	return &comparer{
		source: s, index: index, table: heuristic.NewProduct(s.rules, count.Limit{}), learned: learned,
		playsOn: heuristic.NewRollouts(s.rules, learned, then, ends.Value, heuristic.RolloutsConfig{}),
	}
}

// play plays a game until its endgame and compares cells at every guess.
func (w *comparer) play(game int, r *rand.Rand) (all []compared, err error) {
	layout, err := mines.Generate(w.rules, r.Uint64(), w.first)
	if err == nil {
		err = w.table.Deal(r, layout, w.first)
	}
	for reached := 1.0; err == nil; {
		open, err := w.table.Sweep()
		if err != nil || !open || w.table.Solver.LogLayouts() < math.Log2(rankEnd) {
			return all, err
		}
		c, _, _, err := w.learned.Guess(w.table.Solver)
		if err != nil {
			return all, err
		}
		if alike := w.learned.AppendCandidates(nil); len(alike) > 1 {
			x, err := w.compare(r, alike)
			if err != nil {
				return all, err
			}
			x.game, x.reached = game, reached
			all = append(all, x)
			if r.IntN(rankStray) == 0 {
				c = alike[r.IntN(len(x.gains))].Cell
			}
		}
		survival, err := w.table.Guess(c)
		if err != nil {
			return all, err
		}
		reached *= survival
	}
	return nil, err
}

// compare plays on after the first cells.
func (w *comparer) compare(r *rand.Rand, alike []heuristic.Candidate) (x compared, err error) {
	alike = alike[:min(len(alike), rankCells)]
	var cells []mines.Cell
	for _, a := range alike {
		cells = append(cells, a.Cell)
	}
	x.source, x.layouts = w.index, w.table.Solver.LogLayouts()
	gains, err := w.playsOn.Compare(r, w.table.Solver, cells, rankGames)
	for i, all := range w.learned.AppendTraits(nil)[:len(gains)] {
		var few traits
		for j, v := range all {
			few[j] = float32(v)
		}
		x.traits, x.gains = append(x.traits, few), append(x.gains, float32(gains[i]))
	}
	return x, err
}
