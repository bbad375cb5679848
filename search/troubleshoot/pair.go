// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import (
	"math"
	"slices"
)

// The grid on which two causes are solved: their odds at equal steps of the logarithm, and the ends 0 and 1.
const (
	gridStep  = 0.25
	gridHalf  = 48 // odds up to e^12
	gridSize  = 2*gridHalf + 3
	mostDepth = 12 // tests on a way; then the causes count as known
)

// pairs bounds beliefs by beliefs in two causes.
type pairs struct {
	s       *Solver
	grid    [gridSize]float64
	classes map[string]*class
	sheets  []sheet // by cause
	bytes   int64
	e, v, w []float64    // scratch of solve
	lines   [][2]float64 // scratch of setEnds
	known   []float64    // scratch of solve: the cost of two causes once they are known
}

// class is a kind of test by its chances for two causes.
type class struct {
	chance []float64 // by grid point and reading
	at     []int32   // the grid point at or below the new belief
	share  []float64 // of the grid point above it
	size   int       // readings
}

// kind lists the tests that distinguish two causes, the cheapest first.
type kind struct {
	tests   []int32
	classes []*class // of the tests
	single  bool     // all tests have one class
}

// sheet holds the values of a cause with every other one, by grid point and other cause.
type sheet []float32

func newPairs(s *Solver) *pairs {
	p := &pairs{s: s, classes: map[string]*class{}}
	p.sheets = make([]sheet, len(s.p.Priors))
	p.grid[gridSize-1] = 1
	for k := -gridHalf; k <= gridHalf; k++ {
		p.grid[k+gridHalf+1] = 1 / (1 + math.Exp(-gridStep*float64(k)))
	}
	for _, list := range []*[]float64{&p.e, &p.v, &p.w, &p.known} {
		*list = make([]float64, gridSize)
	}
	return p
}

// place returns the grid point at or below x, and how far x is from it to the next one, in 0..1.
func (p *pairs) place(x float64) (at int, share float64) {
	switch {
	case x <= p.grid[1]:
		at = 0
	case x >= p.grid[gridSize-2]:
		at = gridSize - 2
	default:
		at = int(math.Floor(math.Log(x/(1-x))/gridStep)) + gridHalf + 1
		at = min(max(at, 1), gridSize-3)
		for at > 0 && p.grid[at] > x {
			at--
		}
		for at < gridSize-2 && p.grid[at+1] < x {
			at++
		}
	}
	share = (x - p.grid[at]) / (p.grid[at+1] - p.grid[at])
	return at, min(max(share, 0), 1)
}

// bound returns a lower bound on the cost of a belief that adds up to 1.
func (p *pairs) bound(b []float64) float64 {
	first := 0
	for c, x := range b {
		if x > b[first] {
			first = c
		}
	}
	rest := 0.0
	for c, x := range b {
		if c != first {
			rest += x
		}
	}
	if rest < 1e-300 {
		return p.s.perfect[first]
	}
	n := len(b)
	sheet := p.sheet(first)
	if sheet == nil {
		return 0
	}
	at, share := p.place(rest / (rest + b[first]))
	low, high := sheet[at*n:at*n+n], sheet[at*n+n:at*n+2*n]
	lower, upper := 0.0, 0.0
	for c, x := range b {
		lower += x * float64(low[c])
		upper += x * float64(high[c])
	}
	return (lower + share*(upper-lower)) / rest
}

// sheet returns the values of a cause with every other one. Its own column is 0. It is nil if the context has ended.
func (p *pairs) sheet(first int) sheet {
	if p.sheets[first] != nil || p.s.stopped() {
		return p.sheets[first]
	}
	n := len(p.s.p.Priors)
	t := make(sheet, gridSize*n)
	for c := range n {
		if c == first {
			continue
		}
		for k, v := range p.solve(first, c) {
			t[k*n+c] = v
		}
		if p.s.stopped() {
			return nil
		}
	}
	p.sheets[first] = t
	p.bytes += int64(4 * gridSize * n)
	return t
}

// kind returns the tests that distinguish two causes.
func (p *pairs) kind(first, second int) *kind {
	k := &kind{single: true}
	for _, t := range p.s.cheap {
		if p.s.stopped() {
			break
		}
		x := p.s.p.Tests[t].Chances
		if !slices.Equal(x[first], x[second]) {
			k.tests, k.classes = append(k.tests, t), append(k.classes, p.class(x[first], x[second]))
			k.single = k.single && k.classes[len(k.classes)-1] == k.classes[0]
		}
	}
	return k
}

// class returns the kind of a test with these chances, whatever its readings are called.
func (p *pairs) class(first, second []float64) *class {
	var rows [][2]float64
	for r := range first {
		if first[r]+second[r] > 0 {
			rows = append(rows, [2]float64{first[r], second[r]})
		}
	}
	slices.SortFunc(rows, func(x, y [2]float64) int { return slices.Compare(x[:], y[:]) })
	var key []byte
	for _, r := range rows {
		for _, x := range r {
			bits := math.Float64bits(x)
			for range 8 {
				key = append(key, byte(bits))
				bits >>= 8
			}
		}
	}
	if c := p.classes[string(key)]; c != nil {
		return c
	}
	c := &class{size: len(rows)}
	for _, x := range p.grid {
		for _, r := range rows {
			one, two := (1-x)*r[0], x*r[1]
			at, share := 0, 0.0
			if one+two > 0 {
				at, share = p.place(two / (one + two))
			}
			c.chance, c.at, c.share = append(c.chance, one+two), append(c.at, int32(at)), append(c.share, share)
		}
	}
	p.classes[string(key)] = c
	return c
}

// solve returns lower bounds on the cost of a belief in two causes, by grid point, which is the chance of the second. A
// plan that uses k tests on a way pays at least the k cheapest prices, and each of its tests
// at least the least price of its class; either way of counting gives a bound.
func (p *pairs) solve(first, second int) []float32 {
	k := p.kind(first, second)
	p.setEnds(first, second)
	prices, least, endless := k.supply(p.s)
	table := make([]float32, gridSize)
	p.stages(prices, least, endless, true)
	store(table, p.v)
	if !k.single || endless {
		p.stages(prices, least, endless, false)
		store(table, p.v)
	}
	return table
}

// store raises a table to better values, rounded down.
func store(table []float32, values []float64) {
	for i, v := range values {
		x := float32(v)
		if float64(x) > v {
			x = math.Nextafter32(x, 0)
		}
		table[i] = max(table[i], x)
	}
}

// supply returns the prices of the tests, ascending, the least price of each class, and whether a test
// may be repeated.
func (k *kind) supply(s *Solver) (prices []float64, least []priced, endless bool) {
	for i, t := range k.tests {
		x := &s.p.Tests[t]
		if !slices.ContainsFunc(least, func(c priced) bool { return c.class == k.classes[i] }) {
			least = append(least, priced{k.classes[i], x.Cost})
		}
		if !endless { // repeating a test costs no more than any later one
			prices = append(prices, x.Cost)
		}
		endless = endless || x.Repeat
	}
	return prices, least, endless
}

// priced is a class and the least price of its tests.
type priced struct {
	class *class
	price float64
}

// setEnds computes the cost of a belief in two causes without a test: end, or repair and then know.
func (p *pairs) setEnds(first, second int) {
	one, two := p.s.perfect[first], p.s.perfect[second]
	p.lines = p.lines[:0]
	for _, e := range p.s.p.Ends {
		p.line(e.Costs[first], e.Costs[second])
	}
	for _, r := range p.s.p.Repairs {
		left, right := r.Cost, r.Cost
		if !r.Mends[first] {
			left += one
		}
		if !r.Mends[second] {
			right += two
		}
		p.line(left, right)
	}
	for i, x := range p.grid {
		p.known[i] = (1-x)*one + x*two
		p.e[i] = math.Inf(1)
		for _, l := range p.lines {
			p.e[i] = min(p.e[i], l[0]+x*(l[1]-l[0]))
		}
	}
}

// line adds a way to end, by its costs for the two causes, unless another one is as cheap for both.
func (p *pairs) line(left, right float64) {
	for _, l := range p.lines {
		if l[0] <= left && l[1] <= right {
			return
		}
	}
	p.lines = append(p.lines, [2]float64{left, right})
}

// stages computes values from the last test to the first. Rising prices: the k-th test costs the k-th price; otherwise
// each test costs the least price of its class.
func (p *pairs) stages(prices []float64, least []priced, endless, rising bool) {
	depth := min(len(prices), mostDepth)
	copy(p.v, p.e)
	if endless || len(prices) > mostDepth {
		depth = mostDepth
		copy(p.v, p.known)
	}
	for k := depth - 1; k >= 0 && !p.s.stopped(); k-- {
		copy(p.w, p.e)
		for _, c := range least {
			price := c.price
			if rising {
				price = prices[min(k, len(prices)-1)]
			}
			c.class.lower(p.w, p.v, price)
		}
		p.v, p.w = p.w, p.v
	}
}

// lower takes the minimum of values and of performing a test of this class before the values in next.
func (c *class) lower(values, next []float64, price float64) {
	at := 0
	for i := range values {
		sum := price
		for range c.size {
			k := c.at[at]
			v := next[k]
			sum += c.chance[at] * (v + c.share[at]*(next[k+1]-v))
			at++
		}
		values[i] = min(values[i], sum)
	}
}
