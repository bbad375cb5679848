// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/proof"
)

// TestBoardsAreProved: methods of the paper prove through the list of problems that the middle of 4×4 with six mines
// wins, the checker accepts the plan, and rejects it on another board. Too few plies suffice for no plan.
func TestBoardsAreProved(t *testing.T) {
	opened := func(board string) *play.Prover {
		o, err := sweepers.Domain().Open(json.RawMessage(`{"board":"` + board + `","first":"zero"}`))
		if err != nil {
			t.Fatal(err)
		}
		return o.Prover
	}
	p := opened("4x4/6")
	for _, method := range []string{"veil", "DFS", "L-UDB", "GL-DBU", "ipns"} {
		got, err := p.Prove(t.Context(), play.ProofQuestion{Method: method, Plies: p.Enough})
		if err != nil || got.Verdict != "proved" || got.States == 0 || !slices.Equal(got.First, []string{"r2c2", "r2c3", "r3c2", "r3c3"}) {
			t.Fatalf("%s: %+v, %v", method, got, err)
		}
		if err := p.Check(t.Context(), got.Plan); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		if err := opened("4x4/5").Check(t.Context(), got.Plan); !errors.Is(err, proof.ErrRejected) {
			t.Errorf("%s: the plan on another board: %v", method, err)
		}
	}
	if got, err := p.Prove(t.Context(), play.ProofQuestion{Method: "veil", Plies: p.Enough - 1}); err != nil || got.Verdict != "disproved" {
		t.Errorf("too few plies: %+v, %v", got, err)
	}
	if got, err := opened("4x4/4").Prove(t.Context(), play.ProofQuestion{Method: "GL-DBU", Plies: 12}); err != nil || got.Verdict != "disproved" {
		t.Errorf("4x4/4: %+v, %v", got, err)
	}
}
