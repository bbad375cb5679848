// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/veilplan/veil/play"
)

// All returns every domain there is.
func All() Catalog {
	return Catalog{
		Mines(),
		Tiger(),
	}
}

// Catalog is a list of domains. It is a [play.Library].
type Catalog []Domain

// Domain is a problem by name.
type Domain struct {
	Name  string
	About string // one line
	// Open reads the rules, strictly; none means the defaults.
	Open func(rules json.RawMessage) (Opened, error)
}

// Opened is a domain with its rules settled.
type Opened struct {
	Rules   any // what was read, with the defaults filled in; marshals to JSON
	Table   func(r *rand.Rand) play.Table
	Players []Player
}

// Player is a way to play an opened domain, by name.
type Player struct {
	Name  string
	About string // one line
	// New reads the parameters, strictly, and returns them with the defaults filled in.
	New func(params json.RawMessage) (Seating, any, error)
}

// Seating makes a player for one episode.
type Seating func(r *rand.Rand) (play.Player, error)

// Domain finds a domain.
func (c Catalog) Domain(name string) (Domain, error) {
	names := make([]string, len(c))
	for i, d := range c {
		if d.Name == name {
			return d, nil
		}
		names[i] = d.Name
	}
	return Domain{}, fmt.Errorf("no domain %q: there are %s", name, strings.Join(names, ", "))
}

// Player finds a player.
func (o Opened) Player(name string) (Player, error) {
	names := make([]string, len(o.Players))
	for i, p := range o.Players {
		if p.Name == name {
			return p, nil
		}
		names[i] = p.Name
	}
	return Player{}, fmt.Errorf("no player %q: there are %s", name, strings.Join(names, ", "))
}

// Match finds the domain and the player of a setup and reads their settings.
func (c Catalog) Match(s play.Setup) (play.Match, play.Setup, error) {
	m, settled, err := c.match(s)
	if err != nil {
		return play.Match{}, s, fmt.Errorf("%s: %w", s.Domain, err)
	}
	return m, settled, nil
}

func (c Catalog) match(s play.Setup) (play.Match, play.Setup, error) {
	d, err := c.Domain(s.Domain)
	if err != nil {
		return play.Match{}, s, err
	}
	opened, err := d.Open(s.Rules)
	if err != nil {
		return play.Match{}, s, fmt.Errorf("rules: %w", err)
	}
	p, err := opened.Player(s.Player)
	if err != nil {
		return play.Match{}, s, err
	}
	seat, params, err := p.New(s.Params)
	if err != nil {
		return play.Match{}, s, fmt.Errorf("player %s: %w", s.Player, err)
	}
	if s.Rules, err = json.Marshal(opened.Rules); err != nil {
		return play.Match{}, s, err
	}
	s.Params, err = json.Marshal(params)
	return play.Match{Table: opened.Table, Player: seat}, s, err
}

// none is the settings of something that has none.
type none struct{}

// random is the player that every domain has.
func random() Player {
	return Player{
		Name: "random", About: "does anything possible",
		New: func(params json.RawMessage) (Seating, any, error) {
			settings, err := Strict(params, none{})
			return play.Random, settings, err
		},
	}
}
