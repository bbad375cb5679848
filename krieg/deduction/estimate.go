// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// carried is the number of boards that an estimate carries over each hidden move.
const carried = 1000

// exactWork limits the boards visited, per board that a belief may contain, before an estimate
// takes over. Without it a long game whose beliefs stay just below their limit would take minutes.
const exactWork = 500

// Estimate follows a history with a sample of boards, where too many fit to list all of them. The
// same seed gives the same sample; 0 counts as 1. Boards are weighed by [krieg.BySensible], or else
// by [krieg.ByRandomMoves]. heard, if set, is called after each event.
//
// A sample that lost every board is not an error; see [Belief.Lost].
func Estimate(ctx context.Context, s *krieg.Situation, by krieg.Weighting, seed uint64, heard func(events int)) (*Belief, error) {
	return estimate(ctx, s, drawing{cmp.Or(seed, 1), sampledBy(by)}, heard, nil)
}

// drawing contains everything besides the history that a sample depends on.
type drawing struct {
	seed uint64
	by   krieg.Weighting
}

// sampledBy returns how a sample weighs its boards: a sample of equally likely boards does not exist.
func sampledBy(by krieg.Weighting) krieg.Weighting {
	if by == krieg.BySensible {
		return by
	}
	return krieg.ByRandomMoves
}

// estimate is Estimate with a trail of earlier ones.
func estimate(ctx context.Context, s *krieg.Situation, d drawing, heard func(events int), trail *clouds) (*Belief, error) {
	h := s.History
	at, from, err := beginning(h, d, trail)
	if err != nil {
		return nil, err
	}
	for i := from; i < len(h.Events); i++ {
		at.cloud, err = at.cloud.Hear(ctx, h.Events[i])
		switch {
		case errors.Is(err, veil.ErrImpossible):
			return nil, unexplained(s, i)
		case err != nil && !errors.Is(err, cloud.ErrLost):
			return nil, fmt.Errorf("after %d of %d events: %w", i, len(h.Events), err)
		}
		at.boards = append(slices.Clip(at.boards), at.cloud.Len())
		trail.Remember(i+1, at)
		if heard != nil {
			heard(i + 1)
		}
	}
	b := &Belief{Situation: *s, exactSteps: len(s.Steps), carried: carried, seed: d.seed}
	b.Belief = nil
	for _, n := range at.boards[b.exactSteps:] {
		b.Steps = append(b.Steps, krieg.Step{Positions: n})
	}
	b.sampled(at.cloud, d.by)
	return b, nil
}

// beginning returns the remembered estimate, or that of an empty history.
func beginning(h *krieg.History, d drawing, trail *clouds) (at clouded, events int, err error) {
	at, events, ok := trail.Latest(d, h, func(clouded) bool { return true })
	if !ok {
		cfg := cloud.Config{Boards: carried, Seed: d.seed}
		if d.by == krieg.BySensible {
			cfg.Opponent = forgetful{sensible{tactics.UsualOpponent()}}
		}
		at.cloud, err = cloud.New(h.Rules, h.Me, []krieg.Position{h.Start}, cfg)
	}
	return at, events, err
}

// unexplained reports an event that certainly no board explains.
func unexplained(s *krieg.Situation, event int) error {
	err := fmt.Errorf("%s: no position that fits everything before it explains it: %w", s.History.Line(s.History.Events[event]), veil.ErrImpossible)
	if s.Lines == nil {
		return fmt.Errorf("event %d, %w", event+1, err)
	}
	return &krieg.LineError{Line: s.Lines[event], Err: err}
}

// sampled sets the boards of a sample and their weights.
func (b *Belief) sampled(c *cloud.Cloud, by krieg.Weighting) {
	b.Cloud, b.Weighed, b.report = c, by, c.Report()
	b.Weights = make([]float64, c.Len())
	for i := range b.Weights {
		b.Weights[i] = c.Share(i)
	}
}

// OfCloud returns the belief of a player that uses a sample made with cfg. It has no history; its
// weights are those of the sample.
func OfCloud(c *cloud.Cloud, cfg cloud.Config) *Belief {
	b := &Belief{carried: cfg.Boards, seed: cfg.Seed}
	b.sampled(c, "")
	return b
}

// Exact reports whether the boards are all possible ones.
func (b *Belief) Exact() bool { return b.Cloud == nil || b.report.Exact }

// Lost reports that no board is known, although some may fit.
func (b *Belief) Lost() bool { return b.Cloud != nil && b.Cloud.Len() == 0 }

// Kind returns how the boards are known, in a word.
func (b *Belief) Kind() string {
	if b.Exact() {
		return "exact"
	}
	return "estimate"
}

// ErrSample reports that a result holds on every board of a sample, but is not proved for the
// others.
var ErrSample = errors.New("the positions are a sample of those that fit")

// Quality returns the quality of an estimate; nil if the belief is exact.
func (b *Belief) Quality() *api.KriegEstimate {
	if b.Exact() {
		return nil
	}
	r := b.report
	return &api.KriegEstimate{
		Carried: b.carried, Seed: b.seed, Effective: r.Effective, Deaths: r.Deaths, Repairs: r.Regrown + r.Mended, Mended: r.Mended, Lost: r.Lost,
	}
}

// Lost returns the problem that reports a sample without boards.
func Lost() *api.Problem {
	p := api.NewProblem(api.TooHard, "no position was found that fits what was heard; there may be some", "")
	p.Advice = "Try another --seed, or raise --max-boards."
	return p
}

// cases divides the boards by their announcements. Those of a sample follow from a history, so they
// agree in it.
func (b *Belief) cases(ctx context.Context) ([]krieg.Case, error) {
	if b.Cloud == nil {
		return b.Belief.Cases(ctx)
	}
	if b.Lost() {
		return nil, Lost()
	}
	first := b.Cloud.State(0)
	if first.Over != krieg.Running || first.Pos.ToMove() != b.Cloud.Me() {
		return nil, fmt.Errorf("it is not %v's turn", b.Cloud.Me())
	}
	rules := b.Cloud.Rules()
	c := krieg.Case{Announced: rules.Announcement(&first.Pos)}
	for i := range b.Cloud.Len() {
		c.States, c.Which = append(c.States, b.Cloud.State(i)), append(c.Which, i)
	}
	return []krieg.Case{c}, nil
}
