// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/resolve"
)

// TestReplies measures how well the tree predicts what the opponent tries after the player's move, with
// ranked replies and without, beside simpler predictions. VEIL_DECISIONS asks for a number of replies of level 8
// under each of two rules, from the games VEIL_SEED on, after every third decision; each prediction is a line appended to
// VEIL_RESULTS.
func TestReplies(t *testing.T) {
	want, level, every, first, cfg := 12, 4, 1, uint64(2), quick()
	if text := os.Getenv("VEIL_DECISIONS"); text != "" {
		var err, wrong error
		want, err = strconv.Atoi(text)
		first, wrong = strconv.ParseUint(os.Getenv("VEIL_SEED"), 10, 64)
		if err := errors.Join(err, wrong); err != nil {
			t.Fatal(err)
		}
		level, every, cfg = 8, 3, Config{Boards: 60, Doubles: 3, Budget: resolve.Budget{Nodes: 36_000, Leaves: 60, Last: 60}}
	}
	sum := map[string]float64{}
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Wild16()} {
		found, met := 0, 0
		for seed := first; found < want; seed++ {
			seats := pair(t, rules, level, seed)
			var asked *reply
			play(t, rules, seats, func(at *seat, g *referee.Game) bool {
				if asked != nil && asked.answered(t, seats) {
					found++
					asked.keep(t, seed, met, sum)
				}
				asked = nil
				if met++; met%every == 0 {
					cfg.Seed = seed
					asked = ask(t, seats, g.State().Pos, cfg)
				}
				return found < want
			})
		}
	}
	if with, without := sum["tree, replies ranked"], sum["tree"]; !(with > without) {
		t.Errorf("%.2f of %d replies are predicted if they are ranked, %.2f otherwise: want more", with, 2*want, without)
	}
}

// reply is a turn of the opponent that is predicted.
type reply struct {
	at     krieg.Position // the true board
	before cloud.Before
	line   *line // the true one
	heard  int   // events of the opponent before its turn
	trees  map[string]predicted
	legal  []krieg.Move
	played int                  // of the legal moves
	chance map[string][]float64 // of the legal moves, by prediction
}

// predicted is a mixture of the opponent in a tree; without tries where it has none.
type predicted struct {
	tries []krieg.Move
	mix   []float64
}

// knowing is a belief that has the true board among others, with the mean weight.
type knowing struct {
	Belief

	state  krieg.State
	hidden []krieg.Move
}

func (k knowing) Draw(n int, r *rand.Rand) (boards []int, weights []float64) {
	boards, weights = k.Belief.Draw(n-1, r)
	return append(boards, -1), append(weights, 1/float64(max(1, len(boards))))
}

func (k knowing) State(i int) krieg.State {
	if i < 0 {
		return k.state
	}
	return k.Belief.State(i)
}

func (k knowing) Start(i int) krieg.Position {
	if i < 0 {
		return chess.Start()
	}
	return k.Belief.Start(i)
}

func (k knowing) Moves(i int) []krieg.Move {
	if i < 0 {
		return k.hidden
	}
	return k.Belief.Moves(i)
}

// ask predicts the reply to the try that the player makes now; nil where it is refused, or ends the game.
func ask(t *testing.T, seats [2]*seat, truth krieg.Position, cfg Config) *reply {
	t.Helper()
	at, him := seats[0], seats[1].Own().Me()
	thought, err := at.Choose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	try, q, state := krieg.Move(thought.Best), at.question(), krieg.State{Pos: truth}
	rules := q.Own.Rules()
	heard := rules.Answer(&state, krieg.Action(try))
	if heard.Answer != krieg.Yes || state.Over != krieg.Running || q.Belief.Len() == 0 || len(q.Own.Refused()) > 0 {
		return nil
	}
	var hidden []krieg.Move
	for _, e := range seats[1].events {
		if e.By == him && e.Heard.Answer == krieg.Yes {
			hidden = append(hidden, krieg.Move(e.Action))
		}
	}
	l, ok := follow(&rules, him.Other(), chess.Start(), at.events, hidden)
	if !ok || l.end() != truth {
		t.Fatalf("the true line ends with %v, want %v", l.end(), truth)
	}
	r := &reply{at: state.Pos, line: l.extended(try, heard, state.Pos), heard: len(seats[1].events) + 1, trees: map[string]predicted{}}
	r.before.Taken, r.before.Took = heard.Capture()
	if len(hidden) > 0 {
		r.before.Last = hidden[len(hidden)-1]
	}
	q.Belief = knowing{q.Belief, krieg.State{Pos: truth}, hidden}
	r.trees["tree"] = grown(t, q, cfg, truth, try)
	cfg.Replies, cfg.Guesses, cfg.ReplyPrior = 8, 16, 1
	r.trees["tree, replies ranked"] = grown(t, q, cfg, truth, try)
	return r
}

// grown returns the opponent's mixture in a tree after a try of the player on the true board.
func grown(t *testing.T, q Question, cfg Config, truth krieg.Position, try krieg.Move) predicted {
	t.Helper()
	s := newSearch(q, cfg.settled())
	if err := s.plant(t.Context()); err != nil {
		t.Fatal(err)
	}
	only, at := &menu{tries: []krieg.Move{try}, costs: []float64{0}}, -1
	for i := range s.roots {
		if r := &s.roots[i]; r.Views[0] == 0 {
			r.State.menu = only
			r.State.value = s.expect(&r.State, []float64{1})
			if r.State.Pos == truth {
				at = i
			}
		}
	}
	tree, err := s.grow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	next, heard := s.game.Next(s.roots[at].State, 0)
	return predicted{slices.Clone(s.game.tries(&next)), tree.Last(resolve.Second, []uint64{s.roots[at].Views[1], heard[1] << 1})}
}

// answered reads what the opponent tried, and computes the other predictions. It reports false where that
// try was refused, or where there was no choice.
func (r *reply) answered(t *testing.T, seats [2]*seat) bool {
	t.Helper()
	him := seats[1].Own().Me()
	if r.heard >= len(seats[1].events) || seats[1].events[r.heard].By != him {
		return false
	}
	r.legal = krieg.LegalMoves(&r.at)
	r.played = slices.Index(r.legal, krieg.Move(seats[1].events[r.heard].Action))
	if r.played < 0 || len(r.legal) < 2 {
		return false
	}
	weights := make([]float64, len(r.legal))
	r.chance = map[string][]float64{"uniform": shares(slices.Clone(weights))}
	tactics.UsualOpponent().Weigh(&r.at, r.before, r.legal, weights)
	r.chance["model of the belief"] = shares(weights)
	for name, p := range r.trees {
		r.chance[name] = r.over(p.tries, p.mix)
	}
	for _, doubles := range []int{0, 3, 30, 100} {
		r.chance[fmt.Sprintf("evaluation, %d doubles", doubles)] = r.over(r.evaluated(t, him, doubles))
	}
	return true
}

// evaluated returns the mixture by the evaluation on the true board and doubles of it.
func (r *reply) evaluated(t *testing.T, him krieg.Color, doubles int) (tries []krieg.Move, mix []float64) {
	t.Helper()
	boards := []tactics.Board{{Pos: r.at, Weight: 1}}
	for _, d := range r.line.doubles(t.Context(), doubles, 20*doubles, rand.New(rand.NewPCG(3, uint64(r.heard)))) {
		boards = append(boards, tactics.Board{Pos: d.end(), Weight: 1})
	}
	ranked, err := tactics.DefaultEvaluation().Rank(t.Context(), krieg.NewOwnView(*r.line.rules, him, r.at), boards, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range ranked {
		tries, mix = append(tries, k.Try), append(mix, soft((ranked[0].Value-k.Value)/0.3))
	}
	return tries, mix
}

// over returns the probabilities of the legal moves by weights of tries.
func (r *reply) over(tries []krieg.Move, weights []float64) []float64 {
	p := make([]float64, len(r.legal))
	for i, m := range r.legal {
		if k := slices.Index(tries, m); k >= 0 && k < len(weights) {
			p[i] = weights[k]
		}
	}
	return shares(p)
}

// shares scales weights so that they add up to 1; without any they are equal.
func shares(weights []float64) []float64 {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	for i := range weights {
		if total > 0 {
			weights[i] /= total
		} else {
			weights[i] = 1 / float64(len(weights))
		}
	}
	return weights
}

// keep adds the probability of what was played to the sums by prediction, and appends it to the file in
// VEIL_RESULTS.
func (r *reply) keep(t *testing.T, seed uint64, decision int, sum map[string]float64) {
	t.Helper()
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.chance)) {
		p := r.chance[name][r.played]
		sum[name] += p
		fmt.Fprintf(&lines, "%s\t%d\t%d\t%s\t%d\t%.6f\n", r.line.rules.Name, seed, decision, name, len(r.legal), p)
	}
	if name := os.Getenv("VEIL_RESULTS"); name != "" {
		appended(t, name, lines.String())
	}
}

// TestRanked makes three moves from every root: few replies and few tries of the second turn are searched, the same
// ones in all states that the side to move cannot distinguish.
func TestRanked(t *testing.T) {
	cfg, met, seen := ranked().settled(), 0, 0
	play(t, krieg.Berkeley(), pair(t, krieg.Berkeley(), 4, 9), func(at *seat, _ *referee.Game) bool {
		if met++; met%7 != 0 {
			return true
		}
		s := newSearch(at.question(), cfg)
		if err := s.plant(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.game.ranks.roots, s.game.ranks.ctx = s.roots, t.Context()
		known := map[string][]krieg.Move{}
		for _, r := range s.roots {
			seen += s.game.explore(t, r.State, fmt.Sprint(r.Views[0]), fmt.Sprint(r.Views[1]), 0, known)
		}
		return met < 20
	})
	if seen < 1000 {
		t.Errorf("%d second turns, want 1000", seen)
	}
}

// explore makes every searched try from a state that is accepted, and returns the number of the player's second turns
// below. Views are what each side knows.
func (g *game) explore(t *testing.T, n node, mine, theirs string, moves int, known map[string][]krieg.Move) (seen int) {
	t.Helper()
	if n.Over != krieg.Running {
		return 0
	}
	tries, view := g.tries(&n), "first "+mine
	if moves == 1 {
		view = "second " + theirs
	}
	if was, ok := known[view]; ok && !slices.Equal(was, tries) {
		t.Errorf("%s: %v and %v are tried", view, was, tries)
	}
	known[view] = tries
	if few := []int{g.cfg.Width, g.cfg.Replies, g.cfg.Follows}[moves]; g.choice(&n) != nil && len(tries) > few {
		t.Errorf("%d tries of move %d, want at most %d", len(tries), moves, few)
	}
	if moves == 2 {
		return 1
	}
	for a := range tries {
		next, heard := g.Next(n, a)
		if next.refused != nil {
			continue
		}
		own := [2]string{}
		own[g.Turn(n)] = fmt.Sprintf(" did %d", a)
		seen += g.explore(t, next, fmt.Sprint(mine, own[0], " heard ", heard[0]), fmt.Sprint(theirs, own[1], " heard ", heard[1]), moves+1, known)
	}
	return seen
}

// patient is a context that ends after it was asked a number of times, and counts how often it is asked after that.
type patient struct {
	context.Context

	left, after int
}

func (p *patient) Err() error {
	if p.left--; p.left >= 0 {
		return nil
	}
	p.after++
	return context.Canceled
}

// TestRankingEnds: a search with far too many guesses stops soon after its context ends, wherever it is then.
func TestRankingEnds(t *testing.T) {
	cfg, met := ranked(), 0
	cfg.Guesses = 10_000
	play(t, krieg.Wild16(), pair(t, krieg.Wild16(), 4, 9), func(at *seat, _ *referee.Game) bool {
		if met++; met < 12 {
			return true
		}
		for _, asked := range []int{1, 10, 100, 1000, 10_000, 30_000} {
			ctx := &patient{Context: t.Context(), left: asked}
			if _, err := Choose(ctx, at.question(), cfg); !errors.Is(err, context.Canceled) || ctx.after > 500 {
				t.Errorf("ends after %d questions: %v, asked %d times more", asked, err, ctx.after)
			}
		}
		return false
	})
}
