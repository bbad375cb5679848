// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
)

// TestMostNodes: no view takes more nodes than the bound, and on common boards the bound is not far above.
func TestMostNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	modest := 0
	const views = 400
	for i := range views {
		rules := mines.Rules{Width: 2 + r.IntN(30), Height: 2 + r.IntN(16)}
		layout := make(mines.Layout, rules.Cells())
		for c := range layout {
			layout[c] = r.IntN(5) == 0
		}
		rules.Mines = layout.Count()
		v := mines.NewView(rules)
		share := r.IntN(100)
		for c := range v.Marks {
			if !layout[c] && r.IntN(100) < share {
				v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
			}
		}
		s := NewSolver(rules, Limit{Memory: 1 << 26})
		if err := s.Load(v); err != nil {
			t.Fatal(err)
		}
		if err := s.Propagate(); err != nil {
			t.Fatal(err)
		}
		s.collect()
		if s.diagrams.build(&s.net, s.limit) != nil {
			continue // given up: any bound holds
		}
		nodes, most := float64(len(s.diagrams.key)), MostNodes(v)
		if nodes > most {
			t.Fatalf("view %d: %v nodes, at most %v were expected", i, nodes, most)
		}
		if most < 20*nodes+1000 {
			modest++
		}
	}
	if modest < views/2 {
		t.Errorf("the bound is close for only %d of %d views", modest, views)
	}
}
