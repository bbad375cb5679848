// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
)

const reviewLong = `review replays a game and values every decision: its winning chance, the best move, and the
difference. Where values are exact, the ledger splits the result exactly:

  start - given away + luck = result

What you gave away is the best winning chance minus that of the move you played; luck is
the change when the cell was opened. A lost guess that was the best move is not a mistake.

Where too many layouts fit for exact values, games are played instead: the chances are
then estimates of "veil's play", with 95% intervals. It opens certain cells, plays small
endgames exactly, and otherwise takes the lowest risk. Moves that were certain cost nothing.

A chord is reviewed as opening its cells one after the other.

The game is a file with its moves, such as one saved by "veil mines play". With --retry
you get the position before each mistake instead, to find a better move yourself.

With --store the games played are kept in a file. After Ctrl-C, or if the process is
killed, the same command continues, and ends as if it had never been interrupted.`

func newMinesReview(a *app) *cobra.Command {
	var limits api.Limits
	var retry bool
	var store string
	cmd := frame.Verb("review [GAME]", "split a game into mistakes and luck", reviewLong,
		"veil mines gen 4x4/4 --first any --click r1c1 --seed 7 | veil mines review",
		"veil mines gen 4x4/4 --first any --click r1c1 --seed 7 | veil mines review --json")
	flags := cmd.Flags()
	flags.IntVar(&limits.Nodes, "nodes", 0, "limit of positions searched per decision (default: "+text.Thousands(api.DefaultNodes)+")")
	flags.IntVar(&limits.Layouts, "max-layouts", 0, "search for winning chances if at most this many layouts fit (default: "+text.Thousands(api.DefaultReadings)+" / undecided cells)")
	flags.IntVar(&limits.Games, "games", 0, "games per guess that is not valued exactly (default: "+text.Thousands(api.DefaultGames)+"; -1 for none)")
	flags.BoolVar(&retry, "retry", false, "print the position before each mistake, without the answer")
	flags.StringVar(&store, "store", "", "keep the games played in `FILE`, and play only what is missing there")
	frame.Written(flags, "store")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		input, source, err := a.read(cmd, args)
		if err != nil {
			return err
		}
		a.Input = input
		doc, err := notation.Parse(input)
		if err != nil {
			return malformed(err, source, input)
		}
		rev, err := a.review(cmd, doc, limits, a.reviewStore(store, input, limits))
		if err != nil {
			return err
		}
		rev.source, rev.retry = source, retry
		if err := a.Emit(rev); err != nil {
			return err
		}
		if err := cmd.Context().Err(); err != nil {
			return fmt.Errorf("some winning chances are only bounds: %w", err)
		}
		return nil
	}
	return cmd
}

// review evaluates every decision of a game.
func (a *app) review(cmd *cobra.Command, doc notation.Document, limits api.Limits, store *reviewStore) (*gameReview, error) {
	doc, err := analysis.SingleOpenings(doc)
	if err != nil {
		return nil, frame.Usage(err.Error(), "see: veil help formats")
	}
	if len(doc.Moves) == 0 {
		return nil, frame.Usage("the game has no moves to review", "a saved game has a section [moves]; to judge a position: veil mines solve")
	}
	played, err := store.load()
	if err != nil {
		return nil, err
	}
	defer a.ShowProgress("reviewing %s", text.Plural(len(doc.Moves), "move")).Done()
	cfg := analysis.ReviewConfig{Limits: limits, Played: played, Progress: store.progress}
	if cmd.Flags().Changed("nodes") {
		cfg.Nodes = math.MaxInt // as many decisions as can be solved within the limit of each
	}
	r, err := analysis.ReviewGame(cmd.Context(), doc, cfg)
	if err := errors.Join(err, store.err); err != nil {
		return nil, err
	}
	return &gameReview{Review: r}, store.save(r)
}
