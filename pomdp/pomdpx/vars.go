// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/pomdp/tabular"
)

// The kinds of variables, which is also the order in which values are assigned.
const (
	action = iota
	before
	after
	seen
	kinds
)

// variable is one of the problem. A state variable is two: before and after an action.
type variable struct {
	name   string
	values []string
	kind   int
	plain  bool // a state variable that is observed
}

// file is what was read.
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

// readVariables reads what there is: state variables first, each twice.
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
	if v.values, err = values(e, letter); err != nil {
		return err
	}
	f.number[v.name] = len(f.vars)
	f.vars = append(f.vars, v)
	return nil
}

func values(e *element, letter string) ([]string, error) {
	if len(e.all("NumValues")) == 0 {
		list, err := e.one("ValueEnum")
		if err != nil {
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
	all := make([]string, n)
	for i := range all {
		all[i] = letter + strconv.Itoa(i)
	}
	return all, nil
}

func enumerated(list *element) (all []string, err error) {
	known := map[string]bool{"*": true, "-": true}
	for _, w := range list.words {
		if known[w.text] {
			return nil, w.fault("value %q is listed twice, or means something else", w.text)
		}
		known[w.text] = true
		all = append(all, w.text)
	}
	if len(all) == 0 {
		return nil, list.fault("no values")
	}
	return all, nil
}

// of lists the variables of a kind.
func (f *file) of(kind int) (all []int) {
	for i := range f.vars {
		if f.vars[i].kind == kind {
			all = append(all, i)
		}
	}
	return all
}

// shown lists what an observation consists of: observation variables, and state variables that are observed.
func (f *file) shown() (all []int) {
	for i, v := range f.vars {
		if v.kind == seen || v.kind == after && v.plain {
			all = append(all, i)
		}
	}
	return all
}

// size returns how many values all variables of a kind have together.
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

// names returns the names of all values of some variables together, in the order of their numbers.
func (f *file) names(vars []int) []string {
	all := make([]string, f.product(vars))
	at := make([]int, len(f.vars))
	for i := range all {
		f.assign(at, vars, i)
		parts := make([]string, len(vars))
		for k, v := range vars {
			parts[k] = f.vars[v].values[at[v]]
		}
		if all[i] = strings.Join(parts, "-"); len(vars) == 0 {
			all[i] = "nothing"
		}
	}
	if distinct(all) {
		return all
	}
	for i := range all { // such as a-b and c, and a and b-c
		all[i] = "v" + strconv.Itoa(i)
	}
	return all
}

func distinct(names []string) bool {
	known := map[string]bool{}
	for _, n := range names {
		if known[n] {
			return false
		}
		known[n] = true
	}
	return true
}

// assign gives some variables their values in a number.
func (f *file) assign(at, vars []int, number int) {
	for _, v := range slices.Backward(vars) {
		n := len(f.vars[v].values)
		at[v], number = number%n, number/n
	}
}

// join is the number of the values that some variables have.
func (f *file) join(at, vars []int) int {
	n := 0
	for _, v := range vars {
		n = n*len(f.vars[v].values) + at[v]
	}
	return n
}
