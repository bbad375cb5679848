// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// list collects the cells to consider, the safest first and, among equally safe ones, those with
// the fewest unsure neighbours.
func (p *Learned) list(s *count.Solver) {
	p.choices = p.choices[:0]
	safest, ok := s.Safest()
	if !ok {
		return
	}
	least := p.cfg.Within * (1 - s.Risk(safest))
	for c := range mines.Cell(p.rules.Cells()) {
		if s.Certainty(c) != count.Unsure || 1-s.Risk(c) < least {
			continue
		}
		p.choices = append(p.choices, p.choice(s, c))
	}
	const rounding = 1e-9
	slices.SortStableFunc(p.choices, func(x, y choice) int {
		return cmp.Compare(y.safe-float64(rounding*float64(y.unsure)), x.safe-float64(rounding*float64(x.unsure)))
	})
	p.trim()
}

// choice describes a cell.
func (p *Learned) choice(s *count.Solver, c mines.Cell) choice {
	x := choice{cell: c, safe: 1 - s.Risk(c), off: s.GroupOf(c) < 0}
	var buf [8]mines.Cell
	for _, n := range p.rules.AppendNeighbours(buf[:0], c) {
		if s.Certainty(n) == count.Unsure {
			x.unsure++
		}
	}
	return x
}

// addSealed adds the cells that are risky because they may be sealed: the risk will have to be taken.
func (p *Learned) addSealed(s *count.Solver) error {
	if len(p.choices) == 0 {
		return nil
	}
	if err := p.foresee.seals.begin(s); err != nil {
		return err
	}
	least := p.cfg.Within * p.choices[0].safe
	for c := range mines.Cell(p.rules.Cells()) {
		if s.Certainty(c) != count.Unsure || 1-s.Risk(c) >= least {
			continue
		}
		if spared := p.foresee.seals.spares(s, c); spared > 0 && 1-s.Risk(c)+spared >= least {
			p.choices = append(p.choices, p.choice(s, c))
		}
	}
	return nil
}

// trim keeps the first cells, and few of those off the numbers.
func (p *Learned) trim() {
	off, kept := 0, p.choices[:0]
	for _, x := range p.choices {
		if x.off {
			off++
		}
		if len(kept) < p.cfg.Cells && (!x.off || off <= p.cfg.Off) {
			kept = append(kept, x)
		}
	}
	p.choices = kept
}

// Candidate is a cell of about the best value: the learned winning chance after it, and the chance
// to survive it and the guess after it.
type Candidate struct {
	Cell      mines.Cell
	Win, Live float64
}

// AppendCandidates appends the cells for which the last Guess looked ahead, the returned one first.
func (p *Learned) AppendCandidates(dst []Candidate) []Candidate {
	for _, x := range p.ranked() {
		if x.alike {
			dst = append(dst, Candidate{x.cell, x.win, x.live})
		}
	}
	return dst
}

// Any returns one of the cells that Guess considers, uniformly at random, for training on other
// guesses. It reports false if no cell is in doubt.
func (p *Learned) Any(r *rand.Rand, s *count.Solver) (mines.Cell, bool) {
	p.list(s)
	if len(p.choices) == 0 {
		return 0, false
	}
	return p.choices[r.IntN(len(p.choices))].cell, true
}

// AppendTraits appends the traits of the cells of AppendCandidates, in their order.
func (p *Learned) AppendTraits(dst []Traits) []Traits {
	for _, x := range p.ranked() {
		if x.alike {
			dst = append(dst, x.traits)
		}
	}
	return dst
}

// AppendRanked appends the cells that the last Guess valued within a share slack of the one it
// returned, that one first.
func (p *Learned) AppendRanked(dst []mines.Cell, slack float64) []mines.Cell {
	ranked := p.ranked()
	for _, x := range ranked {
		if x.win > 0 && x.win >= float64((1-slack)*ranked[0].win) {
			dst = append(dst, x.cell)
		}
	}
	return dst
}

// ranked returns the choices of the last Guess, the best first.
func (p *Learned) ranked() []choice {
	all := slices.Clone(p.choices)
	slices.SortStableFunc(all, func(x, y choice) int { return byScore(y, x) })
	return all
}
