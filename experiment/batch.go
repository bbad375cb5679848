// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"context"
	"sync"

	"github.com/veilplan/veil/play"
)

// table plays the episodes of a range in their order. A policy whose player takes many episodes at a
// time plays ahead.
type table struct {
	plan  *Plan
	end   uint64
	clock Clock // of moves; may be nil
	ahead []window
}

// window holds the episodes that a policy has played ahead.
type window struct {
	first  uint64
	played []played
}

type played struct {
	record play.Record
	err    error
}

func (p *Plan) table(end uint64, clock Clock) *table {
	return &table{plan: p, end: end, clock: clock, ahead: make([]window, len(p.Spec.Policies))}
}

// play plays an episode with a policy. A process that died with others' episodes, or has played many
// before, must not cost this one: what a player that keeps a process could not play, a fresh one plays.
func (t *table) play(ctx context.Context, policy int, index uint64, rec *play.Record) error {
	m, err := t.plan.match(policy, index)
	if err != nil {
		return err
	}
	m.Clock = t.clock
	err = t.first(ctx, m, policy, index, rec)
	if err == nil || m.Fresh == nil || ctx.Err() != nil {
		return err
	}
	m.Player = m.Fresh
	return m.PlayInto(ctx, rec, t.plan.Spec.Seed, index)
}

// first plays an episode, or returns the one that was played ahead.
func (t *table) first(ctx context.Context, m play.Match, policy int, index uint64, rec *play.Record) error {
	if m.Batch < 2 {
		return m.PlayInto(ctx, rec, t.plan.Spec.Seed, index)
	}
	w := &t.ahead[policy]
	if index >= w.first+uint64(len(w.played)) {
		w.first = index
		w.played = t.plan.together(ctx, m, index, t.plan.until(index, min(t.end, index+uint64(m.Batch))))
	}
	p := &w.played[index-w.first]
	*rec = p.record
	return p.err
}

// together plays the episodes in [first, end) at the same time.
func (p *Plan) together(ctx context.Context, m play.Match, first, end uint64) []played {
	list := make([]played, end-first)
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() {
			list[i].record, list[i].err = m.Play(ctx, p.Spec.Seed, first+uint64(i))
		})
	}
	all.Wait()
	return list
}
