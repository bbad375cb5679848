// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"math"
	"slices"
	"sort"
)

// upper is the upper bound of one class. The value of best play is convex in the belief, so it lies
// below every interpolation between beliefs with a known bound: the corners, which are the single
// states, and points inside (the sawtooth, Hauskrecht 2000).
type upper struct {
	informed [][]float64 // their maximum is an independent bound
	corner   []float64   // by state: the largest of informed
	points   []point     // in the order of their numbers
	made     int32       // the number of the last point
	dead     int         // points that were replaced
}

// point is a belief whose bound is below the interpolation of the corners, by drop.
type point struct {
	index   []int32
	inverse []float64 // 1/p
	drop    float64   // negative, or 0 if the point was replaced
	support uint64    // see sparse.support
	number  int32
}

func newUpper(informed [][]float64) upper {
	u := upper{informed: informed, corner: append([]float64(nil), informed[0]...)}
	for _, v := range informed[1:] {
		for i := range v {
			u.corner[i] = max(u.corner[i], v[i])
		}
	}
	return u
}

// highest returns the largest expectation of a vector at b.
func highest(vectors [][]float64, b *sparse) float64 {
	top := math.Inf(-1)
	for _, v := range vectors {
		top = max(top, b.dot(v))
	}
	return top
}

// add adds a point with the given bound in place of an older one of the same belief, and returns
// its number, or 0 if the corners give the same bound.
func (u *upper) add(b *sparse, bound float64, older int32) int32 {
	drop := bound - b.dot(u.corner)
	if drop >= 0 {
		return 0
	}
	u.made++
	p := point{b.index, nil, drop, b.support(), u.made}
	if i := u.after(older - 1); older > 0 {
		p.inverse, u.points[i].drop = u.points[i].inverse, 0
		u.dead++
	} else {
		p.inverse = make([]float64, len(b.p))
		for i := range b.p {
			p.inverse[i] = 1 / b.p[i]
		}
	}
	u.points = append(u.points, p)
	if u.dead > len(u.points)/2 {
		u.points = slices.DeleteFunc(u.points, func(p point) bool { return p.drop == 0 })
		u.dead = 0
	}
	return u.made
}

// after returns the index of the first point with a number above the given one.
func (u *upper) after(number int32) int {
	if number >= u.made { // mostly nothing is new
		return len(u.points)
	}
	return sort.Search(len(u.points), func(i int) bool { return u.points[i].number > number })
}

// scratch is a belief as a dense vector, for the sawtooth.
type scratch []float64

func (s scratch) put(b *sparse) {
	for k, i := range b.index {
		s[i] = b.p[k]
	}
}

func (s scratch) wipe(b *sparse) {
	for _, i := range b.index {
		s[i] = 0
	}
}

// support returns a bit for each possible state, modulo 64. A point with a bit that a belief lacks says nothing of
// that belief.
func (b *sparse) support() (bits uint64) {
	for _, i := range b.index {
		bits |= 1 << (i & 63)
	}
	return bits
}

// lowest returns by how much the points with a number above seen lower the belief in dense below
// the corners, if that is below the drop it already has.
func (u *upper) lowest(dense scratch, support uint64, seen int32, drop float64) float64 {
	points := u.points[u.after(seen):]
	for k := range points {
		p := &points[k]
		if p.support&^support != 0 || p.drop >= drop {
			continue
		}
		ratio := 1.0
		for i, s := range p.index {
			if r := dense[s] * p.inverse[i]; r < ratio {
				ratio = r
				if ratio*p.drop >= drop { // it only gets worse
					break
				}
			}
		}
		drop = min(drop, ratio*p.drop)
	}
	return drop
}
