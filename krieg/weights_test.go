// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

// greedy likes to capture, and more so where it was captured.
type greedy struct{}

func (greedy) likes(board *Position, mine Percept, m Move) int64 {
	at, took := mine.Capture()
	switch {
	case board.KindAt(m.To()) == chess.NoKind:
		return 1
	case took && at == m.To():
		return 11
	default:
		return 3
	}
}

func (g greedy) Weigh(board *Position, mine Percept, moves []Move, weights []float64) {
	for i, m := range moves {
		weights[i] = float64(g.likes(board, mine, m))
	}
}

// ways walks every sequence of moves that fits a history, one by one, and adds up for each
// board at its end how many there are, and how likely they are if the opponent moves at
// random, or is greedy.
func ways(h *History) (count, chance, greed map[Position]*big.Rat) {
	count, chance, greed = map[Position]*big.Rat{}, map[Position]*big.Rat{}, map[Position]*big.Rat{}
	add := func(m map[Position]*big.Rat, p Position, by *big.Rat) {
		if m[p] == nil {
			m[p] = new(big.Rat)
		}
		m[p].Add(m[p], by)
	}
	var walk func(p Position, t Record, i int, mine Percept, likely, greedily *big.Rat)
	walk = func(p Position, t Record, i int, mine Percept, likely, greedily *big.Rat) {
		if i == len(h.Events) {
			add(count, p, big.NewRat(1, 1))
			add(chance, p, likely)
			add(greed, p, greedily)
			return
		}
		e := h.Events[i]
		next := h.Rules.Follow(t, e)
		switch {
		case e.Heard.Answer != Yes:
			if e.By != h.Me && e.Heard.Answer == No {
				e.Action = Wait
			}
			if h.Rules.Explains(&p, next, e) {
				walk(p, next, i+1, mine, likely, greedily)
			}
			return
		case e.By == h.Me:
			if m := Move(e.Action); p.IsLegal(m) && h.Rules.Hears(&p, m, &e.Heard) {
				walk(p, next, i+1, e.Heard, likely, greedily)
			}
			return
		}
		var l chess.Moves
		p.Legal(&l)
		var may []Move
		for _, m := range l.Slice() {
			if t.asked != Owing || p.IsPawnCapture(m) {
				may = append(may, m)
			}
		}
		var all int64
		for _, m := range may {
			all += greedy{}.likes(&p, mine, m)
		}
		for _, m := range may {
			if q := p; h.Rules.Hears(&q, m, &e.Heard) {
				walk(q, next, i+1, mine, new(big.Rat).Quo(likely, big.NewRat(int64(len(may)), 1)),
					new(big.Rat).Mul(greedily, big.NewRat(greedy{}.likes(&p, mine, m), all)))
			}
		}
	}
	walk(h.Start, Record{}, 0, Percept{}, big.NewRat(1, 1), big.NewRat(1, 1))
	return count, chance, greed
}

var weighedLogs = []string{
	"ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n",
	"ruleset english\nW e2e4 yes\nB moved\nW any? no\nW d2d4 yes\nB moved\nW any? yes\n",
	"ruleset berkeley\nW e2e4 yes\nB moved\nW e4d5 no\nW e4e5 yes\nB moved\nW d2d3 yes\n",
	"ruleset berkeley\nW e2e4 yes\nB moved\nW e4d5 yes takes d5\nB takes d5\nW b1c3 yes\nB moved\n",
	"ruleset berkeley\nW e2e4 yes\nB no\nB no\nB moved\nW d1h5 yes\nB moved\n",
}

func TestWeigh(t *testing.T) {
	merged := false
	for _, text := range weighedLogs {
		h, err := ParseLog(text)
		if err != nil {
			t.Fatal(err)
		}
		count, chance, greed := ways(&h)
		for by, want := range map[Weighting]map[Position]*big.Rat{ByHistory: count, ByRandomMoves: chance, BySensible: greed} {
			s, err := Reader{Weigh: by, Opponent: greedy{}}.Read(t.Context(), text)
			if err != nil || s.Weighed != by || len(s.Weights) != s.Belief.Len() || len(want) != s.Belief.Len() {
				t.Fatalf("%q: %d weights of %v, %v; %d boards walked", text, len(s.Weights), s.Weighed, err, len(want))
			}
			merged = merged || unequal(s.Weights)
			compareShares(t, text, &s, want)
		}
	}
	if !merged {
		t.Error("no two boards of any log weigh differently: nothing was tested")
	}
}

func unequal(w []float64) bool {
	for _, x := range w {
		if x != w[0] {
			return true
		}
	}
	return false
}

func compareShares(t *testing.T, text string, s *Situation, want map[Position]*big.Rat) {
	t.Helper()
	total, sum := new(big.Rat), 0.0
	for _, w := range want {
		total.Add(total, w)
	}
	for _, w := range s.Weights {
		sum += w
	}
	for i, w := range s.Weights {
		share, _ := new(big.Rat).Quo(want[s.Belief.Board(i)], total).Float64()
		if math.Abs(w/sum-share) > 1e-14 {
			t.Errorf("%q, %v: board %d has share %v, want %v", text, s.Weighed, i, w/sum, share)
		}
	}
}

// TestWeighTyped: boards that were typed in have no history, but may bring weights.
func TestWeighTyped(t *testing.T) {
	const text = "ruleset: english\nto move: white\nbelief:\n 2 k7/8/8/8/8/8/8/KQ6 w - - 0 1\n 1 7k/8/8/8/8/8/8/KQ6 w - - 0 1\n"
	for by, weights := range map[Weighting]int{"": 2, ByPosition: 0} {
		if s, err := (Reader{Weigh: by}).Read(t.Context(), text); err != nil || len(s.Weights) != weights {
			t.Errorf("%q: weights %v, %v", by, s.Weights, err)
		}
	}
	if _, err := (Reader{Weigh: ByHistory}).Read(t.Context(), text); err != ErrNoHistory { //nolint:errorlint // it is returned as it is
		t.Errorf("by history: %v", err)
	}
	if _, err := (Reader{Weigh: "luck"}).Read(t.Context(), text); err == nil {
		t.Error("luck is no way of weighting")
	}
	if _, err := (Reader{Weigh: BySensible}).Read(t.Context(), weighedLogs[0]); !errors.Is(err, ErrNoOpponent) {
		t.Errorf("a sensible opponent without a model: %v", err)
	}
}
