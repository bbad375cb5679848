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

// Config configures the bot.
type Config struct {
	Client *Client
	Engine engine.Config // its seed is mixed with the name of each game
	// Poll is the interval at which the bot checks its games; zero means 3 seconds.
	Poll time.Duration
	// Pause is the wait after a refusal; zero means 1 second.
	Pause time.Duration
	// Think limits the time for a choice; zero means 10 seconds.
	Think time.Duration
	// Games limits the games that are played at a time; zero means 4.
	Games int
	// Offer, if not empty, is the ruleset of a game to offer when there is none to play.
	Offer string
	// Once ends the bot when it has no game.
	Once bool
	// Log receives a line for every event; nil for none.
	Log io.Writer
}

// Bot plays games on a server.
type Bot struct {
	Config

	mu      sync.Mutex
	busy    map[string]bool
	tables  map[string]*table
	offered time.Time
}

// New returns a bot with the defaults filled in.
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

// Run plays until the context ends, the token is refused or, if Once is set, no game is left.
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

// take reserves a game that no goroutine plays, if there is room.
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

// forget drops the state of games that have ended.
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

// offer offers a game if there is none, at most once per minute, which is the server's limit.
func (b *Bot) offer(ctx context.Context, games int) {
	if b.Offer == "" || games > 0 || time.Since(b.offered) < time.Minute {
		return
	}
	b.offered = time.Now() // limits the request rate; no choice depends on it
	if err := b.Client.Create(ctx, b.Offer); err != nil {
		b.log("cannot offer a game: %v", err)
	}
}

// turn makes tries in a game until it is not the bot's turn, or until an error: the next poll tries
// again.
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

// step makes one try, and reports whether it is still the bot's turn. The answer to the try is read
// from the next score sheet.
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
		return false, nil // the turn is over, or another request was faster: poll again
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

// seedOf derives a seed from the name of a game.
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

// after returns how long the server asks to wait.
func after(err error) time.Duration {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.After
	}
	return 0
}

// sleep waits and reports whether the context is still active.
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
