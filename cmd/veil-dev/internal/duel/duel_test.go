// SPDX-License-Identifier: BSD-3-Clause

package duel

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRecorded: recorded games are compared with on the boards on which they were played, and
// nowhere else.
func TestRecorded(t *testing.T) {
	var out bytes.Buffer
	cfg := config{board: "9x9/10", first: "zero", seed: 2026, games: 100, ordinary: true, recorded: true}
	if err := compare(t.Context(), &out, cfg, []string{"instant"}); err != nil || !strings.Contains(out.String(), "difference to D. Hill's player:") {
		t.Errorf("%v\n%s", err, out.String())
	}
	cfg.seed = 1
	if err := compare(t.Context(), &out, cfg, []string{"instant"}); err == nil {
		t.Error("compared with games on other boards")
	}
}

// TestSequential: of players that are equally strong few are ever called different, however often
// one looks, and a real difference is found.
func TestSequential(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	decide := func(shift float64) (wrong, found int) {
		for range 300 {
			var s sums
			for range 4000 {
				s.add(r.NormFloat64()*0.2 + shift)
				if s.decided() {
					if s.mean() > 0 {
						found++
					} else {
						wrong++
					}
					break
				}
			}
		}
		return wrong, found
	}
	if wrong, found := decide(0); wrong+found > 15 {
		t.Errorf("%d of 300 comparisons of equal players were decided, want at most 5%%", wrong+found)
	}
	if wrong, found := decide(0.02); wrong > 0 || found < 290 {
		t.Errorf("of 300 real differences %d were found and %d mistaken", found, wrong)
	}
}

// TestCompare: a player compared with itself on the same boards does not differ, and what is
// printed are the moments of the scores.
func TestCompare(t *testing.T) {
	var out bytes.Buffer
	cfg := config{board: "5x5/4", first: "safe", seed: 3, games: 200}
	if err := compare(t.Context(), &out, cfg, []string{"instant", "instant"}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "difference   0.000 ± 0.000  (n=200, SD 0.0000)") {
		t.Errorf("a player differs from itself:\n%s", out.String())
	}
	out.Reset()
	cfg.games = 20
	if err := compare(t.Context(), &out, cfg, []string{"instant", "safest", "lookahead"}); err != nil || strings.Count(out.String(), " less ") != 3 {
		t.Errorf("%v: want three pairs:\n%s", err, out.String())
	}
	if err := compare(t.Context(), &out, cfg, nil); err == nil {
		t.Error("no player was compared")
	}
	if err := compare(t.Context(), &out, cfg, []string{"nobody"}); err == nil {
		t.Error("an unknown player was compared")
	}
	s := sums{}
	for _, x := range []float64{0, 1, 1, 1} {
		s.add(x)
	}
	if s.mean() != 0.75 || math.Abs(s.deviation()-0.5) > 1e-12 {
		t.Errorf("mean %v, deviation %v", s.mean(), s.deviation())
	}
}
