// SPDX-License-Identifier: BSD-3-Clause

// Package versus measures every method against random play, on every problem that it plays.
//
//	veil-dev methods -o experiments/nightly/methods.tsv
//	veil-dev methods -only tiger -games 512
//
// The cells are those of "veil methods", so a new problem or method is measured without a change here.
package versus

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
)

// config states the games before they are played.
type config struct {
	file, only  string
	seed        uint64
	games       int // at most, per cell
	simulations int // per move, of methods that simulate
	cpu         time.Duration
}

// Command defines the flags and returns the function that plays.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	var cfg config
	flags.StringVar(&cfg.file, "o", "", "the `file` with the table, whose other rows and reasons are kept (default: print rows only)")
	flags.StringVar(&cfg.only, "only", "", "measure the `domain`, or domain/method, alone")
	flags.Uint64Var(&cfg.seed, "seed", 2026, "of the games")
	flags.IntVar(&cfg.games, "games", 256, "limit of `games` per cell")
	flags.IntVar(&cfg.simulations, "simulations", 100, "per move, of methods that simulate")
	flags.DurationVar(&cfg.cpu, "cpu", 2*time.Minute, "limit of CPU `time` per cell")
	return func(ctx context.Context, out, _ io.Writer) error {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		return measure(ctx, out, cfg, catalog.All())
	}
}

// measure plays the cells one by one. The file is complete after each, so that a run may be stopped.
func measure(ctx context.Context, out io.Writer, cfg config, domains play.Domains) error {
	if cfg.games < firstLook {
		return fmt.Errorf("-games %d: want %d or more", cfg.games, firstLook)
	}
	all, err := cells(domains)
	if err != nil {
		return err
	}
	old, err := readTable(cfg.file)
	if err != nil {
		return err
	}
	table, unexplained, measured := old.within(all), []string(nil), 0
	for _, c := range all {
		if !c.chosen(cfg.only) {
			continue
		}
		r, err := c.play(ctx, cfg, domains)
		if err != nil {
			return err
		}
		measured++
		r.explain(table)
		if !r.better() && r.why == "" {
			unexplained = append(unexplained, r.domain+"/"+r.method)
		}
		fmt.Fprintln(out, strings.Join(r.fields(), "\t"))
		table = table.with(r, all)
		if err := table.write(cfg.file); err != nil {
			return err
		}
	}
	switch {
	case measured == 0:
		return fmt.Errorf("-only %s: no such cell; veil methods lists them", cfg.only)
	case len(unexplained) > 0:
		return fmt.Errorf("not better than random, and the table has no reason in its last column: %s", strings.Join(unexplained, ", "))
	}
	return nil
}
