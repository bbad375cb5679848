// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"slices"

	"github.com/veilplan/veil/internal/chess"
)

// Game is a referee at work: the true board, and what each player has heard.
type Game struct {
	rules   Rules
	state   State
	tried   []Move // refused in this turn
	history History
	drawn   bool
	quiet   int // moves of either side since the last capture or pawn move
	played  []Move
	seen    map[Position]int
}

// NewGame returns a game from a position that both players know.
func NewGame(r Rules, start Position) *Game {
	g := &Game{rules: r, seen: map[Position]int{start: 1}}
	g.state = State{Pos: start, Over: r.Announcement(&start).Result}
	g.history = History{Rules: r, Start: start, Full: true}
	return g
}

// State returns the true state.
func (g *Game) State() State { return g.state }

// History returns everything that happened, to be filtered for a player.
func (g *Game) History() History { return g.history }

// Over reports whether the game has ended, by the rules of chess or by repetition.
func (g *Game) Over() bool { return g.drawn || g.state.Over != Running }

// DrawnByRepetition reports that a rule about repetition ended the game.
func (g *Game) DrawnByRepetition() bool { return g.drawn }

// Try performs an action of the side to move. Nonsense costs nothing and is not
// recorded: a move that is no try, a try already refused in this turn, anything after
// the end.
func (g *Game) Try(a Action) Percept {
	if g.Over() || !g.sensible(a) {
		return Percept{Answer: Nonsense}
	}
	by := g.state.Pos.ToMove()
	before := g.state.Pos
	o := g.rules.Answer(&g.state, a)
	g.history.Events = append(g.history.Events, Event{By: by, Action: a, Heard: o})
	switch o.Answer {
	case No:
		g.tried = append(g.tried, Move(a))
	case Yes:
		g.tried = g.tried[:0]
		g.count(&before, Move(a), o)
	default:
	}
	return o
}

func (g *Game) sensible(a Action) bool {
	if a == AskAny {
		return g.rules.MayAsk(&g.state)
	}
	// The capture owed after "Are there any?" may be one that was refused before: it
	// is tried to pay, not to learn.
	paying := g.state.Asked == Owing && g.rules.Any == AnyTry
	if !paying && slices.Contains(g.tried, Move(a)) {
		return false
	}
	var l chess.Moves
	g.rules.Tries(&g.state, &l)
	return slices.Contains(l.Slice(), Move(a))
}

// count keeps what the rules about repetition need.
func (g *Game) count(before *Position, m Move, o Percept) {
	g.quiet++
	if _, captured := o.Capture(); captured || before.KindAt(m.From()) == chess.Pawn {
		g.quiet = 0
	}
	g.played = append(g.played, m)
	g.seen[g.state.Pos]++
	switch g.rules.Draws {
	case ChessDraws:
		g.drawn = g.quiet >= 100 || g.seen[g.state.Pos] >= 3
	case SameMoves:
		g.drawn = repeatsThrice(g.played)
	default:
	}
}

// repeatsThrice reports that the last four moves, two of each side, were made three
// times in a row.
func repeatsThrice(played []Move) bool {
	n := len(played)
	return n >= 12 && slices.Equal(played[n-4:], played[n-8:n-4]) && slices.Equal(played[n-4:], played[n-12:n-8])
}
