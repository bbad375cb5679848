// SPDX-License-Identifier: BSD-3-Clause

// Package diag models fault isolation: one of several faults is present, and tests, each at a cost,
// show a reading that depends on the fault.
package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil"
)

// Table describes a machine: its faults, its tests, and the reading of each test for each fault.
type Table struct {
	Faults []Fault
	Tests  []Test
	Groups []Group
	// Unit is the number of parts into which a cost of 1 is divided, so that costs are integers.
	Unit uint64
}

// Fault is a possible cause.
type Fault struct {
	Name   string
	Weight uint64 // relative to the other faults
}

// Test is a measurement that costs something and distinguishes faults.
type Test struct {
	Name string
	Cost uint64 // in parts of [Table.Unit]
	// Words are the readings, and Reads the index of the reading for each fault.
	Words []string
	Reads []uint16
	// Group is 0, or the number of its group in [Table.Groups], from 1.
	Group int
}

// Group is a set of tests that share a setup before the first of them: a cover is removed, a van is
// sent.
type Group struct {
	Name  string
	Setup uint64 // cost of the setup, in parts of [Table.Unit]
}

// Reading is the result of a test, as indices.
type Reading struct{ Test, Word int }

// Find parses "TEST=READING".
func (t *Table) Find(text string) (Reading, error) {
	return find(text, len(t.Tests), func(i int) (string, []string) { return t.Tests[i].Name, t.Tests[i].Words })
}

// find parses "TEST=READING" with the names and readings of a number of tests.
func find(text string, tests int, test func(i int) (name string, words []string)) (Reading, error) {
	name, word, ok := strings.Cut(text, "=")
	if !ok {
		return Reading{}, fmt.Errorf("%q: write TEST=READING", text)
	}
	name, word = strings.TrimSpace(name), strings.TrimSpace(word)
	var names []string
	for i := range tests {
		known, words := test(i)
		if names = append(names, known); known != name {
			continue
		}
		if k := slices.Index(words, word); k >= 0 {
			return Reading{i, k}, nil
		}
		return Reading{}, fmt.Errorf("%s never reads %q; it reads: %s", name, word, strings.Join(words, ", "))
	}
	return Reading{}, fmt.Errorf("no test %q; there are: %s", name, strings.Join(names, ", "))
}

// Charge returns the cost of a test, given the groups whose setup is done, and these groups after
// it.
func (t *Table) Charge(test int, ready uint64) (cost, then uint64) {
	x := &t.Tests[test]
	if x.Group == 0 || ready>>(x.Group-1)&1 == 1 {
		return x.Cost, ready
	}
	return x.Cost + t.Groups[x.Group-1].Setup, ready | 1<<(x.Group-1)
}

// Spell returns a reading as "TEST=READING", the inverse of Find.
func (t *Table) Spell(r Reading) string {
	return t.Tests[r.Test].Name + "=" + t.Tests[r.Test].Words[r.Word]
}

// Left returns the faults that explain all readings.
func (t *Table) Left(seen []Reading) []int {
	var left []int
	for f := range t.Faults {
		if !slices.ContainsFunc(seen, func(r Reading) bool { return int(t.Tests[r.Test].Reads[f]) != r.Word }) {
			left = append(left, f)
		}
	}
	return left
}

// Conflict returns a minimal set of readings that no fault explains together; nil if a fault
// explains all.
func (t *Table) Conflict(seen []Reading) []Reading {
	if len(t.Left(seen)) > 0 {
		return nil
	}
	core := slices.Clone(seen)
	for i := 0; i < len(core); {
		fewer := slices.Delete(slices.Clone(core), i, i+1)
		if len(t.Left(fewer)) == 0 {
			core = fewer
		} else {
			i++
		}
	}
	return core
}

// Model is a table as provers and checkers use it: tests, and then a fault is named. Naming the
// right one, or one that no test distinguishes from it, wins.
type Model struct {
	table *Table
	class []int // by fault: the first fault that no test distinguishes from it
}

var (
	_ veil.Judge[State]                 = (*Model)(nil)
	_ veil.Namer[State, Action, uint16] = (*Model)(nil)
)

// State is the fault that is present, and whether it was named.
type State struct {
	fault uint16
	over  veil.Status
}

// Action is the index of a test or, after those, of the fault that is named.
type Action uint16

// NewModel returns the model of a table, and the state of each fault.
func NewModel(t *Table) (*Model, []State) {
	m := &Model{table: t}
	var states []State
	for f := range t.Faults {
		same := f
		for g := range f {
			if t.alike(f, g) {
				same = g
				break
			}
		}
		m.class = append(m.class, same)
		states = append(states, State{fault: uint16(f)})
	}
	return m, states
}

// alike reports whether no test distinguishes two faults.
func (t *Table) alike(f, g int) bool {
	for i := range t.Tests {
		if t.Tests[i].Reads[f] != t.Tests[i].Reads[g] {
			return false
		}
	}
	return true
}

// AppendActions appends the tests, and one naming for each class of indistinguishable faults.
func (m *Model) AppendActions(dst []Action, _ *State) []Action {
	for i := range m.table.Tests {
		dst = append(dst, Action(i))
	}
	for f, first := range m.class {
		if f == first {
			dst = append(dst, Action(len(m.table.Tests)+f))
		}
	}
	return dst
}

// AppendOutcomes appends the reading of a test, or the result of naming a fault.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, uint16], s *State, a Action) []veil.Outcome[State, uint16] {
	next := *s
	if n := len(m.table.Tests); int(a) >= n {
		next.over = veil.Lost
		if m.class[s.fault] == int(a)-n {
			next.over = veil.Won
		}
		return append(dst, veil.Outcome[State, uint16]{State: next, P: 1})
	}
	return append(dst, veil.Outcome[State, uint16]{State: next, Seen: m.table.Tests[a].Reads[s.fault], P: 1})
}

// Status returns Won once the right fault was named, Lost after a wrong one.
func (m *Model) Status(s *State) veil.Status { return s.over }

// NameState returns the name of the fault.
func (m *Model) NameState(s *State) string {
	name := m.table.Faults[s.fault].Name
	if s.over != veil.Open {
		name += ", " + s.over.String()
	}
	return name
}

// NameAction returns the name of the test, or "it is" and the fault.
func (m *Model) NameAction(a Action) string {
	if n := len(m.table.Tests); int(a) >= n {
		return "it is " + m.table.Faults[int(a)-n].Name
	}
	return m.table.Tests[a].Name
}

// NameSeen returns the index of a reading: its word depends on the test.
func (m *Model) NameSeen(o uint16) string { return fmt.Sprint(o) }
