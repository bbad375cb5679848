// SPDX-License-Identifier: BSD-3-Clause

package battleship_test

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/problems/battleship"
	"github.com/veilplan/veil/veiltest"
)

func TestContract(t *testing.T) {
	m, err := battleship.New(3, []int{2, 1})
	if err != nil {
		t.Fatal(err)
	}
	veiltest.Model(t, m, veiltest.Config[battleship.State, battleship.Cell, battleship.Seen]{})
}

// TestLayouts counts by hand: a ship of two has 12 places on nine cells, and leaves seven to one of one.
func TestLayouts(t *testing.T) {
	m, err := battleship.New(3, []int{2, 1})
	if err != nil || m.Layouts() != 12*7 || m.Cells()[5].String() != "c2" {
		t.Errorf("%v layouts, %v", m.Layouts(), err)
	}
	// The largest grid uses every bit.
	if m, err = battleship.New(8, []int{1}); err != nil || len(m.AppendActions(nil, &battleship.State{Afloat: 1})) != 64 {
		t.Error(err)
	}
	for want, ships := range map[string][]int{"length 4": {4}, "one ship": nil, "room": {3, 3, 3, 1}} {
		if _, err := battleship.New(3, ships); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", ships, err, want)
		}
	}
	if _, err := battleship.New(8, []int{4, 3, 3, 2}); err == nil {
		t.Error("millions of layouts are not refused")
	}
}
