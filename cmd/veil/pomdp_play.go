// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/pomdp"
	"github.com/veilplan/veil/pomdp/tabular"
)

const pomdpPlayLong = `play lets a policy play episodes and prints what it earned: the mean discounted reward with
its 95% confidence interval, beside what the policy claims. The policy is read from the file
of --policy, or found first; then the flags of veil pomdp solve apply.

An episode ends when a reward would be worth less than 0.0001 of one at the start. The same
problem, policy and seed give the same episodes.`

func newPomdpPlay(a *app) *cobra.Command {
	var f pomdpFlags
	var policy string
	var m pomdp.Match
	cmd := frame.Verb("play FILE", "play episodes with a policy", pomdpPlayLong,
		"veil pomdp gen tiger | veil pomdp play - --episodes 200 --seed 1",
		"veil pomdp gen tag > tag.pomdp; veil pomdp solve tag.pomdp --gap 6 --policy tag.policy; veil pomdp play tag.pomdp --policy tag.policy")
	f.register(cmd)
	cmd.Flags().StringVar(&policy, "policy", "", "read the policy from `FILE`")
	cmd.Flags().IntVarP(&m.Episodes, "episodes", "n", 100, "number of episodes")
	cmd.Flags().Uint64Var(&m.Seed, "seed", 1, "seed of the episodes")
	cmd.Flags().BoolVar(&m.Show, "show", false, "print the first episode")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if m.Episodes < 1 {
			return frame.Usage(fmt.Sprintf("--episodes %d: want at least 1", m.Episodes))
		}
		if err := f.check(); err != nil {
			return err
		}
		p, err := a.readPomdp(cmd, args[0], f.limits)
		if err != nil {
			return err
		}
		found, err := a.findPolicy(cmd, p, policy, &f)
		if err != nil {
			return err
		}
		defer a.ShowProgress("playing").Done()
		doc, err := pomdp.Play(cmd.Context(), p, found, m)
		if err != nil {
			return problemFailure(api.ProblemOf(err))
		}
		return a.Emit(&pomdpPlayed{doc})
	}
	return cmd
}

// findPolicy reads a policy, or solves the problem.
func (a *app) findPolicy(cmd *cobra.Command, p *tabular.Problem, file string, f *pomdpFlags) (*pomdp.Policy, error) {
	if file == "" {
		_, policy, err := a.solvePomdp(cmd, p, f)
		return policy, err
	}
	content, err := os.ReadFile(a.Path(file))
	if err != nil {
		return nil, a.Unreadable(file, err)
	}
	policy, err := pomdp.LoadWithin(cmd.Context(), bytes.NewReader(content), p, f.limits)
	if err != nil {
		return nil, problemFailure(err)
	}
	return policy, nil
}

// pomdpPlayed is the answer of play.
type pomdpPlayed struct{ *api.PomdpPlay }

func (s *pomdpPlayed) Text(p *text.Page) {
	for i, step := range s.First {
		p.Line("%3d. %s: %s %+g", i+1, step.Action, step.Seen, step.Reward)
	}
	p.Line("%s earn %.2f on average, 95%% between %.2f and %.2f. [estimate]", text.Plural(s.Episodes, "episode"), s.Mean, s.CI95[0], s.CI95[1])
	p.Line("The policy claims that the value of best play is between %.4f and %.4f, and that it earns the former. [bounds]", s.Claimed.Lo, s.Claimed.Hi)
}

func (s *pomdpPlayed) Rows() [][]string {
	return [][]string{
		{"episodes", "mean", "ci95_low", "ci95_high", "claimed_low", "claimed_high"},
		{
			fmt.Sprint(s.Episodes), fmt.Sprint(s.Mean), fmt.Sprint(s.CI95[0]), fmt.Sprint(s.CI95[1]),
			fmt.Sprint(s.Claimed.Lo), fmt.Sprint(s.Claimed.Hi),
		},
	}
}

func (s *pomdpPlayed) Document() any { return s.PomdpPlay }
