// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/play"
)

// TestCascadeOpensAroundZeros: whenever a zero has hidden neighbours, the next move is
// one of them, whatever the belief.
func TestCascadeOpensAroundZeros(t *testing.T) {
	rules := mines.Rules{Width: 6, Height: 6, Mines: 5, First: mines.Zero}
	for _, params := range []string{
		`{"belief":"rejection","simulations":1000,"draws":200,"cascade":true}`,
		`{"belief":"inherit","simulations":1000,"draws":200,"cascade":true}`,
		`{"belief":"exact","simulations":20,"cascade":true}`,
	} {
		m, _, err := catalog.All().Match(play.Setup{
			Domain: "mines", Rules: json.RawMessage(`{"board":"6x6/5","first":"zero","objective":"fraction"}`),
			Player: "bsruct", Params: json.RawMessage(params),
		})
		if err != nil {
			t.Fatal(err)
		}
		forced := 0
		for game := range uint64(5) {
			rec, err := m.Play(t.Context(), 3, game)
			if err != nil {
				t.Fatal(err)
			}
			due := map[mines.Cell]bool{} // hidden, beside a zero
			open := map[mines.Cell]bool{}
			for _, ply := range rec.Plies {
				c, err := rules.ParseCell(ply.Action)
				if err != nil {
					t.Fatal(err)
				}
				if len(due) > 0 && !due[c] {
					t.Fatalf("%s, game %d: opened %s although %d cells beside zeros are hidden", params, game, ply.Action, len(due))
				}
				if len(due) > 0 {
					forced++
				}
				delete(due, c)
				open[c] = true
				if ply.Seen != "0" {
					continue
				}
				for _, n := range rules.AppendNeighbours(nil, c) {
					due[n] = !open[n]
					if open[n] {
						delete(due, n)
					}
				}
			}
		}
		if forced < 20 {
			t.Errorf("%s: only %d moves beside zeros", params, forced)
		}
	}
}
