// SPDX-License-Identifier: BSD-3-Clause

package controller

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/veilplan/veil"
)

// schema is the version of the file.
const schema = "veil.controller/1"

// Limits of a file that is read.
const (
	MaxBytes  = 1 << 28
	MaxStates = 1 << 20
)

// file is a controller in JSON. States are numbers in the list of [States]; actions and observations
// are names.
type file struct {
	Schema   string     `json:"schema"`
	Discount float64    `json:"discount"`
	Claim    float64    `json:"claim"`
	Nodes    []fileNode `json:"nodes"`
}

type fileNode struct {
	Action string         `json:"action"`
	Next   map[string]int `json:"next,omitempty"`
	States []int          `json:"states"`
	Values []float64      `json:"values"`
}

// ErrFormat reports a file that is not a controller, or one of another problem.
var ErrFormat = errors.New("not a controller of this problem")

// Write writes a controller as JSON.
func Write[S, A, O comparable](ctx context.Context, w io.Writer, m Model[S, A, O], c *Controller[S, A, O]) error {
	list, err := States(ctx, m, MaxStates)
	if err != nil {
		return err
	}
	number := make(map[S]int, len(list))
	for i, s := range list {
		number[s] = i
	}
	actions, seen := names[S, A, O](m)
	doc := file{schema, c.Discount, c.Claim, make([]fileNode, len(c.Nodes))}
	for i, n := range c.Nodes {
		f := fileNode{Action: actions(n.Action), Next: map[string]int{}}
		for o, next := range n.Next {
			f.Next[seen(o)] = next
		}
		for s := range n.Values {
			at, ok := number[s]
			if !ok {
				return fmt.Errorf("node %d has a value for a state that cannot be reached", i)
			}
			f.States = append(f.States, at)
		}
		slices.Sort(f.States)
		for _, at := range f.States {
			f.Values = append(f.Values, n.Values[list[at]])
		}
		doc.Nodes[i] = f
	}
	return json.NewEncoder(w).Encode(doc)
}

// names returns the names of actions and observations.
func names[S, A, O comparable](m Model[S, A, O]) (action func(A) string, seen func(O) string) {
	if n, ok := m.(veil.Namer[S, A, O]); ok {
		return n.NameAction, n.NameSeen
	}
	return func(a A) string { return fmt.Sprint(a) }, func(o O) string { return fmt.Sprint(o) }
}

// Read reads a controller of the problem m. It checks the form of the file and not what it promises.
func Read[S, A, O comparable](ctx context.Context, r io.Reader, m Model[S, A, O]) (*Controller[S, A, O], error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	var doc file
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	bad := len(text) > MaxBytes || in.Decode(&doc) != nil || doc.Schema != schema
	if _, err := in.Token(); bad || !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: want one JSON document of schema %s", ErrFormat, schema)
	}
	list, err := States(ctx, m, MaxStates)
	if err != nil {
		return nil, err
	}
	actions, seen, err := vocabulary(ctx, m, list)
	if err != nil {
		return nil, err
	}
	c := &Controller[S, A, O]{Discount: doc.Discount, Claim: doc.Claim, Nodes: make([]Node[S, A, O], len(doc.Nodes))}
	for i := range doc.Nodes {
		if c.Nodes[i], err = decoded(&doc.Nodes[i], list, actions, seen); err != nil {
			return nil, fmt.Errorf("%w: node %d: %w", ErrFormat, i, err)
		}
	}
	return c, nil
}

// vocabulary returns every action and observation by its name. A name that two of them share would
// make a file ambiguous.
func vocabulary[S, A, O comparable](ctx context.Context, m Model[S, A, O], states []S) (map[string]A, map[string]O, error) {
	actions, seen := map[string]A{}, map[string]O{}
	nameAction, nameSeen := names[S, A, O](m)
	heard := map[O]bool{}
	for i := range states {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		for _, a := range m.AppendActions(nil, &states[i]) {
			name := nameAction(a)
			if b, ok := actions[name]; ok && a != b {
				return nil, nil, fmt.Errorf("two actions are called %q", name)
			}
			actions[name] = a
			for _, out := range m.AppendOutcomes(nil, &states[i], a) {
				if heard[out.Seen] {
					continue
				}
				heard[out.Seen] = true
				if _, ok := seen[nameSeen(out.Seen)]; ok {
					return nil, nil, fmt.Errorf("two observations are called %q", nameSeen(out.Seen))
				}
				seen[nameSeen(out.Seen)] = out.Seen
			}
		}
	}
	return actions, seen, nil
}

// decoded translates the numbers and names of a node.
func decoded[S, A, O comparable](f *fileNode, list []S, actions map[string]A, seen map[string]O) (Node[S, A, O], error) {
	n := Node[S, A, O]{Next: make(map[O]int, len(f.Next)), Values: make(map[S]float64, len(f.States))}
	var ok bool
	if n.Action, ok = actions[f.Action]; !ok {
		return n, fmt.Errorf("no action %.80q", f.Action)
	}
	for name, next := range f.Next {
		o, ok := seen[name]
		if !ok {
			return n, fmt.Errorf("no observation %.80q", name)
		}
		n.Next[o] = next
	}
	if len(f.States) != len(f.Values) {
		return n, fmt.Errorf("%d states and %d values", len(f.States), len(f.Values))
	}
	for k, at := range f.States {
		if at < 0 || at >= len(list) || k > 0 && at <= f.States[k-1] {
			return n, fmt.Errorf("state %d is out of order, or not below %d", at, len(list))
		}
		n.Values[list[at]] = f.Values[k]
	}
	return n, nil
}
