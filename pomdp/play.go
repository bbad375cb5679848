// SPDX-License-Identifier: BSD-3-Clause

package pomdp

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/pomdp/tabular"
)

// Match configures the episodes that are played.
type Match struct {
	Episodes int
	Seed     uint64
	Show     bool // keep the first episode
}

// negligible is the discount factor below which an episode is cut off.
const negligible = 1e-4

// maxSteps limits an episode, which may be printed: the closer a discount is to 1, the longer it
// takes until rewards are negligible.
const maxSteps = 100_000

// Play plays episodes by a policy. Episode i is a function of the seed and i.
func Play(ctx context.Context, p *tabular.Problem, policy *Policy, m Match) (*api.PomdpPlay, error) {
	steps := math.Ceil(math.Log(negligible) / math.Log(policy.Discount()))
	if !(steps <= maxSteps) {
		return nil, api.NewTooLarge("an episode is too long at this discount", maxSteps, int(min(steps, math.MaxInt32)), "steps")
	}
	doc := &api.PomdpPlay{
		Schema: "pomdp.play/1", Episodes: m.Episodes, Seed: m.Seed, Claimed: bounds(policy.Value()), First: []api.PomdpStep{},
		Steps: int(steps), Warning: p.Tables().Scaled.String(),
	}
	sum, square := 0.0, 0.0
	for i := range m.Episodes {
		var shown *[]api.PomdpStep
		if i == 0 && m.Show {
			shown = &doc.First
		}
		earned, err := episode(ctx, p, policy, rand.New(rand.NewPCG(m.Seed, uint64(i))), doc.Steps, shown)
		if err != nil {
			return nil, fmt.Errorf("%d of %d episodes were played: %w", i, m.Episodes, err)
		}
		sum += earned
		square += float64(earned * earned)
	}
	n := float64(m.Episodes)
	doc.Mean = sum / n
	half := 1.96 * math.Sqrt(max(square/n-float64(doc.Mean*doc.Mean), 0)/max(n-1, 1))
	doc.CI95 = []float64{doc.Mean - half, doc.Mean + half}
	return doc, nil
}

// episode plays one episode and returns its discounted reward. It appends the steps to shown,
// unless that is nil.
func episode(ctx context.Context, p *tabular.Problem, policy *Policy, r *rand.Rand, steps int, shown *[]api.PomdpStep) (earned float64, err error) {
	b, err := belief.Exact(p)
	if err != nil {
		return 0, err
	}
	s, worth := p.Start(r), 1.0
	for range steps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		d, err := policy.Decide(b.States())
		if err != nil {
			return 0, err
		}
		a := d.Choices[0].Action
		o, reward, _ := p.Step(r, &s, a)
		if shown != nil {
			*shown = append(*shown, api.PomdpStep{Action: p.NameAction(a), Seen: p.NameSeen(o), Reward: reward})
		}
		earned += float64(worth * reward)
		worth *= policy.Discount()
		next, err := b.Update(a, o)
		if err != nil {
			return 0, err
		}
		b = next.(*belief.Set[tabular.State, tabular.Action, tabular.Seen])
	}
	return earned, nil
}
