// SPDX-License-Identifier: BSD-3-Clause

// Package referee runs a game of Kriegspiel. It knows the true board, so players must not import
// it: a player gets a filtered [krieg.History].
package referee

import (
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Game is a game in progress: the true board, and its full history.
type Game struct {
	rules   krieg.Rules
	state   krieg.State
	tried   []krieg.Move // refused in this turn
	history krieg.History
	drawn   bool
	quiet   int // moves of either side since the last capture or pawn move
	played  []krieg.Move
	seen    map[krieg.Position]int
}

// NewGame returns a game from a position that both players know.
func NewGame(r krieg.Rules, start krieg.Position) *Game {
	g := &Game{rules: r, seen: map[krieg.Position]int{start: 1}}
	g.state = krieg.State{Pos: start, Over: r.Announcement(&start).Result}
	g.history = krieg.History{Rules: r, Start: start, Full: true}
	return g
}

// State returns the true state of the game.
func (g *Game) State() krieg.State { return g.state }

// ToMove returns the side to move.
func (g *Game) ToMove() krieg.Color { return g.state.Pos.ToMove() }

// History returns everything that happened, to be filtered for a player.
func (g *Game) History() krieg.History { return g.history }

// Over reports whether the game has ended, by the rules of chess or by repetition.
func (g *Game) Over() bool { return g.drawn || g.state.Over != krieg.Running }

// DrawnByRepetition reports that a rule about repetition ended the game.
func (g *Game) DrawnByRepetition() bool { return g.drawn }

// Try performs an action of the side to move. Nonsense costs nothing and is not recorded: a move
// that is not a try, a try already refused in this turn, or any action after the end.
func (g *Game) Try(a krieg.Action) krieg.Percept {
	if g.Over() || !g.sensible(a) {
		return krieg.Percept{Answer: krieg.Nonsense}
	}
	by := g.state.Pos.ToMove()
	before := g.state.Pos
	o := g.rules.Answer(&g.state, a)
	g.history.Events = append(g.history.Events, krieg.Event{By: by, Action: a, Heard: o})
	switch o.Answer {
	case krieg.No:
		g.tried = append(g.tried, krieg.Move(a))
	case krieg.Yes:
		g.tried = g.tried[:0]
		g.count(&before, krieg.Move(a), o)
	default:
	}
	return o
}

func (g *Game) sensible(a krieg.Action) bool {
	if a == krieg.AskAny {
		return g.rules.MayAsk(&g.state)
	}
	// The capture owed after "Are there any?" may be one that was refused before: it is tried to
	// settle the debt, not to gain information.
	paying := g.state.Asked == krieg.Owing && g.rules.Any == krieg.AnyTry
	if !paying && slices.Contains(g.tried, krieg.Move(a)) {
		return false
	}
	var l chess.Moves
	g.rules.Tries(&g.state, &l)
	return slices.Contains(l.Slice(), krieg.Move(a))
}

// count updates the counters that the rules about repetition need.
func (g *Game) count(before *krieg.Position, m krieg.Move, o krieg.Percept) {
	g.quiet++
	if _, captured := o.Capture(); captured || before.KindAt(m.From()) == chess.Pawn {
		g.quiet = 0
	}
	g.played = append(g.played, m)
	g.seen[g.state.Pos]++
	switch g.rules.Draws {
	case krieg.ChessDraws:
		g.drawn = g.quiet >= 100 || g.seen[g.state.Pos] >= 3
	case krieg.SameMoves:
		g.drawn = repeatsThrice(g.played)
	default:
	}
}

// repeatsThrice reports that the last four moves, two of each side, were made three
// times in a row.
func repeatsThrice(played []krieg.Move) bool {
	n := len(played)
	return n >= 12 && slices.Equal(played[n-4:], played[n-8:n-4]) && slices.Equal(played[n-4:], played[n-12:n-8])
}
