// SPDX-License-Identifier: BSD-3-Clause

package check

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
)

// Tries returns what White may try.
var Tries = tries

// Fails reports whether a try may lose a man or stalemate.
func Fails(rules krieg.Rules, men krieg.Position, try krieg.Move, kings uint64) bool {
	r := newChecker(rules).newReplay(men, try)
	for _, k := range squares(kings) {
		if r.from(k).fault != nil {
			return true
		}
	}
	return false
}

// Claims checks single claims against those of some tables.
func Claims(rules krieg.Rules, tables ...*ending.Table) func(men krieg.Position, claim ending.Claim) error {
	c := newChecker(rules)
	for _, t := range tables {
		if err := c.learn(t); err != nil {
			return func(krieg.Position, ending.Claim) error { return err }
		}
	}
	return func(men krieg.Position, claim ending.Claim) error {
		_, err := c.place(men, []ending.Claim{claim})
		return err
	}
}
