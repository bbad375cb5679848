// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/domain/krieg"
)

// Kinds are the letters of the men.
const Kinds = "kqrbnp"

// Belief is what a player knows, and what follows from it.
type Belief struct {
	krieg.Situation

	// Streamed are boards of a belief that was never held: random, not uniform. The
	// situation has no belief then.
	Streamed []krieg.Position

	tally *tally
}

// Stream draws n boards of a history that fits too many to hold.
func Stream(ctx context.Context, h *krieg.History, n int, seed uint64) (*Belief, error) {
	b := &Belief{}
	if h.Full {
		filtered := h.Filter(h.Me)
		h = &filtered
	}
	for p, err := range krieg.Stream(ctx, h, krieg.StreamConfig{Rand: rand.New(rand.NewPCG(seed, 0))}) {
		if err != nil {
			return nil, err
		}
		if b.Streamed = append(b.Streamed, p); len(b.Streamed) >= n {
			break
		}
	}
	return b, nil
}

// weights returns the weights of some boards, or nil if all count the same.
func (b *Belief) weights(which []int) []float64 {
	if len(b.Weights) != b.Belief.Len() {
		return nil
	}
	list := make([]float64, len(which))
	for k, i := range which {
		list[k] = b.Weights[i]
	}
	return list
}

// weightOf returns what some boards weigh together.
func (b *Belief) weightOf(which []int) (sum float64) {
	for _, i := range which {
		sum += b.weight(i)
	}
	return sum
}

// weight returns the weight of a board, 1 if none were given.
func (b *Belief) weight(i int) float64 {
	if len(b.Weights) == b.Belief.Len() {
		return b.Weights[i]
	}
	return 1
}

// Bits is how much is not known: the entropy of the boards.
func (b *Belief) Bits() float64 {
	total, sum := 0.0, 0.0
	for i := range b.Belief.Len() {
		w := b.weight(i)
		total += w
		sum += float64(w * math.Log2(w))
	}
	return math.Abs(math.Log2(total) - sum/total)
}

// tally is where the hidden men stand: per kind and square, on how many boards and with
// what weight.
type tally struct {
	count  [len(Kinds)][64]int
	weight [len(Kinds)][64]float64
	total  float64
}

// tallied counts the men once.
func (b *Belief) tallied() *tally {
	if b.tally != nil {
		return b.tally
	}
	b.tally = &tally{}
	i := 0
	for p := range b.Belief.Boards() {
		w := b.weight(i)
		i++
		b.tally.total += w
		for men := p.Men(b.Belief.Me().Other()); men != 0; men &= men - 1 {
			s := krieg.Square(bits.TrailingZeros64(men))
			k := strings.IndexByte(Kinds, p.KindAt(s).Letter())
			b.tally.count[k][s]++
			b.tally.weight[k][s] += w
		}
	}
	return b.tally
}

// Heat returns the share of the boards on which a man of one of the kinds stands on a
// square.
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

// Certain returns the man who stands on a square on every board.
func (b *Belief) Certain(s krieg.Square) (letter byte, ok bool) {
	for k := range Kinds {
		if b.tallied().count[k][s] == b.Belief.Len() {
			return Kinds[k], true
		}
	}
	return 0, false
}

// order returns which boards to list: a sample drawn uniformly, or some in their order.
func (b *Belief) order(q api.KriegBeliefQuestion) []int {
	n := b.Belief.Len()
	if q.Sample > 0 {
		return rand.New(rand.NewPCG(q.Seed, 0)).Perm(n)[:min(q.Sample, n)]
	}
	var list []int
	for i := q.From; i < n && len(list) < q.List; i++ {
		list = append(list, i)
	}
	return list
}

// List returns the boards that a question asks for.
func (b *Belief) List(q api.KriegBeliefQuestion) []krieg.Position {
	if b.Belief == nil {
		return b.Streamed
	}
	var list []krieg.Position
	for _, i := range b.order(q) {
		list = append(list, b.Belief.Board(i))
	}
	return list
}

// Events returns what each thing heard did.
func (b *Belief) Events() []api.KriegStep {
	var steps []api.KriegStep
	for i, s := range b.Steps {
		step := api.KriegStep{Event: b.History.Line(b.History.Events[i]), Positions: s.Positions, RuledOut: s.RuledOut}
		if b.Lines != nil {
			step.Line = b.Lines[i]
		}
		steps = append(steps, step)
	}
	return steps
}

// Document is the answer to a question about what is possible.
func (b *Belief) Document(q api.KriegBeliefQuestion) *api.KriegBelief {
	doc := &api.KriegBelief{Schema: "krieg.belief/1", Kind: "exact", Events: b.Events()}
	for _, p := range b.List(q) {
		doc.Boards = append(doc.Boards, p.String())
	}
	if b.Belief == nil {
		doc.Kind, doc.Positions = "sample", len(doc.Boards)
		return doc
	}
	b.fill(doc, q)
	if q.Tries {
		doc.Tries, doc.TriesOf = b.Tries()
	}
	return doc
}

func (b *Belief) fill(doc *api.KriegBelief, q api.KriegBeliefQuestion) {
	belief, own := b.Belief, b.Belief.Own()
	doc.Rules, doc.Me, doc.ToMove = belief.Rules().String(), belief.Me().String(), belief.ToMove().String()
	doc.Positions, doc.Bits, doc.Heat = belief.Len(), b.Bits(), map[string]map[string]float64{}
	doc.Own, doc.Goal, doc.Weights = own.String(), b.Moves, cmp.Or(string(b.Weighed), "given")
	if q.Sample == 0 && len(doc.Boards) > 0 {
		doc.From = q.From
	}
	if len(b.Weights) == belief.Len() {
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
