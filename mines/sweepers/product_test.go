// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
)

// moments of a sample.
type moments struct{ n, sum, square float64 }

func (m *moments) add(x float64) { m.n, m.sum, m.square = m.n+1, m.sum+x, m.square+x*x }

func (m *moments) mean() float64 { return m.sum / m.n }

func (m *moments) variance() float64 { return (m.square - m.n*m.mean()*m.mean()) / (m.n - 1) }

// scores plays games and returns the moments of their scores.
func scores(t *testing.T, rules, player string, games int) (m moments) {
	t.Helper()
	match, _, err := play.Domains{sweepers.Domain()}.Match(play.Setup{Domain: "mines", Rules: json.RawMessage(rules), Player: player})
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		rec, err := match.Play(t.Context(), 9, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		m.add(rec.Score)
	}
	return m
}

// TestProductAgrees: product mode and ordinary games estimate the same chance to win, and product
// mode with less variance.
func TestProductAgrees(t *testing.T) {
	for _, c := range []struct {
		board string
		games int
	}{{"4x4/4", 8000}, {"5x5/5", 8000}, {"9x9/10", 4000}, {"16x16/40", 2000}, {"30x16/99", 1000}} {
		c.games /= testsize.Of(8, 4, 1)
		ordinary := scores(t, `{"board":"`+c.board+`"}`, "safest", c.games)
		product := scores(t, `{"board":"`+c.board+`","estimator":"product"}`, "safest", c.games)
		difference := product.mean() - ordinary.mean()
		deviation := math.Sqrt(product.variance()/product.n + ordinary.variance()/ordinary.n)
		ratio := product.variance() / ordinary.variance()
		t.Logf("%s: ordinary %.4f, product %.4f, difference %+.2f deviations, variance ratio %.2f", c.board, ordinary.mean(), product.mean(), difference/deviation, ratio)
		if math.Abs(difference) > 3*deviation {
			t.Errorf("%s: product mode differs by %+.4f ± %.4f", c.board, difference, deviation)
		}
		if ratio > 0.6 {
			t.Errorf("%s: product mode has %.2f of the variance", c.board, ratio)
		}
	}
}

// TestProductRules: a certain mine ends a game in product mode, a guess does not, and an unknown
// estimator is refused.
func TestProductRules(t *testing.T) {
	open := func(rules string) (play.Configured, error) { return sweepers.Domain().Open(json.RawMessage(rules)) }
	if _, err := open(`{"estimator":"luck"}`); err == nil {
		t.Error("an unknown estimator was taken")
	}
	configured, err := open(`{"board":"2x1/1","estimator":"product","first":"any"}`)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		table := configured.Table(play.WorldRand(seed, 0))
		answer, err := table.Act("r1c1")
		if err != nil || answer.Seen != "1" || answer.Reward != 0.5 || !answer.Done || table.Status() != veil.Open {
			t.Errorf("seed %d: %+v, %v, %v", seed, answer, table.Status(), err)
		}
	}
	configured, err = open(`{"board":"3x1/1","estimator":"product"}`)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		table := configured.Table(play.WorldRand(seed, 0))
		first, err := table.Act("r1c1")
		if err != nil || first.Done {
			t.Fatal(first, err)
		}
		want := play.Answer{Seen: "1", Reward: 1, Done: true}
		if first.Seen == "1" { // the mine is beside it
			want = play.Answer{Seen: "mine", Done: true}
		}
		if second, err := table.Act("r1c2"); err != nil || second != want {
			t.Errorf("seed %d: after %s: %+v, want %+v (%v)", seed, first.Seen, second, want, err)
		}
	}
}
