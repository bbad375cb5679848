// SPDX-License-Identifier: BSD-3-Clause

package pomdpx

import "slices"

// diagram fills a function from a decision diagram: nodes ask for the value of a variable, and edges lead to
// nodes, numbers or one of the abbreviations of the format.
func (f *file) diagram(p *element, fn *function) error {
	dag, err := p.one("DAG")
	if err != nil {
		return err
	}
	d := diagram{file: f, fn: fn, templates: map[string]*element{}, pick: slices.Repeat([]int{anything}, len(fn.vars))}
	for _, t := range p.all("SubDAGTemplate") {
		d.templates[t.attrs["id"]] = t
	}
	if len(dag.children) != 1 {
		return dag.fault("a DAG has %d roots, want one", len(dag.children))
	}
	return d.walk(dag.children[0], 0)
}

type diagram struct {
	*file

	fn        *function
	templates map[string]*element
	pick      []int // by variable of the function, as in an entry
}

// walk evaluates one subtree of the diagram.
func (d *diagram) walk(e *element, depth int) error {
	if d.work++; depth > maxDepth || d.work > maxWork {
		return e.fault("a diagram that is too large, or refers to itself")
	}
	switch e.name {
	case "Terminal":
		return d.terminal(e)
	case "Node":
		return d.node(e, depth)
	case "SubDAG":
		return d.sub(e, depth)
	default:
		return e.fault("want Node, Terminal or SubDAG, got %s", e.name)
	}
}

func (d *diagram) terminal(e *element) error {
	w, err := e.single()
	if err != nil {
		return err
	}
	x, err := number(w)
	if err != nil {
		return err
	}
	return d.write(e, x)
}

// write assigns a number to all selected cells.
func (d *diagram) write(e *element, x float64) error {
	if err := d.fill(d.fn, d.pick, &listed{values: []float64{x}, at: e.place}, 0, 0, 0); err != nil {
		return err
	}
	if d.work > maxWork {
		return e.fault("a diagram that writes more than %d numbers", maxWork)
	}
	return nil
}

// argument returns the index of the variable that an element names, among those of the function.
func (d *diagram) argument(e *element) (int, error) {
	v, ok := d.number[e.attrs["var"]]
	k := slices.Index(d.fn.vars, v)
	if !ok || k < 0 {
		return 0, e.fault("%q is not a variable of this function", e.attrs["var"])
	}
	return k, nil
}

// set selects a value of a variable that is free, and returns a function that undoes this.
func (d *diagram) set(e *element, k int, value string) (undo func(), err error) {
	if err := d.room.Step(len(d.vars[d.fn.vars[k]].values)); err != nil {
		return nil, err
	}
	v := slices.Index(d.vars[d.fn.vars[k]].values, value)
	if v < 0 || d.pick[k] != anything {
		return nil, e.fault("%s: unknown value %q, or a value is already set", d.vars[d.fn.vars[k]].name, value)
	}
	d.pick[k] = v
	return func() { d.pick[k] = anything }, nil
}

func (d *diagram) node(e *element, depth int) error {
	k, err := d.argument(e)
	if err != nil {
		return err
	}
	for _, edge := range e.all("Edge") {
		undo, err := d.set(edge, k, edge.attrs["val"])
		if err != nil {
			return err
		}
		if len(edge.children) != 1 {
			return edge.fault("an Edge has %d children, want one", len(edge.children))
		}
		err = d.walk(edge.children[0], depth+1)
		undo()
		if err != nil {
			return err
		}
	}
	return nil
}

// sub parses an abbreviation.
func (d *diagram) sub(e *element, depth int) error {
	switch kind := e.attrs["type"]; kind {
	case "deterministic":
		k, err := d.argument(e)
		if err != nil {
			return err
		}
		undo, err := d.set(e, k, e.attrs["val"])
		if err != nil {
			return err
		}
		defer undo()
		return d.write(e, 1)
	case "uniform":
		k, err := d.argument(e)
		if err != nil {
			return err
		}
		return d.write(e, 1/float64(len(d.vars[d.fn.vars[k]].values)))
	case "persistent":
		return d.persistent(e)
	case "template":
		t := d.templates[e.attrs["idref"]]
		if t == nil || len(t.children) != 1 {
			return e.fault("no template %q with one root", e.attrs["idref"])
		}
		return d.walk(t.children[0], depth+1)
	default:
		return e.fault("type %q: want deterministic, persistent, uniform or template", kind)
	}
}

// persistent selects the value that a state variable had before.
func (d *diagram) persistent(e *element) error {
	k, err := d.argument(e)
	if err != nil {
		return err
	}
	old := slices.IndexFunc(d.fn.vars, func(v int) bool { return v == d.fn.vars[k]-1 && d.vars[v].kind == before })
	if old < 0 || d.vars[d.fn.vars[k]].kind != after {
		return e.fault("%q has no previous value to persist", e.attrs["var"])
	}
	free := d.pick[old] == anything
	for v, value := range d.vars[d.fn.vars[k]].values {
		if !free && d.pick[old] != v {
			continue
		}
		undo, err := d.set(e, k, value)
		if err != nil {
			return err
		}
		was := d.pick[old]
		d.pick[old] = v
		err = d.write(e, 1)
		d.pick[old] = was
		undo()
		if err != nil {
			return err
		}
	}
	return nil
}
