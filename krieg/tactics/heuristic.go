// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Heuristic plays by simple rules, as a bot of kriegspiel.org is described: it recaptures at once,
// promotes if it can, and otherwise draws a kind of man, the queen first and each next kind half as
// likely, and tries the longest moves of a man of that kind first.
type Heuristic struct {
	own  krieg.OwnView
	r    *rand.Rand
	lost krieg.Square // square of the man captured in the opponent's last move
	take bool         // whether one was captured
}

// NewHeuristic returns a player that plays by simple rules.
func NewHeuristic(own krieg.OwnView, r *rand.Rand) *Heuristic { return &Heuristic{own: own, r: r} }

// Hear follows the player's own men, and remembers where one was captured.
func (p *Heuristic) Hear(_ context.Context, e krieg.Event) (err error) {
	if p.own, err = p.own.Hear(e); err != nil {
		return err
	}
	if e.Heard.Answer == krieg.Yes {
		p.lost, p.take = e.Heard.Capture()
		p.take = p.take && e.By != p.own.Me()
	}
	return nil
}

// Choose recaptures, promotes or moves at random.
func (p *Heuristic) Choose(context.Context) (krieg.Action, error) {
	tries := p.own.Tries()
	board := p.own.Board()
	if len(tries) == 0 {
		return 0, ErrOver
	}
	if i := p.recapture(&board, tries); i >= 0 {
		return krieg.Action(tries[i]), nil
	}
	promotes := func(m krieg.Move) bool { return m.Promotion() == chess.Queen }
	if i := slices.IndexFunc(tries, promotes); i >= 0 {
		return krieg.Action(tries[i]), nil
	}
	return krieg.Action(p.wander(&board, tries)), nil
}

// recapture returns the try with the least valuable man that captures where one was lost.
func (p *Heuristic) recapture(board *krieg.Position, tries []krieg.Move) int {
	best := -1
	for i, m := range tries {
		if !p.take || m.To() != p.lost || board.KindAt(m.From()) == chess.Pawn && !board.IsPawnCapture(m) {
			continue
		}
		if best < 0 || cost(board, m) < cost(board, tries[best]) {
			best = i
		}
	}
	return best
}

// cost returns the value of the man that moves; the king comes last.
func cost(board *krieg.Position, m krieg.Move) float64 {
	if k := board.KindAt(m.From()); k != chess.King {
		return worth(k)
	}
	return 10
}

// wander draws a kind of man by halving weights and returns its longest try.
func (p *Heuristic) wander(board *krieg.Position, tries []krieg.Move) krieg.Move {
	p.r.Shuffle(len(tries), func(i, j int) { tries[i], tries[j] = tries[j], tries[i] })
	slices.SortStableFunc(tries, func(a, b krieg.Move) int {
		return cmp.Or(cmp.Compare(place(board, a), place(board, b)), cmp.Compare(length(b), length(a)))
	})
	for i := range tries {
		first := i == 0 || place(board, tries[i]) != place(board, tries[i-1])
		if first && p.r.IntN(2) == 0 {
			return tries[i]
		}
	}
	return tries[0]
}

// place returns the rank of a man's kind in the order in which kinds are drawn.
func place(board *krieg.Position, m krieg.Move) int {
	return slices.Index([]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.King}, board.KindAt(m.From()))
}

func length(m krieg.Move) int { return steps(m.From(), m.To()) }
