// SPDX-License-Identifier: BSD-3-Clause

package experiment

import "github.com/veilplan/veil"

// Outcome is the end of an episode.
type Outcome uint8

// The outcomes. Done is an end that the domain does not judge, or the limit of moves.
const (
	Done Outcome = iota
	Won
	Lost
)

// String returns the word used in files.
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
