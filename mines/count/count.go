// SPDX-License-Identifier: BSD-3-Clause

package count

import "math/big"

// counts is weights in exact integers, without tilt or scaling: the same sweeps over the same
// diagrams, written for clarity. Documents show its results.
type counts struct {
	polynomials
	rest  []big.Int // per node and count: ways to complete a path
	mixer mixer
	pace  *toll      // of the current walk
	total *big.Int   // layouts
	box   []*big.Int // per box: layouts in which a given one of its cells is a mine
	off   *big.Int   // the same for a cell off the numbers
}

// count counts the layouts of a network whose diagrams are built, and how many of them
// have a mine in each box.
func count(d *diagrams, net *network, off offCells, limit Limit) (*counts, error) {
	n := &counts{}
	if err := n.countRests(d, limit); err != nil {
		return nil, err
	}
	n.mixer.polys = n.roots(nil, d)
	if err := n.mixer.mix(off, limit); err != nil {
		return nil, err
	}
	n.total = n.mixer.total()
	pace := &toll{limit: limit}
	if n.off = n.mixer.offMines(pace, off); pace.err != nil {
		return nil, pace.err
	}
	n.box = make([]*big.Int, len(net.boxes))
	for i := range d.components {
		if err := n.countBoxes(d, i, limit); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// countRests counts the ways to complete the path of every node.
func (n *counts) countRests(d *diagrams, limit Limit) error {
	const integer = 24 + 2*16 // header, and a few words of digits
	if err := n.lay(d, integer, limit); err != nil {
		return err
	}
	n.rest = make([]big.Int, n.size())
	pace := &toll{limit: limit}
	for i := range d.components {
		c := &d.components[i]
		for v, end := d.layerOf(c, c.depth()); v < end; v++ {
			of(&n.polynomials, n.rest, v)[0].SetInt64(1)
		}
		for t := c.depth() - 1; t >= 0; t-- {
			size := d.steps[c.steps.from+t].size
			for v, end := d.layerOf(c, t); v < end; v++ {
				n.countRest(d, v, size)
				if rest := of(&n.polynomials, n.rest, v); len(rest) > 0 && !pace.pay(8*len(rest)*(1+rest[len(rest)/2].BitLen()/64)) {
					return pace.err
				}
			}
		}
	}
	return nil
}

func (n *counts) countRest(d *diagrams, v int32, size int8) {
	var x big.Int
	sum := of(&n.polynomials, n.rest, v)
	k := int32(d.fewest[v])
	for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
		ways := &choose[size][k]
		rest := of(&n.polynomials, n.rest, u)
		for i := range rest {
			at := &sum[n.low[u]+k-n.low[v]+int32(i)]
			at.Add(at, x.Mul(ways, &rest[i]))
		}
		k++
	}
}

// roots appends the polynomial of every component: its layouts by their mines.
func (n *counts) roots(dst []poly, d *diagrams) []poly {
	for i := range d.components {
		c := &d.components[i]
		dst = append(dst, poly{lo: int(c.lo), at: of(&n.polynomials, n.rest, d.root(c))})
	}
	return dst
}

// countBoxes counts the layouts with a mine in a given cell of each box of component i.
func (n *counts) countBoxes(d *diagrams, i int, limit Limit) error {
	c := &d.components[i]
	_, err := n.walk(d, i, limit, func(t int32, mines *big.Int) {
		st := &d.steps[c.steps.from+t]
		n.box[st.box] = new(big.Int).Quo(mines, big.NewInt(int64(st.size)))
	})
	return err
}

// walk follows component i from its root with the number of layouts of everything else, by its
// mines. It calls found for every step with the number of mines that the box has in all layouts
// together, and returns, for every node of the last layer, the number of layouts whose path ends
// there.
func (n *counts) walk(d *diagrams, i int, limit Limit, found func(t int32, mines *big.Int)) ([]big.Int, error) {
	c := &d.components[i]
	n.pace = &toll{limit: limit}
	past := map[int32][]big.Int{d.root(c): n.mixer.others(n.pace, i).at}
	for t := range c.depth() {
		next := map[int32][]big.Int{}
		mines := new(big.Int)
		for v, end := d.layerOf(c, t); v < end; v++ {
			n.step(d, v, past[v], next, d.steps[c.steps.from+t].size, mines)
		}
		if found != nil {
			found(t, mines)
		}
		past = next
		if n.pace.err != nil {
			return nil, n.pace.err
		}
	}
	from, end := d.layerOf(c, c.depth())
	ends := make([]big.Int, end-from)
	for v := from; v < end; v++ {
		if p := past[v]; len(p) > 0 {
			ends[v-from].Set(&p[0])
		}
	}
	return ends, nil
}

// step passes the past of node v along its edges and adds up the mines of the box.
func (n *counts) step(d *diagrams, v int32, past []big.Int, next map[int32][]big.Int, size int8, mines *big.Int) {
	var x big.Int
	k := int32(d.fewest[v])
	for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
		rest := of(&n.polynomials, n.rest, u)
		if len(rest) > 0 && len(past) > 0 {
			if next[u] == nil {
				next[u] = make([]big.Int, len(rest))
			}
			ways := &choose[size][k]
			for j := range rest {
				if !n.pace.times(&rest[j], &past[n.low[u]+k-n.low[v]+int32(j)]) {
					return
				}
				x.Mul(ways, &past[n.low[u]+k-n.low[v]+int32(j)])
				next[u][j].Add(&next[u][j], &x)
				x.Mul(&x, &rest[j])
				mines.Add(mines, x.Mul(&x, big.NewInt(int64(k))))
			}
		}
		k++
	}
}

// poly maps each number of mines, from lo on, to a number of ways.
type poly struct {
	lo int
	at []big.Int
}

func newPoly(lo, hi int) poly { return poly{lo: lo, at: make([]big.Int, max(0, hi-lo+1))} }

func (p poly) hi() int { return p.lo + len(p.at) - 1 }

// ways returns the coefficient of m; zero outside the range.
func (p poly) ways(m int) *big.Int {
	if m < p.lo || m > p.hi() {
		return new(big.Int)
	}
	return &p.at[m-p.lo]
}

// mixer combines polynomials that share one total.
type mixer struct {
	polys  []poly
	before []poly // ways of the polynomials before each, by their sum
	after  []poly // ways of each and all that follow, by the sum before
}

// mix computes all partial products, closed by the binomial of the cells off the numbers.
func (x *mixer) mix(off offCells, limit Limit) error {
	n, t := len(x.polys), &toll{limit: limit}
	x.before = append(x.before[:0], newPoly(0, 0))
	x.before[0].at[0].SetInt64(1)
	for i, p := range x.polys {
		x.before = append(x.before, product(t, x.before[i], p, off.mines))
		if t.err != nil {
			return t.err
		}
	}
	x.after = make([]poly, n+1)
	last := newPoly(x.before[n].lo, x.before[n].hi())
	fillBinomials(t, last, off)
	x.after[n] = last
	for i := n - 1; i >= 0; i-- {
		x.after[i] = newPoly(x.before[i].lo, x.before[i].hi())
		correlate(t, x.after[i], x.polys[i], x.after[i+1])
		if t.err != nil {
			return t.err
		}
	}
	return t.err
}

// fillBinomials sets p to the ways to place the remaining mines off the numbers. Each follows from
// the one with a mine fewer there.
func fillBinomials(t *toll, p poly, off offCells) {
	var ratio big.Int
	for s := len(p.at) - 1; s >= 0 && t.pay(16+off.cells/32); s-- {
		m := off.mines - p.lo - s
		switch {
		case m < 0 || m > off.cells:
		case m == 0 || s == len(p.at)-1:
			p.at[s].Set(binomial(off.cells, m))
		default:
			p.at[s].Mul(&p.at[s+1], ratio.SetInt64(int64(off.cells-m+1)))
			p.at[s].Quo(&p.at[s], ratio.SetInt64(int64(m)))
		}
	}
}

// choose holds a box's binomials: a box has at most as many cells as a number has neighbours.
var choose = func() (table [9][9]big.Int) { //nolint:gochecknoglobals // Pascal's triangle
	for n := range table {
		for k := range n + 1 {
			table[n][k].Binomial(int64(n), int64(k))
		}
	}
	return table
}()

// product returns the polynomial of the sum of two, up to most mines.
func product(t *toll, a, b poly, most int) poly {
	c := newPoly(a.lo+b.lo, min(a.hi()+b.hi(), most))
	var x big.Int
	for i := range a.at {
		for j := range b.at {
			if i+j < len(c.at) && t.times(&a.at[i], &b.at[j]) {
				c.at[i+j].Add(&c.at[i+j], x.Mul(&a.at[i], &b.at[j]))
			}
		}
	}
	return c
}

// correlate sets out[s] to the sum over j of p[j]·after[s+j].
func correlate(t *toll, out, p, after poly) {
	var x big.Int
	for s := range out.at {
		for j := range p.at {
			w := after.ways(out.lo + s + p.lo + j)
			if !t.times(&p.at[j], w) {
				return
			}
			out.at[s].Add(&out.at[s], x.Mul(&p.at[j], w))
		}
	}
}

// total returns the number of layouts.
func (x *mixer) total() *big.Int { return x.after[0].ways(0) }

// others returns the number of layouts of everything but polynomial i, by its mines.
func (x *mixer) others(t *toll, i int) poly {
	out := newPoly(x.polys[i].lo, x.polys[i].hi())
	correlate(t, out, x.before[i], x.after[i+1])
	return out
}

// offMines returns the number of layouts in which a given cell off the numbers is a mine.
func (x *mixer) offMines(t *toll, off offCells) *big.Int {
	sum := new(big.Int)
	if off.cells == 0 {
		return sum
	}
	n := len(x.polys)
	var y big.Int
	for s := range x.before[n].at {
		m := off.mines - x.before[n].lo - s
		if !t.times(&x.before[n].at[s], &x.after[n].at[s]) {
			return sum
		}
		y.Mul(&x.before[n].at[s], &x.after[n].at[s])
		sum.Add(sum, y.Mul(&y, big.NewInt(int64(m))))
	}
	return sum.Quo(sum, big.NewInt(int64(off.cells)))
}
