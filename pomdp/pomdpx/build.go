// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
)

// problem expands the variables into tables.
func (f *file) problem(root *element) (*tabular.Problem, error) {
	b := builder{file: f, at: make([]int, len(f.vars)), entries: cassandra.MaxEntries}
	for _, functions := range []*[]*function{&f.start, &f.moves, &f.signs} {
		if err := f.order(functions); err != nil {
			return nil, err
		}
	}
	t, err := b.tables(root)
	if err != nil {
		return nil, err
	}
	p, err := tabular.NewWithin(f.room, t)
	if err == nil {
		return p, nil
	}
	if _, full := errors.AsType[*tabular.FullError](err); full || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, err // not a syntax error
	}
	return nil, root.fault("%v", err)
}

// tables builds the tables of the problem.
func (b *builder) tables(root *element) (t tabular.Tables, err error) {
	f := b.file
	t.Discount, t.Reward, t.Scaled = f.discount, f.paying(), f.scaled
	for _, names := range []struct {
		into *[]string
		vars []int
	}{{&t.States, f.of(before)}, {&t.Actions, f.of(action)}, {&t.Observations, f.shown()}} {
		if *names.into, err = f.names(names.vars); err != nil {
			return t, err
		}
	}
	rows := len(t.States) * len(t.Actions)
	if rows > cassandra.MaxEntries {
		return t, root.fault("%d states and %d actions are too many", len(t.States), len(t.Actions))
	}
	if err := f.room.Take(rows, 2*tabular.RowSize); err != nil {
		return t, err
	}
	t.Start = b.row(f.start, f.of(before))
	t.Moves, t.Signs = make([][]tabular.Chance, 0, rows), make([][]tabular.Chance, 0, rows)
	for a := range t.Actions {
		b.action(&t, a)
		if b.err != nil {
			return t, b.err
		}
		if b.entries < 0 {
			return t, root.fault("more than %d probabilities", cassandra.MaxEntries)
		}
	}
	return t, nil
}

// action builds the rows of an action.
func (b *builder) action(t *tabular.Tables, a int) {
	f := b.file
	f.assign(b.at, f.of(action), a)
	for s := range t.States {
		f.assign(b.at, f.of(before), s)
		t.Moves = append(t.Moves, b.row(f.moves, f.of(after)))
	}
	for s := range t.States {
		f.assign(b.at, f.of(after), s)
		t.Signs = append(t.Signs, b.row(f.signs, f.shown()))
	}
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

// builder builds rows of probabilities.
type builder struct {
	*file

	at      []int // the values of the variables
	entries int   // that may still be added
	now     []tabular.Chance
	err     error // why it ended early
}

// row appends the joint probabilities of some variables.
func (b *builder) row(functions []*function, vars []int) []tabular.Chance {
	b.now = b.now[:0]
	b.multiply(functions, vars, 1)
	if b.err == nil {
		b.err = b.room.Take(len(b.now), tabular.ChanceSize)
	}
	if b.err != nil {
		return nil
	}
	slices.SortFunc(b.now, func(x, y tabular.Chance) int { return cmp.Compare(x.Index, y.Index) })
	return slices.Clone(b.now)
}

func (b *builder) multiply(functions []*function, vars []int, p float64) {
	if b.err == nil {
		b.err = b.room.Step(1)
	}
	if b.entries < 0 || b.err != nil {
		return
	}
	if len(functions) == 0 {
		b.entries--
		b.add(tabular.Chance{Index: uint32(b.join(b.at, vars)), P: p})
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

// add adds an entry to the current row.
func (b *builder) add(c tabular.Chance) {
	if len(b.now) == cap(b.now) {
		if b.err = b.room.Take(2*cap(b.now), tabular.ChanceSize); b.err != nil {
			return
		}
		b.now = slices.Grow(b.now, max(cap(b.now), 1))
	}
	b.now = append(b.now, c)
}

// paying returns the sum of all reward functions.
func (f *file) paying() func(a, s, next, o int) float64 {
	at := make([]int, len(f.vars))
	return func(a, s, next, o int) float64 {
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
}
