// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/resolve"
)

// search is one search while its roots are gathered.
type search struct {
	cfg    Config
	q      Question
	random *rand.Rand
	game   *game
	roots  []resolve.Root[node]
	sides  [2]map[chess.Side]uint64 // numbers of placements: of the player's men in doubles, of the opponent's
	stats  Stats
}

// plant gathers the roots: boards with tempered weights and their doubles.
func (s *search) plant(ctx context.Context) error {
	which, weights := s.q.Belief.Draw(s.cfg.Boards, s.random)
	var refused *refusal
	for _, m := range s.q.Own.Refused() {
		refused = &refusal{m, refused}
	}
	for i, k := range which {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		weight := math.Sqrt(weights[i]) // tempered towards uniform
		s.stats.Boards++
		state := s.q.Belief.State(k)
		rules := s.q.Own.Rules()
		l, ok := follow(&rules, s.q.Own.Me(), s.q.Belief.Start(k), s.q.Events, s.q.Belief.Moves(k))
		if ok = ok && l.end() == state.Pos; !ok {
			l = nil
		}
		s.add(state, l, refused, weight, 0)
		var doubles []*line
		if ok {
			doubles = l.doubles(ctx, s.cfg.Doubles, s.cfg.Attempts, s.random)
		}
		if len(doubles) == 0 {
			s.stats.Lone++
		}
		for _, d := range doubles {
			s.stats.Doubles++
			end := d.end()
			s.add(krieg.State{Pos: end}, d, nil, weight, number(s.sides[0], end.Side(s.game.me)))
		}
	}
	s.count()
	return s.blueprint(ctx)
}

// add adds a root. The player's view is 0 on the boards of its belief.
func (s *search) add(state krieg.State, l *line, refused *refusal, weight float64, mine uint64) {
	n := node{State: state, refused: refused}
	n.value = s.game.evaluate(&n.State)
	views := [2]uint64{mine, number(s.sides[1], state.Pos.Side(s.game.me.Other()))}
	if l != nil && s.cfg.Replies > 0 {
		n.origin = &origin{l, views[1], mine == 0}
	}
	s.roots = append(s.roots, resolve.Root[node]{State: n, Weight: weight, Views: views})
}

// number returns the number of a placement, from 1.
func number(of map[chess.Side]uint64, side chess.Side) uint64 {
	n, ok := of[side]
	if !ok {
		n = uint64(len(of)) + 1
		of[side] = n
	}
	return n
}

// count counts the opponent's information sets among the roots.
func (s *search) count() {
	nodes := make([]int, len(s.sides[1])+1)
	for _, r := range s.roots {
		nodes[r.Views[1]]++
	}
	for _, n := range nodes[1:] {
		s.stats.Roots.Sets++
		s.stats.Roots.Nodes += n
		if n == 1 {
			s.stats.Roots.Single++
		}
	}
}

// blueprint sets the player's mixtures in doubles, and the value of each root under the mixture that
// the evaluation gives its information set.
func (s *search) blueprint(ctx context.Context) error {
	sets := make([][]int, len(s.sides[0])+1)
	for i, r := range s.roots {
		sets[r.Views[0]] = append(sets[r.Views[0]], i)
	}
	for mine, roots := range sets {
		own := s.q.Own
		if mine > 0 {
			own = krieg.NewOwnView(own.Rules(), own.Me(), s.roots[roots[0]].State.Pos)
		}
		choice, mix, err := s.evaluated(ctx, own, roots, mine > 0)
		if err != nil {
			return err
		}
		for _, i := range roots {
			n := &s.roots[i].State
			if n.menu = choice; mine > 0 {
				s.roots[i].Fixed = mix
			}
			n.value = s.expect(n, mix)
		}
	}
	return nil
}

// evaluated returns the best tries by the evaluation on some roots, and the mixture of them that the
// evaluation gives. In doubles only what is mixed is searched.
func (s *search) evaluated(ctx context.Context, own krieg.OwnView, roots []int, double bool) (*menu, []float64, error) {
	boards := make([]tactics.Board, len(roots))
	for i, k := range roots {
		boards[i] = tactics.Board{Pos: s.roots[k].State.Pos, Weight: s.roots[k].Weight}
	}
	var bonus func(krieg.Move) float64
	if !double {
		bonus = s.q.Bonus
		if len(s.q.Judged) > 0 {
			boards = s.q.Judged
		}
	}
	ranked, err := s.cfg.Evaluation.Rank(ctx, own, boards, bonus)
	if err != nil {
		return nil, nil, err
	}
	width := s.cfg.Width
	if double {
		width = s.cfg.Tries
	}
	ranked = ranked[:min(width, len(ranked))]
	for len(ranked) > 1 && ranked[len(ranked)-1].Legal == 0 { // legal on no board
		ranked = ranked[:len(ranked)-1]
	}
	choice, mix, total := &menu{}, make([]float64, len(ranked)), 0.0
	for i, k := range ranked {
		worse := ranked[0].Value - k.Value
		choice.tries = append(choice.tries, k.Try)
		choice.costs = append(choice.costs, float64(s.cfg.Prior*worse)/s.cfg.Scale)
		if i < s.cfg.Tries {
			mix[i] = soft(worse / s.cfg.Heat)
			total += mix[i]
		}
	}
	for i := range mix {
		mix[i] /= total
	}
	return choice, mix, nil
}

// soft returns about exp(-x) for x of at least 0, with the same bits on every processor.
func soft(x float64) float64 {
	v := max(0, 1-float64(x/1024))
	for range 10 {
		v *= v
	}
	return v
}

// expect returns the value of a root if the player follows a mixture once.
func (s *search) expect(n *node, mix []float64) float64 {
	v := 0.0
	for a, p := range mix {
		if p > 0 {
			next, _ := s.game.Next(*n, a)
			v += float64(p * next.value)
		}
	}
	return v
}

// alternative returns the value that the opponent can have instead of the game, by its root views:
// the mean of the evaluation over what it considers possible.
func (s *search) alternative() func(uint64) float64 {
	sum, weight := make([]float64, len(s.sides[1])+1), make([]float64, len(s.sides[1])+1)
	for _, r := range s.roots {
		sum[r.Views[1]] += float64(r.Weight * r.State.value)
		weight[r.Views[1]] += r.Weight
	}
	return func(view uint64) float64 { return sum[view] / cmp.Or(weight[view], 1) }
}
