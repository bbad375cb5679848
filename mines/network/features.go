// SPDX-License-Identifier: BSD-3-Clause

package network

import (
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Each group of features, and the index where it begins.
const (
	featBoard     = 0                            // size, density and what is left
	featSafe      = featBoard + 14               // cells known to be safe
	featLow       = featSafe + 5                 // the lowest risks
	featOff       = featLow + 7                  // the cells off the numbers
	featCells     = featOff + 7                  // cells on the numbers, by risk and exits
	featParts     = featCells + riskBins*exits   // components, by how closed they are
	featPairs     = featParts + closures*partLen // small closed groups
	featNeeds     = featPairs + 5                // numbers, by what they lack
	FeatureCount  = featNeeds + 9
	riskBins      = 9
	exits         = 3
	closures      = 3
	partLen       = 6
	featureOne    = 1 << 10 // a feature of 1
	featureLimit  = 1<<15 - 1
	closedConst   = 0 // no unsure cell outside touches the component, and its mines are fixed
	closedCounted = 1 // no unsure cell outside touches it
	closedNot     = 2
)

// Features describe a position for a [Network]: numbers in units of 1/1024.
type Features [FeatureCount]int16

func (f *Features) set(i int, x float64) { f[i] = fixed(x) }

func (f *Features) add(i int, x int) { f[i] = int16(min(int(f[i])+x, featureLimit)) }

// fixed rounds a number to units of 1/1024. A product with a power of two is exact, so fusing it
// with the sum makes no difference.
func fixed(x float64) int16 {
	x = float64(x*featureOne) + 0.5
	switch {
	case x >= featureLimit:
		return featureLimit
	case x <= -featureLimit:
		return -featureLimit
	case x < 0:
		return -int16(1 - x)
	}
	return int16(x)
}

// Pending reports whether some cell is certainly safe and not open.
func (f *Features) Pending() bool { return f[featSafe] != 0 }

// Describer computes features. It reuses its memory, so it is not safe for concurrent use.
type Describer struct {
	board
	parts []part
	near  []bool // per cell: a neighbour is not an unsure cell off the numbers
	safe  []mines.Cell
	seen  Features
}

// NewDescriber returns a describer for boards of these rules.
func NewDescriber(rules mines.Rules) *Describer {
	return &Describer{board: newBoard(rules), near: make([]bool, rules.Cells())}
}

// Look deduces the certain cells in the position of s, weighs the risks and returns the features.
// They are valid until the next call.
func (d *Describer) Look(s *count.Solver) (*Features, error) {
	for _, step := range []func() error{s.Propagate, s.Deduce, s.Weigh} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	d.safe = append(d.safe[:0], s.TakeSafe()...)
	d.describe(&d.seen, s, d.safe)
	return &d.seen, nil
}

// part summarises a component.
type part struct {
	cells  int
	exits  int // unsure cells outside it that its cells touch, counted by cell
	lowest float64
}

// describe fills in the features of a position whose risks are weighed; safe are the certainly safe
// cells that are not open.
func (d *Describer) describe(f *Features, s *count.Solver, safe []mines.Cell) {
	*f = Features{}
	d.whole(f, s)
	d.pending(f, s, safe)
	d.cells(f, s)
	d.components(f, s)
}

// whole describes the board as a whole: its size, and how much of it is unsure.
func (d *Describer) whole(f *Features, s *count.Solver) {
	cells, mines := s.Unsure()
	r := d.rules
	logs := s.LogLayouts()
	f.set(featBoard, float64(cells)/128)
	f.set(featBoard+1, float64(mines)/32)
	f.set(featBoard+2, ratio(float64(mines), float64(cells))*2)
	f.set(featBoard+3, float64(s.Components())/8)
	f.set(featBoard+4, float64(s.Groups())/32)
	f.set(featBoard+5, logs/64)
	f.set(featBoard+6, min(logs, 32)/16)
	f.set(featBoard+7, float64(cells-mines)/float64(r.Cells()-r.Mines))
	f.set(featBoard+8, float64(r.Cells())/256)
	f.set(featBoard+9, float64(r.Mines)/float64(r.Cells())*4)
	f.set(featBoard+10, min(float64(cells), 32)/16)
	f.set(featBoard+11, min(float64(mines), 16)/8)
	f.set(featBoard+12, min(float64(s.Components()), 4)/2)
	if cells == 0 {
		f[featBoard+13] = featureOne
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// pending describes the safe cells: their number, and the chance that they show zeros.
func (d *Describer) pending(f *Features, s *count.Solver, safe []mines.Cell) {
	if len(safe) == 0 {
		return
	}
	most, none, sum := 0.0, 1.0, 0.0
	for _, c := range safe {
		zero := d.zero(s, c)
		most, sum = max(most, zero), sum+zero
		none *= 1 - zero
	}
	f[featSafe] = featureOne
	f.set(featSafe+1, float64(len(safe))/8)
	f.set(featSafe+2, sum/2)
	f.set(featSafe+3, most)
	f.set(featSafe+4, 1-none)
}

// zero returns the approximate chance that a safe cell shows 0, as if its neighbours were
// independent.
func (d *Describer) zero(s *count.Solver, c mines.Cell) float64 {
	p := 1.0
	for _, n := range d.around(c) {
		if p *= 1 - s.Risk(n); p == 0 {
			break
		}
	}
	return p
}

// cells describes the unsure cells one by one.
func (d *Describer) cells(f *Features, s *count.Solver) {
	d.parts = d.parts[:0]
	for range s.Components() {
		d.parts = append(d.parts, part{lowest: 1})
	}
	d.markNear(s)
	low, off := lowest{first: 1, second: 1}, offSum{}
	for c := range mines.Cell(d.rules.Cells()) {
		if s.Certainty(c) != count.Unsure {
			d.number(f, s, c)
			continue
		}
		risk := s.Risk(c)
		low.see(risk)
		if g := s.GroupOf(c); g >= 0 {
			low.on = min(low.on, risk-1)
			d.onNumbers(f, s, c, risk, s.Group(g).Component)
		} else {
			off.see(d, s, c, risk)
		}
	}
	low.write(f)
	off.write(f, d)
}

// markNear marks the cells near open or settled ones. Farther away all cells are alike, which saves
// most of the work at the start of a game.
func (d *Describer) markNear(s *count.Solver) {
	clear(d.near)
	for c := range mines.Cell(d.rules.Cells()) {
		if s.Certainty(c) == count.Unsure && s.GroupOf(c) < 0 {
			continue
		}
		for _, n := range d.around(c) {
			d.near[n] = true
		}
	}
}

// number describes what an open number lacks.
func (d *Describer) number(f *Features, s *count.Solver, c mines.Cell) {
	need, among, ok := s.Need(c)
	if !ok {
		return
	}
	kind := 8
	switch {
	case need == 1:
		kind = min(among-2, 4)
	case need == 2 && among <= 4:
		kind = 5 + among - 3
	case need == 2:
		kind = 7
	}
	if kind >= 0 {
		f.add(featNeeds+kind, featureOne/8)
	}
}

// onNumbers describes an unsure cell of a component.
func (d *Describer) onNumbers(f *Features, s *count.Solver, c mines.Cell, risk float64, component int) {
	out := 0
	for _, n := range d.around(c) {
		if s.Certainty(n) != count.Unsure {
			continue
		}
		if g := s.GroupOf(n); g < 0 || s.Group(g).Component != component {
			out++
		}
	}
	p := &d.parts[component]
	p.cells++
	p.exits += out
	p.lowest = min(p.lowest, risk)
	kind := 0
	if out > 0 {
		kind = 1 + min(out/3, 1)
	}
	f.add(featCells+kind*riskBins+riskBin(risk), featureOne/8)
}

// riskBin returns the bin of a risk in a histogram.
func riskBin(risk float64) int {
	for i, edge := range [...]float64{0.03, 0.07, 0.12, 0.18, 0.25, 0.37, 0.495, 0.67} {
		if risk < edge {
			return i
		}
	}
	return riskBins - 1
}

// lowest collects the lowest risks.
type lowest struct {
	first, second, on float64 // on: less 1
	near              int     // cells about as safe as the safest
	any               bool
}

func (l *lowest) see(risk float64) {
	l.any = true
	switch {
	case risk < l.first:
		if risk < l.first-0.01 {
			l.near = 0
		}
		l.first, l.second = risk, l.first
		l.near++
	case risk < l.first+0.01:
		l.near++
		l.second = min(l.second, risk)
	default:
		l.second = min(l.second, risk)
	}
}

func (l *lowest) write(f *Features) {
	if !l.any {
		return
	}
	f.set(featLow, l.first*4)
	f.set(featLow+1, l.second*4)
	f.set(featLow+2, cost(l.first))
	f.set(featLow+3, cost(l.second))
	f.set(featLow+4, (l.on+1)*2)
	f.set(featLow+5, min(float64(l.near), 8)/8)
	f.set(featLow+6, max(0, 0.05-l.first)*20)
}

// cost returns minus the natural logarithm of the chance to survive a risk, approximately.
func cost(risk float64) float64 {
	safe := max(1-risk, 1.0/64)
	// A Padé approximation of -ln, exact to 0.2 % down to 0.3: only its shape matters here.
	x := 1 - safe
	return float64(x*float64(6-float64(3*x))) / (6 - float64(6*x) + float64(x*x))
}

// offSum sums up the cells off the numbers.
type offSum struct {
	cells, corners, edges int
	risk, zero            float64
	inner                 int        // all of whose neighbours are off the numbers too
	powers                [9]float64 // of far
}

// see adds a cell off the numbers; o.zero becomes the largest chance of a 0 among them.
func (o *offSum) see(d *Describer, s *count.Solver, c mines.Cell, risk float64) {
	o.cells++
	o.risk = risk
	switch n := len(d.around(c)); {
	case n <= 3:
		o.corners++
	case n <= 5:
		o.edges++
	}
	if !d.near[c] {
		o.inner++
		o.zero = max(o.zero, o.far(len(d.around(c)), risk))
		return
	}
	p := 1 - risk
	for _, n := range d.around(c) {
		if p <= o.zero {
			return
		}
		p *= 1 - s.Risk(n)
	}
	o.zero = max(o.zero, p)
}

// far returns the chance that a cell is safe and shows 0 if all its neighbours have its risk.
func (o *offSum) far(neighbours int, risk float64) float64 {
	if o.powers[neighbours] == 0 {
		p := 1 - risk
		for range neighbours {
			p *= 1 - risk
		}
		o.powers[neighbours] = p
	}
	return o.powers[neighbours]
}

func (o *offSum) write(f *Features, d *Describer) {
	if o.cells == 0 {
		return
	}
	f.set(featOff, float64(o.cells)/128)
	f.set(featOff+1, min(float64(o.cells), 16)/8)
	f.set(featOff+2, float64(o.corners)/4)
	f.set(featOff+3, float64(o.edges)/32)
	f.set(featOff+4, o.risk*4)
	f.set(featOff+5, o.zero*2)
	f.set(featOff+6, float64(o.inner)/float64(d.rules.Cells())*2)
}

// components describes the least that each component costs, by how closed it is.
func (d *Describer) components(f *Features, s *count.Solver) {
	var sums [closures]struct {
		n, cells, coins int
		cost, most, sum float64
	}
	for i, p := range d.parts {
		if p.cells == 0 {
			continue
		}
		x := &sums[d.closure(s, i)]
		least := cost(p.lowest)
		x.n++
		x.cells += p.cells
		x.cost += least
		x.most = max(x.most, least)
		x.sum += p.lowest
		if p.lowest > 0.45 {
			x.coins++
		}
		if p.exits == 0 && p.cells <= 8 {
			kind := min((p.cells-1)/2, 3)
			f.add(featPairs+kind, featureOne/4)
			if p.cells == 2 {
				f.add(featPairs+4, featureOne/2)
			}
		}
	}
	for k := range sums {
		x, at := &sums[k], featParts+k*partLen
		f.set(at, float64(x.n)/4)
		f.set(at+1, float64(x.cells)/32)
		f.set(at+2, x.cost)
		f.set(at+3, x.most)
		f.set(at+4, x.sum)
		f.set(at+5, float64(x.coins)/2)
	}
}

func (d *Describer) closure(s *count.Solver, i int) int {
	if d.parts[i].exits > 0 {
		return closedNot
	}
	if least, most := s.ComponentMines(i); least == most {
		return closedConst
	}
	return closedCounted
}
