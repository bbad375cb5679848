// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"context"
	"errors"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// Rules are the rules of Kriegspiel as provers and checkers use them.
type Rules = proof.Rules[krieg.State, krieg.Action, krieg.Percept]

// Prover is a search for a plan, such as [andor.Prove].
type Prover func(ctx context.Context, m Rules, start []krieg.State, plies int, cfg andor.Config) (andor.Result, error)

// Options configures a search. The zero value works.
type Options struct {
	// Config limits the search. Its limits are for the whole question.
	andor.Config

	// Prove is the search for a plan; nil means andor.Prove.
	Prove Prover

	// Keys decides for every first try of a mate whether it is a key too.
	Keys bool
	// Tell, if set, is called now and then with the results so far.
	Tell func(*Answer)
	// Near searches, where there is no mate, for a plan that wins from many boards.
	Near bool
}

// Answer is the result of a question so far.
type Answer struct {
	Rules krieg.Rules
	Me    krieg.Color
	Plies int // the limit of the question
	// Verdict is Proved if every case is, and Disproved if one is.
	Verdict andor.Verdict
	Cases   []Case
	Stats   andor.Stats
	Cut     error // why the verdict is Unknown
	// Sample is the quality of the sample of boards; nil if all of them are known. If there is no
	// mate on a sample, there is none: its boards are possible. A mate on a sample is not proved,
	// and the verdict is Unknown because of [ErrSample].
	Sample *api.KriegEstimate
}

// Case is the answer for the boards of one announcement.
type Case struct {
	krieg.Case

	Verdict andor.Verdict
	// Plies is the length of the shortest mate, or of the longest search that found none.
	Plies      int
	Plan       *proof.Plan
	Refutation *proof.Refutation
	// Keys are the first tries that force mate in Plies, if requested; All reports that every try
	// was decided.
	Keys []krieg.Action
	All  bool
	// Near is a plan for some of the boards, if requested and there is no mate.
	Near *andor.Part
}

// Boards returns the number of boards of all cases.
func (a *Answer) Boards() int {
	n := 0
	for i := range a.Cases {
		n += len(a.Cases[i].States)
	}
	return n
}

// Moves returns the number of moves within which mate is forced, or of the longest search without a
// mate.
func (a *Answer) Moves() int {
	plies := 0
	for i := range a.Cases {
		if c := &a.Cases[i]; c.Verdict == a.Verdict {
			plies = max(plies, c.Plies)
		}
	}
	return (plies + 1) / 2
}

// Solve decides whether the player of a belief, who is to move, can force mate within the given
// plies.
func Solve(ctx context.Context, belief *Belief, plies int, o Options) (*Answer, error) {
	b := belief.Boards()
	a := &Answer{Rules: b.Rules(), Me: b.Me(), Plies: plies, Verdict: andor.Proved, Sample: belief.Quality()}
	cases, err := belief.cases(ctx)
	if ctx.Err() != nil {
		a.Verdict, a.Cut = andor.Unknown, ctx.Err()
		return a, nil //nolint:nilerr // a search that was cut is an answer
	}
	if err != nil {
		return nil, err
	}
	if plies%2 == 0 {
		a.Plies-- // the last ply of a mate is the player's
	}
	s := solver{ctx: ctx, Options: o, todo: cases, answer: a, model: &krieg.Model{Rules: b.Rules(), Me: b.Me()}}
	for _, c := range cases {
		if err := s.solve(c); err != nil {
			return nil, err
		}
		s.todo = s.todo[1:]
	}
	if a.Sample != nil && a.Verdict == andor.Proved {
		a.Verdict, a.Cut = andor.Unknown, ErrSample
	}
	return a, nil
}

type solver struct {
	Options

	ctx    context.Context // of one call of Solve
	todo   []krieg.Case    // the current case and those after it
	model  *krieg.Model
	answer *Answer
}

// solve answers one case, with more and more plies.
func (s *solver) solve(c krieg.Case) error {
	out := Case{Case: c}
	for d := 1; d <= s.answer.Plies && out.Verdict != andor.Proved && !s.stopped(); d += 2 {
		cfg := s.rest(&out)
		if d < s.answer.Plies {
			cfg.Refutation = 0
		}
		r, err := s.prove(c.States, d, cfg)
		if err != nil {
			return err
		}
		s.spend(r.Stats)
		if s.answer.Cut = r.Cut; r.Cut == nil {
			out.Verdict, out.Plies, out.Plan, out.Refutation = r.Verdict, d, r.Plan, r.Refutation
		}
	}
	err := s.more(&out)
	s.answer.Cases = append(s.answer.Cases, out)
	s.answer.conclude(&out)
	return err
}

// prove searches for a plan.
func (s *solver) prove(start []krieg.State, plies int, cfg andor.Config) (andor.Result, error) {
	if s.Prove != nil {
		return s.Prove(s.ctx, s.model, start, plies, cfg)
	}
	return andor.Prove(s.ctx, Rules(s.model), start, plies, cfg)
}

// conclude combines the verdict of a case with that of the whole.
func (a *Answer) conclude(c *Case) {
	switch {
	case c.Verdict == andor.Disproved && c.Plies == a.Plies:
		a.Verdict = andor.Disproved
	case c.Verdict != andor.Proved && a.Verdict == andor.Proved:
		a.Verdict = andor.Unknown
	}
}

// rest returns the configuration with the remaining limits, to continue with a case.
func (s *solver) rest(now *Case) andor.Config {
	c := s.Config
	if s.Tell != nil {
		c.Progress = func(more andor.Stats) { s.Tell(s.far(*now, more)) }
		c.Progress(andor.Stats{})
	}
	if c.Nodes > 0 {
		c.Nodes = max(1, c.Nodes-s.answer.Stats.Nodes)
	}
	if c.States > 0 {
		c.States = max(1, c.States-s.answer.Stats.States)
	}
	return c
}

func (s *solver) spend(more andor.Stats) { s.answer.Stats = sum(s.answer.Stats, more) }

func sum(total, more andor.Stats) andor.Stats {
	total.Nodes += more.Nodes
	total.States += more.States
	total.Memory = max(total.Memory, more.Memory)
	return total
}

// far returns the answer so far, while a case is being solved and the others wait.
func (s *solver) far(now Case, more andor.Stats) *Answer {
	a := *s.answer
	a.Stats, a.Cases = sum(a.Stats, more), slices.Clone(a.Cases)
	a.conclude(&now)
	for i, c := range s.todo {
		if i > 0 {
			now = Case{Case: c}
		}
		a.Cases = append(a.Cases, now)
	}
	if a.Verdict == andor.Proved {
		a.Verdict = andor.Unknown // others may fail, or the search for this one's keys is running
	}
	return &a
}

func (s *solver) stopped() bool { return s.answer.Cut != nil }

// Keys and partial plans are searched only if that is cheap: with at most moreTimes the states of
// the answer itself, plus moreStates.
const (
	moreTimes  = 4
	moreStates = 3_000_000
)

// more searches for the other keys of a mate, or, if there is none, for a plan that wins from many
// boards.
func (s *solver) more(c *Case) error {
	cfg := s.rest(c)
	if most := moreTimes*s.answer.Stats.States + moreStates; cfg.States == 0 || cfg.States > most {
		cfg.States = most
	}
	switch {
	case s.stopped():
	case c.Verdict == andor.Proved && s.Keys:
		keys, err := andor.Keys(s.ctx, Rules(s.model), c.States, c.Plies, cfg)
		if err != nil {
			return err
		}
		c.All = true
		for _, k := range keys {
			c.All = c.All && k.Verdict != andor.Unknown
			if k.Verdict == andor.Proved {
				c.Keys = append(c.Keys, k.Try)
			}
		}
	case c.Verdict == andor.Disproved && s.Near:
		part, err := andor.ProvePart(s.ctx, Rules(s.model), c.States, c.Plies, 1, cfg)
		if err == nil && part.Cut == nil && part.Plan != nil {
			c.Near = &part
		}
		return err
	default:
	}
	return nil
}

// OnSample reports whether mate is forced on every board of a sample, which does not prove it.
func (a *Answer) OnSample() bool { return errors.Is(a.Cut, ErrSample) }

// ErrOpen reports a document without a verdict.
var ErrOpen = errors.New("the question is not answered: there is nothing to prove")
