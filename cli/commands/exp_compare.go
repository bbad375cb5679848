// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/text"
)

const expCompareLong = `compare compares a policy of one run with a policy of another, on the episodes that both
have. The runs must have the same domain, rules and seed, so that both met the same
hidden states.

With --h1 it also runs a sequential test of the difference (first run minus second); the
exit code is 5 if the test accepts H0.`

type expCompareFlags struct {
	runs runsFlag
	a, b string
	test experiment.Test
}

func newExpCompare(a *app) *cobra.Command {
	var f expCompareFlags
	cmd := frame.Verb("compare RUN_A RUN_B", "compare two runs, episode by episode", expCompareLong,
		a.trial.example(), fmt.Sprintf("veil exp compare %[1]s %[1]s --policy-a %[2]s --policy-b %[3]s --by-score --h1 0.2", a.trial.Run, a.trial.last(), a.trial.Players[0]))
	flags := cmd.Flags()
	f.runs.register(flags)
	flags.StringVar(&f.a, "policy-a", "", "`ID` of the policy in the first run (default: its last)")
	flags.StringVar(&f.b, "policy-b", "", "`ID` of the policy in the second run (default: the same, or its last)")
	flags.Float64Var(&f.test.H0, "h0", 0, "difference under H0")
	flags.Float64Var(&f.test.H1, "h1", 0, "difference under H1")
	flags.Float64Var(&f.test.Alpha, "alpha", 0.05, "probability of accepting H1 although H0 holds")
	flags.Float64Var(&f.test.Beta, "beta", 0.05, "probability of accepting H0 although H1 holds")
	flags.BoolVar(&f.test.ByScore, "by-score", false, "compare scores in the test, not who won")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return frame.Usage("the second run is missing", "usage: "+cmd.UseLine())
		}
		return frame.OneTo(2)(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return a.compareRuns(cmd.Context(), args, f, cmd.Flags().Changed("h1"))
	}
	return cmd
}

func (a *app) compareRuns(ctx context.Context, names []string, f expCompareFlags, tested bool) error {
	first, err := a.openRun(ctx, f.runs, names[0])
	if err != nil {
		return err
	}
	second, err := a.openRun(ctx, f.runs, names[1])
	if err != nil {
		return err
	}
	f.choose(&first.Spec, &second.Spec)
	var test *experiment.Test
	if tested {
		if err := f.test.Check(); err != nil {
			return frame.Usage(err.Error())
		}
		f.test.First, f.test.Second = f.a, f.b
		test = &f.test
	}
	c, err := experiment.Compare(first, second, f.a, f.b, test)
	if err != nil {
		return frame.Usage(err.Error())
	}
	if err := a.Emit(comparison{c}); err != nil {
		return err
	}
	if c.Failed() {
		return &frame.Failure{Code: frame.ExitThreshold}
	}
	return nil
}

// choose fills in the policies that were not given.
func (f *expCompareFlags) choose(a, b *experiment.Spec) {
	if f.a == "" {
		f.a = a.Policies[len(a.Policies)-1].ID
	}
	if f.b != "" {
		return
	}
	f.b = b.Policies[len(b.Policies)-1].ID
	for _, p := range b.Policies {
		if p.ID == f.a {
			f.b = f.a
		}
	}
}

// comparison is the answer of compare.
type comparison struct{ *experiment.Comparison }

func (c comparison) Text(p *text.Page) {
	if err := c.Report(p); err != nil {
		p.Line("%v", err)
	}
}

func (c comparison) Rows() [][]string {
	row := append([]string{strconv.Itoa(c.Episodes)}, triple(c.Pair.WinDiff)...)
	return [][]string{
		{"episodes", "win_diff", "low", "high", "score_diff", "low", "high"},
		append(row, triple(c.Pair.ScoreDiff)...),
	}
}

func (c comparison) Document() any { return c.Comparison }
