// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

// TestChecking makes every legal move of random games: none that gives check may be
// missed, and few that do not may be suspected.
func TestChecking(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 0))
	checks, suspected, quiet := 0, 0, 0
	for range 300 {
		p := chess.Start()
		for range 120 {
			var l chess.Moves
			p.Legal(&l)
			if l.Len() == 0 {
				break
			}
			checking := p.Checking()
			for _, m := range l.Slice() {
				q := p
				q.Make(m)
				switch gives := q.Checkers() != 0; {
				case gives && !checking.May(m):
					t.Fatalf("%v: %v gives check and was missed", &p, m)
				case gives:
					checks++
				case checking.May(m):
					suspected++
				default:
					quiet++
				}
			}
			p.Make(l.Slice()[r.IntN(l.Len())])
		}
	}
	if checks < 5000 || suspected > checks {
		t.Errorf("%d checks, %d moves suspected in vain, %d quiet", checks, suspected, quiet)
	}
}
