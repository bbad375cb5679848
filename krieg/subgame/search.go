// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/resolve"
)

// Config configures a search. Zero values mean the defaults.
type Config struct {
	// Boards is the number of boards drawn from the belief, 200, Doubles that of doubles of each, 4,
	// and Attempts that of attempts to find them, 24.
	Boards, Doubles, Attempts int
	// Width is the number of best tries by the evaluation that are searched at the root, 10.
	Width int
	// Heat is the temperature, in pawns, at which the player follows the evaluation in doubles, 0.3.
	Heat float64
	// Scale is the advantage, in pawns, that is worth a chance to win of 0.7, 4.
	Scale float64
	// Tempo is by how many pawns the evaluation overrates the side that has just moved, 0.5. Without this
	// correction a try loses value as soon as its replies are searched.
	Tempo float64
	// Refusal is the cost of a refused try, in chances to win, 0.004; Forced the share of each root at
	// which the opponent cannot take the value of the evaluation instead, 0.5.
	Refusal, Forced float64
	// Prior is the share of what a try is worse than the best, by the evaluation, that it costs at the
	// root besides the game: 0 follows the game alone, much of it the evaluation alone.
	Prior float64
	// Replies, if not 0, is the number of the opponent's best answers to the player's first move that are searched,
	// by the evaluation on Guesses boards that the opponent considers possible, 16; ReplyPrior is their Prior.
	Replies, Guesses int
	ReplyPrior       float64
	// Follows, if neither it nor Replies is 0, is the number of the player's best tries in its second turn.
	Follows int
	// Tries is the number of tries that are mixed, 3.
	Tries int
	// Open tells both sides each move in the tree, as in chess: an experiment.
	Open bool
	// Budget is that of the tree: 30,000 nodes, 8 leaves per iteration, 100 iterations at the end.
	Budget resolve.Budget
	// Exact, if set, returns the chance to win of the side to move, from -1 to 1, on boards on which it
	// is known; the others are evaluated.
	Exact func(*krieg.State) (float64, bool)
	// Evaluation ranks tries and evaluates leaves; one without weights means the usual one.
	Evaluation tactics.Evaluation
	// Seed determines, with the history, every random choice.
	Seed uint64
}

func (c Config) settled() Config {
	for _, x := range []struct {
		value *int
		usual int
	}{
		{&c.Boards, 200},
		{&c.Doubles, 4},
		{&c.Attempts, 24},
		{&c.Tries, 3},
		{&c.Width, 10},
		{&c.Guesses, 16},
		{&c.Budget.Nodes, 30_000},
		{&c.Budget.Leaves, 8},
		{&c.Budget.Iterations, 1},
		{&c.Budget.Last, 100},
	} {
		if *x.value == 0 {
			*x.value = x.usual
		}
	}
	c.Heat, c.Scale = cmp.Or(c.Heat, 0.3), cmp.Or(c.Scale, 4)
	c.Tempo = cmp.Or(c.Tempo, 0.5)
	c.Refusal, c.Forced = cmp.Or(c.Refusal, 0.004), cmp.Or(c.Forced, 0.5)
	if c.Evaluation.Weights == (tactics.Weights{}) {
		c.Evaluation = tactics.DefaultEvaluation()
	}
	return c
}

// Question is a turn of a player.
type Question struct {
	Own krieg.OwnView
	// Events are all events that the player has heard.
	Events []krieg.Event
	Belief Belief
	// Judged, if given, are the boards on which the evaluation ranks the tries; otherwise those searched.
	Judged []tactics.Board
	// Bonus, if set, is added to the value of a try by the evaluation.
	Bonus func(krieg.Move) float64
}

// Belief is a weighted sample of boards, such as a cloud, with the hidden moves that lead to each.
type Belief interface {
	Len() int
	Draw(n int, r *rand.Rand) (boards []int, weights []float64)
	State(i int) krieg.State
	Start(i int) krieg.Position
	Moves(i int) []krieg.Move
}

// Choice is a mixture of tries.
type Choice struct {
	// Best is the try that was drawn from the mixture.
	Best krieg.Move
	// Tries are all tries, and Mix their probabilities, of which at most Config.Tries are not 0.
	Tries []krieg.Move
	Mix   []float64
	// Searched are the tries that were searched, the best by the evaluation first, and Payoffs the
	// chance to win after each, from -1 to 1.
	Searched []krieg.Move
	Payoffs  []float64
	// Value is the player's chance to win in the subgame, from -1 to 1.
	Value float64
	Stats Stats
}

// Stats describes the information sets of a search.
type Stats struct {
	// Boards is the number of boards, Doubles that of their doubles, Lone that of boards without one.
	Boards, Doubles, Lone int
	// Roots are the opponent's information sets among the roots, Opponent all of them in the tree
	// where it acts, and Mine the player's.
	Roots, Opponent, Mine resolve.Sets
	// Nodes is the size of the tree.
	Nodes int
}

// Invalid reports a search in which the opponent sees nearly everything: over 80% of its information
// sets in the tree hold one node.
func (s Stats) Invalid() bool { return 5*s.Opponent.Single > 4*s.Opponent.Sets }

// Errors of turns that this search cannot answer.
var (
	ErrRules   = errors.New("the rules have the question \"Are there any?\", which is not searched: choose by the evaluation")
	ErrNoBoard = errors.New("the belief has no board: choose by the evaluation")
)

// Choose returns a mixture for a turn.
func Choose(ctx context.Context, q Question, cfg Config) (Choice, error) {
	cfg = cfg.settled()
	tries := q.Own.Tries()
	switch {
	case q.Own.Rules().Any != krieg.NoAny:
		return Choice{}, ErrRules
	case q.Belief.Len() == 0:
		return Choice{}, ErrNoBoard
	case len(tries) == 0:
		return Choice{}, tactics.ErrOver
	}
	s := newSearch(q, cfg)
	if err := s.plant(ctx); err != nil {
		return Choice{}, err
	}
	return s.choose(ctx, tries)
}

// newSearch returns a search with settled settings.
func newSearch(q Question, cfg Config) *search {
	random := rand.New(rand.NewPCG(cfg.Seed, uint64(len(q.Events))))
	return &search{
		cfg: cfg, q: q, random: random, sides: [2]map[chess.Side]uint64{{}, {}},
		game: &game{
			cfg: &cfg, rules: q.Own.Rules(), me: q.Own.Me(), heard: map[krieg.Percept]uint64{},
			ranks: ranks{replies: map[[2]uint64]*menu{}, follows: map[second]*menu{}, random: random},
		},
	}
}

// grow grows and solves the tree.
func (s *search) grow(ctx context.Context) (*resolve.Tree[node], error) {
	s.game.ranks.roots, s.game.ranks.ctx = s.roots, ctx
	tree, err := resolve.New(s.game, s.roots, resolve.Config{Seed: s.cfg.Seed, Alternative: s.alternative(), Searcher: resolve.First, Forced: s.cfg.Forced})
	if err != nil {
		return nil, err
	}
	if err := tree.Open(); err != nil {
		return nil, err
	}
	return tree, tree.Search(ctx, s.cfg.Budget)
}

// choose draws a try from the mixture in the tree.
func (s *search) choose(ctx context.Context, tries []krieg.Move) (Choice, error) {
	tree, err := s.grow(ctx)
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Tries: tries, Mix: make([]float64, len(tries)), Value: tree.Value(), Stats: s.stats}
	searched := s.roots[0].State.menu.tries // by all roots of the player's set
	c.Searched, c.Payoffs = searched, tree.Payoffs(resolve.First, []uint64{0})
	for i, p := range resolve.Purify(tree.Last(resolve.First, []uint64{0}), s.cfg.Tries) {
		c.Mix[slices.Index(tries, searched[i])] = p
	}
	c.Stats.Nodes, c.Stats.Opponent, c.Stats.Mine = tree.Len(), tree.SetsOf(resolve.Second), tree.SetsOf(resolve.First)
	x := s.random.Float64()
	for i, p := range c.Mix {
		if p > 0 {
			if c.Best = tries[i]; x < p {
				break
			}
			x -= p
		}
	}
	return c, nil
}
