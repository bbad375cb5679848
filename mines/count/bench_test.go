// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
)

// standard boards of the speed figures.
func standardBoards() []mines.Rules {
	return []mines.Rules{
		{Width: 9, Height: 9, Mines: 10},
		{Width: 16, Height: 16, Mines: 40},
		{Width: 30, Height: 16, Mines: 99},
	}
}

// simpleGame is a game played by the minimum-risk player: it opens whatever is
// certainly safe, else the cell with the lowest exact risk.
type simpleGame struct {
	solver  *Solver
	rules   mines.Rules
	numbers []mines.Mark // what each cell shows; Mine for a mine
	safe    int          // safe cells still to be opened
	stuck   func()       // called where no single number helps, if set
}

func newSimpleGame(rules mines.Rules) *simpleGame {
	return &simpleGame{solver: NewSolver(rules, Limit{}), rules: rules, numbers: make([]mines.Mark, rules.Cells())}
}

// deal places the mines: uniform over the layouts that leave the first cell free.
func (g *simpleGame) deal(r *rand.Rand) {
	clear(g.numbers)
	n := g.rules.Cells()
	for left, c := g.rules.Mines, 1; c < n; c++ {
		if r.IntN(n-c) < left {
			left--
			for _, d := range g.solver.grid.around(int32(c)) {
				if g.numbers[d] != mines.Mine {
					g.numbers[d]++
				}
			}
			g.numbers[c] = mines.Mine
		}
	}
	g.safe = n - g.rules.Mines
	g.solver.Reset()
}

func (g *simpleGame) open(c mines.Cell) {
	g.safe--
	if err := g.solver.Set(c, g.numbers[c]); err != nil {
		panic(err)
	}
}

// play opens the first corner and plays on, and reports whether the game was won.
func (g *simpleGame) play() bool {
	for c := mines.Cell(0); ; {
		if g.numbers[c] == mines.Mine {
			return false
		}
		g.open(c)
		for g.openSafe(g.solver.Propagate) {
		}
		if g.safe == 0 {
			return true
		}
		if g.stuck != nil {
			g.stuck()
		}
		for g.openSafe(g.solver.Deduce) {
		}
		if g.safe == 0 {
			return true
		}
		if err := g.solver.Weigh(); err != nil {
			panic(err)
		}
		c, _ = g.solver.Safest()
	}
}

// openSafe opens what a way of deducing finds.
func (g *simpleGame) openSafe(deduce func() error) bool {
	if g.safe == 0 {
		return false
	}
	if err := deduce(); err != nil {
		panic(err)
	}
	found := g.solver.TakeSafe()
	for _, c := range found {
		g.open(c)
	}
	return len(found) > 0
}

// BenchmarkSafestGame plays whole games with exact probabilities.
func BenchmarkSafestGame(b *testing.B) {
	for _, rules := range standardBoards() {
		b.Run(fmt.Sprintf("size=%dx%d/mines=%d", rules.Width, rules.Height, rules.Mines), func(b *testing.B) {
			g := newSimpleGame(rules)
			won, n := 0, 0
			b.ReportAllocs()
			start := rusage.CPU()
			for b.Loop() {
				g.deal(rand.New(rand.NewPCG(1, uint64(n))))
				if g.play() {
					won++
				}
				n++
			}
			b.ReportMetric(float64(rusage.CPU()-start)/float64(n)/1e6, "cpu-ms/game")
			b.ReportMetric(100*float64(won)/float64(n), "win%")
		})
	}
}

// metPositions plays games by seed and keeps the views at which single numbers do not
// help any further.
func metPositions(rules mines.Rules, games int) []mines.View {
	var met []mines.View
	g := newSimpleGame(rules)
	g.stuck = func() {
		v := mines.NewView(rules)
		for c, f := range g.solver.fate {
			if f == open {
				v.Marks[c] = g.numbers[c]
			}
		}
		met = append(met, v)
	}
	for i := range games {
		g.deal(rand.New(rand.NewPCG(7, uint64(i))))
		g.play()
	}
	return met
}

// BenchmarkProbabilities computes all probabilities of positions met on 30x16/99, from
// the bare view, and reports the median and the 99th percentile.
func BenchmarkProbabilities(b *testing.B) {
	rules := mines.Rules{Width: 30, Height: 16, Mines: 99}
	met := metPositions(rules, 400)
	s := NewSolver(rules, Limit{})
	var times []time.Duration
	for b.Loop() {
		times = times[:0]
		for _, v := range met {
			start := time.Now()
			if s.Load(v) != nil || s.Deduce() != nil || s.Weigh() != nil {
				b.Fatal("a position that was met does not fit")
			}
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2])/1e6, "median-ms")
	b.ReportMetric(float64(times[len(times)*99/100])/1e6, "p99-ms")
	b.ReportMetric(float64(times[len(times)-1])/1e6, "max-ms")
	b.ReportMetric(float64(len(times)), "positions")
}

// BenchmarkLattice computes the hard published position.
func BenchmarkLattice(b *testing.B) {
	v := readPublished(b)[0].view
	s := NewSolver(v.Rules, Limit{})
	b.ReportAllocs()
	for b.Loop() {
		if s.Load(v) != nil || s.Deduce() != nil || s.Weigh() != nil {
			b.Fatal("the lattice does not fit")
		}
	}
}

// BenchmarkSample draws layouts of a position met on 30x16/99, tables given.
func BenchmarkSample(b *testing.B) {
	rules := mines.Rules{Width: 30, Height: 16, Mines: 99}
	met := metPositions(rules, 20)
	v := met[len(met)/2]
	s := NewSolver(rules, Limit{})
	if s.Load(v) != nil || s.Deduce() != nil || s.Weigh() != nil {
		b.Fatal("a position that was met does not fit")
	}
	r := rand.New(rand.NewPCG(1, 1))
	layout := make(mines.Layout, rules.Cells())
	b.ReportAllocs()
	for b.Loop() {
		s.Sample(r, layout)
	}
}

// BenchmarkLaws computes what every hidden cell would show, on positions met on 30x16/99.
func BenchmarkLaws(b *testing.B) {
	rules := mines.Rules{Width: 30, Height: 16, Mines: 99}
	met := metPositions(rules, 20)
	v := met[len(met)/2]
	s := NewSolver(rules, Limit{})
	if s.Load(v) != nil || s.Deduce() != nil || s.Weigh() != nil {
		b.Fatal("a position that was met does not fit")
	}
	cells := 0
	b.ReportAllocs()
	for b.Loop() {
		cells = 0
		for c, f := range s.fate {
			if f == unsure {
				cells++
				if _, err := s.Law(mines.Cell(c)); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*cells), "us/cell")
}
