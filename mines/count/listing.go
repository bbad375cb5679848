// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// ReadMine is the reading of a mine in a [Listing].
const ReadMine = 15

// Listing contains every layout that fits a view, for searches over sets of layouts.
type Listing struct {
	// Cells are the hidden cells that can be opened, in reading order: those that are
	// a mine in every layout are left out, those that are safe in every layout are
	// not, for their numbers are still unknown.
	Cells []mines.Cell

	words int
	masks []uint64 // per layout: which of Cells are mines
	near  []uint64 // per cell: which of Cells are around it
	known []uint8  // per cell: certain mines around it
}

// List lists the layouts that fit, if they are at most max. It calls stop, if set, from time to
// time; true gives up. Both limits give an error that is veil.ErrTooHard.
func (a *Analysis) List(max int, stop func() bool) (*Listing, error) {
	if a.counts == nil {
		return nil, ErrNoCount
	}
	if a.counts.total.Cmp(big.NewInt(int64(max))) > 0 {
		return nil, fmt.Errorf("%v layouts fit, at most %d are listed: %w", a.counts.total, max, veil.ErrTooHard)
	}
	return a.solver.list(int(a.counts.total.Int64()), stop)
}

// List lists the layouts that fit, after Weigh, if they are at most max.
func (s *Solver) List(max int) (*Listing, error) {
	const rounding = 1e-6
	if s.LogLayouts() > log2(float64(max))+rounding {
		return nil, fmt.Errorf("more than %d layouts fit: %w", max, veil.ErrTooHard)
	}
	l, err := s.list(max, nil)
	if err == nil && l.Len() > max {
		err = fmt.Errorf("more than %d layouts fit: %w", max, veil.ErrTooHard)
	}
	return l, err
}

// list lists at most one layout more than most.
func (s *Solver) list(most int, stop func() bool) (*Listing, error) {
	l := &Listing{}
	index := make([]int32, len(s.fate))
	for c, f := range s.fate {
		if f == unsure || f == safe {
			index[c] = int32(len(l.Cells)) + 1
			l.Cells = append(l.Cells, mines.Cell(c))
		}
	}
	l.words = (len(l.Cells) + 63) / 64
	l.surround(s, index)
	w := &lister{solver: s, listing: l, index: index, mask: make([]uint64, l.words), most: most + 1, stop: stop}
	l.masks = make([]uint64, 0, min(most, 1<<10)*l.words)
	w.component(0, s.off.mines)
	if w.stopped {
		return nil, fmt.Errorf("listing was stopped: %w", veil.ErrTooHard)
	}
	return l, nil
}

// Some returns one layout that fits, always the same: the first that constraint solving finds.
func (a *Analysis) Some() (mines.Layout, error) {
	if a.counts == nil {
		return nil, ErrNoCount
	}
	s := a.solver
	index := make([]int32, len(s.fate))
	for c := range index {
		index[c] = int32(c) + 1
	}
	l := &Listing{words: (len(index) + 63) / 64}
	w := &lister{solver: s, listing: l, index: index, mask: make([]uint64, l.words), most: 1}
	w.component(0, s.off.mines)
	layout := make(mines.Layout, len(s.fate))
	for c, f := range s.fate {
		layout[c] = f == mine || l.Mine(0, c)
	}
	return layout, nil
}

func (l *Listing) surround(s *Solver, index []int32) {
	l.near = make([]uint64, len(l.Cells)*l.words)
	l.known = make([]uint8, len(l.Cells))
	for i, c := range l.Cells {
		for _, d := range s.grid.around(int32(c)) {
			if j := index[d] - 1; j >= 0 {
				l.near[i*l.words+int(j)/64] |= 1 << (j % 64)
			} else if s.fate[d] == mine {
				l.known[i]++
			}
		}
	}
}

// Len returns the number of layouts.
func (l *Listing) Len() int {
	if l.words == 0 {
		return 1 // everything is certain
	}
	return len(l.masks) / l.words
}

// Mine reports whether the i-th of Cells is a mine in a layout.
func (l *Listing) Mine(layout, i int) bool {
	return l.masks[layout*l.words+i/64]>>(i%64)&1 == 1
}

// Read fills seen with the number that each of Cells shows in a layout, or ReadMine.
func (l *Listing) Read(layout int, seen []uint8) {
	mask := l.masks[layout*l.words : (layout+1)*l.words]
	for i := range l.Cells {
		if mask[i/64]>>(i%64)&1 == 1 {
			seen[i] = ReadMine
			continue
		}
		n := l.known[i]
		for w, x := range mask {
			n += uint8(bits.OnesCount64(x & l.near[i*l.words+w]))
		}
		seen[i] = n
	}
}

// lister walks all paths of all diagrams and all choices of cells.
type lister struct {
	solver  *Solver
	listing *Listing
	index   []int32
	mask    []uint64
	most    int // layouts after which to stop
	stop    func() bool
	asked   int // layouts at the last call of stop
	stopped bool
}

// full reports whether listing is over: enough layouts, or stopped.
func (w *lister) full() bool {
	const pace = 1 << 12 // layouts between two calls of stop
	if n := w.listing.Len(); w.stop != nil && !w.stopped && n%pace == pace-1 && n != w.asked {
		w.asked, w.stopped = n, w.stop()
	}
	return w.stopped || w.listing.words > 0 && w.listing.Len() >= w.most
}

// component lists component i and all that follow, with the given number of mines in them.
func (w *lister) component(i, mines int) {
	d := &w.solver.diagrams
	if i == len(d.components) {
		if off := w.solver.off; mines >= 0 && mines <= off.cells {
			w.cells(w.solver.offList, mines, func() {
				w.listing.masks = append(w.listing.masks, w.mask...)
			})
		}
		return
	}
	c := &d.components[i]
	set := d.set(c, d.root(c))
	for j := int(c.lo); j <= min(int(c.hi), mines); j++ {
		if hasMember(set, j) {
			w.path(c, 0, d.root(c), j, func() { w.component(i+1, mines-j) })
		}
	}
}

// path lists the ways from node v in layer t to the end with the given number of mines.
func (w *lister) path(c *component, t, v int32, mines int, then func()) {
	d := &w.solver.diagrams
	if t == c.depth() {
		then()
		return
	}
	net := &w.solver.net
	var cells []int32
	for at := net.boxes[d.steps[c.steps.from+t].box].first; at > 0; at = net.next[at-1] {
		cells = append(cells, at-1)
	}
	k := int(d.fewest[v])
	for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
		if hasMember(d.set(c, u), mines-k) {
			w.cells(cells, k, func() { w.path(c, t+1, u, mines-k, then) })
		}
		k++
	}
}

// cells lists the ways to put k mines into the cells, as numbers whose last cell counts most: in
// this order neighbours differ in the first cells, and an exact search needs a tenth less work than
// in the reverse order. Certain mines are part of their boxes but not of the listing: they are the
// same in every layout.
func (w *lister) cells(cells []int32, k int, then func()) {
	switch {
	case w.full() || k > len(cells):
		return
	case k == 0:
		then()
		return
	}
	last := len(cells) - 1
	w.cells(cells[:last], k, then)
	if i := w.index[cells[last]] - 1; i >= 0 {
		w.mask[i/64] |= 1 << (i % 64)
		w.cells(cells[:last], k-1, then)
		w.mask[i/64] &^= 1 << (i % 64)
		return
	}
	w.cells(cells[:last], k-1, then)
}

// Symmetries returns the view's symmetries as permutations of Cells.
func (l *Listing) Symmetries(v mines.View) [][]int {
	index := make([]int, v.Cells())
	for i, c := range l.Cells {
		index[c] = i
	}
	var all [][]int
	for _, p := range v.Symmetries() {
		q := make([]int, len(l.Cells))
		for i, c := range l.Cells {
			q[i] = index[p[c]]
		}
		all = append(all, q)
	}
	return all
}
