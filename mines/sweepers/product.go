// SPDX-License-Identifier: BSD-3-Clause

package sweepers

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/play"
)

// productTable is a game that is never lost, so that its score has less variance than a result. If
// a move would hit a mine, the layout is redrawn from those that fit the view and in which the cell
// is safe. The reward is multiplied by the chance to get this far: the product of the chances to
// survive its guesses. The mean score is that of ordinary games, with about a quarter of the
// variance.
//
// Only a move that is certainly a mine ends the game.
type productTable struct {
	game   minesGame
	model  *mines.Model
	r      *rand.Rand
	state  mines.State
	solver *count.Solver
	layout mines.Layout
	chance float64 // to get this far
	done   bool
}

func newProductTable(game minesGame, model *mines.Model) func(r *rand.Rand) play.Table {
	return func(r *rand.Rand) play.Table {
		return &productTable{
			game: game, model: model, r: r, state: model.Start(r), chance: 1,
			solver: count.NewSolver(model.Rules(), count.Limit{}), layout: make(mines.Layout, model.Rules().Cells()),
		}
	}
}

func (t *productTable) AppendActions(dst []string) []string {
	if t.done {
		return dst
	}
	for _, a := range t.model.AppendActions(nil, &t.state) {
		dst = append(dst, t.game.Actions.Format(a))
	}
	return dst
}

func (t *productTable) View() (json.RawMessage, error) { return json.Marshal(t.game.View(&t.state)) }

// Status returns Open: the game is neither won nor lost, only its score counts.
func (t *productTable) Status() veil.Status { return veil.Open }

// Act opens a cell.
func (t *productTable) Act(action string) (play.Answer, error) {
	a, err := t.game.Actions.Parse(action)
	if err != nil {
		return play.Answer{}, fmt.Errorf("%w: %w", play.ErrIllegal, err)
	}
	if t.done || !t.model.Legal(&t.state, a) {
		return play.Answer{}, fmt.Errorf("%s: %w", action, play.ErrIllegal)
	}
	if t.state.Placed {
		if err := t.survive(a); err != nil {
			return play.Answer{}, err
		}
	}
	seen, reward, done := t.model.Step(t.r, &t.state, a)
	t.done = done
	if !done {
		err = t.solver.Set(a, mines.Mark(seen))
	}
	return play.Answer{Seen: t.game.Seen.Format(seen), Reward: reward * t.chance, Done: done}, err
}

// survive makes a cell safe, and multiplies the chance by that of its being safe.
func (t *productTable) survive(a mines.Cell) error {
	for _, deduce := range []func() error{t.solver.Propagate, t.solver.Deduce} {
		if t.solver.Certainty(a) != count.Unsure {
			break
		}
		if err := deduce(); err != nil {
			return err
		}
	}
	if t.solver.Certainty(a) != count.Unsure {
		return nil
	}
	if err := t.solver.Weigh(); err != nil {
		return err
	}
	t.chance *= 1 - t.solver.Risk(a)
	for t.state.Mines.Has(a) {
		t.solver.Sample(t.r, t.layout)
		t.state.Mines = mines.SetOf(t.layout)
	}
	return nil
}
