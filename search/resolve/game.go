// SPDX-License-Identifier: BSD-3-Clause

package resolve

// Who acts in a state.
const (
	First  = 0
	Second = 1
	Chance = 2
	Over   = 3
)

// Silent stands for no announcement: the player's information set stays the same.
const Silent uint64 = 0

// Game is a two-player zero-sum game with hidden information and perfect recall. A player's actions
// have the same number and order in all states that it cannot distinguish.
type Game[S any] interface {
	// Turn returns First, Second, Chance or Over.
	Turn(s S) int
	// Actions returns the number of actions in a state that is not over.
	Actions(s S) int
	// Chance returns the probability of an action of chance.
	Chance(s S, action int) float64
	// Next returns the state after an action, and what each player hears, below 1<<63. A player
	// knows its own action without hearing it.
	Next(s S, action int) (S, [2]uint64)
	// Value returns the payoff of First: the result of a state that is over, otherwise an estimate.
	Value(s S) float64
}

// Root is a state from which a search starts.
type Root[S any] struct {
	State S
	// Weight is its probability, up to a common factor, without the choices of the player whose
	// alternatives the tree offers.
	Weight float64
	// Views identify what each player knows: roots with equal views are not distinguished.
	Views [2]uint64
	// Fixed, if set, is the mixture of the player who acts at this root. All roots of the
	// information set have the same.
	Fixed []float64
}

// heardMark and ownMark encode an element of a view: an announcement, or an action of the player.
func heardMark(heard uint64) uint64 { return heard << 1 }

func ownMark(action int) uint64 { return uint64(action)<<1 | 1 }

// doorMark is no action's: the choice of the alternative has another view than the game's first decision.
const doorMark = 1<<41 | 1
