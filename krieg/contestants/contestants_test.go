// SPDX-License-Identifier: BSD-3-Clause

package contestants_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/contestants"
	"github.com/veilplan/veil/play"
)

func exam(params string) (play.Match, error) {
	m, _, err := play.Domains{contestants.Domain()}.Match(play.Setup{
		Domain: "krieg", Rules: json.RawMessage(`{"set":"seed-3"}`), Player: "prover", Params: json.RawMessage(params),
	})
	return m, err
}

// TestProversAsPlayers: a method that has the time answers right, one that has not does
// not know; both meet the same problems.
func TestProversAsPlayers(t *testing.T) {
	for _, c := range []struct {
		params string
		want   veil.Status
	}{
		{`{"method":"veil"}`, veil.Won},
		{`{"method":"GL-DBU"}`, veil.Won},
		{`{"method":"veil","without":["table","cover"]}`, veil.Won},
		{`{"method":"DFS","states":1}`, veil.Lost},
	} {
		m, err := exam(c.params)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for i := range uint64(12) {
			rec, err := m.Play(t.Context(), 1, i)
			if err != nil {
				t.Fatal(err)
			}
			if rec.Status != c.want || (rec.Score == 1) != (c.want == veil.Won) {
				t.Errorf("%s, problem %d: %v, score %v", c.params, i, rec.Status, rec.Score)
			}
			seen[rec.Plies[0].Seen]++
		}
		if seen[composed.Mate] == 0 || seen[composed.NearMiss] == 0 {
			t.Errorf("only one kind of problem: %v", seen)
		}
	}
}

func TestProverSettingsAreStrict(t *testing.T) {
	for params, want := range map[string]string{
		`{"method":"BFS"}`:      "BFS",
		`{"states":0}`:          "states 0: want at least 1",
		`{"without":["magic"]}`: `without "magic": want some of cover, growth, order, precheck, strike, table`,
		`{"cap":3}`:             `unknown field "cap"`,
	} {
		if _, err := exam(params); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", params, err)
		}
	}
}

func TestAnswersAreGivenOnce(t *testing.T) {
	m, err := exam(`{}`)
	if err != nil {
		t.Fatal(err)
	}
	table := m.Table(play.WorldRand(1, 0))
	if _, err := table.Act("perhaps"); err == nil {
		t.Error("took any answer")
	}
	if _, err := table.Act("unknown"); err != nil || table.Status() != veil.Lost {
		t.Error(err, table.Status())
	}
	if _, err := table.Act("mate"); err == nil || len(table.AppendActions(nil)) > 0 {
		t.Error("took a second answer")
	}
}

// TestEquilibriumIsAParameter: games with a search repeat themselves, its settings are kept, and those
// without sense are refused.
func TestEquilibriumIsAParameter(t *testing.T) {
	setup := play.Setup{
		Domain: "krieg-game", Rules: json.RawMessage(`{"ruleset":"wild16","opponent":"heuristic","plies":20}`), Player: "veil",
		Params: json.RawMessage(`{"level":4,"equilibrium":{"boards":5,"nodes":300,"last":5,"prior":1}}`),
	}
	m, settled, err := play.Domains{contestants.Games()}.Match(setup)
	if err != nil || !strings.Contains(string(settled.Params), `"equilibrium":{"boards":5,"nodes":300,"last":5,"prior":1}`) {
		t.Fatal(string(settled.Params), err)
	}
	var lines [2]string
	for i := range lines {
		rec, err := m.Play(t.Context(), 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, ply := range rec.Plies {
			lines[i] += ply.Action + " " + ply.Seen + "\n"
		}
	}
	if lines[0] != lines[1] || lines[0] == "" {
		t.Errorf("the same game twice:\n%s\n%s", lines[0], lines[1])
	}
	for params, want := range map[string]string{
		`{"equilibrium":{"nodes":-1}}`:      "nodes -1, want 0 to",
		`{"equilibrium":{"boards":20000}}`:  "boards 20000, want 0 to 10000",
		`{"equilibrium":{"prior":-1}}`:      "prior -1, want 0 to 1000",
		`{"equilibrium":{"tempo":2000}}`:    "tempo 2000, want 0 to",
		`{"equilibrium":{"depth":3}}`:       `unknown field "depth"`,
		`{"equilibrium":{"guesses":20000}}`: "guesses 20000, want 0 to 10000",
		`{"equilibrium":{"follows":5}}`:     "guesses, reply_prior and follows need replies",
	} {
		setup.Params = json.RawMessage(params)
		if _, _, err := (play.Domains{contestants.Games()}).Match(setup); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", params, err)
		}
	}
}
