// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/text"
)

const expVerifyLong = `verify checks that a run is unchanged: every line by its checksum, every file by the
digest in the seal, and the stored summary by the episodes.

Checksums and digests find accidents, not forgers, who can compute them too. But an episode
is a function of the spec and its number: with --replay a random share of the episodes is
played again and must agree in every byte. The probability of missing forged episodes is
printed. The exit code is 1 if anything is wrong.

Without --replay nothing that the run names is opened or started. With it, a run whose
players are programs needs --allow-exec, and one that names files --allow-files DIR.`

func newExpVerify(a *app) *cobra.Command {
	var runs runsFlag
	var allow allowFlags
	var replay string
	cmd := frame.Verb("verify RUN", "check that a run is intact and reproducible", expVerifyLong,
		a.trial.example(), "veil exp verify "+a.trial.Run+" --replay 10%")
	runs.register(cmd.Flags())
	allow.register(cmd.Flags(), "the run")
	cmd.Flags().StringVar(&replay, "replay", "0%", "play this `SHARE` of the episodes again, chosen at random: 2% or 0.02")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		share, err := parseShare(replay)
		if err != nil {
			return err
		}
		return a.verifyRun(cmd.Context(), runs, allow, args[0], share)
	}
	return cmd
}

// parseShare parses "2%" or "0.02".
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, frame.Usage(fmt.Sprintf("--replay %q: want a share, such as 2%%", text))
	}
	return share, nil
}

func (a *app) verifyRun(ctx context.Context, runs runsFlag, allow allowFlags, name string, share float64) error {
	d, err := a.openRun(ctx, runs, name)
	if errors.Is(err, experiment.ErrCorrupt) {
		f := frame.AsFailure(err)
		f.Code = frame.ExitNo
		return f
	}
	if err != nil {
		return err
	}
	var plan *experiment.Plan
	if share > 0 {
		if plan, err = experiment.Resolve(d.Spec, a.library(allow)); err != nil {
			return unresolved(fmt.Sprintf("%s: %v", name, err), err)
		}
	}
	if share > 0 && d.Spec.Timed() {
		return frame.Usage(name+": a policy with move_ms depends on the machine: its episodes cannot be played again", "leave out --replay")
	}
	if by := a.madeBy(); share > 0 && (d.Spec.MadeBy == nil || *d.Spec.MadeBy != by) && !a.Output.Quiet {
		fmt.Fprintf(a.Stderr, "%s: made by %s, this is %v; replayed episodes may differ for that reason\n", name, text.Safe(d.Spec.MadeBy.String()), &by)
	}
	line := a.ShowProgress("checking the episodes")
	v, err := experiment.Verify(ctx, d, plan, share, rand.New(rand.NewPCG(a.Entropy(), a.Entropy())))
	line.Done()
	if errors.Is(err, context.Canceled) {
		return &frame.Failure{Code: frame.ExitInterrupted, Kind: frame.KindInterrupted, What: "the run " + name + " was not checked to its end", Cause: err}
	}
	if err != nil {
		return &frame.Failure{Code: frame.ExitNo, Kind: frame.KindFile, What: fmt.Sprintf("%s: %s", name, oneLine(err)), Cause: err}
	}
	if err := a.Emit(verification{name, v}); err != nil {
		return err
	}
	if len(v.Different) > 0 {
		return frame.AnsweredNo()
	}
	return nil
}

// verification is the answer of verify.
type verification struct {
	name string
	*experiment.Verification
}

func (v verification) Text(p *text.Page) {
	p.Line("%s matches its seal: %d of %d episodes", v.name, v.Episodes, v.Wanted)
	if v.Replayed == 0 {
		return
	}
	if len(v.Different) > 0 {
		p.Line("%d of %d replayed episodes differ from the stored ones: %s",
			len(v.Different), v.Replayed, strings.Trim(fmt.Sprint(v.Different[:min(len(v.Different), 10)]), "[]"))
		return
	}
	p.Line("%d of them were replayed with the same result", v.Replayed)
	for _, m := range v.Missed {
		p.Line("  if %d were forged, that would be missed with probability %s", m.Forged, strconv.FormatFloat(m.Probability, 'g', 3, 64))
	}
}

func (v verification) Rows() [][]string {
	rows := [][]string{{"forged", "missed"}}
	for _, m := range v.Missed {
		rows = append(rows, []string{strconv.FormatUint(m.Forged, 10), strconv.FormatFloat(m.Probability, 'g', -1, 64)})
	}
	return rows
}

func (v verification) Document() any { return v.Verification }
