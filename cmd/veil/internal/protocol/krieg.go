// SPDX-License-Identifier: BSD-3-Clause

package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/engine"
)

// Limits on a game of Kriegspiel.
const (
	maxEvents = 20_000
	maxBoards = 100_000
)

// kriegGame is a game of Kriegspiel from one side.
type kriegGame struct {
	rules  krieg.Rules
	me     krieg.Color
	config engine.Config
	book   *ending.Book

	own    krieg.OwnView // after all events
	events []krieg.Event // the history
	over   bool
	player *engine.Player // has processed the first of them
	heard  int            // how many the player has processed
}

func newKriegGame(rest string, book *ending.Book, level int) (*kriegGame, error) {
	rest, fen, hasFEN := strings.Cut(" "+rest, " fen ")
	s, err := pairs(strings.Fields(rest), "rules", "side", "level", "seed", "boards")
	if err != nil {
		return nil, err
	}
	g := &kriegGame{rules: krieg.Berkeley(), book: book}
	if name, ok := s["rules"]; ok {
		if g.rules, err = krieg.RulesNamed(name); err != nil {
			return nil, err
		}
	}
	switch s["side"] {
	case "white", "":
	case "black":
		g.me = krieg.Black
	default:
		return nil, fmt.Errorf("side %q: want white or black", s["side"])
	}
	if g.config.Level, err = s.number("level", 1, engine.Levels, cmp.Or(level, engine.Levels)); err != nil {
		return nil, err
	}
	if g.config.Boards, err = s.number("boards", 1, maxBoards, 0); err != nil {
		return nil, err
	}
	if seed, ok := s["seed"]; ok {
		if g.config.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return nil, fmt.Errorf("seed %q: want a number", seed)
		}
	}
	start := krieg.NewHistory(g.rules, g.me).Start
	if hasFEN {
		if start, err = chess.ParseFEN(fen); err != nil {
			return nil, err
		}
		g.config.Start = &start
	}
	if book != nil {
		g.config.Ending = engine.FromBook(book)
	}
	g.own = krieg.NewOwnView(g.rules, g.me, start)
	return g, g.renew()
}

// renew creates a player without a history.
func (g *kriegGame) renew() (err error) {
	g.player, err = engine.New(g.rules, g.me, g.config)
	g.heard = 0
	return err
}

func (g *kriegGame) do(command, rest string) (bool, error) {
	if command != "heard" {
		return false, nil
	}
	if g.over || len(g.events) >= maxEvents {
		return true, errors.New("the game is over")
	}
	e, err := g.own.ReadLine(rest)
	if err != nil {
		return true, err
	}
	own, err := g.own.Hear(e)
	if err != nil {
		return true, err
	}
	g.own, g.over = own, e.Heard.Result != krieg.Running
	g.events = append(g.events, e)
	return true, nil
}

func (g *kriegGame) think(words []string) (search, error) {
	s, err := pairs(words, "movetime", "boards", "multipv", "clock", "increment")
	if err != nil {
		return nil, err
	}
	boards, err := s.number("boards", 1, maxBoards, g.config.Boards)
	if err != nil {
		return nil, err
	}
	lines, err := s.number("multipv", 0, 1000, 5)
	if err != nil {
		return nil, err
	}
	limit, err := s.time()
	if err != nil {
		return nil, err
	}
	if g.over || len(g.own.Tries()) == 0 {
		return nil, engine.ErrOver
	}
	if boards != g.config.Boards {
		g.config.Boards = boards
		if err := g.renew(); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, say func(string, ...any)) string {
		if limit > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
		}
		return g.run(ctx, lines, say)
	}, nil
}

// time returns the time limit of a search: movetime, or a share of the clock.
func (s settings) time() (time.Duration, error) {
	ms, err := s.number("movetime", 1, 1<<30, 0)
	if err != nil {
		return 0, err
	}
	clock, err := s.number("clock", 1, 1<<30, 0)
	if err != nil {
		return 0, err
	}
	increment, err := s.number("increment", 0, 1<<30, 0)
	if err != nil {
		return 0, err
	}
	if clock > 0 {
		share := min(clock/2, clock/40+increment/2) + 1
		if ms == 0 || share < ms {
			ms = share
		}
	}
	return time.Duration(ms) * time.Millisecond, nil
}

// run updates the player, chooses a try, and reports the reasons.
func (g *kriegGame) run(ctx context.Context, lines int, say func(string, ...any)) string {
	t, err := g.choose(ctx)
	if err != nil {
		if ctx.Err() == nil {
			say("error go: %s", oneLine(err))
		}
		// Stopped before there was a choice: any try that may be legal.
		return fmt.Sprintf("besttry %v by stopped", g.own.Tries()[0])
	}
	b := t.Belief
	kind := "estimate"
	if b.Exact {
		kind = "exact"
	}
	say("info belief %d %s effective %.1f deaths %d regrown %d mended %d", b.Boards, kind, b.Effective, b.Deaths, b.Regrown, b.Mended)
	if t.Kings != 0 {
		g.sayEnding(t, say)
	}
	for i, c := range t.Candidates[:min(lines, len(t.Candidates))] {
		say("info multipv %d try %v value %+.3f legal %.4f estimate", i+1, c.Try, c.Value, c.Legal)
	}
	return fmt.Sprintf("besttry %v by %s", t.Best, t.Source)
}

// sayEnding reports the verdict of the table.
func (g *kriegGame) sayEnding(t engine.Thought, say func(string, ...any)) {
	men := g.own.Board()
	if g.book != nil && t.Source == engine.ByTable {
		if c, ok := g.book.Next(g.me, &men, t.Kings); ok {
			say("info mate %d bound", c.Moves)
		}
	}
	var names []string
	for s := range krieg.Square(64) {
		if t.Kings&s.Bit() != 0 {
			names = append(names, s.String())
		}
	}
	say("info kings %s", strings.Join(names, " "))
}

// choose updates the player with the history and asks it.
func (g *kriegGame) choose(ctx context.Context) (engine.Thought, error) {
	for ; g.heard < len(g.events); g.heard++ {
		if err := g.player.Hear(ctx, g.events[g.heard]); err != nil {
			return engine.Thought{}, err
		}
	}
	return g.player.Choose(ctx)
}
