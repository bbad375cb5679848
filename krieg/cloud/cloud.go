// SPDX-License-Identifier: BSD-3-Clause

// Package cloud follows a game of Kriegspiel to its end with a bounded number of boards.
//
// A [Cloud] is a weighted sample of the boards that fit one player's history. While there are few,
// it contains all of them and is exact. When there are more, it keeps some, by the unbiased
// reduction of Fearnhead & Clifford 2003. When an announcement leaves too few boards or none, it
// goes back some moves and regrows from there, further back each time, and at last alters the
// hidden moves of single boards. It never contains an impossible board: each is the end of a
// sequence of hidden moves that explains the whole history, and [Cloud.Moves] returns that
// sequence.
//
// The weights assume a model of the opponent, see [Opponent]. After a reduction they are an
// estimate, and after a repair a rough one; [Cloud.Report] returns their quality.
package cloud

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// ErrLost reports that no board was found that fits the history, although there may be some. The
// sample returned with it is empty; it accepts further events and may recover.
var ErrLost = fmt.Errorf("no board found that fits what was heard: %w", veil.ErrTooHard)

// Opponent models how the opponent chooses among the moves of a hidden board.
type Opponent interface {
	// Weigh sets weights[i] to the weight of moves[i] on the board, which must be
	// positive and finite. Only their ratios count.
	Weigh(board *krieg.Position, before Before, moves []krieg.Move, weights []float64)
}

// Before describes the last moves before the opponent chooses.
type Before struct {
	Last  krieg.Move   // the opponent's last move, 0 if there is none
	Taken krieg.Square // square of the player's last capture
	Took  bool         // whether the player's last move captured
}

// moved returns the description of the player's last move.
func moved(heard krieg.Percept) (b Before) {
	b.Taken, b.Took = heard.Capture()
	return b
}

// Config configures a sample. The zero value works.
type Config struct {
	// Boards is the number of boards carried over a hidden move; zero means 1,000. After the move,
	// until the next, the sample contains all boards they lead to, usually less than 40 times as
	// many. A sample that never had more than Boards is exact. The layers it can go back to contain
	// up to 640 times as many boards of 48 bytes, and the history of moves takes 24 bytes per board
	// and move.
	Boards int
	// Seed determines, together with the history, every random choice.
	Seed uint64
	// Opponent weighs the hidden moves; nil means that all legal moves are equally likely.
	Opponent Opponent
	// Refusals, if not 0, is the weight of an illegal try of the opponent against a legal one, where
	// refusals are announced; 0 takes them for facts about the board that say nothing about how likely
	// it is.
	Refusals float64
	// NoRepair leaves a lost sample lost.
	NoRepair bool
	// Effort, if not zero, replaces [DefaultEffort].
	Effort Effort
}

// Cloud is a weighted sample of the boards that fit one player's history. It is immutable.
type Cloud struct {
	game   *game
	front  front
	events []krieg.Event // heard so far
	saved  []layer       // layers to go back to, the oldest first
	stats  Report        // counts of the repairs
	tried  int           // boards after the last failed attempt to get more
	stuck  int           // number of events up to the one at which the sample was lost last
	hopes  []*line       // lines that explain much, while the sample is lost
	vain   int           // hidden moves since the sample was lost
}

// game holds the data that stay the same from event to event.
type game struct {
	Config

	rules  krieg.Rules
	me     krieg.Color
	starts []krieg.Position
}

// front holds the boards after some event.
type front struct {
	base  krieg.Position // the player's men, the same on every board
	turn  krieg.Record
	over  krieg.Result
	mine  Before // the player's last move; the opponent's is in each particle
	exact bool   // the list contains every possible board
	list  []particle
}

// particle is a board: its hidden half, and how it was reached.
type particle struct {
	side   chess.Side
	weight float64
	from   *node
	move   krieg.Move // the last hidden move, 0 if there is none yet
}

// node is a hidden move before the last one; the first node of a line is its start.
type node struct {
	from  *node
	move  krieg.Move
	start int
}

// layer holds the boards before a hidden move, reduced.
type layer struct {
	front

	event int // the index of that move among the events
}

// New returns the sample of a player with an empty history. The boards must agree in the player's
// men and castling rights and in the side to move; they are equally likely.
func New(r krieg.Rules, me krieg.Color, starts []krieg.Position, cfg Config) (*Cloud, error) {
	if cfg.Boards < 0 {
		return nil, errors.New("cloud: the number of boards is negative")
	}
	cfg.Boards, cfg.Effort = cmp.Or(cfg.Boards, 1000), cmp.Or(cfg.Effort, DefaultEffort())
	if err := cfg.Effort.check(); err != nil {
		return nil, err
	}
	b, err := krieg.NewBelief(r, me, starts)
	if err != nil {
		return nil, err
	}
	g := &game{Config: cfg, rules: r, me: me, starts: slices.Clone(starts)}
	c := &Cloud{game: g, front: front{base: b.Own(), exact: true}}
	var t table
	for i := range starts {
		t.add(particle{side: starts[i].Side(me.Other()), weight: 1, from: &node{start: i}})
	}
	c.front.list = normalized(t.list)
	return c, nil
}

// Len returns the number of boards; it is 0 only if the sample is lost.
func (c *Cloud) Len() int { return len(c.front.list) }

// Rules returns the ruleset.
func (c *Cloud) Rules() krieg.Rules { return c.game.rules }

// Me returns the side whose belief is sampled.
func (c *Cloud) Me() krieg.Color { return c.game.me }

// Own returns the board with only the player's own men. It may be outdated if the sample is lost.
func (c *Cloud) Own() krieg.Position { return c.front.base }

// Board returns board i.
func (c *Cloud) Board(i int) krieg.Position { return c.front.board(c.game, i) }

// State returns hidden state i.
func (c *Cloud) State(i int) krieg.State {
	return krieg.State{Pos: c.Board(i), Over: c.front.over, Asked: c.front.turn.Asked()}
}

// Share returns the weight of board i; the weights of all boards add up to 1.
func (c *Cloud) Share(i int) float64 { return c.front.list[i].weight }

// Start returns the board with which the line that ends in board i starts.
func (c *Cloud) Start(i int) krieg.Position {
	return c.game.starts[rootOf(c.front.list[i].from).start]
}

// Last returns the last hidden move of the line that ends in board i, 0 if there is none.
func (c *Cloud) Last(i int) krieg.Move { return c.front.list[i].move }

// Moves returns a sequence of the opponent's moves that leads to board i and explains the whole
// history.
func (c *Cloud) Moves(i int) []krieg.Move { return c.front.list[i].moves() }

// Report describes the quality of a sample.
type Report struct {
	// Boards is the number of boards.
	Boards int
	// Effective is the effective sample size before the last hidden move: this many boards of equal
	// weight would estimate as well. After the move there are more boards, but those that come from
	// one board are alike.
	Effective float64
	// Exact reports that these are all possible boards, with exact weights.
	Exact bool
	// Deaths counts the events after which no board was left.
	Deaths int
	// Regrown counts how often the sample was regrown from an earlier move, because it was lost or
	// thin.
	Regrown int
	// Mended counts how often hidden moves of single boards were altered to fit. The weights of
	// these boards are meaningless.
	Mended int
	// Lost reports that no board is known. There may be some.
	Lost bool
}

// Report returns the quality of the sample.
func (c *Cloud) Report() Report {
	r := c.stats
	r.Boards, r.Exact, r.Lost = c.Len(), c.front.exact, c.Len() == 0
	r.Effective = c.front.effective()
	return r
}

// Heat returns, for every square, the probability that a hidden man of one of the given kinds is
// there; without kinds any man counts.
func (c *Cloud) Heat(kinds ...byte) [64]float64 {
	var heat [64]float64
	for i, p := range c.front.list {
		men := p.side.Men()
		if len(kinds) > 0 {
			men &= c.wanted(i, kinds)
		}
		for s := range krieg.Square(64) {
			if men&s.Bit() != 0 {
				heat[s] += p.weight
			}
		}
	}
	return heat
}

// wanted returns the squares of men of some kinds on board i.
func (c *Cloud) wanted(i int, kinds []byte) (squares uint64) {
	p := c.Board(i)
	for _, letter := range kinds {
		squares |= p.All(chess.KindOf(letter))
	}
	return squares
}

func (f *front) board(g *game, i int) krieg.Position {
	return f.base.With(g.me.Other(), f.list[i].side)
}

// effective returns the effective sample size (Kong, Liu & Wong 1994) before the last hidden move.
// It relies on boards that come from one board being adjacent in the list.
func (f *front) effective() float64 {
	squares := 0.0
	for i := 0; i < len(f.list); {
		from, w := f.list[i].from, 0.0
		for ; i < len(f.list) && f.list[i].from == from; i++ {
			w += f.list[i].weight
		}
		squares += float64(w * w)
	}
	if squares == 0 {
		return 0
	}
	return 1 / squares
}

// moves returns the hidden moves that led to a board.
func (p *particle) moves() []krieg.Move {
	var out []krieg.Move
	if p.move != 0 {
		out = append(out, p.move)
	}
	for n := p.from; n.from != nil; n = n.from {
		out = append(out, n.move)
	}
	slices.Reverse(out)
	return out
}

// line returns the node that the moves after p come from.
func (p *particle) line() *node {
	if p.move == 0 {
		return p.from
	}
	return &node{from: p.from, move: p.move}
}

func rootOf(n *node) *node {
	for n.from != nil {
		n = n.from
	}
	return n
}
