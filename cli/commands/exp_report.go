// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
)

const expReportLong = `report prints the results of a run so far: thresholds first, every number with its
interval, and how to reproduce it. The text is meant to be pasted.

With --plots it also draws, in the directory plots of the run: the win rate (or score)
with its band, the paired difference, strength against work, calibration, and the time
per move; each as SVG and PNG.`

func newExpReport(a *app) *cobra.Command {
	var runs runsFlag
	var plots bool
	cmd := frame.Verb("report RUN…", "print the results of a run", expReportLong,
		a.trial.example(), "veil exp report "+a.trial.Run+" --plots")
	runs.register(cmd.Flags())
	cmd.Flags().BoolVar(&plots, "plots", false, "draw the figures too")
	cmd.Args = frame.OneTo(100)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ans := &experimentReport{app: a}
		for _, name := range args {
			d, err := a.openRun(cmd.Context(), runs, name)
			if err != nil {
				return err
			}
			s, err := experiment.Summarize(d)
			if err != nil {
				return err
			}
			ans.add(d, s)
			if plots {
				if err := a.drawPlots(d, s); err != nil {
					return err
				}
			}
		}
		if err := a.Emit(ans); err != nil {
			return err
		}
		return ans.exit()
	}
	return cmd
}
