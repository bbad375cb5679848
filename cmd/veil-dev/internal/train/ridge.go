// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"math"

	"github.com/veilplan/veil/mines/heuristic"
)

// penalty is that of a weight in ridge regression, in rows: traits are scaled to a standard deviation of 1.
const penalty = 1000

// fitRanker fits the gains of cells over the first to their differences in traits, by ridge regression.
func fitRanker(all []compared) []float64 {
	scale := scales(all)
	e := newEquations(heuristic.TraitCount)
	for i := range all {
		c := &all[i]
		for k := 1; k < len(c.gains); k++ {
			e.add(difference(&c.traits[k], &c.traits[0], scale), float64(c.gains[k]))
		}
	}
	weights := e.solve(penalty)
	for i := range weights {
		weights[i] = float64(weights[i] * scale[i])
	}
	return weights
}

func difference(x, y *traits, scale []float64) []float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = float64((float64(x[i]) - float64(y[i])) * scale[i])
	}
	return d
}

// scales returns factors that make the root mean square of every difference 1, and 0 for constant traits.
func scales(all []compared) []float64 {
	scale, n := make([]float64, heuristic.TraitCount), 0.0
	for i := range all {
		for k := 1; k < len(all[i].gains); k++ {
			for j := range scale {
				d := float64(all[i].traits[k][j]) - float64(all[i].traits[0][j])
				scale[j] += float64(d * d)
			}
			n++
		}
	}
	const tiny = 1e-10
	for j, x := range scale {
		if scale[j] = 0; x > tiny*n {
			scale[j] = 1 / math.Sqrt(x/n)
		}
	}
	return scale
}

// equations are the normal equations of a least-squares fit.
type equations struct {
	a [][]float64 // lower triangle
	b []float64
}

func newEquations(n int) *equations {
	e := &equations{make([][]float64, n), make([]float64, n)}
	for i := range e.a {
		e.a[i] = make([]float64, i+1)
	}
	return e
}

func (e *equations) add(x []float64, y float64) {
	for i, u := range x {
		if u == 0 {
			continue
		}
		e.b[i] += float64(u * y)
		for j := range e.a[i] {
			e.a[i][j] += float64(u * x[j])
		}
	}
}

// solve adds the penalty and solves by Cholesky's method.
func (e *equations) solve(penalty float64) []float64 {
	n := len(e.b)
	l, y := make([][]float64, n), make([]float64, n)
	for i := range n {
		l[i] = make([]float64, i+1)
		for j := range i {
			l[i][j] = (e.a[i][j] - dot(l[i][:j], l[j][:j])) / l[j][j]
		}
		l[i][i] = math.Sqrt(e.a[i][i] + penalty - dot(l[i][:i], l[i][:i]))
		y[i] = (e.b[i] - dot(l[i][:i], y[:i])) / l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			y[i] -= float64(l[k][i] * y[k])
		}
		y[i] /= l[i][i]
	}
	return y
}

func dot(x, y []float64) (sum float64) {
	for i := range x {
		sum += float64(x[i] * y[i])
	}
	return sum
}
