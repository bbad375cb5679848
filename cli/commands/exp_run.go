// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm"
)

const expRunLong = `run plays the experiment that a YAML or JSON file describes and prints its report. What
it has played is kept in a directory named after the experiment, chunk by chunk: after
Ctrl-C, or a crash, the same command resumes where it stopped.

The file names a domain and its rules, the policies, how many episodes, and a seed:

  name: doors
  domain: tiger
  horizon: 10
  policies: [{id: random}, {id: sure, player: listener, params: {sure: 0.9}}]
  episodes: 10000
  seed: 1
  record: [guesses, ms_per_move]
  thresholds: ["paired(sure, random).score_diff.ci95.low > 0"]

In episode i every policy meets the same hidden states. With --farm the episodes are
played by the workers of a farm; the result is the same. The exit code is 5 if a
threshold fails or a sequential test (sprt:) accepts H0.

A spec can name programs (exec: players) and files (policies). It reaches neither without
--allow-exec and --allow-files DIR.`

type expRunFlags struct {
	runs    runsFlag
	farm    farmFlags
	allow   allowFlags
	metrics string
	threads int
	chunk   int
	scale   float64
	silent  bool
	tunes   bool // the command is tune
}

func newExpRun(a *app) *cobra.Command {
	var f expRunFlags
	cmd := frame.Verb("run SPEC", "run an experiment, or resume it", expRunLong,
		a.trial.example(), "veil exp run runs/"+a.trial.Run+"/manifest.yaml --threads 2")
	f.register(cmd.Flags())
	cmd.Flags().Float64Var(&f.scale, "scale", 1, "multiply the number of episodes by this factor")
	cmd.Args = frame.OneTo(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.runSpec(cmd, args, f) }
	return cmd
}

// register registers the flags that run and tune share.
func (f *expRunFlags) register(flags *pflag.FlagSet) {
	f.runs.register(flags)
	f.farm.register(flags, "farm", "`URLS` of a farm that plays it, separated by commas (see: veil farm --help)")
	f.allow.register(flags, "the spec")
	flags.StringVar(&f.metrics, "metrics", "", "`ADDRESS` that serves metrics of a run on a farm to Prometheus")
	flags.IntVar(&f.threads, "threads", 1, "number of workers; the result does not depend on it")
	flags.IntVar(&f.chunk, "chunk", 0, "episodes to store at once (default: about a second of work, or half a minute on a farm)")
	flags.BoolVar(&f.silent, "no-progress", false, "print no progress line")
}

// runSpec runs the experiment of a file.
func (a *app) runSpec(cmd *cobra.Command, args []string, f expRunFlags) error {
	if f.threads < 1 {
		return frame.Usage(fmt.Sprintf("--threads %d: want 1 or more", f.threads))
	}
	if f.chunk < 0 {
		return frame.Usage(fmt.Sprintf("--chunk %d: want 1 or more episodes", f.chunk))
	}
	plan, err := a.readSpec(cmd, args, f.allow)
	if err != nil {
		return err
	}
	if f.tunes != (plan.Spec.Tune != nil) {
		return frame.Usage(fmt.Sprintf("%s: wrong command for this spec", args[0]), "a spec with tune: is for veil exp tune, any other for veil exp run")
	}
	if plan.Spec.Episodes, err = scaled(plan.Spec.Episodes, f.scale); err != nil {
		return err
	}
	return a.runExperiment(cmd.Context(), plan, f)
}

// scaled multiplies the number of episodes, rounded up, and checks the limit.
func scaled(episodes uint64, by float64) (uint64, error) {
	n := math.Ceil(float64(episodes) * by)
	if !(n >= 1 && n <= experiment.MaxEpisodes) {
		return 0, frame.Usage(fmt.Sprintf("--scale %v: want 1 to %d episodes", by, uint64(experiment.MaxEpisodes)))
	}
	return uint64(n), nil
}

// readSpec parses a spec and resolves its names.
func (a *app) readSpec(cmd *cobra.Command, args []string, allow allowFlags) (*experiment.Plan, error) {
	text, name, err := a.ReadWhole(cmd, args[0], experiment.MaxSpecBytes)
	if err != nil {
		return nil, err
	}
	spec, err := experiment.Parse(text)
	if err == nil {
		var plan *experiment.Plan
		if plan, err = experiment.Resolve(*spec, a.library(allow)); err == nil {
			return plan, nil
		}
	}
	return nil, unresolved(fmt.Sprintf("%s: %v", cmp.Or(name, "the spec"), err), err, "see: veil exp run --help")
}

func (a *app) runExperiment(ctx context.Context, plan *experiment.Plan, f expRunFlags) error {
	dir := filepath.Join(a.Path(f.runs.dir), plan.Spec.Name)
	d, torn, err := experiment.Create(dir, plan, a.madeBy())
	if err != nil {
		f := &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: oneLine(err), Cause: err}
		if errors.Is(err, experiment.ErrCorrupt) {
			f.Notes = []string{repairNote(dir)}
		}
		return f
	}
	if torn > 0 && !a.Output.Quiet {
		fmt.Fprintf(a.Stderr, "the last session was cut off: %d bytes of unfinished episodes are played again\n", torn)
	}
	options := experiment.Options{Workers: f.threads, Chunk: f.chunk, Clock: startClock()}
	done := a.progress(&options, f.silent)
	s, err := a.runSomewhere(ctx, d, plan, options, f)
	done()
	if err := errors.Join(err, d.Close()); err != nil {
		return stopped(err, d)
	}
	ans := &experimentReport{app: a}
	ans.add(d, s)
	if err := a.Emit(ans); err != nil {
		return err
	}
	return ans.exit()
}

// runSomewhere runs an experiment here or on a farm.
func (a *app) runSomewhere(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options, f expRunFlags) (*experiment.Summary, error) {
	if f.farm.servers == "" {
		return experiment.Run(ctx, d, p, o)
	}
	if p.Spec.Timed() {
		return nil, frame.Usage("a policy with move_ms depends on the machine, so a farm cannot check its workers", "leave out --farm, or limit simulations instead of time")
	}
	r := farm.Runner{
		Build: a.build(), Clock: o.Clock, Now: time.Now, Log: a.log(slog.LevelWarn), Metrics: farm.NewMetrics(),
	}
	access, err := a.access(f.farm, r.Log)
	if err != nil {
		return nil, err
	}
	r.Invitation = access.Invitation
	if r.Conn, err = farm.Connect(ctx, access); err != nil {
		return nil, noFarm(err)
	}
	defer r.Conn.Close()
	if err := a.serveMetrics(ctx, f.metrics, r.Metrics.Handler(), r.Log); err != nil {
		return nil, err
	}
	return r.Run(ctx, d, p, o)
}

// stopped explains a run that did not complete.
func stopped(err error, d *experiment.Dir) error {
	f, ok := errors.AsType[*frame.Failure](err)
	if !ok {
		f = &frame.Failure{Code: frame.ExitUsage, Kind: frame.KindFile, What: err.Error(), Cause: err}
	}
	if errors.Is(err, context.Canceled) {
		f.Code, f.Kind, f.What = frame.ExitInterrupted, frame.KindInterrupted, "the run is not complete"
	}
	f.Notes = append(f.Notes, fmt.Sprintf("%d of %d episodes are stored; run the same command to continue", d.Have(), d.Spec.Episodes))
	return f
}
