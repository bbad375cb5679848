// SPDX-License-Identifier: BSD-3-Clause

// Package sweepers provides the players of Minesweeper, one file each.
package sweepers

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
)

// boardRules are the rules of Minesweeper as files and flags spell them.
type boardRules struct {
	Board     string          `json:"board"`
	First     mines.First     `json:"first"`
	Objective mines.Objective `json:"objective"`
	// Estimator selects how games are scored: by their reward or, if "product", by a
	// [productTable].
	Estimator string `json:"estimator,omitempty"`
}

type minesGame = play.Game[mines.State, mines.Cell, mines.Reading]

// Domain is Minesweeper with all its players.
func Domain() play.Domain {
	return play.Domain{Name: "mines", About: "Minesweeper", Open: configure}
}

func configure(raw json.RawMessage) (play.Configured, error) {
	settings, err := play.Strict(raw, boardRules{Board: "9x9/10"})
	if err != nil {
		return play.Configured{}, err
	}
	rules, err := mines.ParseSize(settings.Board)
	if err != nil {
		return play.Configured{}, err
	}
	rules.First = settings.First
	model, err := mines.NewModel(rules, settings.Objective)
	if err != nil {
		return play.Configured{}, err
	}
	game := minesGame{Model: model, Actions: minesActions(rules), Seen: minesReadings(), View: minesView(model)}
	table := game.Table
	switch settings.Estimator {
	case "":
	case "product":
		table = newProductTable(game, model)
	default:
		return play.Configured{}, fmt.Errorf("estimator %q: want product, or nothing", settings.Estimator)
	}
	problem := methods.Problem[mines.State, mines.Cell, mines.Reading]{
		Game: game, Powers: analysis.NewPowers(model, analysis.PowersConfig{}),
		Beliefs: map[string]func(uint64) (analysis.Belief, error){
			"exact": func(uint64) (analysis.Belief, error) { return posterior(model)() },
		},
	}
	return play.Configured{
		Rules: settings, Table: table, Actions: game.Actions.Names(), Observations: game.Seen.Names(), Methods: methods.Offer(problem), Prover: prover(rules),
		Players: []play.Entry{
			play.RandomEntry(), singlePoint(game, rules), safest(game, rules), optimalMines(game, rules, settings.Objective),
			lookahead(game, rules, settings.Objective), instant(game, rules), fast(game, rules), full(game, rules), most(game, rules),
			modern(game, model), improved(game, model), bssuct(game, model), bsruct(game, model),
		},
	}, nil
}

func minesActions(rules mines.Rules) play.Text[mines.Cell] {
	cells := make([]mines.Cell, rules.Cells())
	for i := range cells {
		cells[i] = mines.Cell(i)
	}
	return play.Listed(play.Text[mines.Cell]{Format: rules.Name, Parse: rules.ParseCell}, cells...)
}

func minesReadings() play.Text[mines.Reading] {
	return play.Listed(play.Text[mines.Reading]{
		Format: mines.Reading.String,
		Parse: func(text string) (mines.Reading, error) {
			if text == mines.Boom.String() {
				return mines.Boom, nil
			}
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > 8 {
				return 0, errors.New("want a number from 0 to 8, or mine")
			}
			return mines.Reading(n), nil
		},
	}, 0, 1, 2, 3, 4, 5, 6, 7, 8, mines.Boom)
}

// minesView returns a function that writes a position as the text people paste.
func minesView(model *mines.Model) func(s *mines.State) any {
	return func(s *mines.State) any {
		text, err := notation.WriteFormat(notation.FormatHand, notation.Document{View: model.View(s)}, notation.WriteOptions{})
		if err != nil {
			return err.Error()
		}
		return string(text)
	}
}
