// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/krieg/deduction"
)

const kriegBeliefLong = `belief counts the boards that fit what you know and shows where the hidden men can be: for
every square, on how many of the boards a hidden man stands there. FILE is a position
(.ks), a referee log or Kriegspiel PGN; see veil help kriegspiel.

Which boards are possible is a fact. The percentages rest on an assumption: by default all
boards are equally likely, unless the position has weights. --weights histories makes all
sequences of moves equally likely, so that a board that can be reached in more ways is more
likely; --weights random assumes that the opponent picks a legal move at random.

When more boards fit a history than --max-boards, the answer is an estimate: a sample of
boards is carried through the game, and the percentages assume that the opponent moves at
random. The answer contains the size of the sample and the number of repairs. The
same --seed gives the same sample.`

// beliefFlags are the flags of belief.
type beliefFlags struct {
	kriegFlags

	piece  string
	list   bool
	events bool
	tries  bool
	sample int
}

// dawson3190 is a position with a hidden king.
const dawson3190 = `printf 'ruleset: english\nme: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3\n'`

func newKriegBelief(a *app) *cobra.Command {
	var f beliefFlags
	cmd := frame.Verb("belief [FILE]", "list the possible boards, and where the hidden men may be", kriegBeliefLong,
		dawson3190+" | veil krieg belief --piece k",
		`printf 'ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n' | veil krieg belief --list`)
	f.register(cmd)
	f.registerWeights(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.piece, "piece", "", "show only men of these `KINDS`: letters of kqrbnp")
	flags.BoolVar(&f.list, "list", false, "list every board instead of the picture")
	flags.BoolVar(&f.events, "events", false, "show how many boards were possible after each line of the history")
	flags.BoolVar(&f.tries, "tries", false, "show what could be tried, how often it would be refused, and how much it would reveal")
	flags.IntVar(&f.sample, "sample", 0, "draw `N` boards instead of the picture")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of what is drawn, and of an estimate")
	flags.DurationVar(&f.time, "time", 0, "time limit, e.g. 5s; an estimate uses the second half (default: no limit)")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if strings.Trim(f.piece, deduction.Kinds) != "" {
			return frame.Usage(fmt.Sprintf("--piece %q: want letters of %s", f.piece, deduction.Kinds))
		}
		if f.sample < 0 {
			return frame.Usage(fmt.Sprintf("--sample %d: want 1 or more", f.sample))
		}
		return a.believe(cmd, f, args)
	}
	return cmd
}

// believe computes a belief and prints it.
func (a *app) believe(cmd *cobra.Command, f beliefFlags, files []string) error {
	ctx, cancel := api.WithTime(cmd.Context(), f.time)
	defer cancel()
	s, b, err := a.readBelief(ctx, cmd, f.kriegFlags, files)
	if err != nil {
		return err
	}
	defer a.ShowProgress("evaluating the tries").Done()
	if f.tries {
		err = b.FindTries(ctx)
	}
	if err == nil {
		err = b.FindMen(ctx)
	}
	if err != nil {
		return explained(ctx, s, err)
	}
	if err := a.Emit(&beliefAnswer{Belief: b, flags: f}); err != nil {
		return err
	}
	if b.Lost() {
		p := deduction.Lost()
		p.Reason = misheard(ctx, s)
		return problemFailure(p)
	}
	return nil
}

// beliefAnswer is the answer of belief.
type beliefAnswer struct {
	*deduction.Belief

	flags beliefFlags
}

// question returns the question that the flags describe.
func (b *beliefAnswer) question() api.KriegBeliefQuestion {
	q := api.KriegBeliefQuestion{Piece: b.flags.piece, Sample: b.flags.sample, Seed: b.flags.seed, Tries: b.flags.tries}
	if b.flags.list {
		q.List = math.MaxInt
	}
	return q
}

// kinds returns the kinds of men to show.
func (b *beliefAnswer) kinds() string { return cmp.Or(b.flags.piece, deduction.Kinds) }
