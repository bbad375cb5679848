// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	solvekrieg "github.com/veilplan/veil/solve/krieg"
)

const kriegBeliefLong = `belief counts the boards that fit what you know and shows where the hidden men can be: for
every square, on how many of the boards a hidden man stands there. FILE is a position
(.ks), a referee log or Kriegspiel PGN; see veil help kriegspiel.

Which boards are possible is a fact; the percentages count every board the same, which is
an assumption, or use the weights of the position. --weights histories counts every
sequence of moves that fits the same instead, so that a board with more ways to it is
likelier; --weights random takes the opponent to choose among his legal moves with equal
chances. A belief that is too large to hold can
still be sampled: boards are then found one at a time, and are random but not uniform.`

// beliefFlags are what belief is told.
type beliefFlags struct {
	kriegFlags

	piece  string
	list   bool
	events bool
	tries  bool
	sample int
	seed   uint64
}

// dawson3190 is a position with a hidden king.
const dawson3190 = `printf 'ruleset: english\nme: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3\n'`

func newKriegBelief(a *app) *cobra.Command {
	var f beliefFlags
	cmd := verb("belief [FILE]", "which boards are possible, and where the hidden men are", kriegBeliefLong,
		dawson3190+" | veil krieg belief --piece k",
		`printf 'ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n' | veil krieg belief --list`)
	f.register(cmd)
	f.registerWeights(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.piece, "piece", "", "show only men of these `KINDS`: letters of kqrbnp")
	flags.BoolVar(&f.list, "list", false, "list every board instead of the picture")
	flags.BoolVar(&f.events, "events", false, "show how many boards were possible after each thing heard")
	flags.BoolVar(&f.tries, "tries", false, "show what could be tried, how often it would be refused, and what it would teach")
	flags.IntVar(&f.sample, "sample", 0, "draw `N` boards instead of the picture")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample")
	cmd.Args = atMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if strings.Trim(f.piece, solvekrieg.Kinds) != "" || f.sample < 0 {
			return usage(fmt.Sprintf("--piece %q, --sample %d: want letters of kqrbnp, and a positive number", f.piece, f.sample))
		}
		s, err := a.readSituation(cmd, f.kriegFlags, args)
		if errors.Is(err, veil.ErrTooHard) && f.sample > 0 {
			return a.sampleStream(s, f, err)
		}
		if err != nil {
			return err
		}
		return a.emit(&beliefAnswer{Belief: &solvekrieg.Belief{Situation: s.Situation}, flags: f})
	}
	return cmd
}

// sampleStream draws boards of a history that fits too many to hold.
func (a *app) sampleStream(s *situation, f beliefFlags, failed error) error {
	if s == nil || s.History == nil {
		return failed
	}
	defer a.showProgress("looking for boards").Done()
	return a.emit(&beliefAnswer{Belief: solvekrieg.Stream(s.History, f.sample, f.seed), flags: f})
}

// beliefAnswer is the answer of belief.
type beliefAnswer struct {
	*solvekrieg.Belief

	flags beliefFlags
}

// question is what the flags ask for.
func (b *beliefAnswer) question() api.KriegBeliefQuestion {
	q := api.KriegBeliefQuestion{Piece: b.flags.piece, Sample: b.flags.sample, Seed: b.flags.seed, Tries: b.flags.tries}
	if b.flags.list {
		q.List = math.MaxInt
	}
	return q
}

// kinds returns the kinds to show.
func (b *beliefAnswer) kinds() string { return cmp.Or(b.flags.piece, solvekrieg.Kinds) }
