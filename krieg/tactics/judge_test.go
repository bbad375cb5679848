// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// TestSceneAfter checks that what the opponent is said to attack after a move, often without
// looking again, is what it attacks.
func TestSceneAfter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	same, n := 0, 0
	for range 60 {
		p := chess.Start()
		for range 120 {
			list := krieg.LegalMoves(&p)
			if len(list) == 0 {
				break
			}
			j := judge{me: p.ToMove()}
			s := j.scene(&p)
			for _, m := range list {
				q := p
				took := q.KindAt(m.To()) != chess.NoKind
				q.Make(m)
				got := s.after(&q, m, took)
				if want := q.Attacked(q.ToMove()); got != want {
					t.Fatalf("%v: after %v other squares are attacked", &p, m)
				}
				if n++; got == s.attacks {
					same++
				}
			}
			p.Make(list[r.IntN(len(list))])
		}
	}
	if same == 0 || same == n {
		t.Errorf("%d of %d moves change nothing: nothing was tested", same, n)
	}
}
