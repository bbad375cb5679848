// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
)

// Kinds are the letters of the men.
const Kinds = "kqrbnp"

// Belief is a player's belief about a game, and what follows from it.
type Belief struct {
	krieg.Situation

	// Cloud is a sample of the boards, if there are too many to list: see [Estimate]. The situation
	// has no belief then, and its weights are those of the sample.
	Cloud *cloud.Cloud

	Tries   []api.KriegTry // found by FindTries
	TriesOf int            // number of boards that Tries refers to

	exactSteps int // steps that were counted exactly, not sampled
	carried    int // boards of the sample carried over each hidden move
	seed       uint64
	report     cloud.Report // of the sample
	tally      *tally
}

// Exactly returns the belief that consists of all possible boards.
func Exactly(b *krieg.Belief) *Belief { return &Belief{Situation: krieg.Situation{Belief: b}} }

// Boards is a list of boards that are possible for a player.
type Boards interface {
	Len() int
	Board(i int) krieg.Position
	Own() krieg.Position
	Me() krieg.Color
	Rules() krieg.Rules
}

// Boards returns boards known to be possible: all of them, or a sample.
func (b *Belief) Boards() Boards {
	if b.Cloud != nil {
		return b.Cloud
	}
	return b.Belief
}

// weights returns the weights of some boards, or nil if all are equal.
func (b *Belief) weights(which []int) []float64 {
	if len(b.Weights) != b.Boards().Len() {
		return nil
	}
	list := make([]float64, len(which))
	for k, i := range which {
		list[k] = b.Weights[i]
	}
	return list
}

// weightOf returns the sum of the weights of some boards.
func (b *Belief) weightOf(which []int) (sum float64) {
	for _, i := range which {
		sum += b.weight(i)
	}
	return sum
}

// weight returns the weight of a board, 1 if none were given.
func (b *Belief) weight(i int) float64 {
	if len(b.Weights) == b.Boards().Len() {
		return b.Weights[i]
	}
	return 1
}

// Bits returns the player's uncertainty: the entropy of the boards, in bits.
func (b *Belief) Bits() float64 {
	total, sum := 0.0, 0.0
	for i := range b.Boards().Len() {
		w := b.weight(i)
		total += w
		sum += float64(w * math.Log2(w))
	}
	return math.Abs(math.Log2(total) - sum/total)
}

// tally counts where the hidden men are: per kind and square, the number of boards and their
// weight.
type tally struct {
	count  [len(Kinds)][64]int
	weight [len(Kinds)][64]float64
	total  float64
}

// tallied returns the tally, computed once.
func (b *Belief) tallied() *tally {
	if err := b.FindMen(context.Background()); err != nil {
		return &tally{} // not reached: the context of this call does not end
	}
	return b.tally
}

// FindMen computes the tally. Callers that skip it compute it later, but without interruption: with
// a million boards it takes about a second.
func (b *Belief) FindMen(ctx context.Context) error {
	if b.tally != nil {
		return nil
	}
	t, boards := new(tally), b.Boards()
	for i := range boards.Len() {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p, w := boards.Board(i), b.weight(i)
		t.total += w
		for men := p.Men(boards.Me().Other()); men != 0; men &= men - 1 {
			s := krieg.Square(bits.TrailingZeros64(men))
			k := strings.IndexByte(Kinds, p.KindAt(s).Letter())
			t.count[k][s]++
			t.weight[k][s] += w
		}
	}
	b.tally = t
	return nil
}

// Heat returns the share of the boards on which a man of one of the kinds is on a square.
func (b *Belief) Heat(kinds string) [64]float64 {
	t := b.tallied()
	var heat [64]float64
	for i := range kinds {
		k := strings.IndexByte(Kinds, kinds[i])
		for s := range heat {
			heat[s] += t.weight[k][s] / t.total
		}
	}
	return heat
}

// Certain returns the man that is on a square on every possible board. A sample makes nothing
// certain.
func (b *Belief) Certain(s krieg.Square) (letter byte, ok bool) {
	for k := 0; k < len(Kinds) && b.Exact(); k++ {
		if b.tallied().count[k][s] == b.Boards().Len() {
			return Kinds[k], true
		}
	}
	return 0, false
}

// order returns the indices of the boards to list: a random sample, or the first in their order.
func (b *Belief) order(q api.KriegBeliefQuestion) []int {
	n := b.Boards().Len()
	r := rand.New(rand.NewPCG(q.Seed, 0))
	switch {
	case q.Sample > 0 && b.drawn(q) == weighed:
		return b.draw(q.Sample, r)
	case q.Sample > 0:
		return r.Perm(n)[:min(q.Sample, n)]
	}
	var list []int
	for i := q.From; i < n && len(list) < q.List; i++ {
		list = append(list, i)
	}
	return list
}

// How the boards of a document were drawn.
const (
	uniform = "uniform"
	weighed = "weighed"
)

// drawn returns how boards were drawn, "" if they were not: uniformly only if all are known.
func (b *Belief) drawn(q api.KriegBeliefQuestion) string {
	switch {
	case q.Sample == 0 || b.Lost():
		return ""
	case b.Exact():
		return uniform
	default:
		return weighed
	}
}

// draw draws boards by their weight, with replacement.
func (b *Belief) draw(n int, r *rand.Rand) []int {
	if b.Lost() {
		return nil
	}
	sums, total := make([]float64, len(b.Weights)), 0.0
	for i, w := range b.Weights {
		total += w
		sums[i] = total
	}
	list := make([]int, n)
	for k := range list {
		i, _ := slices.BinarySearch(sums, r.Float64()*total)
		list[k] = min(i, len(sums)-1)
	}
	return list
}

// List returns the boards that a question asks for.
func (b *Belief) List(q api.KriegBeliefQuestion) []krieg.Position {
	var list []krieg.Position
	for _, i := range b.order(q) {
		list = append(list, b.Boards().Board(i))
	}
	return list
}

// Events returns the effect of each event on the belief.
func (b *Belief) Events() []api.KriegStep {
	var steps []api.KriegStep
	for i, s := range b.Steps {
		step := api.KriegStep{Event: b.History.Line(b.History.Events[i]), Positions: s.Positions, RuledOut: s.RuledOut}
		step.Sampled = b.Cloud != nil && i >= b.exactSteps
		if b.Lines != nil {
			step.Line = b.Lines[i]
		}
		steps = append(steps, step)
	}
	return steps
}

// Document returns the answer to a question about possible boards.
func (b *Belief) Document(q api.KriegBeliefQuestion) *api.KriegBelief {
	boards := b.Boards()
	doc := &api.KriegBelief{
		Schema: "krieg.belief/2", Kind: b.Kind(), Rules: boards.Rules().String(), Me: boards.Me().String(), Positions: boards.Len(),
		Estimate: b.Quality(), Events: b.Events(), Weights: cmp.Or(string(b.Weighed), "given"), Goal: b.Moves,
		Tries: b.Tries, TriesOf: b.TriesOf, Drawn: b.drawn(q),
	}
	for _, p := range b.List(q) {
		doc.Boards = append(doc.Boards, p.String())
	}
	if !b.Lost() {
		b.fill(doc, q)
	} else if own, ok := b.own(); ok {
		doc.Own, doc.ToMove = own.String(), own.ToMove().String()
	}
	return doc
}

// own returns the player's men, which do not depend on the boards that were found; false if there is
// no history.
func (b *Belief) own() (krieg.Position, bool) {
	if b.History == nil {
		return krieg.Position{}, false
	}
	own := krieg.NewOwnView(b.History.Rules, b.History.Me, b.History.Start)
	for _, e := range b.History.Events {
		next, err := own.Hear(e)
		if err != nil {
			return krieg.Position{}, false
		}
		own = next
	}
	return own.Board(), true
}

// fill adds the fields that need at least one board.
func (b *Belief) fill(doc *api.KriegBelief, q api.KriegBeliefQuestion) {
	own := b.Boards().Own()
	doc.Own, doc.ToMove, doc.Heat = own.String(), own.ToMove().String(), map[string]map[string]float64{}
	if b.Exact() {
		doc.Bits = b.Bits()
	}
	if q.Sample == 0 && len(doc.Boards) > 0 {
		doc.From = q.From
	}
	if len(b.Weights) == b.Boards().Len() && doc.Drawn != weighed {
		for _, i := range b.order(q) {
			doc.Shares = append(doc.Shares, b.weight(i)/b.tallied().total)
		}
	}
	kinds := q.Piece
	if kinds == "" {
		kinds = Kinds
	}
	for i := range kinds {
		shares := map[string]float64{}
		for s, share := range b.Heat(kinds[i : i+1]) {
			if share > 0 {
				shares[krieg.Square(s).String()] = share
			}
		}
		doc.Heat[kinds[i:i+1]] = shares
	}
}
