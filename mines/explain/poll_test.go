// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"context"
	"errors"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/explain"
)

// lattice is a board on which every second cell of every second row is open, with mines for every third cell
// that is not: no single number decides anything.
func lattice(side int) mines.View {
	rules := mines.Rules{Width: side, Height: side}
	layout := make(mines.Layout, rules.Cells())
	for c := range layout {
		row, col := rules.RowCol(mines.Cell(c))
		layout[c] = row%2+col%2 > 0 && (7*row+3*col)%3 == 0
	}
	rules.Mines = layout.Count()
	v := mines.NewView(rules)
	for c := range v.Marks {
		if row, col := rules.RowCol(mines.Cell(c)); row%2+col%2 == 0 {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		}
	}
	return v
}

// TestStops: looking for a hint, a reason, a conflict or certificates ends with its context.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := lattice(41)
	for name, look := range map[string]func(*explain.Reasoner) error{
		"hint":         func(r *explain.Reasoner) error { _, err := r.Hint(explain.Reason); return err },
		"certificates": func(r *explain.Reasoner) error { _, err := r.Certificates(); return err },
		"conflict":     func(r *explain.Reasoner) error { _, _, err := r.Conflict(); return err },
	} {
		r, err := explain.NewReasoner(ctx, v)
		if err != nil {
			t.Fatal(err)
		}
		if err := look(r); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
