// SPDX-License-Identifier: BSD-3-Clause

package small

// Kuhn is Kuhn's poker with three cards (1950). The first player loses 1/18 per game.
type Kuhn struct{}

// Deal is a state of Kuhn poker: the cards, 0 to 2, and what was played.
type Deal struct {
	cards [2]int8
	dealt bool
	moves int8 // number of actions
	bets  int8 // bit i: action i was a bet or a call
}

// Turn returns who acts.
func (Kuhn) Turn(d Deal) int {
	switch {
	case !d.dealt:
		return 2
	case d.moves < 2:
		return int(d.moves)
	case d.moves == 2 && d.bets == 0b10: // pass, bet
		return 0
	default:
		return 3
	}
}

// Actions returns 6 deals, or 2: to pass and to bet.
func (Kuhn) Actions(d Deal) int {
	if !d.dealt {
		return 6
	}
	return 2
}

// Chance returns the probability of a deal.
func (Kuhn) Chance(Deal, int) float64 { return 1.0 / 6 }

// Next deals, passes or bets. Both hear the action; each sees its card.
func (Kuhn) Next(d Deal, a int) (Deal, [2]uint64) {
	if !d.dealt {
		first := int8(a / 2)
		second := (first + 1 + int8(a%2)) % 3
		return Deal{cards: [2]int8{first, second}, dealt: true}, [2]uint64{uint64(first) + 1, uint64(second) + 1}
	}
	heard := [2]uint64{}
	heard[1-d.moves%2] = uint64(a) + 1
	d.bets |= int8(a) << d.moves
	d.moves++
	return d, heard
}

// Value returns what the first player wins.
func (Kuhn) Value(d Deal) float64 {
	stake := 1.0
	switch {
	case !d.dealt || d.moves < 2:
		return 0
	case d.moves == 2 && d.bets == 0b01: // bet, pass
		return 1
	case d.moves == 3 && d.bets == 0b010: // pass, bet, pass
		return -1
	case d.bets != 0:
		stake = 2
	}
	if d.cards[0] > d.cards[1] {
		return stake
	}
	return -stake
}
