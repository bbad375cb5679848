// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/durable"
	"github.com/veilplan/veil/internal/text"
)

const expLong = `exp runs experiments: policies play the same episodes, many times, and are compared with
intervals. A run can be stopped at any moment and resumed by the same command; the result
depends neither on that nor on the number of threads.`

func newExp(a *app) *cobra.Command {
	cmd := frame.Group("exp", "experiments: run, tune, report, compare, export, verify, seal, players", expLong,
		a.trial.example(), "veil exp report "+a.trial.Run)
	cmd.AddCommand(newExpRun(a), newExpTune(a), newExpReport(a), newExpCompare(a), newExpExport(a), newExpVerify(a), newExpSeal(a), newExpPlayers(a))
	return frame.StoppingItself(cmd)
}

// runsFlag is the directory of runs.
type runsFlag struct{ dir string }

func (r *runsFlag) register(flags *pflag.FlagSet) {
	flags.StringVar(&r.dir, "runs", "runs", "`DIR` that holds the run directories")
}

// runPath returns the directory of a run, given a path or a name.
func (a *app) runPath(r runsFlag, name string) string {
	if _, err := os.Stat(filepath.Join(a.Path(name), "manifest.yaml")); err != nil { // a directory without a manifest is not a run
		return filepath.Join(r.dir, name)
	}
	return name
}

// openRun opens a run and prints its warnings.
func (a *app) openRun(ctx context.Context, r runsFlag, name string) (*experiment.Dir, error) {
	path := a.runPath(r, name)
	d, err := a.readRun(ctx, a.Path(path))
	if errors.Is(err, context.Canceled) {
		return nil, &frame.Failure{Code: frame.ExitInterrupted, Kind: frame.KindInterrupted, What: "the run " + name + " was not read to its end", Cause: err}
	}
	if err != nil {
		f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: fmt.Sprintf("cannot open the run %s: %s", name, oneLine(err)), Cause: err}
		switch {
		case errors.Is(err, experiment.ErrCorrupt):
			f.Notes = []string{repairNote(name)}
		case errors.Is(err, fs.ErrNotExist):
			f.What = fmt.Sprintf("cannot open the run %s: %v", name, text.FileCause(err))
			f.Notes = append(text.DidYouMean(name, a.NamesBeside(path)), "looked for "+path+"; --runs names another directory of runs")
		}
		return nil, f
	}
	for _, note := range d.Notes() {
		if !a.Output.Quiet {
			fmt.Fprintf(a.Stderr, "%s: %s\n", name, text.Safe(note))
		}
	}
	return d, nil
}

// readRun opens a run until the context ends, and shows the progress of reading.
func (a *app) readRun(ctx context.Context, path string) (*experiment.Dir, error) {
	line := a.ShowProgress("reading the run")
	defer line.Done()
	var sum atomic.Int64
	files := durable.Counting(durable.Inside(path), func(bytes int) {
		line.Show("reading the run: %d MB", sum.Add(int64(bytes))>>20)
	})
	return experiment.OpenOn(durable.WithContext(ctx, files), path)
}

// repairNote returns the advice for a damaged run.
func repairNote(name string) string {
	return "to replay the damaged episodes: veil exp seal " + name + " --repair, then veil exp run"
}

// oneLine joins the lines of an error message.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// experimentReport is the answer of run and report.
type experimentReport struct {
	*app

	dirs      []*experiment.Dir
	summaries []*experiment.Summary
}

func (e *experimentReport) add(d *experiment.Dir, s *experiment.Summary) {
	e.dirs, e.summaries = append(e.dirs, d), append(e.summaries, s)
}

func (e *experimentReport) Text(p *text.Page) {
	for i, s := range e.summaries {
		if len(e.summaries) > 1 {
			p.Line("%s", e.dirs[i].Path)
		}
		if err := e.report(p, e.dirs[i], s); err != nil {
			p.Line("  the times cannot be read: %v", err)
		}
	}
}

func (e *experimentReport) Rows() [][]string {
	rows := [][]string{{"run", "policy", "episodes", "won", "lost", "win_rate", "low", "high", "score", "low", "high"}}
	for _, s := range e.summaries {
		for _, p := range s.Policies {
			row := []string{s.Name, p.ID, fmt.Sprint(p.Rate.N), fmt.Sprint(p.Won), fmt.Sprint(p.Lost)}
			rows = append(rows, append(append(row, triple(p.Rate)...), triple(p.Score)...))
		}
	}
	return rows
}

// triple returns an estimate as three columns, empty if unknown.
func triple(e experiment.Estimate) []string {
	columns := make([]string, 3)
	for i, n := range []experiment.Number{e.Value, e.Low, e.High} {
		if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
			columns[i] = strconv.FormatFloat(x, 'g', -1, 64)
		}
	}
	return columns
}

func (e *experimentReport) Document() any {
	if len(e.summaries) == 1 {
		return e.summaries[0]
	}
	return e.summaries
}

// exit returns AnsweredNo if a threshold or the test failed.
func (e *experimentReport) exit() error {
	for _, s := range e.summaries {
		if s.Failed() {
			return &frame.Failure{Code: frame.ExitThreshold}
		}
	}
	return nil
}

// report writes the report of a run, with this program's name in the commands.
func (a *app) report(w io.Writer, d *experiment.Dir, s *experiment.Summary) error {
	var text bytes.Buffer
	if err := experiment.Report(&text, d, s); err != nil {
		return err
	}
	_, err := io.WriteString(w, a.Own(text.String()))
	return err
}
