// SPDX-License-Identifier: BSD-3-Clause

package small_test

import (
	"math/bits"
	"testing"

	"github.com/veilplan/veil/search/resolve/small"
)

// game has the methods that the tests of all games call.
type game[S any] interface {
	Turn(s S) int
	Actions(s S) int
	Chance(s S, action int) float64
	Next(s S, action int) (S, [2]uint64)
	Value(s S) float64
}

// count counts the histories of a game and the ends by their value.
func count[S any](g game[S], s S, ends map[float64]int) (histories int) {
	if g.Turn(s) == 3 {
		ends[g.Value(s)]++
		return 1
	}
	histories = 1
	for a := range g.Actions(s) {
		next, _ := g.Next(s, a)
		histories += count(g, next, ends)
	}
	return histories
}

// play performs actions and returns the last state and what was heard last.
func play[S any](g game[S], s S, actions ...int) (S, [2]uint64) {
	var heard [2]uint64
	for _, a := range actions {
		s, heard = g.Next(s, a)
	}
	return s, heard
}

// TestKuhn counts the 30 ends of the six deals, and their payoffs by hand: in each deal pass-pass
// and the four ends with bets.
func TestKuhn(t *testing.T) {
	ends := map[float64]int{}
	if n := count(small.Kuhn{}, small.Deal{}, ends); n != 55 {
		t.Errorf("%d histories, want 55", n)
	}
	// Pass-pass: 3 of each sign. Bet-pass: 6 of 1. Pass-bet-pass: 6 of -1. Two calls: 6 of each sign.
	if ends[1] != 9 || ends[-1] != 9 || ends[2] != 6 || ends[-2] != 6 {
		t.Errorf("ends %v", ends)
	}
}

// TestPhantom plays 2×2 by hand: every first pair of stones wins for who places the second.
func TestPhantom(t *testing.T) {
	g := small.Phantom{Width: 2, Height: 2, Row: 2}
	s, heard := play(g, g.Begin(), 0, 0)
	if g.Turn(s) != 1 || g.Actions(s) != 3 || heard != [2]uint64{0, 1} {
		t.Errorf("a try on an occupied square: turn %d, %d actions, heard %v", g.Turn(s), g.Actions(s), heard)
	}
	s, heard = play(g, s, 0)
	if g.Turn(s) != 0 || g.Actions(s) != 3 || heard != [2]uint64{2, 2} {
		t.Errorf("the second stone: turn %d, %d actions, heard %v", g.Turn(s), g.Actions(s), heard)
	}
	if s, _ = play(g, s, 1); g.Turn(s) != 3 || g.Value(s) != 1 {
		t.Errorf("two in a row: turn %d, value %v", g.Turn(s), g.Value(s))
	}
	// Without refusals a full game of 3×3 has 255,168 ends (known from enumeration); here a line of
	// stones must still win in each direction.
	for _, line := range []uint16{0b111, 0b111000, 0b1001001, 0b100010001, 0b1010100} {
		if !wins(line) {
			t.Errorf("%b does not win", line)
		}
	}
	for _, line := range []uint16{0b1110, 0b11, 0b110100, 0b10101010} {
		if wins(line) {
			t.Errorf("%b wins", line)
		}
	}
}

// wins lets the first player place the last stone of a set.
func wins(stones uint16) bool {
	last := stones & -stones
	g := small.Phantom{Width: 3, Height: 3, Row: 3, Start: [2]uint16{stones ^ last, 0}}
	if n := g.Begin(); g.Turn(n) != 0 { // as many stones for the other, out of the way
		for s := uint16(256); s > 0; s >>= 1 {
			if s&stones == 0 {
				g.Start[1] = s
				break
			}
		}
	}
	below := bits.OnesCount16((last - 1) &^ (g.Start[0] | g.Start[1]))
	next, _ := g.Next(g.Begin(), below)
	return g.Turn(next) == 3 && g.Value(next) == 1
}

// TestEnding follows an ending by hand: king b3, rook a4 leave Black's king b1, c1 and d1 to d3. A
// rook on d1 leaves none.
func TestEnding(t *testing.T) {
	g := small.Ending{Places: [][2]int8{{9, 12}, {9, 3}}, Moves: 2}
	if deals := g.Actions(small.Men{}); deals != 5 {
		t.Fatalf("%d placements, want 5", deals)
	}
	men, heard := play(g, small.Men{}, 0)
	if heard != [2]uint64{9*16 + 12 + 1, 1 + 1} {
		t.Errorf("the king on b1: heard %v", heard)
	}
	// The king has 8 squares but the rook's; the rook a3 to a1 and b4 to d4.
	if n := g.Actions(men); n != 7+6 {
		t.Errorf("%d tries, want 13", n)
	}
	// Kings may not touch: b3 to b2 is refused, and is not tried again.
	touched, heard := play(g, men, at(t, g, men, 9, 5))
	if heard != [2]uint64{1, 1} || g.Turn(touched) != 0 || g.Actions(touched) != 12 {
		t.Errorf("to b2: heard %v, turn %d, %d tries", heard, g.Turn(touched), g.Actions(touched))
	}
	// The rook to a1 checks along the rank, to the left of b1 and so from direction 1, and mates:
	// the king guards a2 to c2, the rook the rank.
	mate, heard := play(g, men, at(t, g, men, 12, 0))
	if g.Turn(mate) != 1 || g.Value(mate) != 0 || heard != [2]uint64{4, 4} {
		t.Errorf("the rook to a1, where the king takes it: turn %d, value %v, heard %v", g.Turn(mate), g.Value(mate), heard)
	}
}

// at returns the action from a square to another, found by what it does.
func at(t *testing.T, g small.Ending, men small.Men, from, to int8) int {
	t.Helper()
	for a := range g.Actions(men) {
		if f, x := g.Try(men, a); f == from && x == to {
			return a
		}
	}
	t.Fatalf("no try from %d to %d", from, to)
	return 0
}
