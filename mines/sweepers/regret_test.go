// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/play"
)

// grader knows the exact value of every move of a small board. What a player's moves lose
// against the best ones, summed over a game, is on average the optimum less the player's
// winning chance (Kakade & Langford 2002, the performance difference lemma), and scatters
// far less than wins do.
type grader struct {
	rules  mines.Rules
	values map[string]map[mines.Cell]float64
}

func newGrader(t *testing.T, board string) *grader {
	t.Helper()
	rules, err := mines.ParseSize(board)
	if err != nil {
		t.Fatal(err)
	}
	return &grader{rules, map[string]map[mines.Cell]float64{}}
}

// loss returns the exact value of the best move in v less that of c.
func (g *grader) loss(t *testing.T, v mines.View, c mines.Cell) float64 {
	t.Helper()
	key := ""
	for _, m := range v.Marks {
		key += string(rune('a' + int(m)))
	}
	if g.values[key] == nil {
		g.values[key] = exactValues(t, v)
	}
	best := 0.0
	for _, x := range g.values[key] {
		best = max(best, x)
	}
	return best - g.values[key][c]
}

func exactValues(t *testing.T, v mines.View) map[mines.Cell]float64 {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := analysis.NewSearch(t.Context(), a, analysis.SearchConfig{MaxLayouts: 1 << 22})
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Run(t.Context(), veil.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	byCell := map[mines.Cell]float64{}
	for _, m := range values.Moves {
		byCell[m.Cell] = m.Win.Float()
	}
	return byCell
}

// regret plays games and returns what the player's moves lose in a game, with its standard
// error.
func (g *grader) regret(t *testing.T, name, params string, games int) (mean, stderr float64) {
	t.Helper()
	rules, err := json.Marshal(map[string]string{"board": g.rules.String()})
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := catalog.All().Match(play.Setup{Domain: "mines", Rules: rules, Player: name, Params: json.RawMessage(params)})
	if err != nil {
		t.Fatal(err)
	}
	sum, square := 0.0, 0.0
	for i := range games {
		rec, err := m.Play(t.Context(), 4711, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		x := g.lossOf(t, rec)
		sum += x
		square += x * x
	}
	n := float64(games)
	mean = sum / n
	return mean, math.Sqrt(max(square/n-mean*mean, 0) / n)
}

// lossOf sums what the moves of a game lose.
func (g *grader) lossOf(t *testing.T, rec play.Record) float64 {
	t.Helper()
	v, lost := mines.NewView(g.rules), 0.0
	for _, ply := range rec.Plies {
		c, err := g.rules.ParseCell(ply.Action)
		if err != nil {
			t.Fatal(err)
		}
		if ply.Guess || v.Untouched() {
			lost += g.loss(t, v, c)
		}
		if ply.Seen == mines.Boom.String() {
			break
		}
		v = v.With(c, mines.Mark(ply.Seen[0]-'0'))
	}
	return lost
}

// TestPlayingOnLosesLess: the player that plays its best guesses out loses less than the one that it
// improves, in both cases without exact endgames.
func TestPlayingOnLosesLess(t *testing.T) {
	g := newGrader(t, "4x4/4")
	games := testsize.Of(60, 150, 600)
	fast, spread := g.regret(t, "fast", `{"exact":0}`, games)
	full, other := g.regret(t, "full", `{"exact":0,"leaf":0,"games":256}`, games)
	t.Logf("fast loses %.4f ± %.4f, full %.4f ± %.4f", fast, spread, full, other)
	if full > fast {
		t.Errorf("full loses %.4f, fast %.4f", full, fast)
	}
}
