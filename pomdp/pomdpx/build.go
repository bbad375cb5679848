// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
)

// problem multiplies the variables out.
func (f *file) problem(root *element) (*tabular.Problem, error) {
	b := builder{file: f, at: make([]int, len(f.vars)), entries: cassandra.MaxEntries}
	for _, functions := range []*[]*function{&f.start, &f.moves, &f.signs} {
		if err := f.order(functions); err != nil {
			return nil, err
		}
	}
	states, actions := f.of(before), f.of(action)
	t := tabular.Tables{
		Discount: f.discount,
		States:   f.names(states), Actions: f.names(actions), Observations: f.names(f.shown()),
		Reward: f.reward,
	}
	t.Start = b.row(f.start, states)
	if len(t.States)*len(t.Actions) > cassandra.MaxEntries {
		return nil, root.fault("%d states and %d actions are too many", len(t.States), len(t.Actions))
	}
	for a := range t.Actions {
		f.assign(b.at, actions, a)
		for s := range t.States {
			f.assign(b.at, states, s)
			t.Moves = append(t.Moves, b.row(f.moves, f.of(after)))
		}
		for s := range t.States {
			f.assign(b.at, f.of(after), s)
			t.Signs = append(t.Signs, b.row(f.signs, f.shown()))
		}
		if b.entries < 0 {
			return nil, root.fault("more than %d probabilities", cassandra.MaxEntries)
		}
	}
	p, err := tabular.New(t)
	if err != nil {
		return nil, root.fault("%v", err)
	}
	return p, nil
}

// order sorts functions so that each comes after those of its parents of the same kind.
func (f *file) order(functions *[]*function) error {
	var sorted []*function
	left := slices.Clone(*functions)
	own := func(fn *function) int { return fn.vars[len(fn.vars)-1] }
	for len(left) > 0 {
		free := slices.IndexFunc(left, func(fn *function) bool {
			return !slices.ContainsFunc(left, func(other *function) bool {
				return other != fn && slices.Contains(fn.vars, own(other))
			})
		})
		if free < 0 {
			return left[0].fault("%s depends on itself", f.vars[own(left[0])].name)
		}
		sorted = append(sorted, left[free])
		left = slices.Delete(left, free, free+1)
	}
	*functions = sorted
	return nil
}

// builder lists rows of probabilities.
type builder struct {
	*file

	at      []int // the values of the variables
	entries int   // that may still be listed
	now     []tabular.Chance
}

// row lists the probabilities of the values of some variables together.
func (b *builder) row(functions []*function, vars []int) []tabular.Chance {
	b.now = b.now[:0]
	b.multiply(functions, vars, 1)
	slices.SortFunc(b.now, func(x, y tabular.Chance) int { return cmp.Compare(x.Index, y.Index) })
	return slices.Clone(b.now)
}

func (b *builder) multiply(functions []*function, vars []int, p float64) {
	if b.entries < 0 {
		return
	}
	if len(functions) == 0 {
		b.entries--
		b.now = append(b.now, tabular.Chance{Index: uint32(b.join(b.at, vars)), P: p})
		return
	}
	fn := functions[0]
	own := fn.vars[len(fn.vars)-1]
	for v := range b.vars[own].values {
		b.at[own] = v
		if q := fn.value(b.file, b.at); q > 0 {
			b.multiply(functions[1:], vars, p*q)
		}
	}
}

// reward sums what all functions pay.
func (f *file) reward(a, s, next, o int) float64 {
	at := make([]int, len(f.vars))
	f.assign(at, f.of(action), a)
	f.assign(at, f.of(before), s)
	f.assign(at, f.of(after), next)
	f.assign(at, f.shown(), o)
	sum := 0.0
	for _, fn := range f.rewards {
		sum += fn.value(f, at)
	}
	return sum
}
