// SPDX-License-Identifier: BSD-3-Clause

package cloud

import "fmt"

// Effort sets how much work a sample is. Factors are multiples of [Config].Boards.
type Effort struct {
	// Held is the approximate number of boards after a hidden move without announcement, per board
	// carried over it.
	Held int `json:"held"`
	// Telltale is the factor by which more boards are carried over a hidden move with an
	// announcement: few of them lead anywhere, so it costs little, and leaves more.
	Telltale int `json:"telltale"`
	// One of Shakes boards carried over a hidden move gets another past.
	Shakes int `json:"shakes"`
	// Recent is the number of recent moves where every other replacement happens.
	Recent int `json:"recent"`

	// Wide is the factor of the boards saved, and carried when the sample regrows, and Widest the
	// same over a move with an announcement, or if nothing else helped.
	Wide   int `json:"wide"`
	Widest int `json:"widest"`
	// Saved is the number of layers to go back to.
	Saved int `json:"saved"`
	// Below Few boards, hidden moves of single boards are altered.
	Few int `json:"few"`
	// Foreseen is the number of captures that a repair looks ahead.
	Foreseen int `json:"foreseen"`

	// MendLines is the number of sequences of hidden moves from which walks start, and MendWork the
	// number of events replayed per board of the sample; four times as many if none is left.
	MendLines int `json:"mend_lines"`
	MendWork  int `json:"mend_work"`
	// Counted in hidden moves since the sample was lost: until MendEach it is mended after each of
	// them, and later after each MendEvery. From RegrowSince on it regrows too, each time after twice
	// as many.
	MendEach    int `json:"mend_each"`
	MendEvery   int `json:"mend_every"`
	RegrowSince int `json:"regrow_since"`
}

// DefaultEffort returns the usual effort.
func DefaultEffort() Effort {
	return Effort{
		Held: 8, Telltale: 8, Shakes: 3, Recent: 8,
		Wide: 4, Widest: 16, Saved: 40, Few: 8, Foreseen: 4,
		MendLines: 24, MendWork: 200, MendEach: 24, MendEvery: 8, RegrowSince: 8,
	}
}

// mostEffort bounds every number: more takes too long for any game.
const mostEffort = 100_000

// check reports a number that makes no sense.
func (e Effort) check() error {
	for _, n := range []int{
		e.Held, e.Telltale, e.Shakes, e.Recent, e.Wide, e.Widest, e.Saved, e.Few, e.Foreseen,
		e.MendLines, e.MendWork, e.MendEach, e.MendEvery, e.RegrowSince,
	} {
		if n < 1 || n > mostEffort {
			return fmt.Errorf("cloud: a number of the effort is %d: want 1 to %d", n, mostEffort)
		}
	}
	return nil
}
