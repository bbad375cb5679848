// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/internal/provertest"
	"github.com/veilplan/veil/search/proof"
)

// TestDamagedRefutationsAreRejected changes refutations at random. Whatever is still
// accepted must be true, by the naive search.
func TestDamagedRefutationsAreRejected(t *testing.T) {
	rejected, untrue := 0, 0
	for seed := uint64(0); rejected < 1000; seed++ {
		in := provertest.Some(seed)
		res := prove(t, in, andor.Config{Refutation: 100_000})
		if res.Refutation == nil {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 4))
		text, err := json.Marshal(res.Refutation)
		if err != nil {
			t.Fatal(err)
		}
		bad := new(proof.Refutation)
		if err := json.Unmarshal(text, bad); err != nil {
			t.Fatal(err)
		}
		damageRefutation(r, bad)
		belief := in.Belief
		if r.IntN(3) == 0 {
			belief = belief[:1+r.IntN(len(belief))]
		}
		wins := provertest.Instance{Rules: in.Rules, Plies: bad.Plies}.Wins(belief...)
		switch err := proof.CheckRefutation(t.Context(), in.Rules, belief, bad); {
		case err != nil:
			rejected++
		case wins:
			t.Fatalf("seed %d: a refutation of what can be forced was accepted", seed)
		}
		if wins {
			untrue++
		}
	}
	t.Logf("%d damaged refutations rejected; of all, %d claimed what is not true", rejected, untrue)
	if untrue < 100 {
		t.Error("too few false claims to mean anything")
	}
}

func damageRefutation(r *rand.Rand, p *proof.Refutation) {
	n := &p.Nodes[r.IntN(len(p.Nodes))]
	kind := r.IntN(7)
	if len(n.Answers) == 0 {
		kind %= 3
	}
	switch kind {
	case 0:
		p.Plies += 1 + r.IntN(4)
	case 1:
		n.Belief[r.IntN(len(n.Belief))] = r.IntN(len(p.States))
	case 2:
		i := r.IntN(len(n.Belief))
		n.Belief = slices.Delete(n.Belief, i, i+1)
	case 3:
		i := r.IntN(len(n.Answers))
		n.Answers = slices.Delete(n.Answers, i, i+1)
	case 4:
		n.Answers[r.IntN(len(n.Answers))].Next = r.IntN(len(p.Nodes))
	case 5:
		n.Answers[r.IntN(len(n.Answers))].Heard = string(rune('0' + r.IntN(4)))
	case 6:
		a := &n.Answers[r.IntN(len(n.Answers))]
		a.Refused = !a.Refused
	}
}
