// SPDX-License-Identifier: BSD-3-Clause

package baseline_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/andor/internal/provertest"
	"github.com/veilplan/veil/search/proof"
)

// spots is the number of states of a table.
const spots = 8

// table is a random game small enough to try every strategy of both sides: two moves each, in every
// state; White hears an answer and a reply of at most two words each, and Black sees one of
// two colours of the state.
type table struct {
	next, reply   [spots][2]int8
	answer, heard [spots]int8 // by the state that a move or a reply leads to
	colour        [spots]int8
	status        [spots]veil.Status
	turns         int // of White
	words         int // what White hears in a turn
}

func newTable(r *rand.Rand, turns int) *table {
	g := &table{turns: turns, words: 2}
	if turns == 2 {
		g.words = 4
	}
	for s := range spots {
		for i := range 2 {
			g.next[s][i], g.reply[s][i] = int8(r.IntN(spots)), int8(r.IntN(spots))
		}
		if g.words == 4 {
			g.answer[s] = int8(r.IntN(2))
		}
		g.heard[s], g.colour[s] = int8(r.IntN(2)), int8(r.IntN(2))
		if x := r.IntN(8); s > 2 && x < 4 {
			g.status[s] = veil.Won
		} else if s > 2 && x == 4 {
			g.status[s] = veil.Lost
		}
	}
	return g
}

func (g *table) AppendActions(dst []int8, _ *int8) []int8 { return append(dst, 0, 1) }

func (g *table) AppendOutcomes(dst []veil.Outcome[int8, int8], s *int8, a int8) []veil.Outcome[int8, int8] {
	next := g.next[*s][a]
	return append(dst, veil.Outcome[int8, int8]{State: next, Seen: g.answer[next], P: 1})
}

func (g *table) AppendReplies(dst []veil.Reply[int8, int8], s *int8) []veil.Reply[int8, int8] {
	for _, next := range g.reply[*s] {
		dst = append(dst, veil.Reply[int8, int8]{State: next, Seen: g.heard[next]})
	}
	return dst
}

func (g *table) Status(s *int8) veil.Status { return g.status[*s] }

// histories returns how many things White may have heard when it moves.
func (g *table) histories() (n int) {
	n = 1
	for range g.turns - 1 {
		n = n*g.words + 1
	}
	return n
}

// walk plays White's strategy, one bit for each history, from a state. black chooses replies by the
// state and by what Black saw and did; walk reports whether White wins.
func (g *table) walk(white uint32, s int8, black func(s int8, saw int) int8) bool {
	history, saw := 0, 0
	for turn := 1; ; turn++ {
		s = g.next[s][white>>history&1]
		if g.status[s] != veil.Open || turn == g.turns {
			return g.status[s] == veil.Won
		}
		answer := g.answer[s]
		saw = 2*saw + int(g.colour[s])
		reply := black(s, saw)
		s = g.reply[s][reply]
		if g.status[s] != veil.Open {
			return g.status[s] == veil.Won
		}
		saw = 2*saw + int(reply) + 2 // the next number is none of an earlier turn
		history = history*g.words + 1 + int(2*answer+g.heard[s])%g.words
	}
}

// beatsAll reports whether a strategy wins from all states against every strategy of a Black that
// sees colours and its own moves only.
func (g *table) beatsAll(white uint32, start []int8) bool {
	bits := map[int]int{2: 2, 3: 12}[g.turns] // what Black may have seen when it moves
	for black := range uint32(1) << bits {
		for _, s := range start {
			if !g.walk(white, s, func(_ int8, saw int) int8 { return int8(black >> saw & 1) }) {
				return false
			}
		}
	}
	return true
}

// beatsSeeing reports the same against every reply of a Black that sees everything: one bit for each
// turn leads to every line of play.
func (g *table) beatsSeeing(white uint32, start []int8) bool {
	for line := range 1 << (g.turns - 1) {
		for _, s := range start {
			turn := -1
			if !g.walk(white, s, func(int8, int) int8 { turn++; return int8(line >> turn & 1) }) {
				return false
			}
		}
	}
	return true
}

// TestTheorem1 tries every strategy of both sides in small random games: a strategy that wins for
// certain against all opponents who see little wins against those who see everything, and the methods
// find one if there is one.
func TestTheorem1(t *testing.T) {
	tally := map[bool]int{}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2005))
		g := newTable(r, 2+int(seed%2))
		start := []int8{0, 1, 2}[:1+r.IntN(3)]
		exists := false
		for white := range uint32(1) << g.histories() {
			seeing := g.beatsSeeing(white, start)
			if little := g.beatsAll(white, start); little != seeing {
				t.Fatalf("game %d, strategy %b: %v against an opponent who sees colours, %v against one who sees all", seed, white, little, seeing)
			}
			exists = exists || seeing
		}
		tally[exists]++
		for _, name := range append(baseline.Names(), "veil") {
			res, err := baseline.Prove(t.Context(), proof.Rules[int8, int8, int8](g), start, 2*g.turns-1, named(t, name), andor.Config{})
			if err != nil || (res.Verdict == andor.Proved) != exists {
				t.Fatalf("game %d, %s: %v, %v; a strategy exists: %v", seed, name, res.Verdict, err, exists)
			}
		}
	}
	if tally[true] < 30 || tally[false] < 30 {
		t.Errorf("games with and without a winning strategy: %v", tally)
	}
}

// TestTheorem1Limit: a random strategy that nearly always wins against an opponent who does not
// see it may never win against one who does, so the theorem is about guaranteed wins only. White
// wins if in one of the rounds its coin differs from Black's.
func TestTheorem1Limit(t *testing.T) {
	const rounds = 5
	wins := func(black func(white uint32) uint32) (n int) {
		for white := range uint32(1) << rounds {
			if white != black(white) {
				n++
			}
		}
		return n
	}
	for blind := range uint32(1) << rounds {
		if n := wins(func(uint32) uint32 { return blind }); n != 1<<rounds-1 {
			t.Errorf("against a blind opponent %d of %d", n, 1<<rounds)
		}
	}
	if n := wins(func(white uint32) uint32 { return white }); n != 0 {
		t.Errorf("against an opponent who sees %d", n)
	}
}

// TestTheorem2 decides every part of a belief by the naive search: a part of a belief that can be
// won can be won, so a belief with a lost part is lost. Every method agrees on every part.
func TestTheorem2(t *testing.T) {
	pairs, lost := 0, 0
	for seed := range uint64(200) {
		in := provertest.Some(seed)
		states := in.Open()
		states = states[:min(len(states), 5)]
		won := make([]bool, 1<<len(states))
		for set := 1; set < len(won); set++ {
			part := partOf(states, set)
			won[set] = in.Wins(part...)
			for i := range states {
				if smaller := set &^ (1 << i); smaller != set && smaller > 0 {
					pairs++
					if won[set] && !won[smaller] {
						t.Fatalf("seed %d: %v is won, its part %v is not", seed, part, partOf(states, smaller))
					}
					if !won[smaller] {
						lost++
					}
				}
			}
			for _, name := range append(baseline.Names(), "veil") {
				res, err := baseline.Prove(t.Context(), in.Rules, part, in.Plies, named(t, name), andor.Config{})
				if err != nil || (res.Verdict == andor.Proved) != won[set] {
					t.Fatalf("seed %d, %s, %v: %v, %v", seed, name, part, res.Verdict, err)
				}
			}
		}
	}
	if pairs < 1000 || lost < 300 || lost == pairs {
		t.Errorf("%d pairs, %d with a lost part", pairs, lost)
	}
}

// partOf returns the states whose bits are set.
func partOf(states []provertest.Place, set int) (part []provertest.Place) {
	for i, s := range states {
		if set>>i&1 == 1 {
			part = append(part, s)
		}
	}
	return part
}
