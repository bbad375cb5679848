// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"encoding/json"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/table"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/krieg/wholegame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/search/uct"
)

// The types of a whole game.
type (
	gameProblem = methods.Problem[wholegame.State, krieg.Action, wholegame.Turn]
	gameBelief  = veil.Belief[wholegame.State, krieg.Action, wholegame.Turn]
)

// The beliefs of a whole game.
const (
	atlasBelief = "atlas"
	cloudBoards = 200   // carried over a hidden move by the sample
	exactBoards = 5_000 // up to which the exact belief is used, and after that the sample
)

// gameSearch returns a game as searches see it.
func gameSearch(m *wholegame.Model) (*wholegame.Search, error) {
	weights := tactics.Lower()
	book, err := ending.Standard()
	return &wholegame.Search{Model: m, Moves: 2, Weights: &weights, Book: book}, err
}

// gameOf returns a game with its text forms.
func gameOf(g *wholegame.Search) play.Game[wholegame.State, krieg.Action, wholegame.Turn] {
	rules := g.Model.Rules
	return play.Game[wholegame.State, krieg.Action, wholegame.Turn]{
		Model:   g,
		Actions: play.Text[krieg.Action]{Format: krieg.Action.String, Parse: krieg.ParseAction},
		Seen: play.Text[wholegame.Turn]{
			Format: func(t wholegame.Turn) string { return t.Format(rules) },
			Parse:  func(s string) (wholegame.Turn, error) { return wholegame.ParseTurn(s, rules) },
		},
	}
}

// problemOf returns a game as a problem for every method.
func problemOf(m *wholegame.Model) (gameProblem, error) {
	m.Opponent = tactics.UsualOpponent()
	search, err := gameSearch(m)
	return gameProblem{
		Game: gameOf(search),
		Beliefs: map[string]func(uint64) (gameBelief, error){
			"cloud": func(seed uint64) (gameBelief, error) { return sampleOf(m, seed) },
			"exact": func(seed uint64) (gameBelief, error) {
				spare, err := sampleOf(m, seed)
				if err != nil {
					return nil, err
				}
				return wholegame.NewExact(m, exactBoards, spare)
			},
			atlasBelief: atlasOf(m),
		},
		Usual: "cloud",
		Tree: uct.Config{
			Bandit: uct.PUCT, Explore: 1, Backup: uct.Returns, MostSimulated: true, Simulated: true,
			NoLaw: true, NoBounds: true, NoChase: true,
		},
		First: firstView(problemOf),
	}, err
}

func atlasOf(m *wholegame.Model) func(uint64) (gameBelief, error) {
	return func(uint64) (gameBelief, error) { return wholegame.NewAtlas(m), nil }
}

// sampleOf returns the sample before the first move. Few boards survive a capture under rules that do
// not announce whether a pawn or a piece was captured, so there it is twice as large.
func sampleOf(m *wholegame.Model, seed uint64) (*wholegame.Cloud, error) {
	boards := cloudBoards
	if !m.Rules.CapturedClass {
		boards *= 2
	}
	return wholegame.NewCloud(m, cloud.Config{Boards: boards, Seed: seed})
}

// gameEpisode is a problem narrowed to a game.
type gameEpisode = methods.Episode[wholegame.State, krieg.Action, wholegame.Turn]

// firstView returns a function that narrows a problem to a game by the history of a seat before its
// first action.
func firstView(problem func(*wholegame.Model) (gameProblem, error)) func(json.RawMessage) (gameEpisode, error) {
	return func(raw json.RawMessage) (e gameEpisode, err error) {
		var view table.View
		if err := json.Unmarshal(raw, &view); err != nil {
			return e, err
		}
		h, err := krieg.ParseLog(view.Log)
		if err != nil {
			return e, err
		}
		m, first, err := wholegame.Begin(&h)
		if err != nil {
			return e, err
		}
		for _, t := range first {
			e.Heard = append(e.Heard, belief.Step[krieg.Action, wholegame.Turn]{Action: krieg.Wait, Seen: t})
		}
		e.Problem, err = problem(m)
		return e, err
	}
}
