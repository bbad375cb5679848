// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/play"
)

// A player that keeps a process between episodes may carry something from one to the next. So many of
// its episodes are compared with fresh ones: one in a hundred, but at least twenty.
const (
	freshShare = 100
	freshLeast = 20
)

// ErrCarries reports a player whose episodes depend on those before.
var ErrCarries = errors.New("the player carries something from one episode to the next")

// mend says what to do about it.
const mend = "make its state new at every start, or leave out persistent"

// Close ends what players keep between episodes, and waits for it. The plan may be played again.
func (p *Plan) Close() error {
	var all error
	for _, m := range p.matches {
		if m.Close != nil {
			all = errors.Join(all, m.Close())
		}
	}
	return all
}

// Fresh returns the plan with players that keep nothing between episodes.
func (p *Plan) Fresh() *Plan {
	q := *p
	q.matches = slices.Clone(p.matches)
	for i, m := range q.matches {
		if m.Fresh != nil {
			q.matches[i].Player, q.matches[i].Fresh, q.matches[i].Batch = m.Fresh, nil, 0
		}
	}
	return &q
}

// lasting lists the policies whose episodes can and must be compared with fresh ones.
func (p *Plan) lasting() (list []int) {
	for i, m := range p.matches {
		if m.Fresh != nil && m.MoveTime == 0 { // with a time per move, no episode can be repeated
			list = append(list, i)
		}
	}
	return list
}

// compareFresh plays some stored episodes again with fresh players.
func (p *Plan) compareFresh(ctx context.Context, d *Dir) error {
	lasting, fresh := p.lasting(), p.Fresh()
	if len(lasting) == 0 {
		return nil
	}
	have := d.Have()
	choose := sample{left: have, want: min(have, max(freshLeast, have/freshShare)), random: rand.New(rand.NewPCG(p.Spec.Seed, have))}
	for e, err := range d.Episodes() {
		if err != nil {
			return err
		}
		if !choose.next() {
			continue
		}
		if err := fresh.compare(ctx, e, lasting); err != nil {
			return err
		}
	}
	return nil
}

// compare plays an episode with some policies and compares it with the stored one.
func (p *Plan) compare(ctx context.Context, stored *Episode, policies []int) error {
	again := Episode{Index: stored.Index, Plays: slices.Clone(stored.Plays)}
	for _, i := range policies {
		var rec play.Record
		if err := p.matches[i].PlayInto(ctx, &rec, p.Spec.Seed, stored.Index); err != nil {
			return fmt.Errorf("policy %s: played again in a fresh process: %w", p.Spec.Policies[i].ID, err)
		}
		again.Plays[i] = p.Spec.extract(&rec)
		if !bytes.Equal(p.Spec.appendEpisode(nil, &again), p.Spec.appendEpisode(nil, stored)) {
			return fmt.Errorf("policy %s: episode %d differs when it is played in a fresh process: %w; %s",
				p.Spec.Policies[i].ID, stored.Index, ErrCarries, mend)
		}
	}
	return nil
}

// before is the number of earlier episodes that Carries plays.
const before = 50

// Carries returns an error if a player carries something from one episode to the next: it plays an
// episode and those before it, with and without fresh processes. So a farm tells this from a worker that
// lies.
func (p *Plan) Carries(ctx context.Context, index uint64) error {
	if len(p.lasting()) == 0 {
		return nil
	}
	first := index - min(index, before)
	kept, err := p.Play(ctx, first, index+1, nil)
	if err != nil {
		return err
	}
	fresh, err := p.Fresh().Play(ctx, first, index+1, nil)
	if err == nil && !bytes.Equal(kept.Lines, fresh.Lines) {
		err = fmt.Errorf("episodes %d to %d differ when each is played in a fresh process: %w; %s", first, index, ErrCarries, mend)
	}
	return err
}
