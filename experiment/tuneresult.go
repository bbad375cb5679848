// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"gonum.org/v1/gonum/stat/distuv"
)

// Tuned is the result of a run that tunes.
type Tuned struct {
	Iterations int `json:"iterations"` // complete
	Wanted     int `json:"wanted"`
	Chains     int `json:"chains"`
	// Settled reports that all are complete, no parameter moves significantly, and the run is not flat.
	Settled bool `json:"settled"`
	// Flat reports a chain in which plus and minus scored alike in every iteration: nothing is known.
	Flat bool `json:"flat,omitempty"`
	// Parameters are in the order of their names.
	Parameters []tunedParameter `json:"parameters"`
	// Effect is how much more the estimate scores than the start, over all objectives. It is from
	// episodes on which nothing was tuned.
	Effect Estimate `json:"effect"`
}

// tunedParameter is the result for one parameter.
type tunedParameter struct {
	Name  string `json:"name"`
	Start Number `json:"start"`
	Step  Number `json:"step"`
	// Played is the value in the comparison; null before it.
	Played Number `json:"played"`
	// Estimate is the mean over the chains of their mean place in the second half of the iterations.
	// Its interval is Student's, from the spread of the independent chains, made wider on either side
	// by the drift. Before the end it is where the chains are.
	Estimate Estimate `json:"estimate"`
	// Drift is how much the chains moved, on average, between the third and the last quarter.
	Drift Number `json:"drift"`
	// Moving reports a drift that is significant at the level 0.01, shared by the parameters.
	Moving bool    `json:"moving"`
	Path   []Point `json:"path"` // where the chains were after an iteration
}

// result returns the result so far.
func (c *spsa) result() *Tuned {
	done := c.stage == c.tune.Iterations
	flat := slices.ContainsFunc(c.chains, func(c chain) bool { return c.squares == 0 })
	t := &Tuned{Iterations: c.stage, Wanted: c.tune.Iterations, Chains: c.tune.Chains, Flat: done && flat, Effect: mean(&c.effect)}
	t.Settled = done && !flat
	for i, name := range c.names {
		p := c.parameter(i, done)
		p.Name, p.Path = name, c.path[i]
		if flat {
			p.Estimate.Low, p.Estimate.High = Number(c.params[i].From), Number(c.params[i].To)
		}
		t.Settled = t.Settled && !p.Moving
		t.Parameters = append(t.Parameters, p)
	}
	return t
}

func (c *spsa) parameter(i int, done bool) tunedParameter {
	p := &c.params[i]
	r := tunedParameter{Start: Number(*p.Start), Step: Number(p.Step)}
	if !done {
		r.Played, r.Drift, r.Estimate = Number(math.NaN()), Number(math.NaN()), c.now(i)
		return r
	}
	places, drift := c.mean(i, 2, 3), c.drift(i)
	r.Played = Number(p.number(p.value(places.Mean)))
	r.Drift = Number(drift.Mean * p.Step)
	r.Estimate = p.estimate(&places, math.Abs(drift.Mean))
	p.beside(&r.Estimate, p.shift(float64(c.tune.Iterations)))
	r.Moving = math.Abs(drift.Mean) > critical(len(c.params), drift.N)*math.Sqrt(drift.Variance()/float64(drift.N))
	return r
}

// beside widens an interval that reaches a bound. There a shift goes one way only, and the two scores
// differ if the optimum lies anywhere within half a shift of the bound.
func (p *Parameter) beside(e *Estimate, shift float64) {
	half := Number(shift / 2 * p.Step)
	if e.High > Number(p.To)-half {
		e.Low = max(e.Low-half, Number(p.From))
	}
	if e.Low < Number(p.From)+half {
		e.High = min(e.High+half, Number(p.To))
	}
}

// critical returns the two-sided quantile of Student's distribution for the level 0.01, divided among
// a number of parameters (Bonferroni).
func critical(parameters, chains int) float64 {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(chains - 1)}
	return t.Quantile(1 - 0.01/float64(2*parameters))
}

// tuned writes the result of a run that tunes.
func (r *report) tuned() {
	t := r.s.Tuned
	if t == nil {
		return
	}
	state := "the chains have settled"
	switch {
	case t.Iterations < t.Wanted:
		state = "where the chains are"
	case t.Flat:
		state = "NOTHING LEARNED: the score did not change with the parameters; take larger steps or more pairs"
	case !t.Settled:
		state = "NOT SETTLED: the chains still move; play more iterations from here, or with a larger gain"
	}
	r.line("  TUNED   %d of %d iterations of %d chains: %s", t.Iterations, t.Wanted, t.Chains, state)
	width := r.width()
	for _, p := range t.Parameters {
		width = max(width, utf8.RuneCountInString(p.Name))
	}
	for _, p := range t.Parameters {
		note := ""
		if p.Moving {
			note = fmt.Sprintf("   moves by %.3g", p.Drift)
		}
		if t.Iterations == t.Wanted {
			note = fmt.Sprintf("   played %.6g%s", p.Played, note)
		}
		r.line("    %-*s  %s   start %.6g%s", width, p.Name, spread(p.Estimate), p.Start, note)
	}
	if t.Effect.N > 0 {
		r.line("  EFFECT (95%% Student, on episodes that were not tuned on)")
		r.line("    %-*s  %s  n=%d   tuned - start", r.width(), "paired diff", spread(t.Effect), t.Effect.N)
		r.line("  COMPARISON   plus is the tuned player, minus the start")
	}
}

// tunedTable writes the result of a run that tunes as a table.
func (r *report) tunedTable() {
	if r.s.Tuned == nil {
		return
	}
	r.table(true, []string{"parameter", "start", "tuned"}, nil, []string{"95%"})
	for _, p := range r.s.Tuned.Parameters {
		r.cells([]string{p.Name, fmt.Sprintf("%.4g", p.Start), fmt.Sprintf("%.4g", p.Estimate.Value)}, bounds("%.4g", p.Estimate))
	}
	r.line("")
}
