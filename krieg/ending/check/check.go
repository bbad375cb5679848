// SPDX-License-Identifier: BSD-3-Clause

// Package check replays every claim of the tables of package ending with the rules of the game. It
// shares only the claims with the builder: moves, replies and announcements come from package
// krieg, square by square, and it computes mirror images independently.
//
// A claim holds if its try may be made, and from every square of its set one of these follows:
// mate; a refusal, all refused squares together lying in the set of an earlier claim about the same
// men; or an announcement and any reply, all squares that share announcements lying in the set of a
// claim about the men after the try that needs fewer moves. Nothing else may follow: no stalemate,
// no capture. Every step goes to an earlier claim, so if each claim holds by itself, all of them
// are true.
package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
)

// Tables checks every claim of some tables, which may lead to each other, under a
// ruleset. It returns the number of claims it replayed.
func Tables(rules krieg.Rules, tables ...*ending.Table) (int, error) {
	c := newChecker(rules)
	for _, t := range tables {
		if err := c.learn(t); err != nil {
			return 0, err
		}
	}
	checked := 0
	for _, t := range tables {
		for place, claims := range t.All() {
			n, err := c.place(t.Material.Position(place), claims)
			checked += n
			if err != nil {
				return checked, fmt.Errorf("%s: %w", t.Material, err)
			}
		}
	}
	return checked, nil
}

// checker holds all claims, by the placement of the men.
type checker struct {
	rules  krieg.Rules
	claims map[krieg.Position][]ending.Claim
	images map[krieg.Position][]image
}

func newChecker(rules krieg.Rules) *checker {
	return &checker{
		rules: rules, claims: map[krieg.Position][]ending.Claim{}, images: map[krieg.Position][]image{},
	}
}

// learn adds the claims of a table.
func (c *checker) learn(t *ending.Table) error {
	for place, claims := range t.All() {
		men := t.Material.Position(place)
		if _, ok := c.claims[men]; ok {
			return fmt.Errorf("%s: two lists of claims about %s", t.Material, men.Placement())
		}
		c.claims[men] = claims
	}
	return nil
}

// place checks the claims about one placement.
func (c *checker) place(men krieg.Position, claims []ending.Claim) (int, error) {
	tries := map[krieg.Move]*replay{}
	for i, claim := range claims {
		if tries[claim.Try] == nil {
			tries[claim.Try] = c.newReplay(men, claim.Try)
		}
		if err := c.claim(claim, tries[claim.Try]); err != nil {
			return i, fmt.Errorf("men %s, king on %s, %v mates in %d: %w", men.Placement(), squares(claim.Set), claim.Try, claim.Moves, err)
		}
	}
	return len(claims), nil
}

// claim checks one claim.
func (c *checker) claim(claim ending.Claim, r *replay) error {
	var refused uint64
	next := map[heard]uint64{}
	for k := range krieg.Square(64) {
		if claim.Set&k.Bit() == 0 {
			continue
		}
		o := r.from(k)
		switch {
		case o.fault != nil:
			return o.fault
		case o.refused:
			refused |= k.Bit()
		default:
			for _, reply := range o.replies {
				next[reply.heard] |= reply.to.Bit()
			}
		}
	}
	if refused != 0 && !c.knows(r.before, refused, func(e ending.Claim) bool { return e.Before(claim) }) {
		return fmt.Errorf("no earlier claim for a refusal: the king on %s", squares(refused))
	}
	for _, h := range slices.SortedFunc(maps.Keys(next), heard.compare) {
		if !c.knows(r.after, next[h], func(e ending.Claim) bool { return e.Moves < claim.Moves }) {
			return fmt.Errorf("no shorter claim after %q: the king on %s", h.mine.Describe(c.rules), squares(next[h]))
		}
	}
	return nil
}

// knows reports whether an early enough claim covers a set of squares.
func (c *checker) knows(men krieg.Position, set uint64, early func(ending.Claim) bool) bool {
	images, ok := c.images[men]
	if !ok {
		images = c.find(men)
		c.images[men] = images
	}
	return slices.ContainsFunc(images, func(im image) bool {
		turned := im.turn(set)
		return slices.ContainsFunc(im.claims, func(e ending.Claim) bool { return turned&^e.Set == 0 && early(e) })
	})
}

// squares lists a set for an error message.
func squares(set uint64) []krieg.Square {
	var list []krieg.Square
	for s := range krieg.Square(64) {
		if set&s.Bit() != 0 {
			list = append(list, s)
		}
	}
	return list
}
