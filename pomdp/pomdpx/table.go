// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"math"
	"slices"
	"strings"

	"github.com/veilplan/veil/pomdp/cassandra"
	"github.com/veilplan/veil/pomdp/tabular"
)

// maxWork bounds the cells that are written: entries with * write many.
const maxWork = 1 << 26

// function is a table over some variables. For a probability, the last variable is the one it describes.
type function struct {
	place // of the function

	vars  []int
	cells []float64 // in row-major order; 0 if not listed
	from  []place   // of a probability: where each row was last written
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
		(*into)[k] = fn
		if err := f.settle(fn); err != nil {
			return err
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
	fn.cells = make([]float64, size)
	if own >= 0 {
		rows := size / fn.width(f)
		if err := f.room.Take(rows, placeSize); err != nil {
			return nil, err
		}
		fn.from = slices.Repeat([]place{e.place}, rows)
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
		return fn, f.diagram(p, fn)
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

// width returns the length of a row: the number of values of the variable that a probability describes.
func (fn *function) width(f *file) int { return len(f.vars[fn.vars[len(fn.vars)-1]].values) }

// settle checks that every row sums to 1, and scales those that miss it by rounding. What no entry
// lists is 0, as in the files of the APPL toolkit.
func (f *file) settle(fn *function) error {
	n := fn.width(f)
	for i, from := range fn.from {
		row, sum := fn.cells[i*n:(i+1)*n], 0.0
		for _, p := range row {
			if !(p >= 0 && p <= 1+cassandra.Rounding) {
				return from.fault("%s: probability %v is not in [0, 1]", f.row(fn, i), p)
			}
			sum += p
		}
		if math.Abs(sum-1) > cassandra.Rounding {
			return from.fault("%s: probabilities sum to %v, not 1", f.row(fn, i), sum)
		}
		if math.Abs(sum-1) > tabular.Slack {
			f.scaled.Add(from.line, func() string { return f.row(fn, i) }, sum)
		}
		for k := range row {
			row[k] /= sum
		}
	}
	return nil
}

// row names a row: the variable, and the values on which its probabilities depend.
func (f *file) row(fn *function, i int) string {
	own := len(fn.vars) - 1
	given := make([]string, own)
	for k, v := range slices.Backward(fn.vars[:own]) {
		values := f.vars[v].values
		given[k] = values[i%len(values)]
		i /= len(values)
	}
	return strings.Join(append([]string{f.vars[fn.vars[own]].name + ":"}, given...), " ")
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
	var each []int // the places of -
	for k, w := range at.words {
		switch w.text {
		case "*":
			pick[k] = anything
		case "-":
			pick[k] = every
			each = append(each, k)
		default:
			if err := f.room.Step(len(f.vars[fn.vars[k]].values)); err != nil {
				return err
			}
			if pick[k] = slices.Index(f.vars[fn.vars[k]].values, w.text); pick[k] < 0 {
				return w.fault("%q is not a value of %s", w.text, f.vars[fn.vars[k]].name)
			}
		}
	}
	numbers, err := f.numbers(table, fn, each)
	if err != nil {
		return err
	}
	if err := f.fill(fn, pick, &numbers, 0, 0, 0); err != nil {
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
	every    = -2
)

// numbers parses the table of an entry: one number per combination of the values it lists.
func (f *file) numbers(table *element, fn *function, each []int) (listed, error) {
	n, in := 1, listed{words: table.words, at: table.place}
	for _, k := range each {
		n *= len(f.vars[fn.vars[k]].values) // at most the cells of the function
	}
	if len(table.words) == 1 && (table.words[0].text == "uniform" || table.words[0].text == "identity") {
		all, err := f.keyword(table.words[0], fn, each, n)
		return listed{values: all, at: table.words[0].place}, err
	}
	if len(table.words) != n {
		return in, table.fault("%d numbers, want %d", len(table.words), n)
	}
	all, err := f.buffer(n)
	if err != nil {
		return in, err
	}
	for i, w := range table.words {
		if all[i], err = number(w); err != nil {
			return in, err
		}
	}
	in.values = all
	return in, nil
}

// listed is the table of an entry: its numbers, and where they are in the text.
type listed struct {
	values []float64
	words  []word // one for each number, or nil
	at     place  // of all, if there are no words
}

func (l *listed) place(i int) place {
	if l.words == nil {
		return l.at
	}
	return l.words[i].place
}

// placeSize is the memory of a place, in bytes.
const placeSize = 16

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
func (f *file) fill(fn *function, pick []int, numbers *listed, k, at, from int) error {
	if f.work > maxWork {
		return nil
	}
	if k == len(pick) {
		f.work++
		fn.cells[at] = numbers.values[from]
		if fn.from != nil {
			fn.from[at/fn.width(f)] = numbers.place(from)
		}
		return f.room.Step(1)
	}
	n := len(f.vars[fn.vars[k]].values)
	first, end, stride := 0, n, 0
	switch pick[k] {
	case anything:
	case every:
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
