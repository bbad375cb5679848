// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/text"
)

const expSealLong = `seal stores the digests of all files of a run, so that any later change is found. A run
seals itself when it ends or is interrupted; seal is for runs made before seals existed,
and for those that a crash has left open.

A damaged run is refused. With --repair its intact episodes are kept and the others are
dropped; "veil exp run" plays them again.`

func newExpSeal(a *app) *cobra.Command {
	var runs runsFlag
	var repair bool
	cmd := frame.Verb("seal RUN", "seal an older run, or repair a damaged one", expSealLong,
		a.trial.example(), "veil exp seal "+a.trial.Run+" --repair")
	runs.register(cmd.Flags())
	cmd.Flags().BoolVar(&repair, "repair", false, "remove damaged episodes")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dropped, err := experiment.Seal(a.Path(a.runPath(runs, args[0])), repair)
		if err != nil {
			f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: oneLine(err), Cause: err}
			if errors.Is(err, experiment.ErrCorrupt) && !repair {
				f.Notes = []string{repairNote(args[0])}
			}
			return f
		}
		d, err := a.openRun(cmd.Context(), runs, args[0])
		if err != nil {
			return err
		}
		return a.Emit(&sealing{"experiment.sealing/1", args[0], d.Root(), dropped, d.Have(), d.Spec.Episodes})
	}
	return cmd
}

// sealing is the answer of seal.
type sealing struct {
	Schema   string `json:"schema"`
	Run      string `json:"run"`
	Root     string `json:"root"`
	Dropped  int64  `json:"dropped_bytes"`
	Episodes uint64 `json:"episodes"`
	Wanted   uint64 `json:"wanted"`
}

func (s *sealing) Text(p *text.Page) {
	p.Line("%s is sealed with %d of %d episodes", s.Run, s.Episodes, s.Wanted)
	if s.Dropped > 0 {
		p.Line("%d bytes were not complete episodes and were dropped; veil exp run plays the missing ones", s.Dropped)
	}
}

func (s *sealing) Rows() [][]string {
	return [][]string{
		{"run", "root", "dropped_bytes", "episodes", "wanted"},
		{s.Run, s.Root, strconv.FormatInt(s.Dropped, 10), strconv.FormatUint(s.Episodes, 10), strconv.FormatUint(s.Wanted, 10)},
	}
}

func (s *sealing) Document() any { return s }
