// SPDX-License-Identifier: BSD-3-Clause

//go:build !small

package contestants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/execplayer"
)

// engineSettings configures an opponent that is a program: another build of veil, or anything that
// speaks docs/reference/engine-protocol.md.
type engineSettings struct {
	// Level and Boards are passed to the program; 0 leaves them to it.
	Level  int `json:"level,omitempty"`
	Boards int `json:"boards,omitempty"`
	// MoveSeconds is how long the program may take for a line, and MemoryMB limits its memory.
	MoveSeconds float64 `json:"move_seconds"`
	MemoryMB    int     `json:"memory_mb"`
	// Files are the SHA-256 of the program, so that a run is never continued with another.
	Files map[string]string `json:"files"`
}

// outsiders keeps the processes of an opponent between games.
type outsiders struct {
	start func() (*execplayer.Talk, error)
	cfg   engineSettings

	mu   sync.Mutex
	idle []*execplayer.Talk
}

// newOutsiders returns the games' opponent that a program plays, and its settings. The program is
// started within an access, once for all games that follow each other.
func newOutsiders(out play.Access, path string, raw json.RawMessage) (*outsiders, engineSettings, error) {
	cfg, err := play.Strict(raw, engineSettings{MoveSeconds: 600, MemoryMB: 2048})
	if err != nil {
		return nil, cfg, err
	}
	const day = 24 * 60 * 60
	switch {
	case path == "":
		return nil, cfg, errors.New("no program: want engine:PATH")
	case cfg.Level < 0 || cfg.Boards < 0:
		return nil, cfg, fmt.Errorf("level %d, boards %d: want neither below 0", cfg.Level, cfg.Boards)
	case !(cfg.MoveSeconds > 0 && cfg.MoveSeconds <= day):
		return nil, cfg, fmt.Errorf("move_seconds %v: want more than 0 and at most a day", cfg.MoveSeconds)
	case cfg.MemoryMB < 1:
		return nil, cfg, fmt.Errorf("memory_mb %d: want 1 or more", cfg.MemoryMB)
	}
	found, err := out.Digests([]string{path})
	if err != nil {
		return nil, cfg, err
	}
	for name, sum := range cfg.Files {
		if found[name] != sum {
			return nil, cfg, fmt.Errorf("%s is %w: its SHA-256 is %s, want %s", play.Quote(name), play.ErrOtherFile, play.Quote(found[name]), play.Quote(sum))
		}
	}
	cfg.Files = found
	return &outsiders{cfg: cfg, start: func() (*execplayer.Talk, error) {
		return execplayer.Start(out, []string{path, "engine"}, cfg.MemoryMB, cfg.MoveSeconds)
	}}, cfg, nil
}

// take returns a process that waits for a game, or a new one that has greeted.
func (o *outsiders) take(ctx context.Context) (*execplayer.Talk, error) {
	for t := o.pop(); t != nil; t = o.pop() {
		if !t.Ended() {
			return t, nil
		}
		t.Kill() // it ended while nobody played with it
	}
	t, err := o.start()
	if err != nil {
		return nil, err
	}
	plays := false
	_, err = t.Ask(ctx, "vlp", func(line string) bool {
		plays = plays || strings.HasPrefix(line, "domain krieg ")
		return line == "vlpok"
	})
	if err == nil && !plays {
		err = t.Fault("does not play Kriegspiel: vlp lists no domain krieg")
	}
	if err != nil {
		t.Kill()
		return nil, err
	}
	return t, nil
}

func (o *outsiders) pop() *execplayer.Talk {
	o.mu.Lock()
	defer o.mu.Unlock()
	last := len(o.idle) - 1
	if last < 0 {
		return nil
	}
	t := o.idle[last]
	o.idle = o.idle[:last]
	return t
}

func (o *outsiders) give(t *execplayer.Talk) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.idle = append(o.idle, t)
}

// close ends the processes that play no game. Later games start new ones.
func (o *outsiders) close() error {
	var all error
	for t := o.pop(); t != nil; t = o.pop() {
		all = errors.Join(all, t.Close("quit"))
	}
	return all
}

// seat returns an opponent for a game.
func (o *outsiders) seat(r *rand.Rand) (play.Player, error) {
	return &outsider{all: o, seed: r.Uint64() >> 11}, nil
}

// outsider is a program that plays a game.
type outsider struct {
	all   *outsiders
	seed  uint64
	talk  *execplayer.Talk
	spoke bool          // it has been told of the game
	fault bool          // the conversation is broken
	spent time.Duration // by the program, when it left, and not yet returned
}

// Move passes the question to the program.
func (p *outsider) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	a, err := p.move(ctx, seat)
	p.fault = p.fault || err != nil
	return play.Move{Action: a}, err
}

func (p *outsider) move(ctx context.Context, seat play.Seat) (string, error) {
	if !p.spoke {
		if err := p.sit(ctx, seat); err != nil {
			return "", err
		}
	}
	answer, err := p.talk.Ask(ctx, "go multipv 0", func(line string) bool {
		return strings.HasPrefix(line, "besttry ") || strings.HasPrefix(line, "error ")
	})
	if err != nil {
		return "", err
	}
	words := strings.Fields(answer)
	if words[0] == "error" || len(words) < 2 {
		return "", p.talk.Fault("answered %s", play.Quote(answer))
	}
	return words[1], nil
}

// sit tells the program about the game until now.
func (p *outsider) sit(ctx context.Context, seat play.Seat) (err error) {
	text, err := seat.View()
	if err != nil {
		return err
	}
	var view table.View
	if err := json.Unmarshal(text, &view); err != nil {
		return err
	}
	h, err := krieg.ParseLog(view.Log)
	if err != nil {
		return err
	}
	if p.talk, err = p.all.take(ctx); err != nil {
		return err
	}
	p.spoke = true
	if err := p.talk.Say(p.all.cfg.game(&h, p.seed)); err != nil {
		return err
	}
	for _, e := range h.Events {
		if err := p.talk.Say("heard " + h.Line(e)); err != nil {
			return err
		}
	}
	return nil
}

// game returns the line that begins a game.
func (s *engineSettings) game(h *krieg.History, seed uint64) string {
	line := fmt.Sprintf("newgame krieg rules %s side %s seed %d", h.Rules.Name, []string{"white", "black"}[h.Me], seed)
	if s.Level > 0 {
		line += fmt.Sprintf(" level %d", s.Level)
	}
	if s.Boards > 0 {
		line += fmt.Sprintf(" boards %d", s.Boards)
	}
	return line + " fen " + h.Start.String()
}

// Hear passes the announcements on.
func (p *outsider) Hear(_, seen string) error {
	for line := range strings.SplitSeq(seen, table.Separator) {
		if err := p.talk.Say("heard " + line); err != nil {
			return err
		}
	}
	return nil
}

// Spent returns the CPU time of the program since it was last called.
func (p *outsider) Spent() time.Duration {
	spent := p.spent
	if p.spent = 0; p.talk != nil {
		spent += p.talk.Spent()
	}
	return spent
}

// Close leaves the program to the next game, unless the conversation is broken.
func (p *outsider) Close() error {
	if p.talk == nil {
		return nil
	}
	p.spent += p.talk.Spent()
	if p.fault {
		p.talk.Kill()
	} else {
		p.all.give(p.talk)
	}
	p.talk = nil
	return nil
}
