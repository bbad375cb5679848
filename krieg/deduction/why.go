// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
)

// Why lists the possible announcements after a try.
type Why struct {
	Name  string // of the try, for people
	Try   krieg.Action
	Rules krieg.Rules
	Cases []WhyCase
	// Sample is the quality of the sample of boards; nil if all of them are known.
	Sample *api.KriegEstimate

	which map[said][]int // the boards with this announcement
}

// said is an announcement before a try and the one after it.
type said struct{ announced, heard krieg.Percept }

// mostWhich limits the boards of a belief for which an answer lists the boards of each
// announcement.
const mostWhich = 1000

// WhyCase lists the possible announcements on the boards of one earlier announcement.
type WhyCase struct {
	Announced krieg.Percept
	Boards    int
	Chances   []krieg.Chance
}

// NewWhy computes the possible announcements after a move such as e4d5 or exd5, after "any?", or in
// the other side's turn after "wait".
func NewWhy(ctx context.Context, weighed *Belief, move string) (*Why, error) {
	if weighed.Lost() {
		return nil, Lost()
	}
	b := weighed.Boards()
	w := &Why{Rules: b.Rules(), Sample: weighed.Quality()}
	board := b.Own()
	mine := board.ToMove() == b.Me()
	switch {
	case mine == (move == krieg.Wait.String()):
		p := api.NewProblem(api.Impossible, fmt.Sprintf("%s: it is %v's turn", move, board.ToMove()), "")
		p.Advice = map[bool]string{true: "name a try", false: "ask: veil krieg why wait"}[mine]
		return nil, p
	case !mine:
		w.Try, w.Name = krieg.Wait, fmt.Sprintf("%v's move", b.Me().Other())
		list, err := weighed.replies(ctx)
		w.Cases = []WhyCase{{Boards: b.Len(), Chances: list}}
		return w, err
	}
	own := krieg.NewOwnView(b.Rules(), b.Me(), b.Board(0))
	a, err := own.Read(move)
	if err != nil {
		p := api.NewProblem(api.Impossible, err.Error(), "")
		p.Advice = "a try is a move such as e2e4, Nf3 or exd5, or any?"
		return nil, p
	}
	w.Try, w.Name = a, "try "+own.Name(a)
	return w, w.ask(ctx, weighed)
}

// replies returns the possible announcements of the other side's move.
func (b *Belief) replies(ctx context.Context) ([]krieg.Chance, error) {
	if b.Cloud != nil {
		return b.Cloud.Chances(ctx, krieg.Wait)
	}
	return b.Belief.ChancesWeighed(ctx, krieg.Wait, b.Weights)
}

// ask computes the possible announcements in every case.
func (w *Why) ask(ctx context.Context, weighed *Belief) error {
	b := weighed.Boards()
	cases, err := weighed.cases(ctx)
	if err != nil {
		return err
	}
	w.which = map[said][]int{}
	for _, c := range cases {
		list, err := krieg.ChancesAmong(ctx, b.Rules(), c.States, weighed.weights(c.Which), w.Try)
		if err != nil {
			return err
		}
		w.Cases = append(w.Cases, WhyCase{c.Announced, len(c.States), list})
		for i, s := range c.States {
			if b.Len() <= mostWhich {
				k := said{c.Announced, w.Rules.Answer(&s, w.Try)}
				w.which[k] = append(w.which[k], c.Which[i])
			}
		}
	}
	return nil
}

// Document returns the answer.
func (w *Why) Document() *api.KriegWhy {
	doc := &api.KriegWhy{Schema: "krieg.why/1", Kind: "exact", Estimate: w.Sample, Rules: w.Rules.String(), Try: w.Try.String()}
	if w.Sample != nil {
		doc.Kind = "estimate"
	}
	for _, c := range w.Cases {
		out := api.KriegOutcome{Announced: c.Announced.Describe(w.Rules), Boards: c.Boards, Bits: krieg.Bits(c.Chances)}
		for _, h := range c.Chances {
			out.Heard = append(out.Heard, api.KriegHeard{
				Heard: h.Heard.Describe(w.Rules), Words: h.Heard.Words(w.Rules), Which: w.which[said{c.Announced, h.Heard}], Boards: h.Boards, Share: h.P,
			})
		}
		doc.Cases = append(doc.Cases, out)
	}
	return doc
}
