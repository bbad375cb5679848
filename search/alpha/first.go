// SPDX-License-Identifier: BSD-3-Clause

package alpha

import "math"

// The first bounds. Both iterations begin on the safe side of their fixed point and move
// towards it monotonically, so they may stop at any time.

// sweeps limits an iteration; it ends earlier when nothing changes by more than settled
// times the range of values.
const (
	sweeps  = 500
	settled = 1e-6
	// fibWork limits the multiplications of one sweep of the informed bound.
	fibWork = 1 << 26
	// fibSweeps limits the sweeps of it.
	fibSweeps = 60
)

// byAct holds one vector for each action of each class.
type byAct [][][]float64

func (t *table) newByAct(fill float64) byAct {
	all := make(byAct, len(t.classes))
	for c := range t.classes {
		all[c] = make([][]float64, len(t.classes[c].acts))
		for k := range all[c] {
			all[c][k] = filled(len(t.classes[c].states), fill)
		}
	}
	return all
}

func filled(n int, x float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = x
	}
	return v
}

// informed returns vectors whose maximum bounds the value of best play from above: first as if the
// state were seen from the next step on (QMDP, Littman, Cassandra & Kaelbling 1995), then as if the
// state before the last step were (the fast informed bound, Hauskrecht 2000).
func (t *table) informed(discount float64, within *room) byAct {
	q, _ := t.seeing(discount, within)
	span := t.span(discount)
	if t.fibCost() > fibWork {
		return q
	}
	for range fibSweeps {
		if change := t.sweepFIB(q, discount, within); change < settled*span || within.ended() {
			break
		}
	}
	return q
}

// seeing returns the values of best play by somebody who sees the state, from above: of every action,
// and of the best.
func (t *table) seeing(discount float64, within *room) (q byAct, values [][]float64) {
	_, most := t.rewards()
	top := max(most/(1-discount), 0)
	values = make([][]float64, len(t.classes))
	for c := range values {
		values[c] = filled(len(t.classes[c].states), top)
	}
	q = t.newByAct(top)
	for range sweeps {
		if change := t.sweepMDP(q, values, discount, within); change < settled*t.span(discount) || within.ended() {
			break
		}
	}
	return q, values
}

// span returns the distance between the largest and the smallest conceivable return.
func (t *table) span(discount float64) float64 {
	least, most := t.rewards()
	return max(max(most/(1-discount), 0)-min(least/(1-discount), 0), 1e-300)
}

// sweepMDP improves the values of states that are seen, in place, and returns the largest
// change. It ends between two actions with the context.
func (t *table) sweepMDP(q byAct, values [][]float64, discount float64, within *room) float64 {
	change := 0.0
	for c := range t.classes {
		best := filled(len(values[c]), math.Inf(-1))
		for k := range t.classes[c].acts {
			a := &t.classes[c].acts[k]
			if within.step(a.work()) != nil {
				return change
			}
			v := q[c][k]
			copy(v, a.reward)
			for i := range a.leads {
				a.leads[i].pull(v, values[a.leads[i].to], discount)
			}
			for i := range v {
				best[i] = max(best[i], v[i])
			}
		}
		for i := range best {
			change = max(change, values[c][i]-best[i])
			values[c][i] = min(values[c][i], best[i])
		}
	}
	return change
}

// fibCost returns the multiplications of one sweep.
func (t *table) fibCost() int {
	cost := 0
	for c := range t.classes {
		for k := range t.classes[c].acts {
			for i := range t.classes[c].acts[k].leads {
				d := &t.classes[c].acts[k].leads[i]
				cost += len(d.cols) * len(t.classes[d.to].acts)
			}
		}
	}
	return cost
}

// sweepFIB applies the informed bound once, in place, and returns the largest change. It ends
// between two actions with the context.
func (t *table) sweepFIB(q byAct, discount float64, within *room) float64 {
	change := 0.0
	for c := range t.classes {
		for k := range t.classes[c].acts {
			a, v := &t.classes[c].acts[k], q[c][k]
			if within.step(a.work()*len(t.classes[c].acts)) != nil {
				return change
			}
			for s := range v {
				x := a.reward[s]
				for i := range a.leads {
					x += float64(discount * a.leads[i].bestRow(s, q[a.leads[i].to]))
				}
				change = max(change, v[s]-x)
				v[s] = min(v[s], x)
			}
		}
	}
	return change
}

// bestRow returns the largest expectation of a vector over the successors of state s.
func (d *lead) bestRow(s int, vectors [][]float64) float64 {
	from, end := d.rows[s], d.rows[s+1]
	if from == end {
		return 0
	}
	best := math.Inf(-1)
	for _, v := range vectors {
		sum := 0.0
		for e := from; e < end; e++ {
			sum += float64(d.probs[e] * v[d.cols[e]])
		}
		best = max(best, sum)
	}
	return best
}

// blind returns, for one action, vectors that bound from below the value of always performing it,
// or the first action where it is not offered (Hauskrecht 1997).
func (t *table) blind(action int32, discount float64, within *room) [][]float64 {
	least, most := t.rewards()
	bottom := min(least/(1-discount), 0)
	span := max(max(most/(1-discount), 0)-bottom, 1e-300)
	values := make([][]float64, len(t.classes))
	for c := range values {
		values[c] = filled(len(t.classes[c].states), bottom)
	}
	for range sweeps {
		change := 0.0
		for c := range t.classes {
			a := &t.classes[c].acts[t.classes[c].offered(action)]
			v := append([]float64(nil), a.reward...)
			for i := range a.leads {
				a.leads[i].pull(v, values[a.leads[i].to], discount)
			}
			for i := range v {
				change = max(change, v[i]-values[c][i])
				values[c][i] = max(values[c][i], v[i])
			}
		}
		if change < settled*span || within.ended() {
			break
		}
	}
	return values
}

// work returns the approximate number of multiplications of an action of a class.
func (a *act) work() int {
	n := len(a.reward) * (1 + len(a.leads))
	for i := range a.leads {
		n += len(a.leads[i].cols)
	}
	return n
}

// offered returns the index of an action in the class's list, or 0.
func (c *class) offered(action int32) int {
	for k := range c.acts {
		if c.acts[k].action == action {
			return k
		}
	}
	return 0
}
