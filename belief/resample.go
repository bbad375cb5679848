// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// thin keeps n of the states so that every state has the same expected weight as before, and as few
// as possible are lost: those heavier than a threshold c keep their weight; of the others, some are
// drawn and given the weight c (Fearnhead & Clifford, "On-line inference for hidden Markov models
// via particle filters", JRSS B 2003, §4.2).
func thin[S any](r *rand.Rand, list []veil.Weighted[S], n int) []veil.Weighted[S] {
	c := threshold(list, n)
	kept, at := make([]veil.Weighted[S], 0, n), r.Float64()*c
	for _, g := range list {
		if g.P >= c {
			kept = append(kept, g)
			continue
		}
		if at -= g.P; at < 0 { // systematic: every c-th part of the light weight keeps one
			kept, at = append(kept, veil.Weighted[S]{State: g.State, P: c}), at+c
		}
	}
	return kept
}

// threshold returns c such that Σ min(p/c, 1) is n.
func threshold[S any](list []veil.Weighted[S], n int) float64 {
	weights := make([]float64, len(list))
	light := 0.0
	for i := range list {
		weights[i] = list[i].P
		light += list[i].P
	}
	slices.SortFunc(weights, func(x, y float64) int { return cmp.Compare(y, x) })
	for heavy, w := range weights[:n] {
		if c := light / float64(n-heavy); w < c {
			return c
		}
		light -= w
	}
	return weights[n-1]
}

// alias draws from a list of weights in constant time (Walker 1977; Vose 1991).
type alias struct {
	keep  []float64 // the chance of a column to stand for itself
	other []int32   // what it stands for otherwise
}

// newAlias prepares weights that sum to one.
func newAlias[S any](list []veil.Weighted[S]) alias {
	n := len(list)
	a := alias{make([]float64, n), make([]int32, n)}
	var small, large []int32
	for i := range list {
		a.keep[i], a.other[i] = list[i].P*float64(n), int32(i)
		if a.keep[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.other[s] = l
		if a.keep[l] -= 1 - a.keep[s]; a.keep[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, i := range small { // rounding has left them below 1
		a.keep[i] = 1
	}
	return a
}

func (a *alias) draw(r *rand.Rand) int {
	u := r.Float64() * float64(len(a.keep))
	i := int(u)
	if u-float64(i) < a.keep[i] {
		return i
	}
	return int(a.other[i])
}
