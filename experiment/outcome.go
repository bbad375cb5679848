// SPDX-License-Identifier: BSD-3-Clause

package experiment

import "github.com/veilplan/veil"

// Outcome says how an episode ended.
type Outcome uint8

// The outcomes. Done is an end that the domain does not call won or lost, or the limit
// of moves.
const (
	Done Outcome = iota
	Won
	Lost
)

// String returns the word in the files.
func (o Outcome) String() string { return [3]string{"done", "won", "lost"}[o] }

func outcomeOf(s veil.Status) Outcome {
	switch s {
	case veil.Won:
		return Won
	case veil.Lost:
		return Lost
	case veil.Open:
		return Done
	default:
		return Done
	}
}
