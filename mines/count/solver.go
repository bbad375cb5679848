// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// Limit limits the work of exact counting. The zero value means the defaults.
type Limit struct {
	// Memory is the limit of the tables of one position, in bytes. The default is 512 MiB. Work is
	// proportional to the tables, so this limits time as well.
	Memory int
	// Stop, if set, is called from time to time; true gives up, with the error of a position that
	// is too hard.
	Stop func() bool
}

const defaultMemory = 512 << 20

func (l Limit) memory() int {
	if l.Memory > 0 {
		return l.Memory
	}
	return defaultMemory
}

// stopped returns an error if Stop returns true.
func (l Limit) stopped() error {
	if l.Stop != nil && l.Stop() {
		return fmt.Errorf("stopped: %w", veil.ErrTooHard)
	}
	return nil
}

// stoppedAt is stopped for one node of many.
func (l Limit) stoppedAt(node int32) error {
	if node&(askNodes-1) != 0 {
		return nil
	}
	return l.stopped()
}

// fate is the state of a cell as far as it is deduced.
type fate uint8

const (
	unsure fate = iota
	open        // opened by the player, or given as safe
	safe        // deduced
	mine        // given or deduced
)

// Solver holds one position of a board as the game proceeds: Set records what was seen, Deduce
// finds everything that is certain, Weigh computes the risk of every cell. It keeps its memory
// between positions, so that a player or a search can use it millions of times without allocating.
// It is not safe for concurrent use.
//
// [Analyse] computes the same in exact integers, for display.
type Solver struct {
	rules mines.Rules
	limit Limit
	grid  grid

	// One entry per cell. need and left belong to numbered cells: need mines are still to be found
	// among left unsure neighbours.
	fate     []fate
	numbered []bool
	need     []int8
	left     []int8
	unsure   int // cells whose fate is unsure
	mines    int // mines among them, if the count is known
	queue    []int32
	news     []mines.Cell // cells deduced to be safe since the last TakeSafe
	taken    []mines.Cell

	net      network  // the numbers and boxes of the last Deduce
	off      offCells // the unsure cells that touch no number
	offList  []int32
	diagrams diagrams
	totals   totals
	ahead    []uint64 // scratch of settleComponent
	weights  weights
	asker    asker
	logs     []float64 // of factorials
}

// NewSolver returns a solver for an untouched board.
func NewSolver(r mines.Rules, limit Limit) *Solver {
	s := &Solver{rules: r, limit: limit, grid: newGrid(r)}
	n := r.Cells()
	s.fate = make([]fate, n)
	s.numbered = make([]bool, n)
	s.need = make([]int8, n)
	s.left = make([]int8, n)
	s.Reset()
	return s
}

// Reset returns the solver to the untouched board.
func (s *Solver) Reset() {
	clear(s.fate)
	clear(s.numbered)
	s.unsure = len(s.fate)
	s.mines = s.rules.Mines
	s.queue = s.queue[:0]
	s.news = s.news[:0]
}

// Load replaces the position by a view of the same board.
func (s *Solver) Load(v mines.View) error {
	s.Reset()
	for i, m := range v.Marks {
		if err := s.Set(mines.Cell(i), m); err != nil {
			return err
		}
	}
	return nil
}

// Copy replaces the position by that of another solver of the same board, to examine a
// hypothetical: Set, Deduce and Weigh come next.
func (s *Solver) Copy(from *Solver) {
	copy(s.fate, from.fate)
	copy(s.numbered, from.numbered)
	copy(s.need, from.need)
	copy(s.left, from.left)
	s.unsure, s.mines = from.unsure, from.mines
	s.queue = append(s.queue[:0], from.queue...)
	s.news = append(s.news[:0], from.news...)
}

// Set records what cell c shows. The error is veil.ErrImpossible if a single number contradicts it;
// deeper contradictions are found by Deduce.
func (s *Solver) Set(c mines.Cell, m mines.Mark) error {
	switch {
	case m.IsHidden():
		return nil
	case m == mines.Mine:
		return s.settle(int32(c), mine)
	}
	if s.fate[c] == mine {
		return s.clash(int32(c))
	}
	if err := s.settle(int32(c), open); err != nil {
		return err
	}
	if m == mines.Opened || s.numbered[c] {
		return nil
	}
	return s.enter(int32(c), int8(m))
}

// enter records that c shows a number.
func (s *Solver) enter(c int32, number int8) error {
	s.numbered[c] = true
	left := int8(0)
	for _, d := range s.grid.around(c) {
		switch s.fate[d] {
		case unsure:
			left++
		case mine:
			number--
		case open, safe:
		}
	}
	s.need[c], s.left[c] = number, left
	return s.consider(c)
}

// settle fixes the fate of c and updates the numbers around it.
func (s *Solver) settle(c int32, f fate) error {
	old := s.fate[c]
	if old == f || old == safe && f == open {
		s.fate[c] = f
		return nil
	}
	if old != unsure {
		return s.clash(c)
	}
	s.fate[c] = f
	s.unsure--
	found := int8(0)
	if f == mine {
		s.mines--
		found = 1
	}
	for _, d := range s.grid.around(c) {
		if !s.numbered[d] {
			continue
		}
		s.left[d]--
		s.need[d] -= found
		if err := s.consider(d); err != nil {
			return err
		}
	}
	return nil
}

// consider queues a number that decides its neighbours, or reports one that cannot hold.
func (s *Solver) consider(c int32) error {
	need, left := s.need[c], s.left[c]
	if need < 0 || need > left {
		return s.clash(c)
	}
	if left > 0 && (need == 0 || need == left) {
		s.queue = append(s.queue, c)
	}
	return nil
}

func (s *Solver) clash(c int32) error {
	return fmt.Errorf("at %s: %w", s.rules.Name(mines.Cell(c)), veil.ErrImpossible)
}

// Propagate settles the cells that single numbers decide: the single-point strategy (Sebag &
// Teytaud 2012, §3.4). It is much cheaper than Deduce and finds less.
func (s *Solver) Propagate() error {
	for len(s.queue) > 0 {
		c := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		if s.left[c] == 0 {
			continue
		}
		f := safe
		if s.need[c] > 0 {
			f = mine
		}
		for _, d := range s.grid.around(c) {
			if s.fate[d] != unsure {
				continue
			}
			if err := s.conclude(d, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// conclude settles a deduced fate.
func (s *Solver) conclude(c int32, f fate) error {
	if f == safe {
		s.news = append(s.news, mines.Cell(c))
	}
	return s.settle(c, f)
}

// TakeSafe returns the cells deduced to be safe and not opened since its last call. The slice is
// valid until the next call on s.
func (s *Solver) TakeSafe() []mines.Cell {
	s.taken = s.taken[:0]
	for _, c := range s.news {
		if s.fate[c] == safe {
			s.taken = append(s.taken, c)
		}
	}
	s.news = s.news[:0]
	return s.taken
}

// Certainty returns what is certain about c.
func (s *Solver) Certainty(c mines.Cell) Certainty {
	switch s.fate[c] {
	case open, safe:
		return CertainSafe
	case mine:
		return CertainMine
	case unsure:
		return Unsure
	default:
		return Unsure
	}
}

// Certainty is the verdict of a deduction about a cell.
type Certainty uint8

// The certainties.
const (
	Unsure Certainty = iota
	CertainSafe
	CertainMine
)

// String returns the certainty in one word.
func (c Certainty) String() string {
	switch c {
	case CertainSafe:
		return "safe"
	case CertainMine:
		return "mine"
	case Unsure:
		return "unsure"
	default:
		return "unsure"
	}
}

// grid lists the neighbours of every cell.
type grid struct {
	first []int32
	list  []int32
}

func newGrid(r mines.Rules) grid {
	g := grid{first: make([]int32, 1, r.Cells()+1), list: make([]int32, 0, 8*r.Cells())}
	var buf [8]mines.Cell
	for c := range mines.Cell(r.Cells()) {
		for _, d := range r.AppendNeighbours(buf[:0], c) {
			g.list = append(g.list, int32(d))
		}
		g.first = append(g.first, int32(len(g.list)))
	}
	return g
}

func (g *grid) around(c int32) []int32 { return g.list[g.first[c]:g.first[c+1]] }
