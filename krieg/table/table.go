// SPDX-License-Identifier: BSD-3-Clause

// Package table runs whole games of Kriegspiel between a player and an opponent, who is a player
// too. It contains the referee's game, so players must not import it; each side sees its own
// [play.Seat].
package table

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/play"
)

// Side selects the player's side.
type Side string

// The sides. Drawn, the zero value, draws one for each game.
const (
	Drawn Side = ""
	White Side = "white"
	Black Side = "black"
)

// Config configures the games of a table.
type Config struct {
	Rules krieg.Rules
	Side  Side
	// Opening is the number of random moves made from the initial position before the players take
	// over: both know the position they begin with.
	Opening int
	// Plies limits the moves of both sides, after which a game is drawn; zero means 600.
	Plies int
	// Opponent makes the opponent of a game.
	Opponent play.Factory
}

// Table starts a game. All randomness comes from r: the opening, the side, and the opponent's
// random choices, in this order. So players who meet on the same seed have the same opening and the
// same side.
func (c Config) Table(r *rand.Rand) play.Table {
	start := opening(c.Opening, r)
	t := &table{Config: c, game: referee.NewGame(c.Rules, start)}
	for side := range krieg.Color(2) {
		h := krieg.History{Rules: c.Rules, Start: start, Me: side}
		t.seats[side] = &seat{own: krieg.NewOwnView(c.Rules, side, start), history: h, log: h.Log()}
	}
	drawn := krieg.Color(r.IntN(2))
	switch c.Side {
	case White:
		t.me = krieg.White
	case Black:
		t.me = krieg.Black
	default:
		t.me = drawn
	}
	if t.opponent, t.err = c.Opponent(rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))); t.err == nil {
		t.err = t.reply()
	}
	return t
}

// opening returns the position after some random moves. It starts again if the game ends.
func opening(moves int, r *rand.Rand) krieg.Position {
	for {
		p := krieg.NewHistory(krieg.Berkeley(), krieg.White).Start
		n := 0
		for ; n < moves; n++ {
			list := krieg.LegalMoves(&p)
			if len(list) == 0 {
				break
			}
			p.Make(list[r.IntN(len(list))])
		}
		if n == moves && len(krieg.LegalMoves(&p)) > 0 {
			return p
		}
	}
}

// table is one game.
type table struct {
	Config

	game     *referee.Game
	me       krieg.Color
	opponent play.Player
	seats    [2]*seat
	tried    string // by the opponent, which has not heard the answer yet
	plies    int
	err      error // of the opponent
	left     bool  // the opponent has been closed
}

// seat is the view of one side.
type seat struct {
	own     krieg.OwnView
	history krieg.History // without events: it only writes lines
	log     string
	fresh   []string // lines since the side's last action
	over    bool
}

// View is the history of a side, as a referee log.
type View struct {
	Log string `json:"log"`
}

// AppendActions appends the tries of the side.
func (s *seat) AppendActions(dst []string) []string {
	if s.over {
		return dst
	}
	for _, m := range s.own.Tries() {
		dst = append(dst, m.String())
	}
	if s.own.MayAsk() {
		dst = append(dst, krieg.AskAny.String())
	}
	return dst
}

// View returns the history of the side.
func (s *seat) View() (json.RawMessage, error) { return json.Marshal(View{s.log}) }

// hear passes an event to its side.
func (s *seat) hear(e krieg.Event) (err error) {
	e = e.HeardBy(s.own.Me())
	line := s.history.Line(e)
	s.log += line + "\n"
	s.fresh = append(s.fresh, line)
	s.own, err = s.own.Hear(e)
	return err
}

// Separator separates the lines heard after an action.
const Separator = "; "

// heard returns the announcements since the side's last action.
func (s *seat) heard() string {
	text := strings.Join(s.fresh, Separator)
	s.fresh = s.fresh[:0]
	return text
}

// Reveal returns the full history of a game, and whether t is a table of this package. It is for
// the analysis of finished games: a player only has a seat.
func Reveal(t play.Table) (krieg.History, bool) {
	own, ok := t.(*table)
	if !ok {
		return krieg.History{}, false
	}
	h := own.game.History()
	h.Me = own.me
	return h, true
}

// AppendActions appends the player's tries.
func (t *table) AppendActions(dst []string) []string { return t.seats[t.me].AppendActions(dst) }

// View returns the player's history.
func (t *table) View() (json.RawMessage, error) { return t.seats[t.me].View() }

// Act performs an action of the player, and if that ends the turn the opponent's turn.
func (t *table) Act(action string) (play.Answer, error) {
	if t.err != nil {
		return play.Answer{}, t.err
	}
	t.seats[t.me].fresh = t.seats[t.me].fresh[:0]
	if err := t.try(action); err != nil {
		return play.Answer{}, err
	}
	if t.err = t.reply(); t.err != nil {
		return play.Answer{}, t.err
	}
	out := play.Answer{Seen: t.seats[t.me].heard(), Done: t.over()}
	if out.Done {
		out.Reward = t.score()
		t.err = t.leave()
	}
	return out, t.err
}

// Spent returns the CPU time of the opponent's process since it was last called, if it has one.
func (t *table) Spent() time.Duration {
	if s, ok := t.opponent.(play.Spender); ok {
		return s.Spent()
	}
	return 0
}

// leave closes the opponent when the game is over.
func (t *table) leave() error {
	c, ok := t.opponent.(io.Closer)
	if !ok || t.left {
		return nil
	}
	t.left = true
	return c.Close()
}

// reply runs the opponent's turn.
func (t *table) reply() error {
	s := t.seats[t.me.Other()]
	for !t.over() && t.game.ToMove() != t.me {
		if t.tried != "" {
			if err := t.opponent.Hear(t.tried, s.heard()); err != nil {
				return fmt.Errorf("opponent: %w", err)
			}
		}
		// A table has no context: the opponent's moves are part of the world.
		move, err := t.opponent.Move(context.Background(), view{s})
		if err != nil {
			return fmt.Errorf("opponent: %w", err)
		}
		s.fresh, t.tried = s.fresh[:0], move.Action
		if err := t.try(move.Action); err != nil {
			return fmt.Errorf("opponent: %w", err)
		}
	}
	return nil
}

// view keeps a player from converting its Seat back to more.
type view struct{ play.Seat }

// try performs an action of the side to move.
func (t *table) try(action string) error {
	by := t.game.ToMove()
	a, err := krieg.ParseAction(action)
	if err != nil || !slices.Contains(t.seats[by].AppendActions(nil), action) {
		return fmt.Errorf("%s: %w", action, play.ErrIllegal)
	}
	o := t.game.Try(a)
	if o.Answer == krieg.Nonsense {
		return fmt.Errorf("%s: %w", action, play.ErrIllegal)
	}
	if o.Answer == krieg.Yes {
		t.plies++
	}
	for side, s := range t.seats {
		c := krieg.Color(side)
		if c == by || o.Answer != krieg.No || t.Rules.PublicRefusals {
			if err := s.hear(krieg.Event{By: by, Action: a, Heard: o}); err != nil {
				return err
			}
		}
		s.over = t.over()
	}
	return nil
}

func (t *table) over() bool {
	most := t.Plies
	if most == 0 {
		most = 600
	}
	return t.game.Over() || t.plies >= most
}

// Status returns Won or Lost, and Open for a draw as well as for a running game.
func (t *table) Status() veil.Status {
	s := t.game.State()
	decided := s.Over == krieg.Mate || s.Over == krieg.MaterialWin || s.Over == krieg.Stalemate && t.Rules.StalemateLoses
	switch {
	case !decided:
		return veil.Open
	case s.Pos.ToMove() == t.me:
		return veil.Lost
	default:
		return veil.Won
	}
}

// score returns 1 for a win, ½ for a draw.
func (t *table) score() float64 {
	switch t.Status() {
	case veil.Won:
		return 1
	case veil.Lost:
		return 0
	default:
		return 0.5
	}
}
