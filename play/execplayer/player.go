// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/veilplan/veil/play"
)

// player is a program that plays one episode.
type player struct {
	params Params
	hello  start
	child  *child
	greet  func(ctx context.Context) error // waits until the program is ready
	moves  int
	failed bool // the conversation is broken: the process cannot play another episode
}

func newPlayer(params Params, hello start, c *child, r *rand.Rand) *player {
	hello.Seed = r.Uint64() >> 11
	p := &player{params: params, hello: hello, child: c}
	p.greet = func(ctx context.Context) error { return greet(ctx, p.child, p.hello, p.params) }
	return p
}

// greet waits until a program is ready.
func greet(ctx context.Context, c *child, hello start, params Params) error {
	text, err := c.ask(ctx, hello, seconds(params.StartSeconds), "start_seconds")
	if err != nil {
		return err
	}
	if err := parseGreeting(text); err != nil {
		return c.fault("answered the start with %s: %w; want {\"ready\":true}", shortened(text), err)
	}
	return nil
}

// Move asks for a move.
func (p *player) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	m, err := p.move(ctx, seat)
	p.failed = p.failed || err != nil
	return m, err
}

func (p *player) move(ctx context.Context, seat play.Seat) (play.Move, error) {
	if p.moves++; p.moves == 1 {
		if err := p.greet(ctx); err != nil {
			return play.Move{}, err
		}
	}
	q := question{Type: "move", Move: p.moves, Actions: seat.AppendActions([]string{})}
	if p.params.View {
		view, err := seat.View()
		if err != nil {
			return play.Move{}, err
		}
		q.View = view
	}
	text, err := p.child.ask(ctx, q, seconds(p.params.MoveSeconds), "move_seconds")
	if err != nil {
		return play.Move{}, err
	}
	r, err := parseReply(text)
	if err != nil {
		return play.Move{}, p.child.fault("answered %s: %w; want {\"action\":\"…\"}", shortened(text), err)
	}
	if !slices.Contains(q.Actions, r.Action) {
		return play.Move{}, p.child.fault("chose %s: %w; it was offered %s", shortened([]byte(r.Action)), play.ErrIllegal, some(q.Actions))
	}
	return play.Move{Action: r.Action, Guess: r.Guess}, nil
}

// Earn forwards the answer to a move.
func (p *player) Earn(a play.Answer) {
	p.child.tell(result{"result", a.Seen, a.Reward, a.Done}, seconds(p.params.MoveSeconds))
}

// Hear does nothing: Earn has forwarded the observation.
func (p *player) Hear(string, string) error { return nil }

// Close sends the end message. A program that does not exit in time is killed.
func (p *player) Close() error {
	p.child.tell(end{Type: "end"}, leaving)
	p.child.leave()
	return nil
}

// lastingPlayer is a player whose process plays other episodes before and after.
type lastingPlayer struct {
	*player

	processes *pool
	process   *lasting
}

func newLastingPlayer(p *player, processes *pool, process *lasting) *lastingPlayer {
	l := &lastingPlayer{p, processes, process}
	p.greet = l.begin
	return l
}

// begin waits until the process is ready. One that ended after an earlier episode is replaced: its end
// may not have been noticed when it was taken.
func (p *lastingPlayer) begin(ctx context.Context) error {
	for {
		err := greet(ctx, p.child, p.hello, p.params)
		if err == nil || p.process.played == 0 || !p.child.hasEnded() {
			return err
		}
		p.child.kill()
		next, err := p.processes.take()
		if err != nil {
			return err
		}
		p.process, p.child = next, next.child
	}
}

// Close sends the end message and leaves the process to the next episode. One whose conversation is
// broken is killed: it may still answer a question of this episode.
func (p *lastingPlayer) Close() error {
	if p.failed {
		p.child.kill()
		return nil
	}
	p.child.tell(end{Type: "end"}, leaving)
	p.processes.give(p.process)
	return nil
}

// some lists a few of many words.
func some(words []string) string {
	const few = 20
	if len(words) <= few {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:few], ", "), len(words)-few)
}

// shortened quotes the start of what a program wrote.
func shortened(text []byte) string {
	const most = 100
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
