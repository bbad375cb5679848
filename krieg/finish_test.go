// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// TestClassifyLastPly compares ClassifyLastPly with the referee on every action of random games.
func TestClassifyLastPly(t *testing.T) {
	compared, wins := 0, 0
	for i, rules := range append(krieg.Rulesets(), krieg.Rules{Name: "material", MaterialWins: true}) {
		for seed := range uint64(40) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			start := chess.Start()
			if seed%2 == 0 {
				start = strongWhite(r)
			}
			m := &krieg.Model{Rules: rules, Starts: []krieg.Position{start}}
			s := m.Start(r)
			for range 80 {
				actions := m.AppendActions(nil, &s)
				if len(actions) == 0 {
					break
				}
				if s.Pos.ToMove() == krieg.White {
					compared += len(actions)
					wins += checkClassified(t, m, s, actions)
				}
				m.Step(r, &s, actions[r.IntN(len(actions))])
			}
		}
	}
	if compared < 10_000 || wins < 10 {
		t.Errorf("only %d actions were compared, %d of them winning", compared, wins)
	}
}

func checkClassified(t *testing.T, m *krieg.Model, s krieg.State, actions []krieg.Action) (wins int) {
	t.Helper()
	n := (len(actions) + 63) / 64
	refused, won, changed := make([]uint64, n), make([]uint64, n), make([]uint64, n)
	m.ClassifyLastPly(&s, actions, refused, won, changed)
	for i, a := range actions {
		out := m.AppendOutcomes(nil, &s, a)[0]
		status := m.Status(&out.State)
		no := m.Rejected(out.Seen)
		bit := func(set []uint64) bool { return set[i/64]>>(i%64)&1 != 0 }
		if bit(won) != (status == veil.Won) || bit(refused) != (no && out.State == s) || bit(changed) != (no && out.State != s) {
			t.Fatalf("%s, %s, %v: refused %v, won %v, changed %v, but %v", m.Rules.Name, m.NameState(&s), a,
				bit(refused), bit(won), bit(changed), out)
		}
		if status == veil.Won {
			wins++
		}
	}
	return wins
}

// strongWhite returns a position in which White has much and Black little.
func strongWhite(r *rand.Rand) krieg.Position {
	for {
		var p krieg.Position
		at := r.Perm(64)
		for i, k := range []chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
			p.Put(krieg.Square(at[i]), krieg.White, k)
		}
		p.Put(krieg.Square(at[5]), krieg.Black, chess.King)
		if other := p.WithToMove(krieg.Black); other.Checkers() == 0 && p.Validate() == nil {
			return p.WithToMove(krieg.White)
		}
	}
}
