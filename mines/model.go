// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"

	"github.com/veilplan/veil"
)

// Objective selects the quantity that a search maximises.
type Objective uint8

// The objectives. Won pays 1 for opening the last safe cell. Fraction pays, for every
// safe cell, its share of all safe cells (the score of the 2011 paper).
const (
	Won Objective = iota
	Fraction
)

// String returns the objective's name.
func (o Objective) String() string {
	switch o {
	case Won:
		return "won"
	case Fraction:
		return "fraction"
	default:
		return "Objective(" + strconv.Itoa(int(o)) + ")"
	}
}

// MarshalText returns the objective's name.
func (o Objective) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the objective's name.
func (o *Objective) UnmarshalText(text []byte) error {
	for _, known := range []Objective{Won, Fraction} {
		if string(text) == known.String() {
			*o = known
			return nil
		}
	}
	return fmt.Errorf("objective %q: want won or fraction", text)
}

// Reading is the result of opening a cell: the number of mines around it, or Boom.
type Reading int8

// Boom is the reading of a mine.
const Boom Reading = -1

// String returns the number, or "mine".
func (o Reading) String() string {
	if o == Boom {
		return "mine"
	}
	return strconv.Itoa(int(o))
}

// State is a hidden state of the [Model]: the mines and the cells opened so far.
//
// Under Any the mines are there from the start. Under Safe and Zero they are not: Placed
// is false and Mines is empty until the first step draws them, so a game has a single
// start, and its first step has one outcome for every layout.
type State struct {
	Mines, Open Set
	Left        int16 // safe cells not yet open
	Placed      bool
	Lost        bool
}

// MaxListed is the largest number of layouts that the model lists. Listing more is a mistake of the
// caller: check [Model.Layouts] first.
const MaxListed = 1 << 20

// Model is Minesweeper for a search: one cell is opened per step, zeros do not
// cascade (opening the neighbours of a zero is never worse than anything else, and
// free), there are no flags, and a step allocates nothing.
//
// It implements [veil.Model], [veil.Judge] and [veil.Enumerator].
type Model struct {
	rules  Rules
	share  float64 // reward of a safe cell
	prize  float64 // reward of the last one, on top
	around []neighbours
}

// neighbours are the up to eight cells around one.
type neighbours struct {
	n     int8
	cells [8]int16
}

var (
	_ veil.Model[State, Cell, Reading]      = (*Model)(nil)
	_ veil.Judge[State]                     = (*Model)(nil)
	_ veil.Enumerator[State, Cell, Reading] = (*Model)(nil)
)

// NewModel returns the model of a board of at most [MaxSetCells] cells.
func NewModel(r Rules, o Objective) (*Model, error) {
	if err := r.playable(); err != nil {
		return nil, err
	}
	if r.Cells() > MaxSetCells {
		return nil, fmt.Errorf("board %v has %d cells: a search takes at most %d", r, r.Cells(), MaxSetCells)
	}
	m := &Model{rules: r, around: make([]neighbours, r.Cells())}
	switch o {
	case Won:
		m.prize = 1
	case Fraction:
		m.share = 1 / float64(r.Cells()-r.Mines)
	default:
		return nil, fmt.Errorf("no such objective: %v", o)
	}
	for c := range m.around {
		var buf [8]Cell
		for i, n := range r.AppendNeighbours(buf[:0], Cell(c)) {
			m.around[c].cells[i] = int16(n)
			m.around[c].n = int8(i + 1)
		}
	}
	return m, nil
}

// Rules returns the rules.
func (m *Model) Rules() Rules { return m.rules }

// Objective returns the objective that the rewards implement.
func (m *Model) Objective() Objective {
	if m.prize > 0 {
		return Won
	}
	return Fraction
}

// Start draws the mines under Any; under Safe and Zero the first step draws them.
func (m *Model) Start(r *rand.Rand) State {
	s := m.Blank()
	if m.rules.First == Any {
		m.place(r, &s, nil)
	}
	return s
}

// AppendActions appends the hidden cells in reading order. Before the first click, those
// whose protected cells leave too little room for the mines are left out.
func (m *Model) AppendActions(dst []Cell, s *State) []Cell {
	if m.Status(s) != veil.Open {
		return dst
	}
	for c := range Cell(len(m.around)) {
		if m.closed(s, c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// Legal reports whether AppendActions would list c.
func (m *Model) Legal(s *State, c Cell) bool {
	return c >= 0 && int(c) < len(m.around) && m.Status(s) == veil.Open && m.closed(s, c)
}

func (m *Model) closed(s *State, c Cell) bool {
	return !s.Open.Has(c) && (s.Placed || m.room(c) >= m.rules.Mines)
}

// Step opens a cell.
func (m *Model) Step(r *rand.Rand, s *State, a Cell) (o Reading, reward float64, done bool) {
	if !s.Placed {
		var buf [9]Cell
		m.place(r, s, m.rules.AppendProtected(buf[:0], a))
	}
	return m.open(s, a)
}

// SafeStep reports that opening a safe cell never hurts once the mines are placed: a plan that
// needs it open is one ply shorter then. Before a protected first click it may hurt, for the click
// decides which layouts are possible.
func (m *Model) SafeStep(_ Cell, o Reading) bool { return o != Boom }

// Status returns whether the game in state s is running, won or lost.
func (m *Model) Status(s *State) veil.Status {
	switch {
	case s.Lost:
		return veil.Lost
	case s.Left == 0:
		return veil.Won
	default:
		return veil.Open
	}
}

// AppendStarts appends every layout under Any, and the one undecided state under Safe
// and Zero. It panics beyond [MaxListed] layouts.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	if m.rules.First != Any {
		return append(dst, veil.Weighted[State]{State: m.Blank(), P: 1})
	}
	from := len(dst)
	for mines := range m.layouts(nil) {
		s := m.Blank()
		s.Mines, s.Placed = mines, true
		dst = append(dst, veil.Weighted[State]{State: s})
	}
	for i := range dst[from:] {
		dst[from+i].P = 1 / float64(len(dst)-from)
	}
	return dst
}

// AppendOutcomes appends the one outcome of opening a cell; for the first click under
// Safe and Zero, one for every layout. It panics beyond [MaxListed] layouts.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Reading], s *State, a Cell) []veil.Outcome[State, Reading] {
	if s.Placed {
		return append(dst, m.outcome(*s, a))
	}
	from := len(dst)
	for mines := range m.layouts(m.rules.AppendProtected(nil, a)) {
		next := *s
		next.Mines, next.Placed = mines, true
		dst = append(dst, m.outcome(next, a))
	}
	for i := range dst[from:] {
		dst[from+i].P = 1 / float64(len(dst)-from)
	}
	return dst
}

// Layouts returns the number of layouts that are possible when the first click is at c.
func (m *Model) Layouts(c Cell) *big.Int {
	return new(big.Int).Binomial(int64(m.room(c)), int64(m.rules.Mines))
}

// StateOf returns the state in which the player's view is v and the mines are those of l. The marks
// of v must be true of l.
func (m *Model) StateOf(v View, l Layout) (State, error) {
	if v.Rules != m.rules {
		return State{}, fmt.Errorf("view of %v, model of %v", v.Rules, m.rules)
	}
	if err := v.CheckLayout(l); err != nil {
		return State{}, err
	}
	s := m.Blank()
	s.Mines, s.Placed = SetOf(l), true
	for c, mark := range v.Marks {
		if mark.IsNumber() {
			s.Open.Add(Cell(c))
			s.Left--
		}
	}
	return s, nil
}

// View returns the player's view in s.
func (m *Model) View(s *State) View {
	v := NewView(m.rules)
	for c := range v.Marks {
		switch {
		case !s.Open.Has(Cell(c)):
		case s.Mines.Has(Cell(c)):
			v.Marks[c] = Mine
		default:
			v.Marks[c] = Mark(m.Number(s, Cell(c)))
		}
	}
	return v
}

// Blank returns the state before the first click: nothing is open, no mine is placed.
func (m *Model) Blank() State { return State{Left: int16(len(m.around) - m.rules.Mines)} }

// room returns the number of cells that may hold a mine after a first click at c.
func (m *Model) room(c Cell) int {
	var buf [9]Cell
	return len(m.around) - len(m.rules.AppendProtected(buf[:0], c))
}

func (m *Model) place(r *rand.Rand, s *State, zone []Cell) {
	m.rules.place(r, zone, func(c Cell) { s.Mines.Add(c) })
	s.Placed = true
}

// open opens a; opening an open cell shows it again and earns nothing.
func (m *Model) open(s *State, a Cell) (o Reading, reward float64, done bool) {
	again := s.Open.Has(a)
	s.Open.Add(a)
	if s.Mines.Has(a) {
		s.Lost = true
		return Boom, 0, true
	}
	o = m.Number(s, a)
	if again {
		return o, 0, m.Status(s) != veil.Open
	}
	s.Left--
	reward, done = m.Reward(int(s.Left))
	return o, reward, done
}

// Reward returns the reward for opening a safe cell after which left safe cells remain hidden, and
// whether the game is then over.
func (m *Model) Reward(left int) (reward float64, done bool) {
	if left == 0 {
		return m.share + m.prize, true
	}
	return m.share, false
}

func (m *Model) outcome(s State, a Cell) veil.Outcome[State, Reading] {
	o, reward, done := m.open(&s, a)
	return veil.Outcome[State, Reading]{State: s, Seen: o, Reward: reward, Done: done, P: 1}
}

// Number returns the number of mines around c.
func (m *Model) Number(s *State, c Cell) Reading {
	near := &m.around[c]
	var o Reading
	for _, n := range near.cells[:near.n] {
		o += Reading(s.Mines[n>>6] >> (n & 63) & 1)
	}
	return o
}
