// SPDX-License-Identifier: BSD-3-Clause

package alpha

// vector is a lower bound: the value of a plan from each state of a class.
type vector struct {
	act    int32     // first action of the plan, in the class's list
	values []float64 // nil if another vector is nowhere worse
	// witness is the node that the plan was made for, or -1.
	witness int32
}

// lower is the lower bound of one class: the largest of its vectors.
type lower struct{ vectors []vector }

// add adds a vector and drops those that it dominates.
func (l *lower) add(v vector) {
	for i := range l.vectors {
		if w := l.vectors[i].values; w != nil && dominates(v.values, w) {
			l.vectors[i].values = nil
		}
	}
	l.vectors = append(l.vectors, v)
}

// dominates reports whether v is nowhere below w.
func dominates(v, w []float64) bool {
	for i := range v {
		if v[i] < w[i] {
			return false
		}
	}
	return true
}

// best returns the vector that is largest at b, and its value there.
func (l *lower) best(b *sparse) (int32, float64) {
	best, top := int32(-1), 0.0
	for i := range l.vectors {
		if l.vectors[i].values == nil {
			continue
		}
		if x := b.dot(l.vectors[i].values); best < 0 || x > top {
			best, top = int32(i), x
		}
	}
	return best, top
}

// live returns the vectors that are not dominated.
func (l *lower) live() []vector {
	var list []vector
	for _, v := range l.vectors {
		if v.values != nil {
			list = append(list, v)
		}
	}
	return list
}
