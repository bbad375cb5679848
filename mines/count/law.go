// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math/big"

	"github.com/veilplan/veil/mines"
)

// Law is the number of layouts in which a cell shows each number.
type Law [9]*big.Int

func newLaw() Law {
	var law Law
	for i := range law {
		law[i] = new(big.Int)
	}
	return law
}

// outlook is everything that the law of a cell depends on. Cells of one box that see the same boxes
// share it, and so do most of the cells off the numbers.
type outlook struct {
	box    int32 // its own + 1, or 0
	unsure bool
	mines  int8     // around it for certain
	near   [8]int32 // the boxes + 1 of the unsure cells around it, 0 off the numbers, in order; -1 for none
}

func (s *Solver) outlook(c int32) outlook {
	o := outlook{box: s.net.boxOf[c], unsure: s.fate[c] == unsure, near: [8]int32{-1, -1, -1, -1, -1, -1, -1, -1}}
	n := 0
	for _, d := range s.grid.around(c) {
		if s.fate[d] == mine {
			o.mines++
		}
		if s.fate[d] == unsure {
			o.near[n] = s.net.boxOf[d]
			n++
		}
	}
	for i := range o.near { // eight are sorted in no time
		for ; i > 0 && o.near[i] < o.near[i-1]; i-- {
			o.near[i], o.near[i-1] = o.near[i-1], o.near[i]
		}
	}
	return o
}

// law counts, for every number, the layouts in which c is safe and shows it. Cells with the same
// outlook are counted once.
func (a *Analysis) law(c int32, limit Limit) (Law, error) {
	o := a.solver.outlook(c)
	a.asking.Lock()
	defer a.asking.Unlock()
	if law, ok := a.laws[o]; ok {
		return law, nil
	}
	law, err := a.countLaw(c, limit)
	if err == nil {
		if a.laws == nil {
			a.laws = map[outlook]Law{}
		}
		a.laws[o] = law
	}
	return law, err
}

// countLaw counts the law of c. Only the components that c touches are counted again.
func (a *Analysis) countLaw(c int32, limit Limit) (Law, error) {
	var q question
	q.ask(a.solver, c)
	law := newLaw()
	if possible, err := q.expand(limit); !possible {
		return law, err
	}
	n := &counts{}
	if err := n.countRests(&q.diagrams, limit); err != nil {
		return law, err
	}
	n.mixer.polys = n.roots(nil, &q.diagrams)
	for i, p := range a.counts.mixer.polys {
		if !q.touched[i] {
			n.mixer.polys = append(n.mixer.polys, p)
		}
	}
	if err := n.mixer.mix(q.off, limit); err != nil {
		return law, err
	}
	i := q.component()
	if i < 0 {
		law[q.known].Set(n.mixer.total())
		return law, nil
	}
	c0 := &q.diagrams.components[i]
	last, _ := q.diagrams.layerOf(c0, c0.depth())
	ends, err := n.walk(&q.diagrams, i, limit, nil)
	if err != nil {
		return law, err
	}
	for j := range ends {
		law[q.shown(last+int32(j))].Set(&ends[j])
	}
	return law, nil
}

// asker is a question network and its weights, reused by the next question.
type asker struct {
	question
	weights weights
	boxRisk []float64
}

// Law returns the probability that c is safe and shows each number, after Weigh. The sum is one
// minus the risk of c.
func (s *Solver) Law(c mines.Cell) (law [9]float64, err error) {
	if s.fate[c] == mine {
		return law, nil
	}
	q := &s.asker
	q.ask(s, int32(c))
	if possible, err := q.expand(s.limit); !possible {
		return law, err
	}
	w := &q.weights
	w.tilt = s.weights.tilt
	if err := w.weighRests(&q.diagrams, s.limit); err != nil {
		return law, err
	}
	i := q.component()
	if i < 0 {
		law[q.known] = 1 - s.Risk(c)
		return law, nil
	}
	w.blend.roots = w.roots(w.blend.roots[:0], &q.diagrams)
	for j, p := range s.weights.blend.roots {
		if !q.touched[j] {
			w.blend.roots = append(w.blend.roots, p)
		}
	}
	w.blend.mix(q.off, w.tilt.odds)
	q.boxRisk = resized(q.boxRisk, len(q.net.boxes))
	w.weighPasts(&q.diagrams, i, q.boxRisk)
	s.readLaw(&law, i, 1-s.Risk(c))
	return law, nil
}

// readLaw reads the weights of the last layer and scales them to the sum.
func (s *Solver) readLaw(law *[9]float64, i int, sum float64) {
	q := &s.asker
	c := &q.diagrams.components[i]
	total := 0.0
	for v, end := q.diagrams.layerOf(c, c.depth()); v < end; v++ {
		if past := of(&q.weights.polynomials, q.weights.past, v); len(past) > 0 {
			law[q.shown(v)] = past[0]
			total += past[0]
		}
	}
	for k := range law {
		law[k] *= sum / total
	}
}
