// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"math"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// TestRefusals: a refusal multiplies the weight of each board by the chance of an illegal try there, if
// illegal tries count, and the weights change by nothing else.
func TestRefusals(t *testing.T) {
	h, err := krieg.ParseLog("ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB no\n")
	if err != nil {
		t.Fatal(err)
	}
	last := h.Events[len(h.Events)-1]
	h.Events = h.Events[:len(h.Events)-1]
	const weight = 0.25
	follow := func(refusals float64) (before, after *Cloud) {
		before, err := Follow(t.Context(), &h, Config{Refusals: refusals})
		if err != nil {
			t.Fatal(err)
		}
		after, err = before.Hear(t.Context(), last)
		if err != nil {
			t.Fatal(err)
		}
		return before, after
	}
	before, after := follow(weight)
	want, sum := map[krieg.Position]float64{}, 0.0
	for i := range before.Len() {
		p := before.Board(i)
		var l chess.Moves
		alone := p.Without(krieg.White)
		alone.Tries(&l)
		tries, legal := l.Len(), len(krieg.LegalMoves(&p))
		if tries == legal {
			continue // nothing can have been refused
		}
		illegal := weight * float64(tries-legal)
		want[p] = before.Share(i) * illegal / (illegal + float64(legal))
		sum += want[p]
	}
	if after.Len() != len(want) {
		t.Errorf("%d boards, want %d", after.Len(), len(want))
	}
	for i := range after.Len() {
		p := after.Board(i)
		if got := after.Share(i); math.Abs(got-want[p]/sum) > 1e-12 {
			t.Errorf("%v: share %v, want %v", &p, got, want[p]/sum)
		}
	}
	_, plain := follow(0)
	differ := false
	for i := range plain.Len() {
		differ = differ || math.Abs(plain.Share(i)-after.Share(i)) > 1e-6
	}
	if plain.Len() != after.Len() || !differ {
		t.Errorf("%d boards and %d: the weights are the same, or other boards", plain.Len(), after.Len())
	}
}
