// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/chess"
	"github.com/veilplan/veil/search/andor"
)

// ending is a question about a belief that came up in a game from a random position.
type ending struct {
	m      *krieg.Model
	belief []krieg.State
	plies  int
	mate   bool
}

// endings plays games until it has n mates and n near misses: beliefs whose every
// board can be won in as many plies if it is seen, but which cannot be won.
func endings(t *testing.T, rules krieg.Rules, n, plies, smallest, largest int) []ending {
	t.Helper()
	var found []ending
	count := map[bool]int{}
	for seed := uint64(0); count[true] < n || count[false] < n; seed++ {
		r := rand.New(rand.NewPCG(seed, 3))
		e, ok := playOut(t, r, rules, plies, smallest, largest)
		if ok && count[e.mate] < n {
			count[e.mate]++
			found = append(found, e)
		}
	}
	return found
}

// playOut plays one game at random, White with a taste for checks and captures, and
// returns the first question of the kind wanted.
func playOut(t *testing.T, r *rand.Rand, rules krieg.Rules, plies, smallest, largest int) (ending, bool) {
	t.Helper()
	board, ok := someBoard(r)
	if !ok {
		return ending{}, false
	}
	m := &krieg.Model{Rules: rules, Me: krieg.White, Starts: []krieg.Position{board}}
	truth := m.Start(r)
	b, err := krieg.NewBelief(rules, krieg.White, m.Starts)
	for turn := 0; turn < 16 && err == nil && truth.Over == krieg.Running && b.Len() <= largest; turn++ {
		if truth.Pos.ToMove() == krieg.White && b.Len() >= smallest {
			if e, ok := judged(t, m, b, plies); ok {
				return e, true
			}
		}
		actions := m.AppendActions(nil, &truth)
		a := actions[r.IntN(len(actions))]
		for range 4 { // prefer what is heard
			next := truth
			if o, _, _ := m.Step(r, &next, a); a != krieg.Wait && o.Answer == krieg.Yes && o.Checks != 0 {
				break
			}
			a = actions[r.IntN(len(actions))]
		}
		o, _, _ := m.Step(r, &truth, a)
		var next veil.Belief[krieg.State, krieg.Action, krieg.Percept]
		if next, err = b.Update(a, o); err == nil {
			b = next.(*krieg.Belief)
		}
	}
	return ending{}, false
}

func judged(t *testing.T, m *krieg.Model, b *krieg.Belief, plies int) (ending, bool) {
	t.Helper()
	e := ending{m: m, plies: plies}
	for i := range b.Len() {
		e.belief = append(e.belief, b.State(i))
	}
	for i := range e.belief {
		if !prove(t, e.m, e.belief[i:i+1], plies) || prove(t, e.m, e.belief[i:i+1], plies-2) {
			return e, false
		}
	}
	e.mate = prove(t, e.m, e.belief, plies)
	return e, true
}

func prove(t *testing.T, m *krieg.Model, b []krieg.State, plies int) bool {
	t.Helper()
	res, err := andor.Prove(t.Context(), kriegRules(m), b, plies, andor.Config{States: 2_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return res.Verdict == andor.Proved
}

// someBoard returns a random position with eight white and six black men.
func someBoard(r *rand.Rand) (krieg.Position, bool) {
	var p krieg.Position
	squares := r.Perm(64)
	put := func(c krieg.Color, k chess.Kind) {
		i := 0
		for k == chess.Pawn && (squares[i] < 8 || squares[i] >= 56) {
			i++
		}
		p.Put(krieg.Square(squares[i]), c, k)
		squares = append(squares[:i], squares[i+1:]...)
	}
	for _, k := range []chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn} {
		put(krieg.White, k)
	}
	for _, k := range []chess.Kind{chess.King, chess.Rook, chess.Knight, chess.Pawn, chess.Pawn, chess.Pawn} {
		put(krieg.Black, k)
	}
	other := p.WithToMove(krieg.Black)
	p = p.WithToMove(krieg.White)
	return p, other.Checkers() == 0 && p.Checkers() == 0
}
