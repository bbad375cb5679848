// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
)

// midGame plays a board with the help of an oracle until half of its safe cells are
// open: what is certain is opened, and where nothing is, a random safe cell.
func midGame(t testing.TB, rules mines.Rules, seed uint64) mines.View {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	g := newSimpleGame(rules)
	g.deal(r)
	target := g.safe / 2
	v := mines.NewView(rules)
	for c := mines.Cell(0); g.safe > target; {
		if v.Marks[c] == mines.Hidden && g.numbers[c] != mines.Mine {
			v.Marks[c] = g.numbers[c]
			g.open(c)
			for g.safe > target && openAll(g, v) {
			}
		}
		c = mines.Cell(r.IntN(rules.Cells()))
	}
	return v
}

func openAll(g *simpleGame, v mines.View) bool {
	if err := g.solver.Propagate(); err != nil {
		panic(err)
	}
	found := g.solver.TakeSafe()
	for _, c := range found {
		v.Marks[c] = g.numbers[c]
		g.open(c)
	}
	return len(found) > 0
}

// TestLargeBoards solves the middle of games at a quarter mines far beyond the sizes
// people play, within the default limit of memory.
func TestLargeBoards(t *testing.T) {
	for _, rules := range []mines.Rules{{Width: 100, Height: 100, Mines: 2500}, {Width: 200, Height: 200, Mines: 10000}} {
		v := midGame(t, rules, 1)
		s := NewSolver(rules, Limit{})
		start := rusage.CPU()
		if err := errors.Join(s.Load(v), s.Deduce(), s.Weigh()); err != nil {
			t.Fatalf("%v: %v", rules, err)
		}
		bytes := s.diagrams.bytes() + 16*s.weights.size()
		t.Logf("%v: %d components, %d nodes, %.1f MB of tables, %v CPU", rules,
			len(s.diagrams.components), len(s.diagrams.key), float64(bytes)/1e6, rusage.CPU()-start)
		if bytes > s.limit.memory() {
			t.Errorf("tables of %d bytes exceed the limit", bytes)
		}
		checkAverage(t, s, rules)
	}
}

// checkAverage uses that the risks of all cells sum up to the number of mines.
func checkAverage(t *testing.T, s *Solver, rules mines.Rules) {
	t.Helper()
	sum := 0.0
	for c := range mines.Cell(rules.Cells()) {
		sum += s.Risk(c)
	}
	if diff := sum - float64(rules.Mines); diff > 1e-6 || diff < -1e-6 {
		t.Errorf("%v: risks sum up to %v mines", rules, sum)
	}
}

// wideLattice has a number in every second cell of every second row: every hidden cell
// ties four numbers together and no order keeps the tables narrow.
func wideLattice(n int, number mines.Mark) mines.View {
	v := mines.NewView(mines.Rules{Width: n, Height: n, Mines: n * n / 3})
	for y := 0; y < n; y += 2 {
		for x := 0; x < n; x += 2 {
			v.Marks[v.Cell(y, x)] = number
		}
	}
	v.Marks[0] = 3 // the corner's three neighbours are mines: certain, whatever the rest
	return v
}

// TestHardBoards ends with ErrTooHard, within the limit, and still tells what is
// certain: lattices with more live numbers than a key holds, and one whose tables
// outgrow the memory.
func TestHardBoards(t *testing.T) {
	for _, n := range []int{25, 41, 161} {
		v := wideLattice(n, 3)
		limit := Limit{Memory: 32 << 20}
		a, err := Analyse(v, limit)
		if !errors.Is(err, veil.ErrTooHard) {
			t.Fatalf("%dx%d lattice: got %v, want ErrTooHard", n, n, err)
		}
		if a.Certainty(1) != CertainMine || a.Certainty(mines.Cell(n+1)) != CertainMine {
			t.Errorf("%dx%d lattice: the corner's mines were not reported", n, n)
		}
		// The arrays grow by a quarter at most when they are full.
		if got := cap(a.solver.diagrams.key); got*17*4/5 > limit.memory() {
			t.Errorf("%dx%d lattice: room for %d nodes was taken, limit %d bytes", n, n, got, limit.memory())
		}
		t.Logf("%dx%d lattice, %d MB: %v", n, n, limit.Memory>>20, err)
	}
}
