// SPDX-License-Identifier: BSD-3-Clause

package duel

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/play"
)

// dealt is a game in product mode on the deal of a recorded one. Layout and redraws come from one
// random source, so every certain cell is opened before a guess, whatever the player does: players
// that guess alike stay on the same layout.
type dealt struct {
	rules  mines.Rules
	first  mines.Cell
	r      *rand.Rand
	game   *heuristic.Product
	view   mines.View
	left   int // safe cells that the player has not opened
	chance float64
	done   bool
	shown  bool // certain cells are opened for the player, who is asked for guesses only
}

func newDealt(rules mines.Rules, first mines.Cell, r *rand.Rand) *dealt {
	return &dealt{
		rules: rules, first: first, r: r, game: heuristic.NewProduct(rules, count.Limit{}),
		view: mines.NewView(rules), left: rules.Cells() - rules.Mines, chance: 1,
	}
}

// AppendActions lists the first click, then the hidden cells.
func (t *dealt) AppendActions(dst []string) []string {
	if t.view.Untouched() {
		return append(dst, t.rules.Name(t.first))
	}
	for c, m := range t.view.Marks {
		if m.IsHidden() && !t.done {
			dst = append(dst, t.rules.Name(mines.Cell(c)))
		}
	}
	return dst
}

func (t *dealt) View() (json.RawMessage, error) {
	text, err := notation.WriteFormat(notation.FormatHand, notation.Document{View: t.view}, notation.WriteOptions{})
	if err != nil {
		return nil, err
	}
	return json.Marshal(string(text))
}

// Status returns Open: the game is neither won nor lost, only its score counts.
func (t *dealt) Status() veil.Status { return veil.Open }

// Act opens a cell. The reward of the last one is the product of the chances to survive the guesses.
func (t *dealt) Act(action string) (play.Answer, error) {
	c, err := t.rules.ParseCell(action)
	switch {
	case err != nil:
		return play.Answer{}, fmt.Errorf("%w: %w", play.ErrIllegal, err)
	case t.view.Untouched() && c != t.first:
		return play.Answer{}, fmt.Errorf(`%s: %w: the recorded games begin with %s; the player's parameter is {"start":%[3]q}`, action, play.ErrIllegal, t.rules.Name(t.first))
	case t.done || !t.view.Marks[c].IsHidden():
		return play.Answer{}, fmt.Errorf("%s: %w", action, play.ErrIllegal)
	}
	if err := t.open(c); err != nil {
		return play.Answer{}, err
	}
	if t.game.Solver.Certainty(c) == count.CertainMine {
		t.done = true
		return play.Answer{Seen: mines.Boom.String(), Done: true}, nil
	}
	t.show(c)
	if t.shown {
		t.showCertain()
	}
	t.done = t.left == 0
	answer := play.Answer{Seen: mines.Reading(t.view.Marks[c]).String(), Done: t.done}
	if t.done {
		answer.Reward = t.chance
	}
	return answer, nil
}

func (t *dealt) show(c mines.Cell) {
	t.view.Marks[c] = mines.Mark(t.game.Layout.Number(t.rules, c))
	t.left--
}

func (t *dealt) showCertain() {
	for c, m := range t.view.Marks {
		if m.IsHidden() && t.game.Solver.Certainty(mines.Cell(c)) == count.CertainSafe {
			t.show(mines.Cell(c))
		}
	}
}

// open deals the game or guesses a cell, and opens what is certain then.
func (t *dealt) open(c mines.Cell) error {
	switch {
	case t.view.Untouched():
		layout, err := mines.Generate(t.rules, t.r.Uint64(), c)
		if err == nil {
			err = t.game.Deal(t.r, layout, c)
		}
		if err != nil {
			return err
		}
	case t.game.Solver.Certainty(c) == count.Unsure:
		survival, err := t.game.Guess(c)
		if err != nil {
			return err
		}
		t.chance *= survival
	default:
		return nil
	}
	_, err := t.game.Sweep()
	return err
}
