// SPDX-License-Identifier: BSD-3-Clause

package alpha

import "math"

// table is a problem by numbers: classes of states, and the effects of actions in them.
type table struct {
	classes    []class
	place      []place // of every listed state
	startClass int32
	start      sparse
}

// place locates a state: its class and its index there.
type place struct{ class, local int32 }

// class is a set of states that observations do not distinguish.
type class struct {
	states []int32 // listed
	acts   []act
}

// act is an action in a class.
type act struct {
	action int32
	reward []float64 // expected, by state
	leads  []lead    // by observation
	end    int32     // an observation with which the episode ends, or -1
}

// lead holds the transitions of an action with one observation: a sparse matrix of the
// probabilities of next state and observation. Row i has the entries rows[i] to rows[i+1].
type lead struct {
	seen, to int32 // the observation, and the class it leads to
	rows     []int32
	cols     []int32
	probs    []float64
}

// sparse is a belief: a class, and those of its states with a positive probability.
type sparse struct {
	class int32
	index []int32
	p     []float64
}

// gather turns weights into a belief, and returns their sum. It leaves weights that sum to 1
// unchanged, so that a belief which an action does not change keeps its bits.
func gather(class int32, dense []float64) (b sparse, sum float64) {
	n := 0
	for _, p := range dense {
		sum += p
		if p > 0 {
			n++
		}
	}
	b = sparse{class, make([]int32, 0, n), make([]float64, 0, n)}
	scale := sum
	if math.Abs(sum-1) < 1e-12 {
		scale = 1
	}
	for i, p := range dense {
		if p > 0 {
			b.index = append(b.index, int32(i))
			b.p = append(b.p, p/scale)
		}
	}
	return b, sum
}

// dot returns the expectation of a vector over the belief's class.
func (b *sparse) dot(vector []float64) float64 {
	if len(b.p) == len(vector) { // every state is possible
		return dense(b.p, vector)
	}
	var v, w, x, y float64 // four sums, as in dense
	p, at := b.p, b.index
	for len(p) >= 4 && len(at) >= 4 {
		v += float64(p[0] * vector[at[0]])
		w += float64(p[1] * vector[at[1]])
		x += float64(p[2] * vector[at[2]])
		y += float64(p[3] * vector[at[3]])
		p, at = p[4:], at[4:]
	}
	for i := range p {
		v += float64(p[i] * vector[at[i]])
	}
	return (v + w) + (x + y)
}

// dense is dot for vectors of the same length: four sums, which a processor can add in parallel.
func dense(p, vector []float64) float64 {
	var a, b, c, d float64
	for len(p) >= 4 && len(vector) >= 4 {
		a += float64(p[0] * vector[0])
		b += float64(p[1] * vector[1])
		c += float64(p[2] * vector[2])
		d += float64(p[3] * vector[3])
		p, vector = p[4:], vector[4:]
	}
	for i := range p {
		a += float64(p[i] * vector[i])
	}
	return (a + b) + (c + d)
}

// follow returns the belief after the lead's action and observation, and the probability of
// the observation. dense is scratch, and is zero before and after.
func (b *sparse) follow(d *lead, dense []float64) (sparse, float64) {
	for k, i := range b.index {
		for e := d.rows[i]; e < d.rows[i+1]; e++ {
			dense[d.cols[e]] += float64(b.p[k] * d.probs[e])
		}
	}
	next, sum := gather(d.to, dense)
	clear(dense)
	return next, sum
}

// pull adds to dst, over the class before the action, the expectation of a vector over the class
// after it, times a factor.
func (d *lead) pull(dst, vector []float64, factor float64) {
	for i := range dst {
		sum := 0.0
		for e := d.rows[i]; e < d.rows[i+1]; e++ {
			sum += float64(d.probs[e] * vector[d.cols[e]])
		}
		dst[i] += float64(factor * sum)
	}
}

// rewards returns the smallest and the largest expected reward of a step.
func (t *table) rewards() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for i := range t.classes {
		for k := range t.classes[i].acts {
			for _, r := range t.classes[i].acts[k].reward {
				least, most = min(least, r), max(most, r)
			}
		}
	}
	return least, most
}

// width returns the size of the largest class.
func (t *table) width() int {
	most := 0
	for i := range t.classes {
		most = max(most, len(t.classes[i].states))
	}
	return most
}
