// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"math"
	"slices"

	"github.com/veilplan/veil/pomdp/cassandra"
)

// maxWork bounds the cells that are written: entries with * write many.
const maxWork = 1 << 26

// function is a table over some variables. For a probability, the last variable is the one it describes.
type function struct {
	place

	vars  []int
	cells []float64 // in row-major order; NaN if not given
}

// readFunctions reads the four parts of a file that list probabilities and rewards.
func (f *file) readFunctions(root *element) error {
	for _, part := range []struct {
		name string
		kind int
		into *[]*function
		from []int // the kinds of variables that parents may be of
	}{
		{"InitialStateBelief", before, &f.start, []int{before}},
		{"StateTransitionFunction", after, &f.moves, []int{action, before, after}},
		{"ObsFunction", seen, &f.signs, []int{action, after, seen}},
	} {
		if err := f.readPart(root, part.name, part.kind, part.into, part.from); err != nil {
			return err
		}
	}
	e, err := root.one("RewardFunction")
	if err != nil {
		return err
	}
	for _, c := range e.all("Func") {
		fn, err := f.function(c, "ValueTable", []int{action, before, after, seen}, -1)
		if err != nil {
			return err
		}
		f.rewards = append(f.rewards, fn)
	}
	return nil
}

// readPart parses the probabilities of all variables of a kind.
func (f *file) readPart(root *element, name string, kind int, into *[]*function, from []int) error {
	vars := f.of(kind)
	if len(vars) == 0 {
		return nil
	}
	e, err := root.one(name)
	if err != nil {
		return err
	}
	*into = make([]*function, len(vars))
	for _, c := range e.all("CondProb") {
		fn, err := f.function(c, "ProbTable", from, kind)
		if err != nil {
			return err
		}
		k := slices.Index(vars, fn.vars[len(fn.vars)-1])
		if (*into)[k] != nil {
			return c.fault("a second CondProb of %s", f.vars[vars[k]].name)
		}
		if (*into)[k] = fn; !fn.given(f) {
			return c.fault("some probabilities of %s are missing, or do not sum to 1", f.vars[vars[k]].name)
		}
	}
	if k := slices.Index(*into, nil); k >= 0 {
		return e.fault("%s says nothing of %s", name, f.vars[vars[k]].name)
	}
	return nil
}

// function parses a CondProb or a Func. Its own variable is of the kind own; a negative own means a
// reward.
func (f *file) function(e *element, values string, from []int, own int) (*function, error) {
	fn := &function{place: e.place}
	if err := f.arguments(e, fn, from, own); err != nil {
		return nil, err
	}
	size := 1
	for _, v := range fn.vars {
		if size *= len(f.vars[v].values); size > cassandra.MaxEntries {
			break
		}
	}
	if f.cells += size; f.cells > cassandra.MaxEntries {
		return nil, e.fault("tables of more than %d numbers", cassandra.MaxEntries)
	}
	if err := f.room.Take(size, 8); err != nil {
		return nil, err
	}
	fn.cells = slices.Repeat([]float64{math.NaN()}, size)
	if own < 0 {
		clear(fn.cells)
	}
	p, err := e.one("Parameter")
	if err != nil {
		return nil, err
	}
	switch kind := p.attrs["type"]; kind {
	case "", "TBL":
		for _, entry := range p.all("Entry") {
			if err := f.entry(entry, values, fn); err != nil {
				return nil, err
			}
		}
		return fn, nil
	case "DD":
		return fn, f.diagram(p, fn, own >= 0)
	default:
		return nil, p.fault("type %q: want TBL or DD", kind)
	}
}

// arguments parses the variables that a function depends on.
func (f *file) arguments(e *element, fn *function, from []int, own int) error {
	c, err := e.one("Var")
	if err != nil {
		return err
	}
	name, err := c.single()
	if err != nil {
		return err
	}
	if c, err = e.one("Parent"); err != nil {
		return err
	}
	for _, w := range c.words {
		if w.text == "null" {
			continue
		}
		v, ok := f.number[w.text]
		if !ok || !slices.Contains(from, f.vars[v].kind) || slices.Contains(fn.vars, v) || w.text == name.text {
			return w.fault("%q cannot be a parent here", w.text)
		}
		fn.vars = append(fn.vars, v)
	}
	if own < 0 {
		if !f.pays[name.text] {
			return name.fault("%q is no RewardVar", name.text)
		}
		return nil
	}
	v, ok := f.number[name.text]
	if !ok || f.vars[v].kind != own {
		return name.fault("%q is not a variable of this part", name.text)
	}
	fn.vars = append(fn.vars, v)
	return nil
}

// given reports whether every probability is given and every row sums to 1; it removes rounding errors.
func (fn *function) given(f *file) bool {
	n := len(f.vars[fn.vars[len(fn.vars)-1]].values)
	for row := range slices.Chunk(fn.cells, n) {
		sum := 0.0
		for _, p := range row {
			if !(p >= 0) {
				return false
			}
			sum += p
		}
		if math.Abs(sum-1) > cassandra.Rounding {
			return false
		}
		for i := range row {
			row[i] /= sum
		}
	}
	return true
}

// entry fills the cells that one Entry selects.
func (f *file) entry(e *element, values string, fn *function) error {
	at, err := e.one("Instance")
	if err != nil {
		return err
	}
	if len(at.words) != len(fn.vars) {
		return at.fault("%d values, want %d", len(at.words), len(fn.vars))
	}
	table, err := e.one(values)
	if err != nil {
		return err
	}
	pick := make([]int, len(fn.vars))
	var listed []int // the places of -
	for k, w := range at.words {
		switch w.text {
		case "*":
			pick[k] = anything
		case "-":
			pick[k] = each
			listed = append(listed, k)
		default:
			if err := f.room.Step(len(f.vars[fn.vars[k]].values)); err != nil {
				return err
			}
			if pick[k] = slices.Index(f.vars[fn.vars[k]].values, w.text); pick[k] < 0 {
				return w.fault("%q is not a value of %s", w.text, f.vars[fn.vars[k]].name)
			}
		}
	}
	numbers, err := f.numbers(table, fn, listed)
	if err != nil {
		return err
	}
	if err := f.fill(fn, pick, numbers, 0, 0, 0); err != nil {
		return err
	}
	if f.work > maxWork {
		return e.fault("entries with * write more than %d numbers", maxWork)
	}
	return nil
}

// Selections of an entry other than a value.
const (
	anything = -1
	each     = -2
)

// numbers parses the table of an entry: one number per combination of the values it lists.
func (f *file) numbers(table *element, fn *function, listed []int) ([]float64, error) {
	n := 1
	for _, k := range listed {
		n *= len(f.vars[fn.vars[k]].values) // at most the cells of the function
	}
	if len(table.words) == 1 && (table.words[0].text == "uniform" || table.words[0].text == "identity") {
		return f.keyword(table.words[0], fn, listed, n)
	}
	if len(table.words) != n {
		return nil, table.fault("%d numbers, want %d", len(table.words), n)
	}
	all, err := f.buffer(n)
	if err != nil {
		return nil, err
	}
	for i, w := range table.words {
		if all[i], err = number(w); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// buffer returns a slice of n zeros. It is valid until the next entry.
func (f *file) buffer(n int) ([]float64, error) {
	if cap(f.scratch) < n {
		if err := f.room.Take(n, 8); err != nil {
			return nil, err
		}
		f.scratch = make([]float64, n)
	}
	clear(f.scratch[:n])
	return f.scratch[:n], f.room.Step(n)
}

func (f *file) keyword(w word, fn *function, listed []int, n int) ([]float64, error) {
	all, err := f.buffer(n)
	if err != nil {
		return nil, err
	}
	values := func(k int) int { return len(f.vars[fn.vars[k]].values) }
	switch {
	case w.text == "uniform" && len(listed) > 0:
		for i := range all {
			all[i] = 1 / float64(values(listed[len(listed)-1]))
		}
	case w.text == "identity" && len(listed) == 2 && values(listed[0]) == values(listed[1]):
		for i := range values(listed[0]) {
			all[i*values(listed[0])+i] = 1
		}
	default:
		return nil, w.fault("%s needs - in the Instance: one for uniform, two of equal size for identity", w.text)
	}
	return all, nil
}

// fill writes an entry to the cells that it selects, from the variable k on. at is the index of the
// values chosen so far, and from that of the listed ones.
func (f *file) fill(fn *function, pick []int, numbers []float64, k, at, from int) error {
	if f.work > maxWork {
		return nil
	}
	if k == len(pick) {
		f.work++
		fn.cells[at] = numbers[from]
		return f.room.Step(1)
	}
	n := len(f.vars[fn.vars[k]].values)
	first, end, stride := 0, n, 0
	switch pick[k] {
	case anything:
	case each:
		from, stride = from*n, 1
	default:
		first, end = pick[k], pick[k]+1
	}
	for v := first; v < end; v++ {
		if err := f.fill(fn, pick, numbers, k+1, at*n+v, from+stride*v); err != nil {
			return err
		}
	}
	return nil
}

// value returns the number for an assignment of the variables.
func (fn *function) value(f *file, at []int) float64 { return fn.cells[f.join(at, fn.vars)] }
