// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"encoding/json"
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
	opened, err := l.Open(s.Domain, s.Rules)
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
	hello := start{Type: "start", Protocol: Protocol, Domain: s.Domain, Rules: s.Rules, Discount: discount, Settings: params.Settings}
	s.Player = play.Outside
	s.Params, err = json.Marshal(params)
	factory := func(r *rand.Rand) (play.Player, error) {
		hello := hello
		hello.Seed = r.Uint64() >> 11
		c, err := run(params, l.Access, l.Alone)
		if err != nil {
			return nil, err
		}
		return &player{params: params, hello: hello, child: c}, nil
	}
	return play.Match{Table: opened.Table, Player: factory, Discount: opened.Discount, MaxMoves: opened.MaxMoves}, s, err
}
