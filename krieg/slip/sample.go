// SPDX-License-Identifier: BSD-3-Clause

package slip

import (
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
)

// sample is some weighted boards that explain a history; the weights add up to 1.
type sample struct {
	list []board
	turn krieg.Record
}

type board struct {
	p      krieg.Position
	weight float64
}

// draw returns some boards of a cloud.
func draw(c *cloud.Cloud, n int, seed uint64, turn krieg.Record) sample {
	s := sample{turn: turn}
	which, weights := c.Draw(n, rand.New(rand.NewPCG(seed, 0)))
	for i, k := range which {
		s.list = append(s.list, board{c.Board(k), weights[i]})
	}
	return s
}

// hear returns the boards after an event and the probability of its announcement.
func (s sample) hear(f *finder, e krieg.Event) (next sample, p float64) {
	e = e.HeardBy(f.h.Me)
	next.turn = f.h.Rules.Follow(s.turn, e)
	next.list = s.step(f, next.turn, e)
	for _, b := range next.list {
		p += b.weight
	}
	for i := range next.list {
		next.list[i].weight /= p
	}
	return next, p
}

// step returns the boards after an event, with the weights they keep.
func (s sample) step(f *finder, turn krieg.Record, e krieg.Event) (out []board) {
	r := &f.h.Rules
	if e.Heard.Answer == krieg.Yes && e.Action == krieg.Wait {
		return s.reduced(f.cfg).replies(f, e)
	}
	for _, b := range s.list {
		f.work++
		switch m := krieg.Move(e.Action); {
		case b.p.ToMove() != e.By:
			continue
		case e.Heard.Answer != krieg.Yes:
			if !r.Explains(&b.p, turn, e) {
				continue
			}
		case !b.p.IsLegal(m) || !r.Hears(&b.p, m, &e.Heard):
			continue
		}
		out = append(out, b)
	}
	return out
}

// replies returns the boards after every hidden move that is announced so.
func (s sample) replies(f *finder, e krieg.Event) (out []board) {
	at := map[krieg.Position]int{}
	var moves chess.Moves
	for _, b := range s.list {
		if b.p.ToMove() != e.By {
			continue
		}
		s.turn.Moves(&b.p, &moves)
		f.work += 1 + moves.Len()
		likely := f.likely(&b.p, moves.Slice())
		for i, m := range moves.Slice() {
			q := b.p
			if !f.h.Rules.Hears(&q, m, &e.Heard) {
				continue
			}
			k, ok := at[q]
			if !ok {
				k = len(out)
				at[q], out = k, append(out, board{p: q})
			}
			out[k].weight += float64(b.weight * likely[i])
		}
	}
	return out
}

// likely returns the probabilities of the moves on a board.
func (f *finder) likely(p *krieg.Position, moves []krieg.Move) []float64 {
	w, sum := make([]float64, len(moves)), 0.0
	for i := range w {
		w[i] = 1
	}
	if f.cfg.Opponent != nil {
		f.cfg.Opponent.Weigh(p, cloud.Before{}, moves, w)
	}
	for _, x := range w {
		sum += x
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}

// reduced keeps as many boards as are carried, by systematic resampling.
func (s sample) reduced(cfg Config) sample {
	n := cfg.Carried
	if len(s.list) <= n {
		return s
	}
	out := sample{turn: s.turn}
	point, sum := rand.New(rand.NewPCG(cfg.Seed, uint64(len(s.list)))).Float64(), 0.0
	for _, b := range s.list {
		sum += float64(b.weight * float64(n))
		copies := 0
		for ; point < sum; point++ {
			copies++
		}
		if copies > 0 {
			out.list = append(out.list, board{b.p, float64(copies) / float64(n)})
		}
	}
	return out
}
