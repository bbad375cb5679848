// SPDX-License-Identifier: BSD-3-Clause

// Package repro writes docs/results/mines-papers.md: every claim of the two Mines papers, our
// result, and whether they agree. It collects the results of runs (veil exp run) and of benchmarks
// into a data file and renders the page and its figures from that file, the papers' tables, and
// exact values it computes on the way. No result is typed by hand.
//
//	veil-dev repro -runs runs -bench bench.out     # collect, then render
//	veil-dev repro                                 # render what was collected
//	veil-dev repro -standings -runs runs           # docs/results/standings.md instead: who wins how often
//	veil-dev repro thesis-1                        # one thesis of docs/results/three-theses.md instead (also thesis-2, thesis-3)
//	veil-dev repro rerun                           # a tenth of the rows again, with another seed, into experiments/papers/rerun.tsv
//	veil-dev repro -provers                        # the table of provers in docs/results/solver-ablation.md instead
package repro

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
)

// Command defines the flags and returns the function that collects and renders. Its log lists the
// runs that are left out.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	runs := flags.String("runs", "", "`DIR` of run directories to collect")
	bench := flags.String("bench", "", "`FILE` with the output of go test -bench to collect")
	root := flags.String("root", ".", "`DIR` with docs and experiments, to write to")
	table := flags.Bool("standings", false, "write docs/results/standings.md instead")
	provers := flags.Bool("provers", false, "run the provers of 2005 on three problems, and write their table instead")
	return func(ctx context.Context, out, log io.Writer) error {
		if flags.Arg(0) == "rerun" {
			return runRerun(ctx, *root, log)
		}
		if flags.NArg() > 0 {
			return runThesis(ctx, *root, flags.Arg(0), out)
		}
		if *provers {
			return runProvers(ctx, *root, log)
		}
		if *table {
			return runStandings(ctx, *root, *runs, log)
		}
		return runPage(ctx, *root, *runs, *bench, log)
	}
}

// runPage adds what was run to the data file, and writes the page and its figures from that.
func runPage(ctx context.Context, root, runs, bench string, log io.Writer) error {
	name := filepath.Join(root, papersData)
	data, err := readData(name)
	if err != nil {
		return err
	}
	if err := data.collect(runs, bench, log); err != nil {
		return err
	}
	if err := data.write(name); err != nil {
		return err
	}
	page, figures, err := render(ctx, data, root)
	if err != nil {
		return err
	}
	return writeAll(root, page, figures)
}

// writeAll writes the page and its figures.
func writeAll(root, page string, figures map[string][]byte) error {
	for name, svg := range figures {
		if err := os.WriteFile(filepath.Join(root, papersDir, name), svg, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(root, papersPage), []byte(page), 0o644)
}
