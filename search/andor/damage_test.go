// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/internal/provertest"
	"github.com/veilplan/veil/search/proof"
)

// TestDamagedPlansAreRejected changes plans at random. What is left is rejected unless a
// plain judge, which follows sets of states and not single ones, says it still wins.
func TestDamagedPlansAreRejected(t *testing.T) {
	rejected, untrue := 0, 0
	for seed := uint64(0); untrue < 2000; seed++ {
		in := provertest.Some(seed)
		res := prove(t, in, andor.Config{})
		if res.Verdict != andor.Proved {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 2))
		bad := copyPlan(t, res.Plan)
		damage(r, bad)
		if same(t, bad, res.Plan) {
			continue
		}
		_, err := proof.Check(t.Context(), in.Rules, in.Belief, bad)
		wins := judge(in.Rules, bad, 0, provertest.SetOf(in.Belief), bad.Plies)
		switch {
		case err == nil && !wins:
			t.Fatalf("seed %d: a plan that does not win was accepted", seed)
		case err != nil && !errors.Is(err, proof.ErrRejected):
			t.Fatalf("seed %d: %v", seed, err)
		case err != nil:
			rejected++
		}
		if !wins {
			untrue++
		}
	}
	t.Logf("%d damaged plans rejected, %d of them because they do not win", rejected, untrue)
}

func copyPlan(t *testing.T, p *proof.Plan) *proof.Plan {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	c := new(proof.Plan)
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatal(err)
	}
	return c
}

func same(t *testing.T, a, b *proof.Plan) bool {
	t.Helper()
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return string(x) == string(y)
}

// damage makes one random change.
func damage(r *rand.Rand, p *proof.Plan) {
	n := &p.Nodes[r.IntN(len(p.Nodes))]
	kind := r.IntN(8)
	if len(n.Branches) == 0 && kind > 3 {
		kind = r.IntN(4)
	}
	var b *proof.Branch
	if len(n.Branches) > 0 {
		b = &n.Branches[r.IntN(len(n.Branches))]
	}
	switch kind {
	case 0, 1:
		n.Try = string(rune('0' + r.IntN(5)))
	case 2:
		p.Plies -= 1 + r.IntN(2)
	case 3:
		n.Count++
	case 4:
		i := r.IntN(len(n.Branches))
		n.Branches = slices.Delete(n.Branches, i, i+1)
	case 5:
		b.Next = r.IntN(len(p.Nodes))
	case 6:
		b.Heard = string(rune('0' + r.IntN(4)))
	case 7:
		b.Refused = !b.Refused
	}
}

// judge reports whether a plan wins from a set of states, by the definition.
func judge(m provertest.Rules, p *proof.Plan, node int, b map[provertest.Place]bool, d int) bool {
	if len(b) == 0 {
		return true
	}
	if d <= 0 || node < 0 || node >= len(p.Nodes) {
		return false
	}
	n := p.Nodes[node]
	refused := map[string]map[provertest.Place]bool{}
	after := map[[2]string]map[provertest.Place]bool{}
	adv, duel := m.(veil.Adversary[provertest.Place, provertest.Heard])
	for s := range b {
		found := false
		for _, a := range m.AppendActions(nil, &s) {
			if proof.NamesOf(m).Action(a) != n.Try {
				continue
			}
			found = true
			for _, out := range m.AppendOutcomes(nil, &s, a) {
				heard := proof.NamesOf(m).Seen(out.Seen)
				switch st := m.Status(&out.State); {
				case st == veil.Lost:
					return false
				case st == veil.Won:
				case out.Seen >= provertest.Refusal:
					provertest.Put(refused, heard, out.State)
				case d == 1:
					return false
				case !duel:
					provertest.Put(after, [2]string{heard}, out.State)
				default:
					for _, reply := range adv.AppendReplies(nil, &out.State) {
						if m.Status(&reply.State) == veil.Lost {
							return false
						} else if m.Status(&reply.State) == veil.Open {
							provertest.Put(after, [2]string{heard, proof.NamesOf(m).Seen(reply.Seen)}, reply.State)
						}
					}
				}
			}
		}
		if !found {
			return false
		}
	}
	cost := 1
	if duel {
		cost = 2
	}
	for heard, c := range refused {
		next := branchOf(n, proof.Branch{Heard: heard, Refused: true})
		if next <= node || !judge(m, p, next, c, d) {
			return false
		}
	}
	for heard, c := range after {
		next := branchOf(n, proof.Branch{Heard: heard[0], Reply: heard[1]})
		if next <= node || !judge(m, p, next, c, d-cost) {
			return false
		}
	}
	return true
}

func branchOf(n proof.Node, want proof.Branch) int {
	for _, b := range n.Branches {
		if b.Heard == want.Heard && b.Reply == want.Reply && b.Refused == want.Refused {
			return b.Next
		}
	}
	return -1
}
