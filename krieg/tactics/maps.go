// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Maps plays as programs before 2009 did (Darkboard: Ciancarini & Favini 2006, in spirit): it keeps
// for every kind of man a map of the expected number on each square, as if squares were
// independent, and looks one ply ahead.
type Maps struct {
	atlas Atlas
	stood map[krieg.Position]int
	r     *rand.Rand
}

// NewMaps returns a player that keeps maps, in a game from a start that both know.
func NewMaps(own krieg.OwnView, start krieg.Position, r *rand.Rand) *Maps {
	return &Maps{atlas: NewAtlas(own, start), stood: map[krieg.Position]int{}, r: r}
}

// Hear updates the maps.
func (p *Maps) Hear(_ context.Context, e krieg.Event) error {
	if err := p.atlas.hear(e); err != nil {
		return err
	}
	if e.By == p.atlas.own.Me() && e.Heard.Answer == krieg.Yes {
		p.stood[p.atlas.own.Board()]++
	}
	return nil
}

// Choose returns the try with the best expectation.
func (p *Maps) Choose(context.Context) (krieg.Action, error) {
	best, top := krieg.Move(0), math.Inf(-1)
	danger := p.atlas.danger()
	for _, m := range p.atlas.own.Tries() {
		if v := p.expect(m, &danger) + float64(0.05*p.r.Float64()); v > top {
			best, top = m, v
		}
	}
	if best == 0 {
		return 0, ErrOver
	}
	return krieg.Action(best), nil
}

// danger returns for each square the approximate chance that the opponent attacks it.
func (a *Atlas) danger() (d [64]float64) {
	board := a.own.Board()
	for k := range a.chance {
		for s, c := range a.chance[k] {
			if c < 0.01 {
				continue
			}
			for b := attacksFrom(&board, chess.Kind(k), krieg.Square(s), a.own.Me().Other()); b != 0; b &= b - 1 {
				d[bits.TrailingZeros64(b)] += c
			}
		}
	}
	for s := range d {
		d[s] = min(1, d[s])
	}
	return d
}

// expect returns the expected value of a try: what it wins less what it risks.
func (p *Maps) expect(m krieg.Move, danger *[64]float64) float64 {
	before := p.atlas.own.Board()
	after := before
	after.Make(m)
	kind := before.KindAt(m.From())
	there := p.atlas.occupied(m.To())
	v := 0.0
	for k := range p.atlas.chance {
		v += float64(p.atlas.chance[k][m.To()] * worth(chess.Kind(k)))
	}
	if before.IsPawnCapture(m) {
		if there < 0.02 {
			return -5 // hardly ever legal
		}
		v /= there // if it is refused, nothing is lost
	}
	mine := after.Attacked(p.atlas.own.Me())
	lose := func(s krieg.Square, k chess.Kind, safe uint64) float64 {
		if loss := float64(danger[s] * worth(k)); safe&s.Bit() == 0 {
			return loss
		}
		return 0.4 * danger[s] * max(0, worth(k)-2)
	}
	ours := before.Attacked(p.atlas.own.Me())
	v += lose(m.From(), kind, ours.Any()) - lose(m.To(), kind, mine.Any())
	if m.Promotion() != chess.NoKind {
		v += worth(m.Promotion())
	}
	for b := mine.Any(); b != 0; b &= b - 1 {
		s := bits.TrailingZeros64(b)
		v += 0.02 + float64(0.25*p.atlas.chance[chess.King][s]) + float64(0.08*p.atlas.occupied(krieg.Square(s)))
	}
	if kind == chess.Pawn {
		v += 0.1
	}
	return v - float64(0.3*float64(p.stood[after]))
}
