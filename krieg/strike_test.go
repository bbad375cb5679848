// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// TestSolvePerfectInfo compares SolvePerfectInfo with a search that knows nothing of chess, under every ruleset
// and with either side to move.
func TestSolvePerfectInfo(t *testing.T) {
	told := map[bool]int{}
	for i, rules := range append(krieg.Rulesets(), krieg.Rules{Name: "material", MaterialWins: true}) {
		for seed := range uint64(120) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			p := withBlackMen(r, strongWhite(r))
			m := &krieg.Model{Rules: rules, Starts: []krieg.Position{p}}
			s := m.Start(r)
			if rules.Any != krieg.NoAny && s.Pos.ToMove() == krieg.White {
				s.Asked = []krieg.Asked{krieg.NotAsked, krieg.Owing, krieg.Free}[seed%3]
			}
			for plies := range 4 {
				won, made := m.SolvePerfectInfo(&s, plies)
				if made == 0 {
					continue
				}
				if want := sees(m, &s, plies); won != want {
					t.Fatalf("%s, %s in %d plies: %v, want %v", rules.Name, m.NameState(&s), plies, won, want)
				}
				told[won]++
			}
		}
	}
	if told[true] < 30 || told[false] < 30 {
		t.Errorf("told %v", told)
	}
}

// withBlackMen adds a rook and pawns for Black, and every other time gives him the move.
func withBlackMen(r *rand.Rand, p krieg.Position) krieg.Position {
	next := p
	for i, at := range r.Perm(48)[:3] {
		if sq := krieg.Square(8 + at); p.KindAt(sq) == chess.NoKind {
			next.Put(sq, krieg.Black, []chess.Kind{chess.Rook, chess.Pawn, chess.Pawn}[i])
		}
	}
	if other := next.WithToMove(krieg.Black); other.Checkers() != 0 || next.Validate() != nil {
		next = p
	}
	if other := next.WithToMove(krieg.Black); next.Checkers() == 0 && r.IntN(2) == 0 && other.Validate() == nil {
		return other
	}
	return next
}

// sees reports whether who sees everything wins within so many plies.
func sees(m *krieg.Model, s *krieg.State, plies int) bool {
	if status := m.Status(s); status != veil.Open || plies == 0 {
		return status == veil.Won
	}
	if replies := m.AppendReplies(nil, s); len(replies) > 0 {
		for i := range replies {
			if !sees(m, &replies[i].State, plies-1) {
				return false
			}
		}
		return true
	}
	for _, a := range m.AppendActions(nil, s) {
		for _, out := range m.AppendOutcomes(nil, s, a) {
			left := plies - 1
			if m.Rejected(out.Seen) {
				left = plies // a refusal costs nothing
			}
			if a != krieg.Wait && out.State != *s && sees(m, &out.State, left) {
				return true
			}
		}
	}
	return false
}
