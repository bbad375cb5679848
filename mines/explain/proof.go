// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"maps"
	"slices"

	"github.com/veilplan/veil/mines"
)

// stepKind is the rule by which a step of a proof follows.
type stepKind uint8

const (
	forced   stepKind = iota // one number gives its remaining cells their value
	paired                   // two numbers together do
	refuted                  // the opposite of the one cell was supposed and clashed
	shortage                 // a clash: a number has too few cells left
	excess                   // a clash: a number touches too many mines
	mismatch                 // a clash: one number needs more of the shared cells than the other allows
)

// proofStep is one step of a proof by hand.
type proofStep struct {
	kind  stepKind
	by    []int        // the clues used: one, or two for paired (giver, receiver) and mismatch (needier, other)
	cells []mines.Cell // the cells it settles
	mine  bool         // their value
	from  []mines.Cell // the settled cells it rests on
	sub   []proofStep  // refuted: from the supposition to the clash, which is last
}

const (
	maxAttempts = 4000 // suppositions that a proof may try
	maxDepth    = 2    // suppositions inside each other, beyond the first
)

// prover derives cells from a few clues the way a person would.
type prover struct {
	q        *clues
	use      []int
	attempts int
}

// position is the set of cells settled so far.
type position struct {
	value    map[mines.Cell]bool // settled cells: mine or not
	steps    []proofStep
	last     []mines.Cell // settled by the last proofStep
	supposed int          // number of cells that are only supposed
}

func newPosition() *position { return &position{value: map[mines.Cell]bool{}} }

// clone returns the position without the steps that led to it.
func (p *position) clone() *position {
	return &position{value: maps.Clone(p.value), supposed: p.supposed}
}

func (p *position) settle(s proofStep) {
	for _, c := range s.cells {
		p.value[c] = s.mine
	}
	p.steps = append(p.steps, s)
	p.last = s.cells
}

// direct derives the cell's value step by step without supposing anything. It reports false if no
// direct proof exists.
func (p *prover) direct(c mines.Cell) ([]proofStep, bool) {
	at := newPosition()
	for p.q.work(100*len(p.use)) == nil {
		if _, ok := at.value[c]; ok {
			return slice(at.steps, []mines.Cell{c}), true
		}
		if order := p.chainOrder(at); !p.advanceOne(at, order) && !p.advanceTwo(at, order) {
			return nil, false
		}
	}
	return nil, false // stopped: see poll
}

// suppose derives a clash from the cell having the value, with as few further
// suppositions inside each other as possible; the steps end in the clash.
func (p *prover) suppose(c mines.Cell, mine bool) ([]proofStep, bool) {
	return p.deepen(func(depth int) ([]proofStep, bool) { return p.refute(newPosition(), c, mine, depth) })
}

// contradiction derives a clash from the clues alone.
func (p *prover) contradiction() ([]proofStep, bool) {
	return p.deepen(func(depth int) ([]proofStep, bool) { return p.clash(newPosition(), depth) })
}

func (p *prover) deepen(try func(depth int) ([]proofStep, bool)) ([]proofStep, bool) {
	for depth := range maxDepth + 1 {
		p.attempts = 0
		if steps, ok := try(depth); ok {
			return steps, true
		}
	}
	return nil, false
}

// refute supposes that the cell has a value and derives a clash; the steps end in it. Inside, it
// may suppose further, at most depth deep.
func (p *prover) refute(at *position, c mines.Cell, mine bool, depth int) ([]proofStep, bool) {
	if p.attempts++; p.attempts > maxAttempts || p.q.err != nil {
		return nil, false
	}
	inner := at.clone()
	inner.value[c] = mine
	inner.last = []mines.Cell{c}
	return p.clash(inner, depth)
}

// clash derives a contradiction; the steps end in it.
func (p *prover) clash(at *position, depth int) ([]proofStep, bool) {
	for p.q.work(100*len(p.use)) == nil {
		if end, ok := p.brokenOne(at); ok {
			return append(slice(at.steps, end.from), end), true
		}
		order := p.chainOrder(at)
		if p.advanceOne(at, order) {
			continue
		}
		if end, ok := p.brokenTwo(at); ok {
			return append(slice(at.steps, end.from), end), true
		}
		if !p.advanceTwo(at, order) && !p.split(at, depth) {
			return nil, false
		}
	}
	return nil, false // stopped: see poll
}

// split settles a cell by refuting its other value: preferably a cell whose clash needs no further
// supposition, else the first.
func (p *prover) split(at *position, depth int) bool {
	if depth == 0 {
		return false
	}
	var first *proofStep
	for _, c := range p.unsettled(at) {
		for _, mine := range []bool{true, false} {
			sub, ok := p.refute(at, c, mine, depth-1)
			if !ok {
				continue
			}
			from := slices.DeleteFunc(rests(sub), func(d mines.Cell) bool { return d == c })
			s := proofStep{kind: refuted, cells: []mines.Cell{c}, mine: !mine, from: from, sub: sub}
			if first == nil {
				first = &s
			}
			if _, ok := p.refute(at, c, !mine, 0); ok {
				at.settle(s)
				return true
			}
		}
	}
	if first == nil {
		return false
	}
	at.settle(*first)
	return true
}

// unsettled returns the cells that the clues touch and the position leaves undecided.
func (p *prover) unsettled(at *position) []mines.Cell {
	var cells []mines.Cell
	for _, i := range p.use {
		cells = append(cells, p.remains(at, i).open...)
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// advanceOne settles more cells by one number.
func (p *prover) advanceOne(at *position, order []int) bool {
	for _, i := range order {
		if s, ok := p.byOne(at, i); ok {
			at.settle(s)
			return true
		}
	}
	return false
}

// advanceTwo settles more cells by two numbers.
func (p *prover) advanceTwo(at *position, order []int) bool {
	for _, i := range order {
		if p.q.work(200*len(p.use)) != nil {
			return false
		}
		for _, j := range p.use {
			if i != j && p.byTwo(at, i, j) {
				return true
			}
		}
	}
	return false
}

// chainOrder puts the numbers next to the cells settled last first, so that the steps form a chain.
func (p *prover) chainOrder(at *position) []int {
	near := func(i int) bool {
		return slices.ContainsFunc(at.last, func(c mines.Cell) bool { return slices.Contains(p.q.list[i].cells, c) })
	}
	var first, then []int
	for _, i := range p.use {
		if near(i) {
			first = append(first, i)
		} else {
			then = append(then, i)
		}
	}
	return append(first, then...)
}

// slice keeps the steps, and of each step the cells, that the proof of the wanted cells uses.
func slice(steps []proofStep, wanted []mines.Cell) []proofStep {
	want := map[mines.Cell]bool{}
	for _, c := range wanted {
		want[c] = true
	}
	var kept []proofStep
	for _, s := range slices.Backward(steps) {
		s.cells = slices.DeleteFunc(slices.Clone(s.cells), func(c mines.Cell) bool { return !want[c] })
		if len(s.cells) == 0 {
			continue
		}
		for _, c := range s.from {
			want[c] = true
		}
		kept = append(kept, s)
	}
	slices.Reverse(kept)
	return kept
}

// rests returns the cells that the steps rest on and do not settle themselves.
func rests(steps []proofStep) []mines.Cell {
	var outside []mines.Cell
	settled := map[mines.Cell]bool{}
	for _, s := range steps {
		for _, c := range s.from {
			if !settled[c] && !slices.Contains(outside, c) {
				outside = append(outside, c)
			}
		}
		for _, c := range s.cells {
			settled[c] = true
		}
	}
	return outside
}
