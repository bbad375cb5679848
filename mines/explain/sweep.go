// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"math/bits"

	"github.com/veilplan/veil"
)

const (
	maxLive   = 32      // clues open at the same time: 4 bits each in a key
	maxStates = 1 << 16 // keys of one stage
)

// sweep decides which mine counts some clues allow. It gives mines to one group of
// cells after the other and keeps, for every combination of what the open clues still
// need, the set of mine counts that lead there. A clue is open between the first and
// the last group that touches it, so the work grows with the width of the chosen
// numbers and not with how many there are.
type sweep struct {
	need    []int // per clue in use
	cells   []int // per clue in use: its cells not yet given
	poll    *poll
	stages  []stage
	base    int // mines placed by the assumption
	touched int // cells that the clues or the assumption touch
}

// stage is a group of cells that touch the same clues.
type stage struct {
	clues [8]int32 // from 1
	n     int      // how many clues
	size  int
}

func (g *stage) touching() []int32 { return g.clues[:g.n] }

// order sorts the stages so that few clues are open at the same time: it closes the
// open clue whose remaining groups open the fewest others.
func (s *sweep) order() {
	byClue := make([][]int, len(s.need))
	for g := range s.stages {
		for _, k := range s.stages[g].touching() {
			byClue[k-1] = append(byClue[k-1], g)
		}
	}
	opened, closed, placed := make([]bool, len(s.need)), make([]bool, len(s.need)), make([]bool, len(s.stages))
	sorted := make([]stage, 0, len(s.stages))
	var live []int
	for next := 0; len(sorted) < len(s.stages); {
		if len(live) == 0 {
			for opened[next] {
				next++
			}
			opened[next] = true
			live = append(live, next)
		}
		if s.poll.work(len(live)*len(byClue[live[0]])) != nil {
			return // run gives up
		}
		k := s.cheapest(live, byClue, opened, placed)
		closed[k] = true
		for _, g := range byClue[k] {
			if placed[g] {
				continue
			}
			placed[g] = true
			sorted = append(sorted, s.stages[g])
			for _, j := range s.stages[g].touching() {
				if !opened[j-1] {
					opened[j-1] = true
					live = append(live, int(j-1))
				}
			}
		}
		still := live[:0]
		for _, j := range live {
			if !closed[j] {
				still = append(still, j)
			}
		}
		live = still
	}
	s.stages = sorted
}

// cheapest returns the open clue whose closing opens the fewest others.
func (s *sweep) cheapest(live []int, byClue [][]int, opened, placed []bool) int {
	best, fewest := -1, 0
	for _, k := range live {
		cost := 0
		for _, g := range byClue[k] {
			if placed[g] {
				continue
			}
			for _, j := range s.stages[g].touching() {
				if !opened[j-1] {
					cost++
				}
			}
		}
		if best < 0 || cost < fewest {
			best, fewest = k, cost
		}
	}
	return best
}

// needs packs what the open clues still need, 4 bits per slot.
type needs [2]uint64

func (n needs) at(slot int) int { return int(n[slot>>4] >> (slot & 15 * 4) & 15) }

func (n *needs) add(slot, by int) { n[slot>>4] += uint64(by) << (slot & 15 * 4) }

// frontier is the state of a sweep between two stages.
type frontier struct {
	index map[needs]int
	keys  []needs
	sets  []uint64 // words per key
	words int
}

func (f *frontier) reset() {
	clear(f.index)
	f.keys, f.sets = f.keys[:0], f.sets[:0]
}

// merge adds the counts, raised by shift, to those of the key.
func (f *frontier) merge(key needs, set []uint64, shift int) {
	i, ok := f.index[key]
	if !ok {
		i = len(f.keys)
		f.index[key] = i
		f.keys = append(f.keys, key)
		for range f.words {
			f.sets = append(f.sets, 0)
		}
	}
	countSet(f.sets[i*f.words:(i+1)*f.words]).or(set, shift)
}

// run returns the possible mine counts, base included; if totals is false a non-empty set only
// means that a layout exists.
func (s *sweep) run(totals bool) (countSet, error) {
	if err := s.poll.work(len(s.stages)); err != nil {
		return nil, err
	}
	most := s.base
	for _, n := range s.need {
		most += n
	}
	words := 1
	if totals {
		words = most/64 + 1
	}
	cur := &frontier{index: map[needs]int{}, words: words}
	next := &frontier{index: map[needs]int{}, words: words}
	first := make([]uint64, words)
	first[0] = 1
	cur.merge(needs{}, first, 0)
	slots := newSlotTable(len(s.need))
	for g := range s.stages {
		if !slots.open(s.stages[g].touching()) {
			return nil, veil.ErrTooHard
		}
		next.reset()
		if err := s.step(&s.stages[g], slots, totals, cur, next); err != nil {
			return nil, err
		}
		slots.close(s.stages[g].touching(), s.cells)
		if len(next.keys) > maxStates {
			return nil, veil.ErrTooHard
		}
		cur, next = next, cur
	}
	if len(cur.keys) == 0 {
		return nil, nil
	}
	result := make(countSet, words+1)
	if !totals {
		return append(result[:0], 1), nil
	}
	result.or(cur.sets, s.base)
	return result, nil
}

// step gives every possible number of mines to the stage's cells.
func (s *sweep) step(g *stage, slots *slotTable, totals bool, cur, next *frontier) error {
	var fresh needs
	for _, k := range g.touching() {
		s.cells[k-1] -= g.size
		if slots.fresh[k-1] {
			slots.fresh[k-1] = false
			fresh.add(slots.of[k-1], s.need[k-1])
		}
	}
	for i, key := range cur.keys {
		if len(next.keys) > maxStates {
			return nil // run gives up
		}
		key[0] += fresh[0]
		key[1] += fresh[1]
		lo, hi := 0, g.size
		for _, k := range g.touching() {
			need := key.at(slots.of[k-1])
			lo, hi = max(lo, need-s.cells[k-1]), min(hi, need)
		}
		if err := s.poll.work((8 + cur.words) * max(1, hi-lo+1)); err != nil {
			return err
		}
		for n := lo; n <= hi; n++ {
			after := key
			for _, k := range g.touching() {
				after.add(slots.of[k-1], -n)
			}
			shift := n
			if !totals {
				shift = 0
			}
			next.merge(after, cur.sets[i*cur.words:(i+1)*cur.words], shift)
		}
	}
	return nil
}

// slotTable assigns a place in the key to every open clue.
type slotTable struct {
	of    []int  // per clue, or -1
	fresh []bool // opened by the coming stage
	free  uint32 // one bit per free slot
}

func newSlotTable(clues int) *slotTable {
	s := &slotTable{of: make([]int, clues), fresh: make([]bool, clues), free: 1<<maxLive - 1}
	for i := range s.of {
		s.of[i] = -1
	}
	return s
}

// open gives a slot to every clue that has none; it reports false if there are too few.
func (s *slotTable) open(clues []int32) bool {
	for _, k := range clues {
		if s.of[k-1] >= 0 {
			continue
		}
		if s.free == 0 {
			return false
		}
		s.of[k-1] = bits.TrailingZeros32(s.free)
		s.fresh[k-1] = true
		s.free &= s.free - 1
	}
	return true
}

// close frees the slots of the clues that have no cells left. Their need is zero by then in every
// key.
func (s *slotTable) close(clues []int32, cells []int) {
	for _, k := range clues {
		if cells[k-1] == 0 {
			s.free |= 1 << s.of[k-1]
		}
	}
}
