// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/krieg"
)

const kriegBeliefLong = `belief counts the boards that fit what you know and shows where the hidden men can be: for
every square, on how many of the boards a hidden man stands there. FILE is a position
(.ks), a referee log or Kriegspiel PGN; see veil help kriegspiel.

Which boards are possible is a fact; the percentages count every board the same, which is
an assumption, or use the weights of the position. A belief that is too large to hold can
still be sampled: boards are then found one at a time, and are random but not uniform.`

// beliefFlags are what belief is told.
type beliefFlags struct {
	kriegFlags

	piece  string
	list   bool
	events bool
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
	flags := cmd.Flags()
	flags.StringVar(&f.piece, "piece", "", "show only men of these `KINDS`: letters of kqrbnp")
	flags.BoolVar(&f.list, "list", false, "list every board instead of the picture")
	flags.BoolVar(&f.events, "events", false, "show how many boards were possible after each thing heard")
	flags.IntVar(&f.sample, "sample", 0, "draw `N` boards instead of the picture")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the sample")
	cmd.Args = atMost(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if strings.Trim(f.piece, kindLetters) != "" || f.sample < 0 {
			return usage(fmt.Sprintf("--piece %q, --sample %d: want letters of kqrbnp, and a positive number", f.piece, f.sample))
		}
		s, err := a.readSituation(cmd, f.kriegFlags, args)
		if errors.Is(err, veil.ErrTooHard) && f.sample > 0 {
			return a.sampleStream(s, f, err)
		}
		if err != nil {
			return err
		}
		return a.emit(&beliefAnswer{situation: s, flags: f})
	}
	return cmd
}

// sampleStream draws boards of a history that fits too many to hold.
func (a *app) sampleStream(s *situation, f beliefFlags, failed error) error {
	if s == nil || krieg.Recognise(s.text) == krieg.FormatKS {
		return failed
	}
	h, err := krieg.ParseLog(s.text)
	if krieg.Recognise(s.text) == krieg.FormatPGN {
		h, err = krieg.ParsePGN(s.text)
	}
	if err != nil {
		return unfit(err, s.source)
	}
	if h.Full {
		h = h.Filter(h.Me)
	}
	ans := &beliefAnswer{situation: s, flags: f, streamed: true}
	for p := range krieg.Stream(&h, krieg.StreamConfig{Rand: rand.New(rand.NewPCG(f.seed, 0))}) {
		if ans.boards = append(ans.boards, p); len(ans.boards) == f.sample {
			break
		}
	}
	return a.emit(ans)
}

// beliefAnswer is the answer of belief.
type beliefAnswer struct {
	situation *situation
	flags     beliefFlags
	streamed  bool // boards are a sample of a belief that was never held
	boards    []krieg.Position

	tally *tally
}

// listed returns the boards to print: all, or a sample in random order.
func (b *beliefAnswer) listed() []krieg.Position {
	if b.streamed {
		return b.boards
	}
	belief := b.situation.Belief
	var order []int
	if n := b.flags.sample; n > 0 {
		order = rand.New(rand.NewPCG(b.flags.seed, 0)).Perm(belief.Len())[:min(n, belief.Len())]
	} else {
		for i := range belief.Len() {
			order = append(order, i)
		}
	}
	list := make([]krieg.Position, 0, len(order))
	for _, i := range order {
		list = append(list, belief.Board(i))
	}
	return list
}

// weight returns the weight of a board, 1 if none were given.
func (b *beliefAnswer) weight(i int) float64 {
	if w := b.situation.Weights; len(w) == b.situation.Belief.Len() {
		return w[i]
	}
	return 1
}

// bits is how much is not known: the entropy of the boards.
func (b *beliefAnswer) bits() float64 {
	total, sum := 0.0, 0.0
	for i := range b.situation.Belief.Len() {
		w := b.weight(i)
		total += w
		sum += float64(w * math.Log2(w))
	}
	return math.Abs(math.Log2(total) - sum/total)
}

// kinds returns the kinds to show.
func (b *beliefAnswer) kinds() []byte {
	if b.flags.piece == "" {
		return []byte(kindLetters)
	}
	return []byte(b.flags.piece)
}

// tally is where the hidden men stand: per kind and square, on how many boards and with
// what weight.
type tally struct {
	count  [6][64]int
	weight [6][64]float64
	total  float64
}

const kindLetters = "kqrbnp"

// tallied counts the men once.
func (b *beliefAnswer) tallied() *tally {
	if b.tally != nil {
		return b.tally
	}
	belief := b.situation.Belief
	b.tally = &tally{}
	i := 0
	for p := range belief.Boards() {
		w := b.weight(i)
		i++
		b.tally.total += w
		for men := p.Men(belief.Me().Other()); men != 0; men &= men - 1 {
			s := krieg.Square(bits.TrailingZeros64(men))
			k := strings.IndexByte(kindLetters, p.KindAt(s).Letter())
			b.tally.count[k][s]++
			b.tally.weight[k][s] += w
		}
	}
	return b.tally
}

// heat returns the share of the boards on which a man of the kinds stands on a square.
func (b *beliefAnswer) heat(kinds ...byte) [64]float64 {
	t := b.tallied()
	var heat [64]float64
	for _, letter := range kinds {
		k := strings.IndexByte(kindLetters, letter)
		for s := range heat {
			heat[s] += t.weight[k][s] / t.total
		}
	}
	return heat
}
