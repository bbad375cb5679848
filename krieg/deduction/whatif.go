// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
)

// WhatIf describes what is left of a mate after one try.
type WhatIf struct {
	Try     krieg.Action
	Plies   int // limit of the mate
	Verdict andor.Verdict
	Won     int // states in which the try mates at once
	// Branches are the possible announcements otherwise, in a fixed order.
	Branches []Branch
}

// Branch is a possible announcement after a try: its answer and, unless the try was refused, the
// announcement of the reply.
type Branch struct {
	Answer, Reply krieg.Percept
	Refused       bool
	States        []krieg.State // those possible then
	// Verdict is whether mate is forced from here within Plies plies.
	Verdict andor.Verdict
	Plies   int
}

// Try returns what is left of a mate within the given plies if a is tried first. The limits of cfg
// are for all branches together.
func Try(ctx context.Context, m *krieg.Model, states []krieg.State, plies int, a krieg.Action, cfg andor.Config) (*WhatIf, error) {
	w := &whatIf{model: m, at: map[branchKey]int{}, seen: map[branchState]bool{}}
	w.out.Try, w.out.Plies, w.out.Verdict = a, plies, andor.Proved
	for i, s := range states {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := w.play(s); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(w.out.Branches, func(x, y Branch) int {
		return cmp.Or(x.Answer.Compare(y.Answer), x.Reply.Compare(y.Reply))
	})
	s := solver{ctx: ctx, Options: Options{Config: cfg}, model: m, answer: &Answer{}}
	for i := range w.out.Branches {
		if err := w.judge(&s, &w.out.Branches[i]); err != nil {
			return nil, err
		}
	}
	return &w.out, nil
}

type whatIf struct {
	model *krieg.Model
	out   WhatIf
	at    map[branchKey]int
	seen  map[branchState]bool
}

type branchKey struct {
	answer, reply krieg.Percept
	refused       bool
}

type branchState struct {
	branch int
	state  krieg.State
}

// play adds the possible announcements if s is the true state.
func (w *whatIf) play(s krieg.State) error {
	o := w.model.Rules.Answer(&s, w.out.Try)
	switch {
	case o.Answer == krieg.Nonsense:
		return fmt.Errorf("%v cannot be tried here under %v rules", w.out.Try, w.model.Rules)
	case o.Answer != krieg.Yes:
		w.add(branchKey{answer: o, refused: true}, s)
	case w.model.Status(&s) == veil.Won:
		w.out.Won++
	case w.model.Status(&s) == veil.Lost:
		w.add(branchKey{answer: o}, s)
	default:
		for _, r := range w.model.AppendReplies(nil, &s) {
			w.add(branchKey{answer: o, reply: r.Seen}, r.State)
		}
	}
	return nil
}

func (w *whatIf) add(k branchKey, s krieg.State) {
	i, ok := w.at[k]
	if !ok {
		i = len(w.out.Branches)
		w.at[k] = i
		w.out.Branches = append(w.out.Branches, Branch{Answer: k.answer, Reply: k.reply, Refused: k.refused})
	}
	if b := (branchState{i, s}); !w.seen[b] {
		w.seen[b] = true
		w.out.Branches[i].States = append(w.out.Branches[i].States, s)
	}
}

// judge decides whether mate is still forced after a branch.
func (w *whatIf) judge(s *solver, b *Branch) error {
	left := w.out.Plies
	if !b.Refused {
		left -= 2
	}
	b.Verdict, b.Plies = andor.Disproved, max(0, left)
	over := w.model.Status(&b.States[0]) != veil.Open
	if left > 0 && !over {
		before := len(s.answer.Cases)
		s.answer.Plies = left
		if err := s.solve(krieg.Case{States: b.States}); err != nil {
			return err
		}
		c := &s.answer.Cases[before]
		if b.Verdict, b.Plies = c.Verdict, c.Plies; b.Verdict == andor.Disproved && b.Plies < left {
			b.Verdict = andor.Unknown
		}
	}
	w.out.conclude(b.Verdict)
	return nil
}

// conclude combines the verdicts: one branch without a mate refutes it, an undecided one leaves it
// undecided.
func (w *WhatIf) conclude(v andor.Verdict) {
	if v == andor.Disproved || v == andor.Unknown && w.Verdict == andor.Proved {
		w.Verdict = v
	}
}
