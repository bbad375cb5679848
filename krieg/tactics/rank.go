// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"context"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// Board is a possible board and its weight.
type Board struct {
	Pos    krieg.Position
	Weight float64
}

// Ranked is a try and its expected value.
type Ranked struct {
	Try krieg.Move
	// Value is the advantage of the try, and of the tries after its refusal, over a random legal
	// try, in pawns.
	Value float64
	// Legal is the probability that the try is legal.
	Legal float64
	// Mates is the probability that it is legal and mates.
	Mates float64
}

// Rank returns the tries of one side, the best first, judged on some boards. bonus, if given, is
// added to the value of each try where it is legal.
func (e Evaluation) Rank(ctx context.Context, own krieg.OwnView, boards []Board, bonus func(krieg.Move) float64) ([]Ranked, error) {
	r := ranking{judge: newJudge(e.Weights, own.Rules(), own.Me()), scope: e.Scope, tries: own.Tries(), boards: boards}
	staged := e.First > 0 && len(boards) > 2*e.First && len(r.tries) > e.Chosen
	if staged {
		r.boards = spread(boards, e.First)
	}
	out, err := r.rank(ctx, bonus)
	if err != nil {
		return nil, err
	}
	if staged {
		last := ranking{judge: r.judge, scope: e.Scope, boards: boards}
		for i := range out[:e.Chosen] {
			last.tries = append(last.tries, out[i].Try)
		}
		again, err := last.rank(ctx, bonus)
		if err != nil {
			return nil, err
		}
		out, r = widened(out, again), last
	}
	r.fear(out)
	return out, nil
}

// rank returns the tries, the best first, without the fear of mates.
func (r *ranking) rank(ctx context.Context, bonus func(krieg.Move) float64) ([]Ranked, error) {
	if err := r.fill(ctx, bonus); err != nil {
		return nil, err
	}
	r.level()
	out := make([]Ranked, len(r.tries))
	for i, m := range r.tries {
		out[i] = Ranked{Try: m, Value: r.first(i) - float64(r.Quiet*(1-r.legal[i])), Legal: r.legal[i], Mates: r.mates[i]}
	}
	ordered(out)
	return out, nil
}

// fear subtracts from the value of the best tries the cost of the opponent's mates after them.
func (r *ranking) fear(out []Ranked) {
	if r.Mated == 0 {
		return
	}
	step := max(1, len(r.boards)/r.scope.FearBoards)
	for i := range out[:min(r.scope.Fears, len(out))] {
		all, mated := 0.0, 0.0
		for b := 0; b < len(r.boards); b += step {
			all += r.boards[b].Weight
			p := r.boards[b].Pos
			if !p.IsLegal(out[i].Try) {
				continue
			}
			if p.Make(out[i].Try); krieg.MateInOne(&p) {
				mated += r.boards[b].Weight
			}
		}
		out[i].Value -= float64(r.Mated * mated / all)
	}
	ordered(out)
}

// ranking holds the value of every try on every board.
type ranking struct {
	judge

	scope    Scope
	opponent cloud.Opponent // of follow
	tries    []krieg.Move
	boards   []Board
	value    [][]float64 // by try and board, minus the mean of the board; 0 where it is not legal
	can      [][]bool    // whether it is legal
	legal    []float64
	mates    []float64
}

// fill evaluates every try on every board.
func (r *ranking) fill(ctx context.Context, bonus func(krieg.Move) float64) error {
	total := 0.0
	for i := range r.boards {
		total += r.boards[i].Weight
	}
	scenes := make([]scene, len(r.boards))
	for b := range r.boards {
		scenes[b] = r.scene(&r.boards[b].Pos)
	}
	for _, m := range r.tries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		value, can := make([]float64, len(r.boards)), make([]bool, len(r.boards))
		legal, mates, extra := 0.0, 0.0, 0.0
		if bonus != nil {
			extra = bonus(m)
		}
		for b := range r.boards {
			if !r.boards[b].Pos.IsLegal(m) {
				continue
			}
			can[b] = true
			v, mate := r.made(&scenes[b], m)
			if legal += r.boards[b].Weight; mate {
				mates += r.boards[b].Weight
			}
			value[b] = v + extra
		}
		r.value, r.can = append(r.value, value), append(r.can, can)
		r.legal, r.mates = append(r.legal, legal/total), append(r.mates, mates/total)
	}
	return nil
}

// level makes the values of a board relative to the mean of the tries that are legal on it and
// multiplies them by its weight, so that boards can be added up: a try must not seem good because
// it is legal on favourable boards. It returns the means.
func (r *ranking) level() []float64 {
	total := 0.0
	for i := range r.boards {
		total += r.boards[i].Weight
	}
	means := make([]float64, len(r.boards))
	for b := range r.boards {
		sum, n := 0.0, 0
		for i := range r.tries {
			if r.can[i][b] {
				sum += r.value[i][b]
				n++
			}
		}
		share := r.boards[b].Weight / total
		means[b] = sum / float64(max(1, n))
		for i := range r.tries {
			if r.can[i][b] {
				r.value[i][b] = float64(share * (r.value[i][b] - means[b]))
			}
		}
	}
	return means
}

// first returns the value of trying i first: where it is refused, the best other try
// follows, and where that is refused too, an average one.
func (r *ranking) first(i int) float64 {
	own := 0.0
	var rest []int
	for b := range r.boards {
		if r.can[i][b] {
			own += r.value[i][b]
		} else {
			rest = append(rest, b)
		}
	}
	if len(rest) == 0 {
		return own
	}
	best := 0.0
	for k := range r.tries {
		if k == i {
			continue
		}
		sum := 0.0
		for _, b := range rest {
			sum += r.value[k][b]
		}
		best = max(best, sum)
	}
	return own + best
}
