// SPDX-License-Identifier: BSD-3-Clause

package check_test

import (
	"os"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
)

func standard(t *testing.T) []*ending.Table {
	t.Helper()
	b, err := ending.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return b.Tables()
}

// TestEveryClaimHolds replays all claims with the announcements that all rulesets share,
// and on request with those of every ruleset.
func TestEveryClaimHolds(t *testing.T) {
	all := []krieg.Rules{{}}
	if os.Getenv("VEIL_FULL") != "" {
		all = append(all, krieg.Rulesets()...)
	}
	for _, rules := range all {
		n, err := check.Tables(rules, standard(t)...)
		if err != nil {
			t.Fatalf("%v: %v", rules, err)
		}
		t.Logf("%q: %d claims hold", rules.Name, n)
	}
}

// TestSure holds the figures of the tables: counted with nothing known of the king.
func TestSure(t *testing.T) {
	want := map[ending.Material][3]int{ending.KQK: {4032, 0, 0}, ending.KRK: {2468, 1564, 0}, ending.KPK: {120, 2110, 794}}
	longest := map[ending.Material]int{ending.KQK: 18, ending.KRK: 33, ending.KPK: 21}
	for _, table := range standard(t) {
		m := table.Material
		sure, hopeless, open := check.Sure(krieg.Rules{}, table)
		if got := [3]int{sure, hopeless, open}; got != want[m] {
			t.Errorf("%s: %v placements are sure, hopeless, open; want %v", m, got, want[m])
		}
		if s := table.Summary(); s.Sure != sure || s.Longest != longest[m] {
			t.Errorf("%s: sure from %d, at most %d moves; want %d and %d", m, s.Sure, s.Longest, sure, longest[m])
		}
	}
}

// TestFalseClaimsAreFound spoils claims, one at a time, so that they cannot be true.
func TestFalseClaimsAreFound(t *testing.T) {
	spoils := map[string]func(m ending.Material, p ending.Place, c *ending.Claim) bool{
		"mate at once where it is not": func(_ ending.Material, _ ending.Place, c *ending.Claim) bool {
			was := c.Moves
			c.Moves = 1
			return was > 1
		},
		"no move at all": func(_ ending.Material, _ ending.Place, c *ending.Claim) bool {
			c.Try = 0
			return true
		},
		"a king on one of the men": func(_ ending.Material, p ending.Place, c *ending.Claim) bool {
			c.Set |= p[0].Bit()
			return true
		},
		"a king in check on White's turn": func(m ending.Material, p ending.Place, c *ending.Claim) bool {
			c.Set |= ^m.Universe(p)
			return true
		},
		"a try that may lose the man or stalemate": func(m ending.Material, p ending.Place, c *ending.Claim) bool {
			c.Try, c.Set = risky(m, p), m.Universe(p)
			return c.Try != 0
		},
		"refused, and no refusal was counted": func(m ending.Material, p ending.Place, c *ending.Claim) bool {
			refusals := c.Refusals
			c.Moves, c.Refusals = 1, 0
			return refusals > 0
		},
	}
	tables := standard(t)
	holds := check.Claims(krieg.Rules{}, tables...)
	for name, spoil := range spoils {
		n, at := 0, 0
		for _, table := range tables {
			for p, claims := range table.All() {
				if len(claims) == 0 || n >= 500 {
					continue
				}
				c := claims[at%len(claims)]
				at += 31
				if !spoil(table.Material, p, &c) {
					continue
				}
				n++
				if holds(table.Material.Position(p), c) == nil {
					t.Fatalf("%s: not found: %s, %v, %+v", name, table.Material, p, c)
				}
			}
		}
		if n < 100 {
			t.Errorf("%s: only %d claims could be spoilt", name, n)
		}
	}
}

// TestMissingClaimsAreFound takes away what claims rest on.
func TestMissingClaimsAreFound(t *testing.T) {
	tables := standard(t)
	var kept [][]ending.Claim
	for _, claims := range tables[0].All() {
		kept = append(kept, slices.DeleteFunc(slices.Clone(claims), func(c ending.Claim) bool { return c.Moves == 5 }))
	}
	tables[0] = ending.NewTable(ending.KQK, 64, kept)
	if _, err := check.Tables(krieg.Rules{}, tables...); err == nil {
		t.Error("without the claims of five moves those of six still hold")
	}
	if _, err := check.Tables(krieg.Rules{}, standard(t)[2]); err == nil {
		t.Error("pawns promote into nothing, and the claims still hold")
	}
}

// risky returns a try that for some square of the king is made and loses a man or
// stalemates.
func risky(m ending.Material, p ending.Place) krieg.Move {
	for _, move := range check.Tries(krieg.Rules{}, m.Position(p)) {
		if check.Fails(krieg.Rules{}, m.Position(p), move, m.Universe(p)) {
			return move
		}
	}
	return 0
}
