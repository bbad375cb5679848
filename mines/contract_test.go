// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/veiltest"
)

// TestContract puts the model through the contract of every domain, under each
// first-click rule and objective.
func TestContract(t *testing.T) {
	for _, first := range []mines.First{mines.Any, mines.Safe, mines.Zero} {
		for _, objective := range []mines.Objective{mines.Won, mines.Fraction} {
			m := newModel(t, mines.Rules{Width: 4, Height: 2, Mines: 2, First: first}, objective)
			veiltest.Model(t, m, veiltest.Config[mines.State, mines.Cell, mines.Reading]{Episodes: 6})
		}
	}
}
