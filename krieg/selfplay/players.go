// SPDX-License-Identifier: BSD-3-Clause

package selfplay

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// act performs a try of the side to move, and announces it to both.
func (p *selfPlay) act(a krieg.Action) krieg.Percept {
	by := p.game.ToMove()
	o := p.game.Try(a)
	if p.Blind && o.Answer != krieg.Nonsense {
		p.eyes.hear(p, krieg.Event{By: by, Action: a, Heard: o})
	}
	if o.Answer == krieg.Nonsense || by == krieg.Black && o.Answer == krieg.No && !p.Rules.PublicRefusals {
		return o
	}
	next, err := p.belief.Hear(p.ctx, krieg.Event{By: by, Action: a, Heard: o}, krieg.Limits{Boards: p.Cap})
	if p.err = err; err == nil {
		p.belief = next
	}
	return o
}

// white tries moves, the most promising first, until one is made.
func (p *selfPlay) white() {
	p.tryInOrder(p.promise)
}

// tryInOrder tries moves, the highest promise first, until one is made.
func (p *selfPlay) tryInOrder(promise func(krieg.Move) float64) {
	type scored struct {
		a     krieg.Action
		score float64
	}
	var l chess.Moves
	s := p.game.State()
	p.Rules.Tries(&s, &l)
	tries := make([]scored, 0, l.Len())
	for _, m := range l.Slice() {
		tries = append(tries, scored{krieg.Action(m), promise(m)})
	}
	slices.SortStableFunc(tries, func(x, y scored) int { return cmp.Compare(y.score, x.score) })
	for _, t := range tries {
		if p.act(t.a).Answer == krieg.Yes || p.err != nil {
			return
		}
	}
}

// promise scores a move on a few boards of the belief: mates, captures and checks.
func (p *selfPlay) promise(m krieg.Move) float64 {
	const boards = 12
	score := p.rand.Float64() / 2
	for range boards {
		s := p.belief.Sample(p.rand)
		score += p.prey(&s.Pos, m)
		switch o := p.Rules.Answer(&s, krieg.Action(m)); {
		case o.Result == krieg.Mate:
			score += 10
		case o.Answer != krieg.Yes || o.Result != krieg.Running:
		case captures(o):
			score++
		case o.Checks != 0:
			score += 0.7
		}
		score += p.threat(&s) - p.risk(&s)
	}
	return score
}

func captures(o krieg.Percept) bool {
	_, ok := o.Capture()
	return ok
}

// From the initial position, a White that plays for checks alone soon has no men left to mate with,
// so material counts there too: a pawn counts half a capture.
const pawnWorth = 0.5

// prey returns the score of the man that a move captures.
func (p *selfPlay) prey(board *krieg.Position, m krieg.Move) float64 {
	if !p.FromArray || !board.IsLegal(m) {
		return 0
	}
	return pawnWorth * worth(board.KindAt(m.To()))
}

// risk returns the score of what Black can win by one capture and White's reply to it.
func (p *selfPlay) risk(s *krieg.State) float64 {
	if !p.FromArray || s.Over != krieg.Running || s.Pos.ToMove() == krieg.White {
		return 0
	}
	var l, back chess.Moves
	s.Pos.Legal(&l)
	most := 0.0
	for _, m := range l.Slice() {
		gain := worth(s.Pos.KindAt(m.To()))
		if gain <= most {
			continue
		}
		next := s.Pos
		next.Make(m)
		next.Legal(&back)
		if slices.ContainsFunc(back.Slice(), func(b krieg.Move) bool { return b.To() == m.To() }) {
			gain -= worth(s.Pos.KindAt(m.From()))
		}
		most = max(most, gain)
	}
	return pawnWorth * most
}

// worth returns the usual value of a man in pawns; 0 for none, and for the king.
func worth(k chess.Kind) float64 {
	switch k {
	case chess.Pawn:
		return 1
	case chess.Knight, chess.Bishop:
		return 3
	case chess.Rook:
		return 5
	case chess.Queen:
		return 9
	default:
		return 0
	}
}

// threat returns the score of a position after White's move by White's next one: Black replies at
// random, then the best of mates and checks counts.
func (p *selfPlay) threat(s *krieg.State) float64 {
	if s.Over != krieg.Running || s.Pos.ToMove() == krieg.White {
		return 0
	}
	var l chess.Moves
	s.Pos.Legal(&l)
	next := s.Pos
	next.Make(l.Slice()[p.rand.IntN(l.Len())])
	next.Legal(&l)
	score := 0.0
	for _, m := range l.Slice() {
		q := next
		q.Make(m)
		checks := q.CheckDirections()
		switch {
		case checks == 0:
		case !q.HasMoves(checks):
			return 4
		default:
			score = max(score, 0.3)
		}
	}
	return score
}

// black makes a move.
func (p *selfPlay) black() {
	if p.Blind {
		p.tryInOrder(func(m krieg.Move) float64 { return p.eyes.promise(p, m) })
		return
	}
	p.sighted()
}

// sighted moves at random but prefers captures and checks: from a random start every third time,
// and always from the initial position, where games would otherwise stay silent for too long.
func (p *selfPlay) sighted() {
	var l chess.Moves
	s := p.game.State()
	s.Pos.Legal(&l)
	best, top := krieg.Wait, -1.0
	for _, m := range l.Slice() {
		next := s
		o := p.Rules.Answer(&next, krieg.Action(m))
		score := p.rand.Float64()
		if (captures(o) || o.Checks != 0) && (p.FromArray || p.rand.IntN(3) == 0) {
			score++
		}
		if score > top {
			best, top = krieg.Action(m), score
		}
	}
	p.act(best)
}
