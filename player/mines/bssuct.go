// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/uct"
	solvemines "github.com/veilplan/veil/solve/mines"
)

type simulationsParams struct {
	Simulations int `json:"simulations"` // a move
}

// bssuct is the planner of the 2012 paper.
func bssuct(game minesGame, model *mines.Model) play.Entry {
	return play.Entry{
		Name: "bssuct", About: "the 2012 paper: a solver in the nodes and the simulations of a tree search",
		New: func(raw json.RawMessage) (play.Factory, any, error) {
			params, err := play.Strict(raw, simulationsParams{Simulations: 1000})
			powers := solvemines.NewPowers(model, solvemines.PowersConfig{})
			search := func(ctx context.Context, r *rand.Rand, b solvemines.Belief) (veil.Decision[mines.Cell], error) {
				cfg := uct.BSSUCT()
				cfg.Seed = r.Uint64()
				return uct.Search(ctx, powers, b, veil.Budget{Simulations: params.Simulations}, cfg)
			}
			return planner(game, posterior(model), search), params, err
		},
	}
}
