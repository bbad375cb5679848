// SPDX-License-Identifier: BSD-3-Clause

package contestants_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/contestants"
	"github.com/veilplan/veil/play"
)

// The methods that play whole games follow from the powers of the model: no list names them.
func TestWholeGamesGetMethods(t *testing.T) {
	opened, err := contestants.Games().Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	var plays []string
	for _, m := range opened.Offers() {
		if len(m.Lacks) == 0 {
			plays = append(plays, m.Name)
		}
	}
	if want := []string{"bsruct", "bssuct", "uct", "planner"}; !slices.Equal(plays, want) {
		t.Errorf("methods %v, want %v", plays, want)
	}
}

// Every method plays on every belief, on both sides, under rules with refusals and questions that the
// opponent hears.
func TestMethodsPlayWholeGames(t *testing.T) {
	domains := play.Domains{contestants.Games()}
	for i, method := range []string{"bsruct", "bssuct", "uct", "planner"} {
		for k, belief := range []string{"cloud", "exact", "atlas"} {
			rules := fmt.Sprintf(`{"ruleset":%q,"opponent":"random","side":%q,"plies":16}`,
				[]string{"wild16", "berkeley", "english"}[(i+k)%3], []string{"white", "black"}[(i+k)%2])
			match, settled, err := domains.Match(play.Setup{
				Domain: "krieg-game", Rules: json.RawMessage(rules), Player: method,
				Params: json.RawMessage(fmt.Sprintf(`{"belief":%q,"simulations":20}`, belief)),
			})
			if err != nil {
				t.Fatal(err)
			}
			record, err := match.Play(t.Context(), 1, 0)
			if err != nil || len(record.Plies) < 8 {
				t.Errorf("%s: %d actions, %v", settled.Params, len(record.Plies), err)
			}
			again, err := match.Play(t.Context(), 1, 0)
			if err != nil || !slices.EqualFunc(record.Plies, again.Plies, func(x, y play.Ply) bool { return x.Action == y.Action && x.Seen == y.Seen }) {
				t.Errorf("%s: the same seed gives another game (%v)", settled.Params, err)
			}
		}
	}
}

// uct wins whole games against random tries.
func TestUCTBeatsRandom(t *testing.T) {
	match, _, err := play.Domains{contestants.Games()}.Match(play.Setup{
		Domain: "krieg-game", Rules: json.RawMessage(`{"opponent":"random"}`), Player: "uct", Params: json.RawMessage(`{"simulations":100}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(3) {
		if record, err := match.Play(t.Context(), 5, i); err != nil || record.Score != 1 {
			t.Errorf("game %d: score %v, %v", i, record.Score, err)
		}
	}
}

// mcts plays against itself under every ruleset: nothing it tries is nonsense, and the same seed gives
// the same game.
func TestMCTSPlaysItself(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		match, settled, err := play.Domains{contestants.Games()}.Match(play.Setup{
			Domain: "krieg-game", Player: "mcts", Params: json.RawMessage(`{"simulations":20}`),
			Rules: json.RawMessage(fmt.Sprintf(`{"ruleset":%q,"opponent":"mcts","settings":{"simulations":20},"plies":80}`, rules.Name)),
		})
		if err != nil || string(settled.Params) != `{"simulations":20}` {
			t.Fatal(string(settled.Params), err)
		}
		var games [2][]string
		for i := range games {
			record, err := match.Play(t.Context(), 3, 0)
			if err != nil {
				t.Fatal(rules, err)
			}
			for _, ply := range record.Plies {
				games[i] = append(games[i], ply.Action+" "+ply.Seen)
			}
		}
		if len(games[0]) < 10 || !slices.Equal(games[0], games[1]) {
			t.Errorf("%v: %q and %q", rules, games[0], games[1])
		}
	}
}

func TestMCTSSettingsAreStrict(t *testing.T) {
	for _, params := range []string{`{"simulations":0}`, `{"simulations":1000001}`, `{"belief":"cloud"}`} {
		_, _, err := play.Domains{contestants.Games()}.Match(play.Setup{Domain: "krieg-game", Player: "mcts", Params: json.RawMessage(params)})
		if err == nil {
			t.Errorf("%s was accepted", params)
		}
	}
}
