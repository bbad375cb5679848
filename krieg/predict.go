// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/veilplan/veil/krieg/chess"
)

// Chance is a possible announcement and its probability.
type Chance struct {
	Heard Percept
	// Boards is the number of boards on which it is possible.
	Boards int
	// P is its probability, given the weights of the boards and an opponent who chooses uniformly
	// among the legal moves.
	P float64
}

// Predict yields the possible announcements after an action with their probabilities.
func (b *Belief) Predict(a Action) iter.Seq2[Percept, float64] {
	return func(yield func(Percept, float64) bool) {
		list, err := b.Chances(context.Background(), a)
		if err != nil {
			return
		}
		for _, c := range list {
			if !yield(c.Heard, c.P) {
				return
			}
		}
	}
}

// Chances returns the possible announcements after an action, in the order of [Percept.Compare].
func (b *Belief) Chances(ctx context.Context, a Action) ([]Chance, error) {
	return b.ChancesWeighed(ctx, a, nil)
}

// ChancesWeighed is Chances with the weights of the boards; nil means equal weights.
func (b *Belief) ChancesWeighed(ctx context.Context, a Action, weights []float64) ([]Chance, error) {
	if b.over != Running || (a == Wait) != (b.ToMove() != b.me) {
		return nil, nil
	}
	c := newChances(ctx, b.rules, len(b.hidden), weights)
	for i := range b.hidden {
		if s := b.State(i); !c.act(i, &s, a) {
			break
		}
	}
	return c.sorted()
}

// ChancesAmong returns the possible announcements if the true state is one of states, with
// probabilities proportional to weights, or equal if weights is nil. The side to move must be able
// to try a in all of them.
func ChancesAmong(ctx context.Context, r Rules, states []State, weights []float64, a Action) ([]Chance, error) {
	c := newChances(ctx, r, len(states), weights)
	for i, s := range states {
		var l chess.Moves
		if r.Tries(&s, &l); a == AskAny && !r.MayAsk(&s) || a != AskAny && a != Wait && !slices.Contains(l.Slice(), Move(a)) {
			return nil, fmt.Errorf("%v cannot be tried here under %v rules", a, r)
		}
		if !c.act(i, &s, a) {
			break
		}
	}
	return c.sorted()
}

// chances collects possible announcements. Its map is never iterated over, so the order is fixed.
type chances struct {
	rules  Rules
	weight []float64 // of the states, or nil
	total  float64   // of all weights
	list   []Chance
	last   []int // the last board counted for each entry
	at     map[Percept]int
	meter  *meter
}

func newChances(ctx context.Context, r Rules, of int, weight []float64) *chances {
	c := &chances{meter: newMeter(ctx, unlimited().Nodes), rules: r, weight: weight, total: float64(of), at: map[Percept]int{}}
	if weight != nil {
		c.total = 0
		for _, w := range weight {
			c.total += w
		}
	}
	return c
}

// act adds the possible announcements after an action in one state, and reports whether to
// continue.
func (c *chances) act(board int, s *State, a Action) bool {
	switch next := *s; {
	case !c.meter.spend(chancesCost):
	case a == Wait:
		c.replies(board, s)
	default:
		c.add(board, c.rules.Answer(&next, a), 1)
	}
	return c.meter.err == nil
}

// chancesCost is the work of answering an action on one board, in units of meter.
const chancesCost = 16

func (c *chances) sorted() ([]Chance, error) {
	if c.meter.err != nil {
		return nil, c.meter.err
	}
	if len(c.list) == 1 {
		c.list[0].P = 1 // exactly, without the rounding of the sum
	}
	slices.SortFunc(c.list, func(x, y Chance) int { return x.Heard.Compare(y.Heard) })
	return c.list, nil
}

func (c *chances) add(board int, o Percept, p float64) {
	i, ok := c.at[o]
	if !ok {
		i = len(c.list)
		c.at[o] = i
		c.list = append(c.list, Chance{Heard: o})
		c.last = append(c.last, -1)
	}
	if c.last[i] != board {
		c.last[i] = board
		c.list[i].Boards++
	}
	if c.weight != nil {
		p *= c.weight[board]
	}
	c.list[i].P += p / c.total
}

func (c *chances) replies(board int, s *State) {
	var l chess.Moves
	s.Pos.Legal(&l)
	if s.Asked == Owing {
		l.Filter(s.Pos.IsPawnCapture)
	}
	c.meter.spend(l.Len())
	for _, m := range l.Slice() {
		next := *s
		c.add(board, c.rules.Answer(&next, Action(m)), 1/float64(l.Len()))
	}
}

// Bits returns the expected information of an announcement: the entropy of the probabilities.
func Bits(list []Chance) float64 {
	h := 0.0
	for _, c := range list {
		if c.P > 0 {
			h -= float64(c.P * math.Log2(c.P))
		}
	}
	return h
}

// Heat returns, for every square, the number of boards on which a hidden man of one of the given
// kinds is there; without kinds any man counts.
func (b *Belief) Heat(kinds ...byte) [64]int {
	var heat [64]int
	for i := range b.hidden {
		men := b.hidden[i].Men()
		if len(kinds) > 0 {
			p := b.Board(i)
			var wanted uint64
			for _, letter := range kinds {
				wanted |= p.All(chess.KindOf(letter))
			}
			men &= wanted
		}
		for s := range Square(64) {
			if men&s.Bit() != 0 {
				heat[s]++
			}
		}
	}
	return heat
}
