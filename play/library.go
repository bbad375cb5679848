// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Domains is a list of domains. It is a [play.Library].
type Domains []Domain

// Domain is a problem that is opened by name.
type Domain struct {
	Name  string
	About string // one line
	// Open parses the rules strictly; no rules mean the defaults.
	Open func(rules json.RawMessage) (Configured, error)
	// OpenWith, if not nil, is Open for rules that may name files or programs. They are read and started
	// only through the access.
	OpenWith func(out Access, rules json.RawMessage) (Configured, error)
}

// Configured is a domain with its rules settled.
type Configured struct {
	Rules   any // the parsed rules with all defaults; marshals to JSON
	Table   func(r *rand.Rand) Table
	Players []Entry
	// Actions and Observations list every one of any episode, in a fixed order; nothing if there are
	// too many to list. See [Numbered].
	Actions, Observations []string
	// Methods lists every method of the papers and of this module, with what the problem lacks for it.
	// Package methods makes the list from the powers of the model. A problem without one, which
	// is only a table with players, has none.
	Methods []Method
	// Prover proves that a plan wins whatever is hidden; nil if the problem has no model.
	Prover *Prover
	// Solver bounds the value of best play; nil if the problem has no model.
	Solver *Solver
	// Discount is the factor per move on later rewards in the score; 0 means 1.
	Discount float64
	// MaxMoves limits the moves of an episode; 0 means DefaultMaxMoves.
	MaxMoves int
	// Close, if not nil, ends what the tables keep between episodes, and waits for it.
	Close func() error
}

// Method is a way to play that a problem is offered because of its powers, not because somebody
// wrote an adapter.
type Method struct {
	// Entry has no New if something is lacking.
	Entry

	// Source cites the algorithm: paper, number, page.
	Source string
	// Lacks names the powers that the problem would need.
	Lacks []string
}

// Entry is a player of an opened domain, by name.
type Entry struct {
	Name  string
	About string // one line
	// Needs names what the parameters must have, "policy, a file"; empty if the defaults can play.
	Needs string
	// New parses the parameters strictly and returns them with the defaults filled in. Files that
	// they name are read only through the access. Without what it needs it returns the parameters and an error.
	New func(out Access, params json.RawMessage) (Factory, any, error)
}

// Factory makes a player for one episode.
type Factory func(r *rand.Rand) (Player, error)

// Domain returns the domain of a name. The error lists the names.
func (c Domains) Domain(name string) (Domain, error) {
	names := make([]string, len(c))
	for i, d := range c {
		if d.Name == name {
			return d, nil
		}
		names[i] = d.Name
	}
	return Domain{}, fmt.Errorf("no domain %q: there are %s", name, strings.Join(names, ", "))
}

// Player returns the player of that name: one of the problem's own, or a method that it has the powers
// for. The error of a method that it lacks something for names what is lacking.
func (o Configured) Player(name string) (Entry, error) {
	names := make([]string, 0, len(o.Players)+len(o.Methods))
	for _, p := range o.Players {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	for _, m := range o.allMethods() {
		switch {
		case m.Name == name && len(m.Lacks) > 0:
			return Entry{}, fmt.Errorf("no player %q: the problem lacks %s", name, strings.Join(m.Lacks, " and "))
		case m.Name == name:
			return m.Entry, nil
		case len(m.Lacks) == 0 && !slices.Contains(names, m.Name):
			names = append(names, m.Name)
		}
	}
	return Entry{}, fmt.Errorf("no player %q: there are %s", name, strings.Join(names, ", "))
}

// The ways in which a method plays a problem.
const (
	PlaysYes = "yes"
	PlaysOwn = "own" // the problem has its own form
	PlaysNo  = "no"
)

// Plays reports whether a method plays the problem, and what is lacking if not.
func (o Configured) Plays(name string) (how string, lacks []string) {
	if name != RandomEntry().Name && slices.ContainsFunc(o.Players, func(p Entry) bool { return p.Name == name }) {
		return PlaysOwn, nil
	}
	if _, err := o.Player(name); err == nil {
		return PlaysYes, nil
	}
	if i := slices.IndexFunc(o.Methods, func(m Method) bool { return m.Name == name }); i >= 0 {
		return PlaysNo, o.Methods[i].Lacks
	}
	return PlaysNo, []string{NoModel}
}

// NoModel is the missing power of a problem that consists only of a table and players.
const NoModel = "a model (veil.Model)"

// Proves reports whether the problem has proofs, and what is lacking if not.
func (o Configured) Proves() (how string, lacks []string) {
	switch {
	case o.Prover == nil:
		return PlaysNo, []string{NoModel}
	case o.Prover.Prove == nil:
		return PlaysNo, o.Prover.Lacks
	default:
		return PlaysYes, nil
	}
}

// allMethods returns the methods, and for a problem that has only a table the one that needs no more.
func (o Configured) allMethods() []Method {
	if len(o.Methods) > 0 {
		return o.Methods
	}
	return []Method{{Entry: RandomEntry()}}
}

// Offers returns the methods that no player of the problem itself replaces by a special form.
func (o Configured) Offers() (list []Method) {
	for _, m := range o.allMethods() {
		if !slices.ContainsFunc(o.Players, func(p Entry) bool { return p.Name == m.Name }) {
			list = append(list, m)
		}
	}
	return list
}

// Match returns the match that a setup names, and the setup with every default filled in. A setup
// that names a file is refused: see [Domains.MatchWith].
func (c Domains) Match(s Setup) (Match, Setup, error) { return c.MatchWith(Access{}, s) }

// MatchWith is [Domains.Match] for a setup that may reach files or programs.
func (c Domains) MatchWith(out Access, s Setup) (Match, Setup, error) {
	m, settled, err := c.match(out, s)
	if err != nil {
		return Match{}, s, fmt.Errorf("%s: %w", s.Domain, err)
	}
	return m, settled, nil
}

// Open finds a domain and parses its rules. Rules that name a file are refused: see [Domains.OpenWith].
func (c Domains) Open(name string, rules json.RawMessage) (Configured, error) {
	return c.OpenWith(Access{}, name, rules)
}

// OpenWith is [Domains.Open] for rules that may reach files.
func (c Domains) OpenWith(out Access, name string, rules json.RawMessage) (Configured, error) {
	d, err := c.Domain(name)
	if err != nil {
		return Configured{}, err
	}
	open := d.Open
	if d.OpenWith != nil {
		open = func(rules json.RawMessage) (Configured, error) { return d.OpenWith(out, rules) }
	}
	opened, err := open(rules)
	if err != nil {
		return Configured{}, fmt.Errorf("rules: %w", err)
	}
	return opened, nil
}

func (c Domains) match(out Access, s Setup) (Match, Setup, error) {
	opened, err := c.OpenWith(out, s.Domain, s.Rules)
	if err != nil {
		return Match{}, s, err
	}
	p, err := opened.Player(s.Player)
	if err != nil {
		return Match{}, s, err
	}
	seat, params, err := p.New(out, s.Params)
	if err != nil {
		return Match{}, s, fmt.Errorf("player %s: %w", Quote(s.Player), err)
	}
	if s.Rules, err = json.Marshal(opened.Rules); err != nil {
		return Match{}, s, err
	}
	s.Params, err = json.Marshal(params)
	return Match{Table: opened.Table, Player: seat, Discount: opened.Discount, MaxMoves: opened.MaxMoves, Close: opened.Close}, s, err
}

// NoParams are the settings of a player or domain that has none.
type NoParams struct{}

// RandomEntry returns the player that every domain has: uniform among the actions.
func RandomEntry() Entry {
	return Entry{
		Name: "random", About: "does anything possible",
		New: func(_ Access, params json.RawMessage) (Factory, any, error) {
			settings, err := Strict(params, NoParams{})
			return Random, settings, err
		},
	}
}
