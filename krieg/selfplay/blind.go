// SPDX-License-Identifier: BSD-3-Clause

package selfplay

import "github.com/veilplan/veil/krieg"

// blindBoards limits the boards that a blind Black keeps of its belief.
const blindBoards = 60

// blind is the Black of Russell & Wolfe 2005, §3: it knows a limited part of its belief and tries
// the moves first that are most often captures and checks there. It may try illegal moves, and it
// may lose every board: then it tries its moves in random order.
type blind struct {
	part *krieg.Belief // nil if no board of the part explains the history
}

// hear applies an event to Black's boards.
func (b *blind) hear(p *selfPlay, e krieg.Event) {
	if b.part == nil || e.By == krieg.White && e.Heard.Answer == krieg.No && !p.Rules.PublicRefusals {
		return
	}
	next, err := b.part.Hear(p.ctx, e, krieg.Limits{})
	if err != nil {
		b.part = nil
		return
	}
	b.part = next.Part(p.rand, blindBoards)
}

// promise returns how often a move is a capture or a check on Black's boards. Moves legal on none
// of them come last, and equal ones in random order.
func (b *blind) promise(p *selfPlay, m krieg.Move) float64 {
	score := p.rand.Float64() / 100
	if b.part == nil {
		return score
	}
	for i := range b.part.Len() {
		s := b.part.State(i)
		switch o := p.Rules.Answer(&s, krieg.Action(m)); {
		case o.Answer != krieg.Yes:
		case captures(o), o.Checks != 0:
			score++
		default:
			score += 0.1
		}
	}
	return score
}
