// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"math"

	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/play"
)

// curvePoints is the number of points of a curve.
const curvePoints = 200

// count accumulates episodes in their order.
type count struct {
	spec     *Spec
	judge    *judge
	n        uint64
	policies []policyCount
	pairs    []pairCount
	every    uint64 // episodes between two points of a curve
	climb    *spsa  // nil unless the spec tunes
}

type policyCount struct {
	outcomes    [3]int
	score       stats.Moments
	moves       stats.Moments
	guesses     stats.Moments
	sims, nodes stats.Moments // per move
	predictions stats.Calibration
	curve       []Point
}

type pairCount struct {
	first, second int
	wins          stats.Pairs
	score         stats.Moments
	curve         []Point
}

func newCount(spec *Spec) *count {
	c := &count{spec: spec, judge: newJudge(spec), every: (spec.Episodes + curvePoints - 1) / curvePoints}
	if spec.Tune != nil {
		c.climb, c.every = newSPSA(spec), (spec.Tune.Check+curvePoints-1)/curvePoints
	}
	c.policies = make([]policyCount, len(spec.Policies))
	for second := range spec.Policies {
		for first := second + 1; first < len(spec.Policies); first++ {
			c.pairs = append(c.pairs, pairCount{first: first, second: second})
		}
	}
	return c
}

func (c *count) add(e *Episode) {
	c.n++
	if c.climb != nil && e.Index < c.climb.tune.tuning() {
		c.climb.see(e.Index, c.climb.tune.difference(e))
		return // only the comparison has the same players throughout
	}
	if c.climb != nil {
		c.climb.effect.Add(c.climb.tune.difference(e))
	}
	for i := range e.Plays {
		c.policies[i].add(&e.Plays[i])
	}
	for i := range c.pairs {
		c.pairs[i].add(e)
	}
	if c.judge.test != nil {
		c.judge.see(c.judge.sign(e))
	}
	if c.counted()%c.every == 0 {
		c.mark()
	}
}

// counted returns the number of episodes in the tables.
func (c *count) counted() uint64 {
	if c.climb != nil {
		return c.n - min(c.n, c.climb.tune.tuning())
	}
	return c.n
}

func (p *policyCount) add(one *Play) {
	p.outcomes[one.Outcome]++
	p.score.Add(one.Score)
	p.moves.Add(float64(one.Moves))
	p.guesses.Add(float64(one.Guesses))
	if one.Moves > 0 {
		p.sims.Add(float64(one.Simulations) / float64(one.Moves))
		p.nodes.Add(float64(one.Nodes) / float64(one.Moves))
	}
	p.predictions.Add(one.Values, one.Outcome == Won)
}

func (p *pairCount) add(e *Episode) {
	first, second := &e.Plays[p.first], &e.Plays[p.second]
	p.wins.N++
	switch won(first) - won(second) {
	case 1:
		p.wins.First++
	case -1:
		p.wins.Other++
	}
	p.score.Add(first.Score - second.Score)
}

// mark adds a point to every curve.
func (c *count) mark() {
	judged := c.judged()
	for i := range c.policies {
		p := &c.policies[i]
		p.curve = append(p.curve, Point{c.n, pick(judged, p.rate(), mean(&p.score))})
	}
	for i := range c.pairs {
		p := &c.pairs[i]
		p.curve = append(p.curve, Point{c.n, pick(judged, difference(p.wins), mean(&p.score))})
	}
}

func pick(judged bool, rate, score Estimate) Estimate {
	if judged {
		return rate
	}
	return score
}

func (c *count) judged() bool {
	for i := range c.policies {
		if o := &c.policies[i].outcomes; o[Won]+o[Lost] > 0 {
			return true
		}
	}
	return false
}

func (c *count) summary() *Summary {
	s := &Summary{
		Schema: "experiment.summary/1", Name: c.spec.Name, Seed: c.spec.Seed,
		Episodes: c.n, Wanted: c.spec.Episodes, SPRT: c.judge.result(),
	}
	if c.counted()%c.every != 0 {
		c.mark()
	}
	if c.climb != nil {
		s.Tuned = c.climb.result()
	}
	for i := range c.policies {
		s.Policies = append(s.Policies, c.policies[i].summary(&c.spec.Policies[i]))
	}
	for _, p := range c.pairs {
		s.Pairs = append(s.Pairs, c.pairSummary(&p))
	}
	return s
}

func (c *count) pairSummary(p *pairCount) PairSummary {
	s := PairSummary{
		First: c.spec.Policies[p.first].ID, Second: c.spec.Policies[p.second].ID,
		Pairs: p.wins, WinDiff: unknown(p.wins.N), McNemar: Number(math.NaN()),
		ScoreDiff: mean(&p.score), Curve: p.curve,
	}
	if c.judged() {
		s.WinDiff, s.McNemar = difference(p.wins), Number(p.wins.McNemar())
	}
	return s
}

func (p *policyCount) summary(of *Policy) PolicySummary {
	n, won := p.score.N, p.outcomes[Won]
	s := PolicySummary{
		ID: of.ID, Outside: of.Player == play.Outside, MoveMS: of.MoveMS, Won: won, Lost: p.outcomes[Lost], Done: p.outcomes[Done],
		Rate: p.rate(), Exact: p.rate(), Score: mean(&p.score), Moves: mean(&p.moves),
		Guess: mean(&p.guesses), Sims: mean(&p.sims), Nodes: mean(&p.nodes), Curve: p.curve, Bins: []Bin{},
	}
	if won+s.Lost > 0 {
		s.Exact.interval(stats.ClopperPearson(won, n, Level))
	}
	for _, b := range p.predictions {
		if b.N > 0 {
			rate := Estimate{Value: Number(b.Rate()), N: b.N}
			rate.interval(stats.Wilson(b.Won, b.N, Level))
			s.Bins = append(s.Bins, Bin{Number(b.Predicted), rate})
		}
	}
	return s
}

func (e *Estimate) interval(in stats.Interval) { e.Low, e.High = Number(in.Lo), Number(in.Hi) }

// rate returns the share of won episodes, or an unknown estimate if the domain does not judge.
func (p *policyCount) rate() Estimate {
	n, won := p.score.N, p.outcomes[Won]
	if won+p.outcomes[Lost] == 0 {
		return unknown(n)
	}
	e := Estimate{Value: Number(float64(won) / float64(n)), N: n}
	e.interval(stats.Wilson(won, n, Level))
	return e
}

func unknown(n int) Estimate {
	nan := Number(math.NaN())
	return Estimate{nan, nan, nan, n}
}

func mean(m *stats.Moments) Estimate {
	if m.N == 0 {
		return unknown(0)
	}
	e := Estimate{Value: Number(m.Mean), N: m.N}
	e.interval(m.Interval(Level))
	return e
}

func difference(p stats.Pairs) Estimate {
	e := Estimate{Value: Number(p.Difference()), N: p.N}
	e.interval(p.Interval(Level))
	return e
}

func (j *judge) result() *TestResult {
	if j.test == nil {
		return nil
	}
	lower, upper := j.test.Bounds()
	return &TestResult{*j.test, j.pairs, Number(j.test.LLR(j.pairs)), Number(lower), Number(upper), j.verdict}
}
