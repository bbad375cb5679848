// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"slices"
	"time"

	"github.com/veilplan/veil/api"
)

// estimates adds the estimates to the document, for the turns whose values are not all exact.
func (r *Review) estimates(doc *api.MinesReview) {
	k := r.reckoning
	if k == nil || r.Exact == 0 {
		return
	}
	for i := range r.Turns {
		if !r.Turns[i].Exact() {
			doc.Turns[i].Estimate = r.gauge(i)
		}
	}
	s := k.sum()
	if !s.ready() {
		return
	}
	doc.Estimate = &api.MinesReckoning{
		Policy: VeilPlay, Start: change(s.Start), Cost: change(s.Cost), Luck: change(s.Luck),
		Result: change(s.Result), Off: change(s.off()), Games: k.count,
	}
	if gain := change(s.Gain); gain.By != 0 || gain.CI95 != nil {
		doc.Estimate.Gain = &gain
	}
}

// gauge returns the estimates of a turn, as far as there are any.
func (r *Review) gauge(turn int) *api.MinesGauge {
	k, gauge := r.reckoning, &api.MinesGauge{}
	if m, ok := k.value(turn); ok && m.ready() && len(m.parts) > 0 {
		value := api.NewValue(k.estimateOf(m))
		gauge.Value = &value
	}
	if m, ok := k.cost(turn); ok && m.ready() {
		cost := change(m)
		gauge.Cost, gauge.Verdict = &cost, verdictOn(m).Word()
	}
	if m, ok := k.luck(turn); ok && m.ready() {
		luck := change(m)
		gauge.Luck = &luck
	}
	if g := k.guesses[turn]; g != nil {
		gauge.Best = names(r.Rules, g.best)
	}
	if gauge.Value == nil && gauge.Cost == nil && gauge.Luck == nil {
		return nil
	}
	return gauge
}

// valued reports whether there is a winning chance yet.
func (r *Review) valued() bool {
	ready := func(g *gamesAt) bool { return g != nil && g.games.n >= firstBatch }
	return r.Exact < len(r.Turns) || r.reckoning != nil && slices.ContainsFunc(r.reckoning.at, ready)
}

// Gauge returns the estimates of a turn, or nil if its values are exact or there are none.
func (r *Review) Gauge(turn int) *api.MinesGauge {
	if r.reckoning == nil || r.Turns[turn].Exact() {
		return nil
	}
	return r.gauge(turn)
}

// verdictOn returns the verdict on an estimated cost. There is none unless the cost is certainly
// above zero.
func verdictOn(cost mixture) api.Verdict {
	mean := cost.mean()
	switch {
	case mean-cost.half() <= 0 || mean < 0.05:
		return api.Fine
	case mean >= 0.15:
		return api.Blunder
	case mean >= 0.10:
		return api.Mistake
	default:
		return api.Inaccuracy
	}
}

// change writes a mixture for a document.
func change(m mixture) api.Change {
	mean, half := m.mean(), m.half()
	if half == 0 {
		return api.Change{Kind: "exact", By: mean}
	}
	return api.Change{Kind: "estimate", By: mean, CI95: []float64{mean - half, mean + half}}
}

// times adds the time that the player took, if every move has one.
func (r *Review) times(doc *api.MinesReview) {
	moves := r.Game.Moves
	before := time.Duration(0)
	if r.First != nil && len(moves) > 0 {
		before, moves = moves[0].At, moves[1:]
	}
	for _, m := range moves {
		if !m.Timed {
			return
		}
	}
	var total api.MinesTimes
	for i, m := range moves {
		took := max(0, m.At-before).Seconds()
		before = m.At
		doc.Turns[i].Seconds = &took
		total.Seconds += took
		if isCertain(r.Turns[i]) {
			total.Certain += took
		}
	}
	if len(moves) > 0 {
		doc.Time = &total
	}
}
