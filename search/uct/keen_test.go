// SPDX-License-Identifier: BSD-3-Clause

package uct_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/veiltest"
)

// keen is a Patch with every power a search can use, each written the dumb way.
type keen struct {
	veiltest.Patch

	exactUpTo int // beliefs of so many layouts are bounded exactly
}

// Forced opens a cell that is a mine in no layout.
func (k keen) Forced(b patchBel) (int, bool) {
	states := statesOf(b)
	layouts := make([]uint16, len(states))
	for i, w := range states {
		layouts[i] = w.State.Mines
	}
	free := k.free(layouts, states[0].State.Open)
	return bits.TrailingZeros16(free), free != 0
}

func statesOf(b patchBel) []veil.Weighted[veiltest.PatchState] {
	switch b := b.(type) {
	case *patchSet:
		return b.States()
	case named:
		return b.States()
	default:
		panic("neither a set nor a named one")
	}
}

// named is a set with a key: the open cells and the layouts, which a set keeps in order.
type named struct{ *patchSet }

func (b named) Update(a, o int) (patchBel, error) {
	next, err := b.patchSet.Update(a, o)
	if err != nil {
		return nil, err
	}
	return named{next.(*patchSet)}, nil
}

func (b named) AppendKey(dst []byte) []byte {
	for _, w := range b.States() {
		dst = append(dst, byte(w.State.Open), byte(w.State.Open>>8), byte(w.State.Mines), byte(w.State.Mines>>8))
	}
	return dst
}

// free returns the closed cells that are a mine in no layout.
func (k keen) free(layouts []uint16, open uint16) uint16 {
	for _, mines := range layouts {
		open |= mines
	}
	return ^open & (1<<(k.Width*k.Height) - 1)
}

// Bounds solves small beliefs and knows nothing about others.
func (k keen) Bounds(b patchBel) (lo, hi float64) {
	states := statesOf(b)
	if len(states) > k.exactUpTo {
		return 0, 1
	}
	layouts := make([]uint16, len(states))
	for i, w := range states {
		layouts[i] = w.State.Mines
	}
	v := float64(k.wins(layouts, states[0].State.Open)) / float64(len(states))
	return v, v
}

// wins returns in how many layouts best play wins: expectimax that opens free cells
// first and remembers nothing.
func (k keen) wins(layouts []uint16, open uint16) int {
	if len(layouts) == 0 {
		return 0
	}
	if bits.OnesCount16(open) == k.Width*k.Height-k.Mines {
		return 1
	}
	if free := k.free(layouts, open); free != 0 {
		return k.after(layouts, open, bits.TrailingZeros16(free))
	}
	top := 0
	for cell := range k.Width * k.Height {
		if open>>cell&1 == 0 {
			top = max(top, k.after(layouts, open, cell))
		}
	}
	return top
}

func (k keen) after(layouts []uint16, open uint16, cell int) int {
	var shows [9][]uint16
	for _, mines := range layouts {
		s := veiltest.PatchState{Mines: mines}
		if seen, _, _ := k.Step(nil, &s, cell); seen != veiltest.Boom {
			shows[seen] = append(shows[seen], mines)
		}
	}
	sum := 0
	for _, rest := range shows {
		sum += k.wins(rest, open|1<<cell)
	}
	return sum
}

// Roll opens a cell that the single-point strategy finds safe, else any cell.
func (k keen) Roll(r *rand.Rand, s *veiltest.PatchState) int {
	if safe := k.safe(s); safe != 0 {
		return bits.TrailingZeros16(safe)
	}
	var buf [16]int
	actions := k.AppendActions(buf[:0], s)
	return actions[r.IntN(len(actions))]
}

// safe applies "as many closed neighbours as mines: all are" and then "all its mines
// are found: the others are not" to every open cell, using what is open only.
func (k keen) safe(s *veiltest.PatchState) uint16 {
	var mines, safe uint16
	for range 2 {
		for cell := range k.Width * k.Height {
			if s.Open>>cell&1 == 0 {
				continue
			}
			near := k.near(cell)
			number, closed := bits.OnesCount16(near&s.Mines), near&^s.Open
			if bits.OnesCount16(closed) == number {
				mines |= closed
			}
			if bits.OnesCount16(closed&mines) == number {
				safe |= closed &^ mines
			}
		}
	}
	return safe
}

func (k keen) near(cell int) uint16 {
	var near uint16
	for y := max(cell/k.Width-1, 0); y <= min(cell/k.Width+1, k.Height-1); y++ {
		for x := max(cell%k.Width-1, 0); x <= min(cell%k.Width+1, k.Width-1); x++ {
			near |= 1 << (y*k.Width + x)
		}
	}
	return near &^ (1 << cell)
}

func TestKeenKnowsTheTruth(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 2, Mines: 2}
	k := keen{p, 99}
	for cell := range 6 {
		for seen := range 3 {
			prior := patchAfter(t, p)
			next, err := prior.Update(cell, seen)
			if err != nil {
				continue
			}
			lo, hi := k.Bounds(next)
			want := best(expectimax(p, next.(*patchSet), 1))
			if math.Abs(lo-want) > 1e-12 || lo != hi {
				t.Errorf("cell %d shows %d: [%v, %v], want %v", cell, seen, lo, hi, want)
			}
		}
	}
	// Anchors: 4×4/4 without protection is worth 961/1820; with r1c1 = 1, 379/660.
	if testing.Short() {
		return
	}
	k = keen{veiltest.Patch{Width: 4, Height: 4, Mines: 4}, 660}
	if v, _ := k.Bounds(patchAfter(t, k.Patch, patchStep{Action: 0, Seen: 1})); math.Abs(v-379.0/660) > 1e-12 {
		t.Errorf("the hero board is worth %v, want 379/660", v)
	}
}
