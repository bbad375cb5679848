// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot

import (
	"errors"
	"fmt"
	"math"
)

// Problem lists the possible causes and what can be done about them.
type Problem struct {
	// Priors are the relative probabilities of the causes. Zero is not allowed.
	Priors  []float64
	Tests   []Test
	Repairs []Repair
	// Ends end the job. There is at least one.
	Ends []End
}

// Test costs something and shows a reading.
type Test struct {
	Cost float64
	// Chances are the probabilities of the readings, by cause and reading.
	Chances [][]float64
	// Repeat reports whether the test errs independently each time it is performed. Otherwise it would repeat its reading.
	Repeat bool
}

// Repair is tried at a cost, and ends the job if it mends the cause.
type Repair struct {
	Cost  float64
	Mends []bool // by cause
}

// End ends the job at a cost for each cause.
type End struct{ Costs []float64 }

// Limits of a problem.
const (
	MaxCauses = 256
	MaxTests  = 128
)

// validate reports what is wrong with a problem.
func (p *Problem) validate() error {
	n := len(p.Priors)
	switch {
	case n == 0 || n > MaxCauses:
		return fmt.Errorf("%d causes, want 1 to %d", n, MaxCauses)
	case len(p.Tests) > MaxTests:
		return fmt.Errorf("%d tests, at most %d", len(p.Tests), MaxTests)
	case len(p.Repairs) > MaxCauses:
		return fmt.Errorf("%d repairs, at most %d", len(p.Repairs), MaxCauses)
	case len(p.Ends) == 0 || len(p.Ends) > MaxCauses+1:
		return fmt.Errorf("%d ends, want 1 to %d", len(p.Ends), MaxCauses+1)
	}
	for i, x := range p.Priors {
		if !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("cause %d: prior %v, want a number above 0", i, x)
		}
	}
	for t := range p.Tests {
		if err := p.Tests[t].validate(n); err != nil {
			return fmt.Errorf("test %d: %w", t, err)
		}
	}
	return p.validateEnds()
}

func (t *Test) validate(causes int) error {
	if !sound(t.Cost) || t.Repeat && t.Cost == 0 {
		return fmt.Errorf("cost %v: want 0 to %g, and more than 0 if it may be repeated", t.Cost, mostCost)
	}
	if len(t.Chances) != causes {
		return fmt.Errorf("chances for %d causes, want %d", len(t.Chances), causes)
	}
	for c, row := range t.Chances {
		sum := 0.0
		for _, p := range row {
			if !(p >= 0) {
				return fmt.Errorf("cause %d: chance %v", c, p)
			}
			sum += p
		}
		if len(row) != len(t.Chances[0]) || math.Abs(sum-1) > 1e-9 {
			return fmt.Errorf("cause %d: %d chances that add up to %v", c, len(row), sum)
		}
	}
	return nil
}

// mostCost keeps sums of costs far from where numbers lose their digits.
const mostCost = 1e12

func sound(cost float64) bool { return cost >= 0 && cost <= mostCost }

func (p *Problem) validateEnds() error {
	for i, r := range p.Repairs {
		if !sound(r.Cost) || len(r.Mends) != len(p.Priors) {
			return fmt.Errorf("repair %d: cost %v for %d causes", i, r.Cost, len(r.Mends))
		}
	}
	for i, e := range p.Ends {
		if len(e.Costs) != len(p.Priors) {
			return fmt.Errorf("end %d: %d costs, want %d", i, len(e.Costs), len(p.Priors))
		}
		for _, c := range e.Costs {
			if !sound(c) {
				return errors.New("the cost of an end is below 0 or too large")
			}
		}
	}
	return nil
}
