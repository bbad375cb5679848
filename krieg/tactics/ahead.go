// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
)

// Ahead searches the first n of some ranked tries further: on every board the model of the opponent
// replies, and the announcements sort the boards. On those with the same announcements the player
// continues with one and the same try, the one that does best on the others of them: so it never
// uses what it would not know, and a lucky board does not choose its own try.
func (e Evaluation) Ahead(ctx context.Context, own krieg.OwnView, boards []Board, ranked []Ranked, n int, r *rand.Rand) ([]Ranked, error) {
	n = min(n, len(ranked))
	boards = spread(boards, e.AheadBoards)
	a := ranking{judge: newJudge(e.Weights, own.Rules(), own.Me()), scope: e.Scope, opponent: e.Opponent, boards: boards}
	draws := make([]float64, len(boards)) // the same for every try, so that they are compared on the same luck
	for i := range draws {
		draws[i] = r.Float64()
	}
	for i := range ranked[:n] {
		a.tries, a.legal = append(a.tries, ranked[i].Try), append(a.legal, ranked[i].Legal)
		if err := a.follow(ctx, ranked[i].Try, draws); err != nil {
			return nil, err
		}
	}
	a.level()
	out := slices.Clone(ranked)
	for i := range out[:n] {
		out[i].Value = float64((1-e.Trust)*out[i].Value) + float64(e.Trust*(a.first(i)-float64(e.Quiet*(1-out[i].Legal))))
	}
	ordered(out[:n])
	a.fear(out[:n])
	return out, nil
}

// sound holds the boards after a try and a reply with the same announcements.
type sound struct {
	heard  krieg.Percept
	own    krieg.Position
	boards []Board
	from   []int // index of the board that each comes from
}

// follow adds a row of values: the value of a try on every board, two plies further.
func (r *ranking) follow(ctx context.Context, m krieg.Move, draws []float64) error {
	value, can, replies := make([]float64, len(r.boards)), make([]bool, len(r.boards)), r.scope.Replies
	var sounds []sound
	for k := range replies * len(r.boards) {
		b := k / replies
		p := r.boards[b].Pos
		if can[b] = p.IsLegal(m); !can[b] {
			continue
		}
		before := cloud.Before{Taken: m.To(), Took: p.KindAt(m.To()) != chess.NoKind}
		p.Make(m)
		if v, over := r.ended(&p); over {
			value[b] += v / float64(replies)
			continue
		}
		_, draw := math.Modf(draws[b] + float64(k%replies)/float64(replies))
		heard := r.reply(&p, before, draw)
		if v, over := r.ended(&p); over {
			value[b] += v / float64(replies)
			continue
		}
		i := slices.IndexFunc(sounds, func(s sound) bool { return s.heard == heard })
		if i < 0 {
			i, sounds = len(sounds), append(sounds, sound{heard: heard, own: p.Without(r.me.Other())})
		}
		s := &sounds[i]
		s.boards, s.from = append(s.boards, Board{p, r.boards[b].Weight}), append(s.from, b)
	}
	for i := range sounds {
		if err := r.goOn(ctx, &sounds[i], value); err != nil {
			return err
		}
	}
	r.value, r.can = append(r.value, value), append(r.can, can)
	return nil
}

// ended reports whether the side to move has no move, or nobody can win, and the value of that.
func (r *ranking) ended(p *krieg.Position) (float64, bool) {
	checks := p.CheckDirections()
	switch {
	case p.HasMoves(checks):
		return -r.Draw, p.DeadDrawn()
	case checks == 0 && !r.rules.StalemateLoses:
		return -r.Draw, true
	case p.ToMove() == r.me:
		return -r.Mate, true
	default:
		return r.Mate, true
	}
}

// reply makes the move of the opponent that draw, a number from 0 to 1, selects, and returns its
// announcement.
func (r *ranking) reply(p *krieg.Position, before cloud.Before, draw float64) krieg.Percept {
	var l chess.Moves
	var weights [256]float64
	p.Legal(&l)
	moves := l.Slice()
	r.opponent.Weigh(p, before, moves, weights[:len(moves)])
	sum := 0.0
	for i := range moves {
		sum += weights[i]
	}
	i, until := 0, float64(draw*sum)
	for ; i < len(moves)-1; i++ {
		if until -= weights[i]; until < 0 {
			break
		}
	}
	s := krieg.State{Pos: *p}
	heard := r.rules.Answer(&s, krieg.Action(moves[i]))
	*p = s.Pos
	return heard
}

// goOn sets the values of boards with the same announcements to those of the try that does best on
// the others of them.
func (r *ranking) goOn(ctx context.Context, s *sound, value []float64) error {
	var l chess.Moves
	s.own.Tries(&l)
	tries, err := r.promising(ctx, l.Slice(), s.boards)
	if err != nil {
		return err
	}
	next := ranking{judge: r.judge, scope: r.scope, boards: s.boards, tries: tries}
	if err := next.fill(ctx, nil); err != nil {
		return err
	}
	mean := next.level()
	sums := make([]float64, len(next.tries))
	for i := range next.tries {
		for b := range next.boards {
			sums[i] += next.value[i][b]
		}
	}
	total := 0.0
	for b := range s.boards {
		total += s.boards[b].Weight
	}
	for b, from := range s.from {
		best, top := 0, 0.0
		for i := range next.tries {
			if v := sums[i] - next.value[i][b]; i == 0 || v > top {
				best, top = i, v
			}
		}
		value[from] += (mean[b] + next.value[best][b]*total/s.boards[b].Weight) / float64(r.scope.Replies)
	}
	return nil
}

// promising returns the tries to judge on all of many boards: those that do best on some of them.
func (r *ranking) promising(ctx context.Context, tries []krieg.Move, boards []Board) ([]krieg.Move, error) {
	if len(boards) <= 2*r.scope.Glance || len(tries) <= r.scope.Promising {
		return tries, nil
	}
	some := ranking{judge: r.judge, scope: r.scope, boards: spread(boards, r.scope.Glance), tries: tries}
	if err := some.fill(ctx, nil); err != nil {
		return nil, err
	}
	some.level()
	order, sums := make([]int, len(tries)), make([]float64, len(tries))
	for i := range tries {
		order[i] = i
		for b := range some.boards {
			sums[i] += some.value[i][b]
		}
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(sums[k], sums[i]) })
	best := make([]krieg.Move, r.scope.Promising)
	for i := range best {
		best[i] = tries[order[i]]
	}
	return best, nil
}
