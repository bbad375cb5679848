// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
)

func TestRulesNamed(t *testing.T) {
	for _, r := range krieg.Rulesets() {
		if got, err := krieg.RulesNamed(r.String()); err != nil || got != r {
			t.Errorf("%v: %v, %v", r, got, err)
		}
	}
	if r, err := krieg.RulesNamed("berkeley+material"); err != nil || !r.MaterialWins {
		t.Errorf("berkeley+material: %v, %v", r, err)
	}
	if _, err := krieg.RulesNamed("crazykrieg"); err == nil || !strings.Contains(err.Error(), "wild16") {
		t.Errorf("unknown ruleset: error %v does not name the known ones", err)
	}
}

func TestPerceptOrder(t *testing.T) {
	a := krieg.Percept{}
	b := a.WithCapture(5)
	c := b
	c.Tries = 3
	list := []krieg.Percept{c, a, b}
	slices.SortFunc(list, krieg.Percept.Compare)
	if !slices.Equal(list, []krieg.Percept{a, b, c}) {
		t.Errorf("sorted: %v", list)
	}
}
