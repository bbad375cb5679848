// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/play"
)

// gamesOf returns what plays game i of a player.
func gamesOf(t *testing.T, rules, name, params string) func(i int) play.Record {
	t.Helper()
	m, _, err := catalog.All().Match(play.Setup{
		Domain: "mines", Rules: json.RawMessage(rules), Player: name, Params: json.RawMessage(params),
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(i int) play.Record {
		rec, err := m.Play(t.Context(), 2026, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
}

// winRate plays games of a player and returns the share it won, and its mean score.
func winRate(t *testing.T, rules, name, params string, count int) (rate, score float64) {
	t.Helper()
	won, game := 0, gamesOf(t, rules, name, params)
	for i := range count {
		rec := game(i)
		if rec.Status == veil.Won {
			won++
		}
		score += rec.Score
	}
	return float64(won) / float64(count), score / float64(count)
}

// TestPlayersReachTheirKnownRates plays boards whose win rates are known exactly: the
// optimum from the exact values, the myopic player with random ties by arithmetic.
func TestPlayersReachTheirKnownRates(t *testing.T) {
	for _, tc := range []struct {
		rules, player, params string
		want                  float64
	}{
		{`{"board":"4x4/4"}`, "optimal", `{}`, 961. / 1365},
		{`{"board":"5x2/3"}`, "optimal", `{}`, 21. / 84},
		{`{"board":"10x1/5"}`, "optimal", `{}`, 24. / 126},
		{`{"board":"3x1/1"}`, "optimal", `{}`, 1},
		{`{"board":"3x3/7"}`, "optimal", `{}`, 1. / 4},
		{`{"board":"3x3/7"}`, "safest", `{"ties":"random","start":"random"}`, 17. / 72},
		{`{"board":"4x4/6","first":"zero"}`, "optimal", `{}`, 1},
		{`{"board":"5x2/3"}`, "safest", `{"ties":"random","start":"random"}`, 0.2028},
	} {
		games := 2000
		if testing.Short() {
			games = 500
		}
		got, _ := winRate(t, tc.rules, tc.player, tc.params, games)
		if sd := math.Sqrt(tc.want * (1 - tc.want) / float64(games)); math.Abs(got-tc.want) > 4*sd+1e-9 {
			t.Errorf("%s %s: won %.4f, want %.4f ± %.4f", tc.rules, tc.player, got, tc.want, sd)
		}
	}
}

// TestPlannersPlay plays games with every planner on the 2011 paper's small board, a forced win,
// and checks that the score, the share of safe cells opened, is about as good as it must be.
// Single games of one planner score from 0.2 to 1, so games are played until their mean is
// clearly on one side of the bar.
func TestPlannersPlay(t *testing.T) {
	const rules = `{"board":"4x4/6","first":"zero","objective":"fraction"}`
	for _, tc := range []struct {
		player, params string
		least          float64
	}{
		{"uct", `{"simulations":200}`, 0.999},
		{"bssuct", `{"simulations":200}`, 0.95},
		{"bsruct", `{"simulations":100,"belief":"rejection"}`, 0.6},
		{"bsruct", `{"simulations":300,"belief":"exact"}`, 0.8},
		{"bsruct", `{"simulations":50,"belief":"inherit"}`, 0.3},
		{"bsruct", `{"simulations":50,"belief":"metropolis"}`, 0.3},
		{"bsruct", `{"simulations":50,"belief":"solved"}`, 0.3},
	} {
		game := gamesOf(t, rules, tc.player, tc.params)
		trial := testsize.Trial{Bar: tc.least, Least: testsize.Of(6, 8, 12), Most: 60}
		got, n, ok := trial.Above(func(i int) float64 { return game(i).Score })
		if t.Logf("%s %s: scored %.3f in %d games", tc.player, tc.params, got, n); !ok {
			t.Errorf("%s %s: scored %.3f in %d games, want clearly above %.2f", tc.player, tc.params, got, n, tc.least)
		}
	}
}

// TestLookaheadIsStronger: on the same boards, looking one guess ahead wins clearly more
// than the lowest risk.
func TestLookaheadIsStronger(t *testing.T) {
	const rules, games = `{"board":"16x16/51"}`, 600
	ahead, _ := winRate(t, rules, "lookahead", `{"exact":200}`, games)
	safest, _ := winRate(t, rules, "safest", `{}`, games)
	t.Logf("lookahead won %.3f, safest %.3f of %d games", ahead, safest, games)
	if ahead < safest+0.03 {
		t.Errorf("lookahead won %.3f of the games, safest %.3f", ahead, safest)
	}
}

// TestPlayersKnowWhenTheyGuess asks the solver what the players of the exact belief
// must know: a move is a guess unless the cell is certainly safe.
func TestPlayersKnowWhenTheyGuess(t *testing.T) {
	for name, params := range map[string]string{
		"uct": `{"simulations":50}`, "bssuct": `{"simulations":20}`, "safest": `{}`, "lookahead": `{}`,
	} {
		m, _, err := catalog.All().Match(play.Setup{
			Domain: "mines", Rules: json.RawMessage(`{"board":"5x5/5"}`), Player: name, Params: json.RawMessage(params),
		})
		if err != nil {
			t.Fatal(err)
		}
		moves, guesses := 0, 0
		for i := range uint64(10) {
			rec, err := m.Play(t.Context(), 7, i)
			if err != nil {
				t.Fatal(err)
			}
			moves += len(rec.Plies)
			guesses += checkGuesses(t, name, rec.Plies)
		}
		if guesses == 0 || guesses == moves {
			t.Errorf("%s: %d guesses in %d moves show nothing", name, guesses, moves)
		}
	}
}

// checkGuesses follows a game on 5×5 with 5 mines and returns the number of its guesses.
func checkGuesses(t *testing.T, player string, plies []play.Ply) (guesses int) {
	t.Helper()
	view := mines.NewView(mines.Rules{Width: 5, Height: 5, Mines: 5, First: mines.Safe})
	for i, p := range plies {
		cell, err := view.ParseCell(p.Action)
		if err != nil {
			t.Fatal(err)
		}
		a, err := count.Analyse(view, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if guess := i > 0 && a.Certainty(cell) != count.CertainSafe; p.Guess != guess {
			t.Errorf("%s: move %d, %s: guess %v, want %v", player, i+1, p.Action, p.Guess, guess)
		}
		if p.Guess {
			guesses++
		}
		if number, err := strconv.Atoi(p.Seen); err == nil {
			view = view.With(cell, mines.Mark(number))
		}
	}
	return guesses
}

// TestAblationIsAConfiguration plays with each ingredient of the planner left out: the
// games must not all be those of the whole, or the name does nothing.
func TestAblationIsAConfiguration(t *testing.T) {
	games := func(params string) string {
		m, _, err := catalog.All().Match(play.Setup{
			Domain: "mines", Rules: json.RawMessage(`{"board":"4x4/4"}`), Player: "uct", Params: json.RawMessage(params),
		})
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for i := range uint64(8) {
			rec, err := m.Play(t.Context(), 3, i)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range rec.Plies {
				fmt.Fprintln(&all, p.Action, p.Value, p.Work)
			}
		}
		return all.String()
	}
	whole := games(`{"exact":0,"simulations":100,"start":"r1c1"}`)
	for _, name := range []string{
		"bounds", "chase", "expectation", "forced", "guide", "law", "priors", "roller", "root-sampling", "secure-child", "stop",
	} {
		if games(`{"exact":0,"simulations":100,"start":"r1c1","without":["`+name+`"]}`) == whole {
			t.Errorf("without %s the games are the same", name)
		}
	}
}
