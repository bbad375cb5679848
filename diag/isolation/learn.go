// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/search/troubleshoot"
)

// draws is the number of tables drawn: the least and the greatest of 64 costs contain another one drawn in the same way
// with a chance of 63/65.
const draws = 64

// ReadCases reads closed cases. The error is an [api.Problem] with the line.
func ReadCases(text []byte, t *diag.Erring) (*diag.Cases, error) {
	c, err := diag.ReadCases(bytes.NewReader(text), t)
	return c, refusal(err)
}

// Learn returns the table that closed cases lead to, and the least expected cost: under that table, and under tables
// drawn from what the cases leave open. The searches share the limits.
func Learn(ctx context.Context, t *diag.Erring, c *diag.Cases, seed uint64, l api.Limits) (*api.DiagLearned, error) {
	timed, cancel := api.WithTime(ctx, l.Time) // for all tables together
	defer cancel()
	doc := &api.DiagLearned{Schema: "diag.learned/1", Cases: c.N, Cells: estimates(t, c, l.List)}
	learned := t.With(c, expected)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := learned.Write(&text); err != nil {
		return nil, api.NewProblem(api.Unsupported, "the learned table cannot be written", err.Error())
	}
	doc.Table = text.String()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	first := l
	first.Time, first.Nodes = part(l.Time, 4), max(l.Nodes/4, beliefNodes)
	j, err := under(timed, learned, troubleshoot.DefaultGap, first)
	if err != nil {
		return nil, err
	}
	doc.Cost = bounds(j.result.Low, j.result.High)
	low, high := j.result.Low, j.result.High
	l.Time, l.Nodes = part(l.Time-first.Time, draws), max(l.Nodes/draws, beliefNodes)
	for ; doc.Draws < draws && timed.Err() == nil; doc.Draws++ {
		r := rand.New(rand.NewPCG(seed, uint64(doc.Draws)))
		x, err := under(timed, t.With(c, func(counts []int) []float64 { return drawn(r, counts) }), roughGap, l)
		if err != nil {
			return nil, err
		}
		low, high = min(low, x.result.Low), max(high, x.result.High)
	}
	doc.Widened = bounds(low, high)
	if timed.Err() != nil {
		j.cut = timed.Err()
	}
	doc.State, doc.Cut = j.state()
	return doc, ctx.Err()
}

// under searches the least expected cost under a table.
func under(ctx context.Context, t *diag.Erring, gap float64, l api.Limits) (*job, error) {
	j, err := newJob(t, nil)
	if err != nil {
		return nil, err
	}
	return j, j.search(ctx, gap, l)
}

// expected returns the expected chances after some counts.
func expected(counts []int) []float64 {
	sum := 0.0
	for _, n := range counts {
		sum += float64(n) + diag.Vague
	}
	list := make([]float64, len(counts))
	for i, n := range counts {
		list[i] = (float64(n) + diag.Vague) / sum
	}
	return list
}

// drawn draws chances from what is known after some counts: a Dirichlet distribution.
func drawn(r *rand.Rand, counts []int) []float64 {
	list, sum := make([]float64, len(counts)), 0.0
	for i, n := range counts {
		list[i] = gamma(r, float64(n)+diag.Vague)
		sum += list[i]
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

// gamma draws from the gamma distribution (Marsaglia and Tsang 2000).
func gamma(r *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gamma(r, shape+1) * math.Pow(1-r.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v = v * v * v; v > 0 && math.Log(1-r.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// estimates lists what was learned, up to a number of chances: the priors, then the tests that were performed.
func estimates(t *diag.Erring, c *diag.Cases, most int) (list []api.DiagEstimate) {
	add := func(e api.DiagEstimate, n int, chance float64) {
		e.Chance = chance
		e.Lo, e.Hi = diag.Interval(e.Cases, n)
		list = append(list, e)
	}
	for f, p := range expected(c.Faults) {
		add(api.DiagEstimate{Fault: t.Faults[f].Name, Cases: c.Faults[f]}, c.N, p)
	}
	for i := range t.Tests {
		for f, counts := range c.Readings[i] {
			n := 0
			for _, k := range counts {
				n += k
			}
			if n == 0 || len(list)+len(counts) > most {
				continue
			}
			for w, p := range expected(counts) {
				add(api.DiagEstimate{Fault: t.Faults[f].Name, Test: t.Tests[i].Name, Reading: t.Tests[i].Words[w], Cases: counts[w]}, n, p)
			}
		}
	}
	return list
}
