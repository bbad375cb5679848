// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/play"
)

// earlier returns ingredients that earlier versions of the engine did not have.
func earlier() []string { return []string{"exposed", "stop", "mate"} }

// poolEntry returns a player that is another opponent in each game. A change that helps the engine
// against itself may not help against others, so changes are accepted by their results against the
// pool. Players that hardly ever win are not in it: a game against them measures nothing.
func poolEntry(rules krieg.Rules) play.Entry {
	return play.Entry{
		Name: "pool", About: "one of these, drawn for each game: maps, mcts, veil at levels 6 and 7 and without its later ingredients",
		New: func(_ play.Access, raw json.RawMessage) (play.Factory, any, error) {
			settings, err := play.Strict(raw, play.NoParams{})
			if err != nil {
				return nil, settings, err
			}
			lower, err := json.Marshal(tactics.Lower())
			if err != nil {
				return nil, settings, err
			}
			var members []play.Factory
			for _, p := range []engineParams{{Level: 6}, {Level: 7}, {Level: 8, Boards: 200, Without: earlier(), Numbers: lower}} {
				player, err := engineMaker(p)
				if err != nil {
					return nil, settings, err
				}
				members = append(members, seated(player))
			}
			tree, err := mctsFactory(rules, mctsParams{Simulations: 200})
			maps := func(h *krieg.History, r *rand.Rand) (tactics.Agent, error) {
				return tactics.NewMaps(ownOf(h), h.Start, r), nil
			}
			members = append(members, seated(maps), tree)
			return func(r *rand.Rand) (play.Player, error) {
				return members[r.IntN(len(members))](r)
			}, settings, err
		},
	}
}
