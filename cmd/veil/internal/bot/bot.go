// SPDX-License-Identifier: BSD-3-Clause

package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/engine"
)

// Config says how the bot plays.
type Config struct {
	Client *Client
	Engine engine.Config // its seed is mixed with the name of each game
	// Poll is how often the bot looks for something to do; zero means 3 seconds.
	Poll time.Duration
	// Pause is how long it waits after a refusal; zero means 1 second.
	Pause time.Duration
	// Think bounds the time for a choice; zero means 10 seconds.
	Think time.Duration
	// Games is how many games are played at once; zero means 4.
	Games int
	// Offer, if not empty, is the ruleset of a game to offer when there is none to play.
	Offer string
	// Once ends the bot when it has no game.
	Once bool
	// Log gets a line for everything that happens; nil for none.
	Log io.Writer
}

// Bot plays games.
type Bot struct {
	Config

	mu      sync.Mutex
	busy    map[string]bool
	tables  map[string]*table
	offered time.Time
}

// New returns a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, busy: map[string]bool{}, tables: map[string]*table{}}
	b.Poll = orElse(b.Poll, 3*time.Second)
	b.Pause = orElse(b.Pause, time.Second)
	b.Think = orElse(b.Think, 10*time.Second)
	if b.Games == 0 {
		b.Games = 4
	}
	return b
}

func orElse(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

// Run plays until the context ends, the token is refused or, if Once is set, there is no
// game left.
func (b *Bot) Run(ctx context.Context) error {
	var playing sync.WaitGroup
	defer playing.Wait()
	wait := time.Duration(0)
	for {
		if !sleep(ctx, wait) {
			return ctx.Err()
		}
		wait = b.Poll
		games, err := b.Client.Active(ctx)
		switch {
		case refused(err, http.StatusUnauthorized, http.StatusForbidden):
			return err
		case err != nil:
			b.log("cannot list games: %v", err)
			wait = max(wait, after(err))
			continue
		}
		b.forget(games)
		playable := slices.DeleteFunc(games, func(g Listed) bool { return g.State != "active" })
		if b.Once && len(playable) == 0 {
			return nil
		}
		for _, g := range playable {
			if b.take(g.ID) {
				playing.Go(func() {
					defer b.leave(g.ID)
					b.turn(ctx, g)
				})
			}
		}
		b.offer(ctx, len(games))
	}
}

// take reserves a game that nobody serves, if there is room.
func (b *Bot) take(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy[id] || len(b.busy) >= b.Games {
		return false
	}
	b.busy[id] = true
	if b.tables[id] == nil {
		b.tables[id] = &table{}
	}
	return true
}

// forget drops what is remembered of games that have ended.
func (b *Bot) forget(games []Listed) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id := range b.tables {
		if !b.busy[id] && !slices.ContainsFunc(games, func(g Listed) bool { return g.ID == id }) {
			delete(b.tables, id)
		}
	}
}

func (b *Bot) leave(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.busy, id)
}

// offer offers a game if there is none, at most once a minute: so the server allows it.
func (b *Bot) offer(ctx context.Context, games int) {
	if b.Offer == "" || games > 0 || time.Since(b.offered) < time.Minute {
		return
	}
	b.offered = time.Now() // the pace of a client; no choice depends on it
	if err := b.Client.Create(ctx, b.Offer); err != nil {
		b.log("cannot offer a game: %v", err)
	}
}

// turn makes tries in a game until it is not the bot's turn, or something fails: the next
// poll tries again.
func (b *Bot) turn(ctx context.Context, g Listed) {
	for {
		mine, err := b.step(ctx, g)
		switch {
		case err != nil && ctx.Err() == nil:
			b.log("%s: %v", g.ID, err)
			sleep(ctx, after(err))
			return
		case err != nil || !mine:
			return
		case !sleep(ctx, b.Pause):
			return
		}
	}
}

// step makes one try, and reports whether it is still the bot's turn. What the answer to
// the try was is read from the sheet the next time.
func (b *Bot) step(ctx context.Context, g Listed) (mine bool, err error) {
	s, err := b.Client.State(ctx, g.ID)
	if err != nil {
		return false, err
	}
	t := b.table(g.ID)
	if s.State != "active" || s.Turn != s.Color || len(s.Allowed) == 0 || t.stale(s) {
		return false, nil
	}
	try, err := b.choose(ctx, g, s, t)
	if err != nil {
		return false, err
	}
	var a Answer
	if try == krieg.AskAny.String() {
		a, err = b.Client.AskAny(ctx, g.ID)
	} else {
		a, err = b.Client.Move(ctx, g.ID, try)
	}
	if refused(err, http.StatusConflict, http.StatusBadRequest) {
		return false, nil // the turn is over, or another request was faster: look again
	}
	if err != nil {
		t.unanswered()
		return false, err
	}
	t.answered(s)
	b.log("%s: %s %s", g.ID, try, a.Announcement)
	return !a.Done && !a.Over, nil
}

func (b *Bot) table(id string) *table {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tables[id]
}

func (b *Bot) log(format string, args ...any) {
	if b.Log != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		fmt.Fprintf(b.Log, format+"\n", args...)
	}
}

// seedOf makes a seed from the name of a game.
func seedOf(seed uint64, id string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, id)
	return h.Sum64()
}

// refused reports whether the server refused with one of these statuses.
func refused(err error, statuses ...int) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(statuses, e.Status)
}

// after returns how long the server wants to be left alone.
func after(err error) time.Duration {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.After
	}
	return 0
}

// sleep waits and reports whether the context goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
