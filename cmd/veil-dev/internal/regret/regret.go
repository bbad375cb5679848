// SPDX-License-Identifier: BSD-3-Clause

// Package regret is a benchmark of Minesweeper guesses: a fixed set of positions whose candidates
// have been played out on common layouts, so that a policy is judged by its choices alone.
//
//	veil-dev regret -make 800          # continues the files
//	veil-dev regret fast 'fast {"ahead":false}'
//	veil-dev regret -sealed full
//
// Positions are guesses of product-mode games of fast. Those of even games are for tuning, those of
// odd games for claims.
package regret

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

type config struct {
	dir           string
	make, layouts int
	sealed, both  bool
}

// Command defines the flags and returns the function that makes the benchmark or scores policies.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	cfg := config{}
	flags.StringVar(&cfg.dir, "dir", "experiments/strength/regret", "the `directory` of the benchmark")
	flags.IntVar(&cfg.make, "make", 0, "the `games` of each board that a half has positions of in the end")
	flags.IntVar(&cfg.layouts, "layouts", 8, "with -make: the number of `layouts` that cells are valued on; a larger one refines the values")
	flags.BoolVar(&cfg.sealed, "sealed", false, "the half for claims, instead of that for tuning")
	flags.BoolVar(&cfg.both, "both", false, "both halves: for policies that have not been tuned by either")
	return func(ctx context.Context, out, log io.Writer) error {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		if cfg.make > 0 {
			return extend(ctx, log, cfg.dir, cfg.layouts, cfg.make)
		}
		s, err := halvesOf(cfg)
		if err != nil {
			return err
		}
		if flags.NArg() == 0 {
			return errors.New("want policies: names of players, such as 'fast {\"ahead\":false}'")
		}
		return s.report(ctx, out, flags.Args())
	}
}

// halvesOf reads the files that the flags name.
func halvesOf(cfg config) (all sample, err error) {
	for _, sealed := range []bool{false, true} {
		if sealed != cfg.sealed && !cfg.both {
			continue
		}
		s, err := read(half(cfg.dir, sealed))
		if err != nil {
			return nil, err
		}
		if len(s.positions) == 0 {
			return nil, fmt.Errorf("%s has no positions: make them with -make GAMES", s.name)
		}
		all = append(all, s)
	}
	return all, nil
}
