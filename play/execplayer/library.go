// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/veilplan/veil/play"
)

// Library extends domains with players that are other programs, within the access that setups have.
type Library struct {
	play.Domains

	Access play.Access
	// Alone promises that this process starts no other programs and expects no orphans. Then even a
	// program that has left its group, its parent and its environment is found (Linux only).
	Alone bool
}

// isPlayer reports whether a player's name starts another program.
func isPlayer(name string) bool {
	return name == play.Outside || strings.HasPrefix(name, play.Outside+":")
}

// Match finds the domain and the player of a setup.
func (l Library) Match(s play.Setup) (play.Match, play.Setup, error) {
	if !isPlayer(s.Player) {
		return l.MatchWith(l.Access, s)
	}
	m, settled, err := l.match(s)
	if err != nil {
		return play.Match{}, s, fmt.Errorf("%s: %w", s.Domain, err)
	}
	return m, settled, nil
}

func (l Library) match(s play.Setup) (play.Match, play.Setup, error) {
	opened, err := l.OpenWith(l.Access, s.Domain, s.Rules)
	if err != nil {
		return play.Match{}, s, err
	}
	params, err := readParams(s.Player, s.Params, l.Access)
	if err != nil {
		return play.Match{}, s, fmt.Errorf("player %s: %w", play.Quote(s.Player), err)
	}
	if s.Rules, err = json.Marshal(opened.Rules); err != nil {
		return play.Match{}, s, err
	}
	discount := opened.Discount
	if discount == 0 {
		discount = 1
	}
	hello := start{Type: "start", Protocol: Protocol, Domain: s.Domain, Rules: s.Rules, Discount: discount, Settings: params.Settings, Persistent: params.Persistent}
	s.Player = play.Outside
	s.Params, err = json.Marshal(params)
	m := play.Match{Table: opened.Table, Discount: opened.Discount, MaxMoves: opened.MaxMoves}
	l.seat(&m, params, hello)
	m.Close = both(m.Close, opened.Close)
	return m, s, err
}

// both returns a function that calls two, each of which may be nil.
func both(first, second func() error) func() error {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	default:
		return func() error { return errors.Join(first(), second()) }
	}
}

// seat sets the players of a match. Those of a persistent player share processes.
func (l Library) seat(m *play.Match, params Params, hello start) {
	begin := func() (*child, error) { return run(params, l.Access, l.Alone) }
	m.Player = func(r *rand.Rand) (play.Player, error) {
		c, err := begin()
		if err != nil {
			return nil, err
		}
		return newPlayer(params, hello, c, r), nil
	}
	switch {
	case params.Batch > 0:
		l.seatMany(m, params, hello, begin)
		return
	case !params.Persistent:
		return
	}
	processes := &pool{start: begin, restart: params.Restart}
	m.Fresh, m.Close = m.Player, processes.close
	m.Player = func(r *rand.Rand) (play.Player, error) {
		process, err := processes.take()
		if err != nil {
			return nil, err
		}
		return newLastingPlayer(newPlayer(params, hello, process.child, r), processes, process), nil
	}
}

// seatMany sets the players of a match whose processes play many episodes at a time.
func (l Library) seatMany(m *play.Match, params Params, hello start, begin func() (*child, error)) {
	hello.Batch = params.Batch
	processes := &crowds{start: begin, params: params, hello: hello}
	m.Batch, m.Close = params.Batch, processes.close
	m.Player = func(r *rand.Rand) (play.Player, error) { return processes.take(r) }
	m.Fresh = func(r *rand.Rand) (play.Player, error) {
		once := params
		once.Restart = 1 // the process ends with the episode
		return (&crowds{start: begin, params: once, hello: hello}).take(r)
	}
}
