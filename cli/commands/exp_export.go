// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/export"
	"github.com/veilplan/veil/internal/text"
)

const expExportLong = `export writes the episodes of a run for other programs, in order: one row per episode and
policy. jsonl contains everything that was recorded; csv and parquet leave out
lists (predictions and moves). md is the summary as a table.`

func newExpExport(a *app) *cobra.Command {
	var runs runsFlag
	var format string
	cmd := frame.Verb("export RUN", "write the episodes as JSON lines, CSV or Parquet", expExportLong,
		a.trial.example(), fmt.Sprintf("veil exp export %[1]s --as parquet -o %[1]s.parquet", a.trial.Run))
	runs.register(cmd.Flags())
	cmd.Flags().StringVar(&format, "as", "jsonl", "`FORMAT`: "+strings.Join(exportFormats(), ", "))
	frame.CompleteFlag(cmd, "as", exportFormats()...)
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !slices.Contains(exportFormats(), format) {
			return frame.Usage(fmt.Sprintf("--as %q: unknown format", format),
				append(text.DidYouMean(format, exportFormats()), "formats: "+strings.Join(exportFormats(), ", "))...)
		}
		d, err := a.openRun(cmd.Context(), runs, args[0])
		if err != nil {
			return err
		}
		return a.stream(format == "parquet", func(w io.Writer) error { return writeEpisodes(w, d, format) })
	}
	return cmd
}

func exportFormats() []string { return append([]string{"jsonl", "md"}, export.Formats()...) }

// stream passes a writer for the output to a function, whose output may have any length.
func (a *app) stream(binary bool, write func(io.Writer) error) error {
	if a.Output.File == "" || a.Output.File == "-" {
		if binary && a.StdoutTTY {
			return frame.Usage("binary output does not go to a terminal", "give a file with -o, or a pipe")
		}
		return write(a.Stdout)
	}
	f, err := os.Create(a.Path(a.Output.File))
	if err != nil {
		return &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: "cannot write the output: " + err.Error(), Cause: err}
	}
	return errors.Join(write(f), f.Close())
}

func writeEpisodes(w io.Writer, d *experiment.Dir, format string) error {
	s, err := experiment.Summarize(d)
	if err != nil {
		return err
	}
	switch format {
	case "jsonl":
		return d.WriteJSONL(w, s)
	case "md":
		return s.Markdown(w)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	rows, err := export.New(out, format)
	if err != nil {
		return err
	}
	for e, err := range d.Counted(s) {
		if err != nil {
			return err
		}
		for i := range e.Plays {
			if err := rows.Write(rowOf(&d.Spec, e, i)); err != nil {
				return err
			}
		}
	}
	return errors.Join(rows.Close(), out.Flush())
}

func rowOf(spec *experiment.Spec, e *experiment.Episode, policy int) export.Row {
	p := &e.Plays[policy]
	return export.Row{
		Episode: e.Index, Policy: spec.Policies[policy].ID, Result: p.Outcome.String(), Score: p.Score,
		Moves: int64(p.Moves), Guesses: int64(p.Guesses), Simulations: int64(p.Simulations), Nodes: int64(p.Nodes),
	}
}
