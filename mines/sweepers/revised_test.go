// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/play"
)

// bssuctOn returns a match of the player on a board, and the parameters that a run records.
func bssuctOn(board, params string) (play.Match, string, error) {
	rules, err := json.Marshal(map[string]string{"board": board})
	if err != nil {
		return play.Match{}, "", err
	}
	m, setup, err := catalog.All().Match(play.Setup{
		Domain: "mines", Rules: rules, Player: "bssuct", Params: json.RawMessage(params),
	})
	return m, string(setup.Params), err
}

// TestRevisedValues checks the first click on 4×4/4. The printed search takes it for 5 to 12 points
// worse than it is, and a corner for better than a border cell; the revised search finds the best
// click and its value.
func TestRevisedValues(t *testing.T) {
	g := newGrader(t, "4x4/4")
	exact := exactValues(t, mines.NewView(g.rules))
	m, _, err := bssuctOn("4x4/4", `{"simulations":10000,"tree":"revised"}`)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := m.Play(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.rules.ParseCell(rec.Plies[0].Action)
	if err != nil {
		t.Fatal(err)
	}
	if lo, hi := rec.Plies[0].Value.Interval(); exact[c] < lo || exact[c] > hi {
		t.Errorf("%s: the interval of %v misses %.4f", rec.Plies[0].Action, rec.Plies[0].Value, exact[c])
	}
	if off := math.Abs(rec.Plies[0].Value.Float() - exact[c]); off > 0.02 || g.loss(t, mines.NewView(g.rules), c) > 0 {
		t.Errorf("%s: expects %v, is worth %.4f", rec.Plies[0].Action, rec.Plies[0].Value, exact[c])
	}
}

// TestRevisedParams checks that a spec without "tree" keeps the meaning and the record it had.
func TestRevisedParams(t *testing.T) {
	for params, want := range map[string]string{
		`{}`:                                   `{"simulations":1000,"explore":0.1,"widen_actions":4,"widen_answers":2,"order":"solver"}`,
		`{"tree":"revised"}`:                   `{"simulations":1000,"explore":1,"widen_actions":0,"widen_answers":0,"order":"solver","tree":"revised"}`,
		`{"tree":"revised","explore":0.5}`:     `{"simulations":1000,"explore":0.5,"widen_actions":0,"widen_answers":0,"order":"solver","tree":"revised"}`,
		`{"tree":"new"}`:                       "",
		`{"explore":0}`:                        "",
		`{"widen_actions":0}`:                  "",
		`{"tree":"revised","widen_actions":2}`: "",
	} {
		_, got, err := bssuctOn("3x1/1", params)
		if (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("%s: got %s, %v, want %s", params, got, err, want)
		}
	}
}
