// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/pomdp/tabular"
)

// The kinds of variables, in the order in which values are assigned.
const (
	action = iota
	before
	after
	seen
	kinds
)

// variable is a variable of the problem. A state variable counts twice: before and after an action.
type variable struct {
	name   string
	values []string
	kind   int
	plain  bool // a state variable that is observed
}

// file is the state of parsing.
type file struct {
	discount float64
	vars     []variable
	number   map[string]int // by name
	pays     map[string]bool
	start    []*function // by the state variables before, in order
	moves    []*function // by those after
	signs    []*function // by the observation variables
	rewards  []*function
	cells    int // of all tables
	work     int // done on them
	room     *tabular.Room
	kinds    [kinds][]int // the variables of each kind
	shows    []int        // the variables that make up an observation
	scratch  []float64    // the numbers of the current entry
	scaled   tabular.Scaled
}

func (f *file) readHead(root *element) error {
	e, err := root.one("Discount")
	if err != nil {
		return err
	}
	w, err := e.single()
	if err != nil {
		return err
	}
	if f.discount, err = number(w); err != nil {
		return err
	}
	if !(f.discount > 0 && f.discount <= 1) {
		return w.fault("discount %s: want more than 0 and at most 1", w.text)
	}
	return nil
}

func number(w word) (float64, error) {
	x, err := strconv.ParseFloat(w.text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, w.fault("want a number, got %q", w.text)
	}
	return x, nil
}

// readVariables parses the variables: state variables first, each twice.
func (f *file) readVariables(root *element) error {
	e, err := root.one("Variable")
	if err != nil {
		return err
	}
	f.number, f.pays = map[string]int{}, map[string]bool{}
	for _, c := range e.children {
		switch c.name {
		case "StateVar":
			err = f.addState(c)
		case "ActionVar":
			err = f.add(c, "vname", "a", variable{kind: action})
		case "ObsVar":
			err = f.add(c, "vname", "o", variable{kind: seen})
		case "RewardVar":
			f.pays[c.attrs["vname"]] = true
		default:
			err = c.fault("%s is no variable", c.name)
		}
		if err != nil {
			return err
		}
	}
	f.sort()
	switch {
	case f.size(action) > tabular.MaxActions || f.size(before) > tabular.MaxStates || f.size(seen) > tabular.MaxObservations:
		return e.fault("%d states, %d actions and %d observations are too many", f.size(before), f.size(action), f.size(seen))
	case len(f.of(before)) == 0 || len(f.of(action)) == 0 || len(f.pays) == 0:
		return e.fault("want a StateVar, an ActionVar and a RewardVar at least")
	}
	return nil
}

func (f *file) addState(e *element) error {
	plain := e.attrs["fullyObs"] == "true"
	if err := f.add(e, "vnamePrev", "s", variable{kind: before, plain: plain}); err != nil {
		return err
	}
	return f.add(e, "vnameCurr", "s", variable{kind: after, plain: plain})
}

// add adds a variable, whose values are listed or numbered.
func (f *file) add(e *element, attr, letter string, v variable) error {
	v.name = e.attrs[attr]
	if _, again := f.number[v.name]; again || v.name == "" {
		return e.fault("%s %q: want a name that is not taken", attr, v.name)
	}
	var err error
	if v.values, err = f.values(e, letter); err != nil {
		return err
	}
	f.number[v.name] = len(f.vars)
	f.vars = append(f.vars, v)
	return nil
}

func (f *file) values(e *element, letter string) ([]string, error) {
	if len(e.all("NumValues")) == 0 {
		list, err := e.one("ValueEnum")
		if err != nil {
			return nil, err
		}
		if err := f.room.Take(len(list.words), listedSize); err != nil {
			return nil, err
		}
		return enumerated(list)
	}
	c, err := e.one("NumValues")
	if err != nil {
		return nil, err
	}
	w, err := c.single()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(w.text)
	if err != nil || n < 1 || n > tabular.MaxStates {
		return nil, w.fault("%q values: want 1 to %d", w.text, tabular.MaxStates)
	}
	if err := f.room.Take(n, 2*tabular.NameSize); err != nil {
		return nil, err
	}
	all := make([]string, n)
	for i := range all {
		all[i] = letter + strconv.Itoa(i)
	}
	return all, nil
}

// listedSize is the memory of a name in a list and a map, both of which grow, in bytes.
const listedSize = 5*16 + 100

func enumerated(list *element) (all []string, err error) {
	known := map[string]bool{"*": true, "-": true}
	for _, w := range list.words {
		if known[w.text] {
			return nil, w.fault("value %q is listed twice, or is reserved", w.text)
		}
		known[w.text] = true
		all = append(all, w.text)
	}
	if len(all) == 0 {
		return nil, list.fault("no values")
	}
	return all, nil
}

// sort groups the variables by kind.
func (f *file) sort() {
	for i := range f.vars {
		v := &f.vars[i]
		f.kinds[v.kind] = append(f.kinds[v.kind], i)
		if v.kind == seen || v.kind == after && v.plain {
			f.shows = append(f.shows, i)
		}
	}
}

// of returns the variables of a kind.
func (f *file) of(kind int) []int { return f.kinds[kind] }

// shown returns the variables that make up an observation: observation variables, and state
// variables that are observed.
func (f *file) shown() []int { return f.shows }

// size returns the number of joint values of all variables of a kind.
func (f *file) size(kind int) int {
	if kind == seen {
		return f.product(f.shown())
	}
	return f.product(f.of(kind))
}

func (f *file) product(vars []int) int {
	n := 1
	for _, v := range vars {
		if n *= len(f.vars[v].values); n > tabular.MaxStates {
			return tabular.MaxStates + 1
		}
	}
	return n
}

// names returns the names of all joint values of some variables, in the order of their indices.
func (f *file) names(vars []int) ([]string, error) {
	if err := f.roomForNames(vars); err != nil {
		return nil, err
	}
	all := make([]string, f.product(vars))
	at, parts := make([]int, len(f.vars)), make([]string, len(vars))
	for i := range all {
		f.assign(at, vars, i)
		for k, v := range vars {
			parts[k] = f.vars[v].values[at[v]]
		}
		if all[i] = strings.Join(parts, "-"); len(vars) == 0 {
			all[i] = "nothing"
		}
		if err := f.room.Step(1 + len(vars)); err != nil {
			return nil, err
		}
	}
	if distinct(all) {
		return all, nil
	}
	for i := range all { // such as a-b and c, and a and b-c
		all[i] = "v" + strconv.Itoa(i)
	}
	return all, nil
}

// roomForNames counts the joined names, which are as long as all values of their variables
// together: each value of a variable is in as many of them as the other variables have values.
func (f *file) roomForNames(vars []int) error {
	all := f.product(vars)
	if err := f.room.Take(all, 2*tabular.NameSize+listedSize+len(vars)); err != nil {
		return err
	}
	for _, v := range vars {
		length := 0
		for _, value := range f.vars[v].values {
			length += len(value)
		}
		if err := f.room.Take(all/len(f.vars[v].values), length); err != nil {
			return err
		}
	}
	return nil
}

func distinct(names []string) bool {
	known := make(map[string]bool, len(names))
	for _, n := range names {
		if known[n] {
			return false
		}
		known[n] = true
	}
	return true
}

// assign sets some variables to the values that an index encodes.
func (f *file) assign(at, vars []int, number int) {
	for _, v := range slices.Backward(vars) {
		n := len(f.vars[v].values)
		at[v], number = number%n, number/n
	}
}

// join returns the index that encodes the values of some variables.
func (f *file) join(at, vars []int) int {
	n := 0
	for _, v := range vars {
		n = n*len(f.vars[v].values) + at[v]
	}
	return n
}
