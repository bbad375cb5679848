// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Visit is a table as players use it: tests cost what the table says, and the episode ends when a fault is named.
// Naming a wrong one costs more. Tests may be repeated, at full cost.
type Visit struct {
	*Model
	wrong float64 // cost of naming a wrong fault
	whole uint64  // sum of the weights
}

// Case is the hidden state of a visit: the fault, the groups that are set up, and the result once a fault was named.
type Case struct {
	fault uint16
	over  veil.Status
	ready uint64
}

// Named is the reading after a fault was named: Word is 1 if it was the right one.
const Named = -1

// NewVisit returns the visit to a machine. Naming a wrong fault costs wrong, in units of the table's costs.
func NewVisit(t *Table, wrong float64) *Visit {
	m, _ := NewModel(t)
	v := &Visit{Model: m, wrong: wrong}
	for f := range t.Faults {
		v.whole += t.Faults[f].Weight
	}
	return v
}

// Total returns the cost of all tests and setups together, in units of the table's file.
func (t *Table) Total() float64 {
	sum := uint64(0)
	for i := range t.Tests {
		sum += t.Tests[i].Cost
	}
	for g := range t.Groups {
		sum += t.Groups[g].Setup
	}
	return float64(sum) / float64(t.Unit)
}

// Static reports whether the hidden state stays: setups change it.
func (v *Visit) Static() bool { return len(v.table.Groups) == 0 }

// Start draws a fault by its weight.
func (v *Visit) Start(r *rand.Rand) Case {
	at := r.Uint64N(v.whole)
	for f := range v.table.Faults {
		if w := v.table.Faults[f].Weight; at >= w {
			at -= w
			continue
		}
		return Case{fault: uint16(f)}
	}
	panic("diag: the weights do not add up") // unreachable: at is less than their sum
}

// AppendStarts appends every fault.
func (v *Visit) AppendStarts(dst []veil.Weighted[Case]) []veil.Weighted[Case] {
	for f := range v.table.Faults {
		dst = append(dst, veil.Weighted[Case]{State: Case{fault: uint16(f)}, P: float64(v.table.Faults[f].Weight) / float64(v.whole)})
	}
	return dst
}

// AppendActions appends the tests, and one naming for each class of indistinguishable faults.
func (v *Visit) AppendActions(dst []Action, _ *Case) []Action { return v.Model.AppendActions(dst, nil) }

// Step performs a test or names a fault.
func (v *Visit) Step(_ *rand.Rand, s *Case, a Action) (o Reading, reward float64, done bool) {
	if n := len(v.table.Tests); int(a) >= n {
		if v.class[s.fault] == int(a)-n {
			s.over = veil.Won
			return Reading{Named, 1}, 0, true
		}
		s.over = veil.Lost
		return Reading{Named, 0}, -v.wrong, true
	}
	cost, ready := v.table.Charge(int(a), s.ready)
	s.ready = ready
	return Reading{int(a), int(v.table.Tests[a].Reads[s.fault])}, -float64(cost) / float64(v.table.Unit), false
}

// AppendOutcomes appends the only outcome of an action.
func (v *Visit) AppendOutcomes(dst []veil.Outcome[Case, Reading], s *Case, a Action) []veil.Outcome[Case, Reading] {
	out := veil.Outcome[Case, Reading]{State: *s, P: 1}
	out.Seen, out.Reward, out.Done = v.Step(nil, &out.State, a)
	return append(dst, out)
}

// Status returns Won once the right fault was named, Lost after a wrong one.
func (v *Visit) Status(s *Case) veil.Status { return s.over }

// Actions returns every action.
func (v *Visit) Actions() []Action { return v.Model.AppendActions(nil, nil) }

// Readings returns every reading of every test, then the answers to a named fault.
func (v *Visit) Readings() (all []Reading) {
	for i := range v.table.Tests {
		for w := range v.table.Tests[i].Words {
			all = append(all, Reading{i, w})
		}
	}
	return append(all, Reading{Named, 0}, Reading{Named, 1})
}

// FormatSeen returns a reading as "TEST=READING", or "right" or "wrong" after a fault was named.
func (v *Visit) FormatSeen(r Reading) string {
	if r.Test == Named {
		return [...]string{"wrong", "right"}[r.Word&1]
	}
	return v.table.Spell(r)
}

// ParseSeen is the inverse of FormatSeen.
func (v *Visit) ParseSeen(text string) (Reading, error) {
	switch text {
	case "wrong":
		return Reading{Named, 0}, nil
	case "right":
		return Reading{Named, 1}, nil
	}
	return v.table.Find(text)
}

// ParseAction finds an action by its name.
func (v *Visit) ParseAction(name string) (Action, error) {
	for _, a := range v.Actions() {
		if v.NameAction(a) == name {
			return a, nil
		}
	}
	return 0, fmt.Errorf("no test %q, nor a fault that it names", name)
}
