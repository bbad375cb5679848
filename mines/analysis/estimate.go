// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// EstimateConfig limits an estimate. The zero value works.
type EstimateConfig struct {
	// Games is the number of games played out in all; 0 means api.DefaultGames.
	Games int
	// Seed selects the layouts that are drawn.
	Seed uint64
	// Limit bounds the tables of each count.
	Limit count.Limit
	// Progress, if set, is called with each better estimate on the way.
	Progress func(Estimated)
}

// minGames is the fewest games of one move that make an estimate.
const minGames = 100

// policyName names, in documents, the policy that plays the games of an estimate.
const policyName = "lowest-risk"

// Estimated is the result of an estimate so far.
type Estimated struct {
	// Best are the cells to open, equally good as far as is known.
	Best []mines.Cell
	// Better is true if Best is not the cell that the fast policy would open: a paired test on
	// separate layouts showed it to be better.
	Better bool
	// Moves are the moves that were valued: the best first, the others by falling value.
	Moves []Move
	// Cut is true if the context ended the games.
	Cut bool
}

// shares divide the games of an estimate among its stages, in percent.
const (
	shareFirst  = 12 // to value what the policy would open
	shareChoose = 38 // to choose a challenger
	shareTest   = 25 // to test it, half each for challenger and policy
	shareValue  = 25 // to value what is shown
)

// mostShown limits the moves that are valued at the end.
const mostShown = 4

// Estimate estimates the values of moves in a position with too many layouts to search. A fast
// policy plays the games out, so the estimate is that policy's winning chance after the move: best
// play wins at least as often.
//
// The move that the policy itself would make is the incumbent. Other moves compete for the right to
// challenge it in rounds that drop the worse half each time (sequential halving: Karnin, Koren &
// Somekh, ICML 2013), all on the same layouts. The winner replaces the incumbent only if it is
// better in a paired test on fresh layouts. The moves shown are then valued on layouts that had no
// part in the choice, so that the best of many is not overvalued, and the intervals hold for all
// moves shown at once.
//
// All of this happens in the canonical orientation, so that a position and its mirror images get
// the same numbers. The error is veil.ErrTooHard if the position cannot be counted.
func Estimate(ctx context.Context, a *count.Analysis, cfg EstimateConfig) (Estimated, error) {
	if !a.Counted() {
		return Estimated{}, count.ErrNoCount
	}
	v, asked := a.View().Canonical()
	p, err := newPlayouts(v, cfg.Limit)
	if err != nil {
		return Estimated{}, err
	}
	e := &estimate{playouts: p, ctx: ctx, asked: asked, games: cmp.Or(cfg.Games, api.DefaultGames), seed: cfg.Seed, progress: cfg.Progress}
	if err := e.list(a); err != nil || len(e.moves) == 0 {
		return Estimated{Cut: ctx.Err() != nil}, err
	}
	e.run()
	return e.shown(), nil
}

// estimate is an estimate in the making.
type estimate struct {
	*playouts

	ctx       context.Context //nolint:containedctx // lives as long as one call
	asked     []mines.Cell    // maps canonical cells to cells of the given position
	games     int
	seed      uint64
	progress  func(Estimated)
	moves     []*candidate // the incumbent first
	valued    []*candidate // the moves shown; the recommended first
	better    bool
	cut       bool
	streamEnd uint64 // random streams that were used
}

// run plays the stages in order; an ended context leaves the rest out.
func (e *estimate) run() {
	incumbent := e.moves[0]
	e.valued = []*candidate{incumbent}
	if len(e.moves) == 1 {
		e.value(e.share(shareFirst + shareValue))
		return
	}
	e.value(e.share(shareFirst))
	e.tell()
	ranking := e.choose(e.share(shareChoose))
	if challenger := ranking[0]; challenger != incumbent && e.beats(challenger, incumbent, e.share(shareTest)/2) && !e.cut {
		e.valued, e.better = []*candidate{challenger}, true
	}
	for _, m := range ranking {
		if len(e.valued) < mostShown && !slices.Contains(e.valued, m) {
			e.valued = append(e.valued, m)
		}
	}
	if !slices.Contains(e.valued, incumbent) {
		e.valued[len(e.valued)-1] = incumbent
	}
	e.value(max(e.share(shareValue), len(e.valued)*minGames))
}

func (e *estimate) share(percent int) int { return max(1, e.games*percent/100) }

func (e *estimate) tell() {
	if e.progress != nil && !e.cut {
		e.progress(e.shown())
	}
}

// round plays one game per move and layout, and passes the scores of each layout to take. Every
// layout has separate random streams, so a game does not depend on the games before it.
func (e *estimate) round(moves []*candidate, layouts int, take func(scores []float64)) {
	scores := make([]float64, len(moves))
	dealt := make(mines.Layout, len(e.table.Layout))
	for range layouts {
		r := rand.New(rand.NewPCG(e.seed, e.streamEnd))
		e.streamEnd++
		e.deal(r)
		copy(dealt, e.table.Layout)
		for i, m := range moves {
			copy(e.table.Layout, dealt)
			score, ok := e.game(e.ctx, r, m)
			if !ok {
				e.cut = true
				return
			}
			scores[i] = score
		}
		take(scores)
	}
}

// value plays fresh games of the moves that are shown, and reports them whenever the number of
// games has doubled: an interval shrinks with the square root of that number.
func (e *estimate) value(games int) {
	first := e.valued[0]
	next := minGames
	for next <= first.valued.n {
		next *= 2
	}
	e.round(e.valued, games/len(e.valued), func(scores []float64) {
		for i, m := range e.valued {
			m.valued.add(scores[i])
		}
		if first.valued.n == next {
			next *= 2
			e.tell()
		}
	})
}

// choose ranks the candidates by sequential halving. The incumbent takes part in every round.
func (e *estimate) choose(games int) []*candidate {
	alive := slices.Clone(e.moves)
	rounds := 1
	for n := len(alive); n > 2; n = (n + 1) / 2 {
		rounds++
	}
	for range rounds {
		e.round(alive, max(1, games/rounds/len(alive)), func(scores []float64) {
			for i, m := range alive {
				m.chosen.add(scores[i])
			}
		})
		if e.cut {
			return e.moves
		}
		byMean(alive)
		alive = alive[:max(2, (len(alive)+1)/2)]
		if !slices.Contains(alive, e.moves[0]) {
			alive = append(alive, e.moves[0])
		}
	}
	byMean(alive)
	rest := slices.DeleteFunc(slices.Clone(e.moves), func(m *candidate) bool { return slices.Contains(alive, m) })
	byMean(rest)
	return append(alive, rest...)
}

func byMean(moves []*candidate) {
	slices.SortStableFunc(moves, func(a, b *candidate) int { return cmp.Compare(b.chosen.mean(), a.chosen.mean()) })
}

// oneSided is the one-sided 95% normal quantile.
const oneSided = 1.6449

// beats reports whether the challenger is better than the incumbent by a paired test on fresh
// layouts: the lower 95% confidence bound of the difference is above zero.
func (e *estimate) beats(challenger, incumbent *candidate, layouts int) bool {
	var difference sample
	e.round([]*candidate{challenger, incumbent}, layouts, func(scores []float64) { difference.add(scores[0] - scores[1]) })
	return difference.n >= minGames/2 && difference.mean()-oneSided*difference.deviation() > 0
}

// shown returns the result of the games so far.
func (e *estimate) shown() Estimated {
	out := Estimated{Cut: e.cut, Better: e.better}
	for i, m := range e.valued {
		value := m.valued.value(m.survives, len(e.valued), e.seed)
		for _, c := range m.cells {
			if i == 0 {
				out.Best = append(out.Best, e.asked[c])
			}
			if value.Badge() == veil.Estimate {
				out.Moves = append(out.Moves, Move{Cell: e.asked[c], Estimate: value})
			}
		}
	}
	slices.Sort(out.Best)
	first := len(e.valued[0].cells)
	if first < len(out.Moves) {
		slices.SortStableFunc(out.Moves[first:], func(a, b Move) int { return cmp.Compare(b.Estimate.Float(), a.Estimate.Float()) })
	}
	return out
}
