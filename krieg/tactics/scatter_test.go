// SPDX-License-Identifier: BSD-3-Clause

package tactics_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/tactics"
)

// TestAdjustMen gives boards with too few men, too many, or no king as many as the opponent has,
// and puts one of them on a square.
func TestAdjustMen(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	_, own := boards(t, "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1")
	board := own.Board()
	at := krieg.Square(27)
	for _, hidden := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"rnbqkbnr/pppp4/8/8/8/8/8/4K3 w - - 0 1",
		"4K3/8/8/8/8/8/8/k7 w - - 0 1", // the king stands where a man of the player's does
	} {
		for range 50 {
			h := position(t, hidden)
			p, _ := own.Among(&h)
			tactics.AdjustMen(&p, own, r)
			tactics.PlaceMan(&p, own, at, r)
			men := p.Men(krieg.Black)
			if n := bits.OnesCount64(men); n != own.Hidden() || bits.OnesCount64(men&p.All(chess.King)) != 1 {
				t.Fatalf("%v has %d hidden men, want %d and one king among them", p.String(), n, own.Hidden())
			}
			if men&at.Bit() == 0 || p.Men(krieg.White) != board.Men(krieg.White) {
				t.Fatalf("%v: nobody on d4, or the player's men are not those of %v", p.String(), board.String())
			}
		}
	}
}
