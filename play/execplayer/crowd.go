// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/veilplan/veil/play"
)

// crowds are the processes of a player that plays many episodes at a time.
type crowds struct {
	start  func() (*child, error)
	params Params
	hello  start

	mu   sync.Mutex
	list []*crowd // with room for more episodes
}

// take returns a player of a process with room, or of a new one.
func (s *crowds) take(r *rand.Rand) (play.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.list) > 0 {
		c := s.list[len(s.list)-1]
		p, room := c.join(r)
		if !room {
			s.list = s.list[:len(s.list)-1]
		}
		if p != nil {
			return p, nil
		}
	}
	process, err := s.start()
	if err != nil {
		return nil, err
	}
	c := &crowd{all: s, child: process}
	p, room := c.join(r)
	if room {
		s.list = append(s.list, c)
	}
	return p, nil
}

// hasRoom lists a process for later episodes.
func (s *crowds) hasRoom(c *crowd) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.list, c) {
		s.list = append(s.list, c)
	}
}

// close ends the processes that play no episode, and waits for them. Later episodes start new ones.
func (s *crowds) close() error {
	s.mu.Lock()
	list := s.list
	s.list = nil
	s.mu.Unlock()
	together(list, (*crowd).leaveIfIdle)
	return nil
}

// crowd is a process that plays many episodes at a time. It is asked when every one of them waits for a
// move, so its messages are as large as they can be.
type crowd struct {
	all   *crowds
	child *child

	mu      sync.Mutex
	greeted bool
	live    int // episodes that are being played
	joined  int // episodes so far, each with a number
	waiting []*crowdPlayer
	over    []lastWords
	asking  bool
	broken  error // no more can be played
	left    bool  // the process was ended
}

// crowdPlayer is the player of one episode.
type crowdPlayer struct {
	crowd  *crowd
	number int
	seed   uint64
	moves  int
	heard  play.Answer
	lost   bool // it no longer waits for its answer
	ask    oneEpisode
	answer chan crowdAnswer // with room for one
}

type crowdAnswer struct {
	reply reply
	err   error
}

// join adds an episode, unless the process is full, broken or has played enough. room reports whether
// there is room for another.
func (c *crowd) join(r *rand.Rand) (p play.Player, room bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.roomy() {
		return nil, false
	}
	c.live++
	c.joined++
	return &crowdPlayer{crowd: c, number: c.joined, seed: r.Uint64() >> 11, answer: make(chan crowdAnswer, 1)}, c.roomy()
}

func (c *crowd) roomy() bool {
	select {
	case <-c.child.ended: // while nobody played with it
		return false
	default:
		return c.broken == nil && !c.left && c.live < c.all.params.Batch && c.joined < c.all.params.Restart
	}
}

// Move asks for a move, together with the other episodes of the process.
func (p *crowdPlayer) Move(ctx context.Context, seat play.Seat) (play.Move, error) {
	p.moves++
	p.ask = oneEpisode{Episode: p.number, Move: p.moves, Actions: seat.AppendActions([]string{})}
	if p.moves == 1 {
		p.ask.Seed = &p.seed
	} else {
		p.ask.Seen, p.ask.Reward = &p.heard.Seen, &p.heard.Reward
	}
	if p.crowd.all.params.View {
		view, err := seat.View()
		if err != nil {
			return play.Move{}, err
		}
		p.ask.View = view
	}
	p.crowd.wait(p)
	select {
	case a := <-p.answer:
		return p.check(a)
	case <-ctx.Done():
		p.lost = true
		return play.Move{}, ctx.Err()
	}
}

// check returns the move of an answer. An impossible one fails this episode only.
func (p *crowdPlayer) check(a crowdAnswer) (play.Move, error) {
	if a.err != nil {
		return play.Move{}, a.err
	}
	if !slices.Contains(p.ask.Actions, a.reply.Action) {
		return play.Move{}, p.crowd.child.fault("chose %s: %w; it was offered %s", shortened([]byte(a.reply.Action)), play.ErrIllegal, some(p.ask.Actions))
	}
	return play.Move{Action: a.reply.Action, Guess: a.reply.Guess}, nil
}

// Earn keeps the answer to a move for the next message.
func (p *crowdPlayer) Earn(a play.Answer) { p.heard = a }

// Hear does nothing: the next message has what was seen.
func (p *crowdPlayer) Hear(string, string) error { return nil }

// Close ends the episode.
func (p *crowdPlayer) Close() error {
	p.crowd.leave(p)
	return nil
}

// wait adds a question, and asks if no other episode has to be waited for.
func (c *crowd) wait(p *crowdPlayer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, p)
	c.askIfAll()
}

// leave ends an episode. A process that has played enough ends with its last one, and so does one whose
// conversation is broken: it may still answer a question of before.
func (c *crowd) leave(p *crowdPlayer) {
	c.mu.Lock()
	c.live--
	c.over = append(c.over, lastWords{Episode: p.number, Seen: p.heard.Seen, Reward: p.heard.Reward, Done: p.heard.Done})
	if p.lost && c.broken == nil {
		c.broken = context.Canceled
	}
	c.askIfAll()
	broken, spent, room := c.broken != nil && !c.left, c.live == 0 && c.joined >= c.all.params.Restart && !c.left, c.roomy()
	c.left = c.left || broken || spent
	c.mu.Unlock()
	switch {
	case broken:
		c.child.kill()
	case spent:
		c.end()
	case room:
		c.all.hasRoom(c)
	}
}

func (c *crowd) leaveIfIdle() {
	c.mu.Lock()
	idle := c.live == 0 && !c.left
	c.left = c.left || idle
	c.mu.Unlock()
	if idle {
		c.end()
	}
}

// end tells the process how the last episodes ended, closes its input and waits for it.
func (c *crowd) end() {
	c.mu.Lock()
	over := c.over
	c.mu.Unlock()
	c.child.tell(end{"end", over}, leaving)
	c.child.leave()
}

// askIfAll asks if every episode waits. The lock is held.
func (c *crowd) askIfAll() {
	switch {
	case c.broken != nil:
		c.fail(c.broken)
	case !c.asking && len(c.waiting) > 0 && len(c.waiting) == c.live:
		list, over := c.waiting, c.over
		c.waiting, c.over, c.asking = nil, nil, true
		go c.exchange(list, over)
	}
}

// exchange asks about episodes and hands the answers out. Nobody's context ends it: the answer is that
// of all, and comes within move_seconds.
func (c *crowd) exchange(list []*crowdPlayer, over []lastWords) {
	replies, err := c.converse(list, over)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asking = false
	if err != nil {
		c.broken = err
		c.waiting = append(c.waiting, list...)
	}
	for i := range replies {
		list[i].answer <- crowdAnswer{reply: replies[i]}
	}
	c.askIfAll()
}

func (c *crowd) converse(list []*crowdPlayer, over []lastWords) ([]reply, error) {
	ctx, params := context.Background(), c.all.params
	if !c.greeted { // only one exchange runs at a time
		if err := greet(ctx, c.child, c.all.hello, params); err != nil {
			return nil, err
		}
		c.greeted = true
	}
	message := moves{Type: "moves", Over: over}
	for _, p := range list {
		message.Episodes = append(message.Episodes, p.ask)
	}
	text, err := c.child.ask(ctx, message, seconds(params.MoveSeconds), "move_seconds")
	if err != nil {
		return nil, err
	}
	replies, err := parseAnswers(text, len(list))
	if err != nil {
		return nil, c.child.fault("answered %s: %w; want %s", shortened(text), err, fmt.Sprintf(`{"moves":[{"action":"…"},…]} for %d episodes`, len(list)))
	}
	return replies, nil
}

// fail answers all who wait with an error. The lock is held.
func (c *crowd) fail(err error) {
	for _, p := range c.waiting {
		p.answer <- crowdAnswer{err: err}
	}
	c.waiting = nil
}
