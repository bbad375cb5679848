// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/krieg/wholegame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
)

// Games returns whole games of Kriegspiel as a domain of experiments: an episode is a game against
// an opponent, which is one of the players too. A win scores 1, a draw ½.
func Games() play.Domain {
	return play.Domain{Name: "krieg-game", About: "Kriegspiel: whole games against an opponent", Open: without(openGames), OpenWith: openGames}
}

// without opens games that start no program.
func without(open func(play.Access, json.RawMessage) (play.Configured, error)) func(json.RawMessage) (play.Configured, error) {
	return func(raw json.RawMessage) (play.Configured, error) { return open(play.Access{}, raw) }
}

// gameRules holds the settings of the games.
type gameRules struct {
	Ruleset  string          `json:"ruleset"`
	Opponent string          `json:"opponent"`           // one of the players, by name, or engine:PATH
	Settings json.RawMessage `json:"settings,omitempty"` // its parameters
	Side     table.Side      `json:"side,omitempty"`     // of the player; drawn if none is given
	Opening  int             `json:"opening"`            // random moves before the players take over
	Plies    int             `json:"plies"`              // after which the game is drawn
}

func openGames(access play.Access, raw json.RawMessage) (play.Configured, error) {
	return openWith(access, raw, nil)
}

// openWith opens games with a wrapper around the opponent.
func openWith(access play.Access, raw json.RawMessage, wrap func(play.Factory) play.Factory) (play.Configured, error) {
	g, err := play.Strict(raw, gameRules{Ruleset: krieg.Wild16().Name, Opponent: "heuristic", Plies: 600})
	if err != nil {
		return play.Configured{}, err
	}
	cfg := table.Config{Side: g.Side, Opening: g.Opening, Plies: g.Plies}
	if cfg.Rules, err = krieg.RulesNamed(g.Ruleset); err != nil {
		return play.Configured{}, err
	}
	switch {
	case g.Opening < 0 || g.Opening > 40:
		return play.Configured{}, fmt.Errorf("opening %d: want 0 to 40", g.Opening)
	case g.Plies < 1 || g.Plies > 5000:
		return play.Configured{}, fmt.Errorf("plies %d: want 1 to 5000", g.Plies)
	case g.Side != table.Drawn && g.Side != table.White && g.Side != table.Black:
		return play.Configured{}, fmt.Errorf("side %q: want white or black, or none to draw it", g.Side)
	}
	problem, err := problemOf(&wholegame.Model{Rules: cfg.Rules})
	if err != nil {
		return play.Configured{}, err
	}
	out := play.Configured{Players: gamePlayers(cfg.Rules), Methods: methods.Offer(problem), Prover: methods.Prover(problem)}
	if err := g.engage(access, &cfg, &out); err != nil {
		return play.Configured{}, err
	}
	if wrap != nil {
		cfg.Opponent = wrap(cfg.Opponent)
	}
	out.Rules, out.Table, out.Actions = g, cfg.Table, tries()
	return out, nil
}

// engage sets the opponent of the games: one of the players, or a program.
func (g *gameRules) engage(access play.Access, cfg *table.Config, out *play.Configured) error {
	var settled any
	if path, program := strings.CutPrefix(g.Opponent, play.Engine); program {
		all, settings, err := newOutsiders(access, path, g.Settings)
		if err != nil {
			return fmt.Errorf("opponent %s: %w", play.Quote(g.Opponent), err)
		}
		cfg.Opponent, out.Close, settled = all.seat, all.close, settings
	} else {
		entry, err := out.Player(g.Opponent)
		if err != nil {
			return fmt.Errorf("opponent: %w", err)
		}
		if cfg.Opponent, settled, err = entry.New(play.Access{}, g.Settings); err != nil {
			return fmt.Errorf("opponent %s: %w", g.Opponent, err)
		}
	}
	var err error
	g.Settings, err = json.Marshal(settled)
	return err
}

// tries lists every try of any game.
func tries() []string {
	all := krieg.AllActions()
	names := make([]string, len(all))
	for i, a := range all {
		names[i] = a.String()
	}
	return names
}

// gamePlayers returns the players of whole games.
func gamePlayers(rules krieg.Rules) []play.Entry {
	return []play.Entry{
		engineEntry(),
		simple("heuristic", "recaptures, promotes, or makes the longest move of some man",
			func(h *krieg.History, r *rand.Rand) tactics.Agent { return tactics.NewHeuristic(ownOf(h), r) }),
		simple("maps", "keeps a map of where each kind of man is expected, and looks one ply ahead",
			func(h *krieg.History, r *rand.Rand) tactics.Agent { return tactics.NewMaps(ownOf(h), h.Start, r) }),
		mctsEntry(rules),
		poolEntry(rules),
		play.RandomEntry(),
	}
}

func ownOf(h *krieg.History) krieg.OwnView { return krieg.NewOwnView(h.Rules, h.Me, h.Start) }

// simple returns a player without parameters.
func simple(name, about string, make func(*krieg.History, *rand.Rand) tactics.Agent) play.Entry {
	return play.Entry{
		Name: name, About: about,
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			settings, err := play.Strict(raw, play.NoParams{})
			return seated(func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
				return make(h, r), nil
			}), settings, err
		},
	}
}

// engineParams configures the engine.
type engineParams struct {
	Level   int      `json:"level"`
	Boards  int      `json:"boards,omitempty"`  // carried over a hidden move; 0 means the level's number
	Ahead   int      `json:"ahead,omitempty"`   // tries searched one move further; 0 means the level's number
	Without []string `json:"without,omitempty"` // ingredients to leave out
	// Equilibrium, if given, mixes tries by a search instead of following the evaluation.
	Equilibrium json.RawMessage `json:"equilibrium,omitempty"`
	// Numbers replaces some of the level's numbers, by the names of engine.Numbers.
	Numbers json.RawMessage `json:"numbers,omitempty"`
}

// engineEntry returns the engine as a player.
func engineEntry() play.Entry {
	return play.Entry{
		Name: "veil", About: "weighs its tries on a sample of the boards that fit what it heard",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			p, err := play.Strict(raw, engineParams{Level: engine.Levels})
			if err != nil {
				return nil, p, err
			}
			make, err := engineMaker(p)
			if err != nil {
				return nil, p, err
			}
			h := krieg.NewHistory(krieg.Berkeley(), krieg.White)
			_, err = make(&h, rand.New(rand.NewPCG(0, 0))) // checks the parameters
			return seated(make), p, err
		},
	}
}

// engineMaker returns a maker of engines with some parameters.
func engineMaker(p engineParams) (maker, error) {
	search, err := searchOf(p.Equilibrium)
	if err != nil {
		return nil, err
	}
	return searchMaker(p, search)
}

// searchMaker returns a maker of engines with some parameters and a search.
func searchMaker(p engineParams, search engine.Search) (maker, error) {
	n, err := engine.NumbersOf(p.Level)
	if err != nil {
		return nil, err
	}
	if n, err = play.Strict(p.Numbers, n); err != nil {
		return nil, fmt.Errorf("numbers: %w", err)
	}
	book, err := minor.Book()
	return func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
		m, err := engine.New(h.Rules, h.Me, engine.Config{
			Level: p.Level, Boards: p.Boards, Ahead: p.Ahead, Seed: r.Uint64(), Start: &h.Start, Ending: engine.FromBook(book), Without: p.Without, Numbers: &n, Search: search,
		})
		return engineAgent{m}, err
	}, err
}
