// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
)

// mostTried limits the boards on which tries are evaluated; a larger belief is sampled.
const mostTried = 3000

// FindTries sets the player's tries and what each would reveal, the most first, and the number of
// boards they were evaluated on. There are none in the other side's turn.
func (b *Belief) FindTries(ctx context.Context) error {
	cases, err := b.cases(ctx)
	if err != nil {
		return ctx.Err()
	}
	cases, of := few(cases)
	boards := b.Boards()
	own := krieg.NewOwnView(boards.Rules(), boards.Me(), boards.Board(0))
	m := &krieg.Model{Rules: boards.Rules(), Me: boards.Me()}
	var list []api.KriegTry
	for _, a := range m.AppendActions(nil, &cases[0].States[0]) {
		if t, ok := b.tried(ctx, m, cases, a, of); ok {
			t.Name = own.Name(a)
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(x, y api.KriegTry) int {
		return cmp.Or(cmp.Compare(y.Mates, x.Mates), cmp.Compare(y.Bits, x.Bits), cmp.Compare(x.Illegal, y.Illegal))
	})
	b.Tries, b.TriesOf = list, of
	return ctx.Err()
}

// tried returns what one try would reveal; ok is false if it cannot be tried in every case. of is the
// number of boards of all cases. Bits and Illegal are means over the cases, by weight.
func (b *Belief) tried(ctx context.Context, m *krieg.Model, cases []krieg.Case, a krieg.Action, of int) (t api.KriegTry, ok bool) {
	t.Try = a.String()
	total := 0.0
	for _, c := range cases {
		list, err := krieg.ChancesAmong(ctx, m.Rules, c.States, b.weights(c.Which), a)
		if err != nil {
			return t, false
		}
		weight := b.weightOf(c.Which)
		total += weight
		t.Bits += float64(weight * krieg.Bits(list))
		for _, h := range list {
			switch {
			case h.Heard.Answer == krieg.No:
				t.Refused += h.Boards
				t.Illegal += float64(weight * h.P)
			case h.Heard.Result == krieg.Mate:
				t.Mates += h.Boards
			}
		}
	}
	t.Bits, t.Illegal = t.Bits/total, t.Illegal/total
	if t.Refused == of {
		t.Illegal = 1 // exactly, without the rounding of the sum
	}
	return t, true
}

// few returns the cases with at most mostTried states in all, drawn uniformly.
func few(cases []krieg.Case) ([]krieg.Case, int) {
	total := 0
	for _, c := range cases {
		total += len(c.States)
	}
	if total <= mostTried {
		return cases, total
	}
	r := rand.New(rand.NewPCG(1, 0))
	var out []krieg.Case
	of := 0
	for _, c := range cases {
		n := max(1, len(c.States)*mostTried/total)
		part := krieg.Case{Announced: c.Announced}
		for _, i := range r.Perm(len(c.States))[:n] {
			part.States, part.Which = append(part.States, c.States[i]), append(part.Which, c.Which[i])
		}
		out, of = append(out, part), of+n
	}
	return out, of
}
