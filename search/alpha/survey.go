// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"context"
	"math"
)

// Survey is the size of a problem as [Solve] lists it.
type Survey struct {
	States   int // that can be reached
	Outcomes int // of all actions in all states
	Classes  int // that observations always distinguish
	Widest   int // states of the largest class
	// Least and Most are the smallest and the largest expected reward of a step.
	Least, Most float64
	// Seeing bounds the value of best play from above: somebody who sees the state earns it. It is 0
	// if the configuration has no discount.
	Seeing float64
}

// Measure lists a problem with at most the given number of states.
func Measure[S, A, O comparable](m Problem[S, A, O], states int) (Survey, error) {
	return MeasureWithin(context.Background(), m, Config{States: states})
}

// MeasureWithin is Measure with the states and the memory of a configuration, until a context ends.
func MeasureWithin[S, A, O comparable](ctx context.Context, m Problem[S, A, O], cfg Config) (Survey, error) {
	cfg = cfg.withDefaults()
	l, err := list(m, cfg.States, cfg.room(ctx))
	if err != nil {
		return Survey{}, err
	}
	t, err := l.build()
	if err != nil {
		return Survey{}, err
	}
	v := Survey{States: len(l.states), Outcomes: l.outs, Classes: len(t.classes), Widest: t.width()}
	v.Least, v.Most = t.rewards()
	if cfg.Discount > 0 && cfg.Discount < 1 {
		_, values := t.seeing(cfg.Discount, cfg.room(ctx))
		v.Seeing = t.start.dot(values[t.startClass]) + t.rounding(cfg.Discount)
	}
	return v, nil
}

// rounding returns by how much values as if states were seen may be too low: a sum has a term for every state of a
// class, and an error in it comes back in every later step.
func (t *table) rounding(discount float64) float64 {
	least, most := t.rewards()
	scale := max(math.Abs(least), math.Abs(most)) / (1 - discount)
	return scale * (1e-12 + 4e-16*float64(t.width())/(1-discount))
}
