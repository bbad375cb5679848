// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/wholegame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/search/uct"
)

// mctsParams configures the tree search over announcements.
type mctsParams struct {
	Simulations int `json:"simulations"`
}

// The shape of a simulation of mcts.
const (
	rolloutPlies = 6    // random moves of both sides below the tree
	curiosity    = 0.35 // exploration constant (Kocsis & Szepesvári 2006)
)

// mctsEntry returns the tree search of Ciancarini & Favini 2009 and 2010 as a configuration of uct: a
// simulation runs on a board drawn from maps of where men are expected, and ends after a few random
// moves with a count of the material. It reimplements the published idea, not the program.
func mctsEntry(rules krieg.Rules) play.Entry {
	return play.Entry{
		Name: "mcts", About: "searches a tree of tries and messages by simulations, after Ciancarini & Favini",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			p, err := play.Strict(raw, mctsParams{Simulations: 600})
			if err == nil && (p.Simulations < 1 || p.Simulations > 1_000_000) {
				err = fmt.Errorf("simulations %d: want 1 to 1000000", p.Simulations)
			}
			if err != nil {
				return nil, p, err
			}
			seat, err := mctsFactory(rules, p)
			return seat, p, err
		},
	}
}

// mctsFactory returns a factory of players.
func mctsFactory(rules krieg.Rules, p mctsParams) (play.Factory, error) {
	params, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	problem, err := mappedGame(&wholegame.Model{Rules: rules})
	if err != nil {
		return nil, err
	}
	tree, err := play.Configured{Methods: methods.Offer(problem)}.Player("uct")
	if err != nil {
		return nil, err
	}
	seat, _, err := tree.New(play.Access{}, params)
	return seat, err
}

// mappedGame returns a game whose belief is the maps.
func mappedGame(m *wholegame.Model) (gameProblem, error) {
	m.Opponent = wholegame.Grabber{}
	return gameProblem{
		Game:    gameOf(&wholegame.Search{Model: m, Plies: rolloutPlies}),
		Beliefs: map[string]func(uint64) (gameBelief, error){atlasBelief: atlasOf(m)},
		First:   firstView(mappedGame),
		Tree: uct.Config{
			Explore: curiosity, MostSimulated: true, Simulated: true,
			NoLaw: true, NoBounds: true, NoForced: true, NoGuide: true,
		},
	}, nil
}
