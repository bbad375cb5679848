// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/veiltest"
)

func TestContract(t *testing.T) {
	p, err := krieg.ParseProblem(t.Context(), "me: 8/8/8/8/2PK4/8/8/R7\nopp: k@{e6,f7} n@{b5,d5} ?p@{b7,h7}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range krieg.Rulesets() {
		m := p.Model()
		m.Rules = rules
		veiltest.Model(t, m, veiltest.Config[krieg.State, krieg.Action, krieg.Percept]{Episodes: 8, Draws: 400})
	}
}
