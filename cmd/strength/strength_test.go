// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecorded: the recorded games are as many, and as many won, as their files say.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/hill-*.txt")
	if err != nil || len(files) != 6 {
		t.Fatalf("%d files, want 6 (%v)", len(files), err)
	}
	for _, file := range files {
		games, err := readRecorded(file)
		if err != nil {
			t.Fatal(err)
		}
		won := 0.0
		for _, x := range games {
			won += x
		}
		text, err := os.ReadFile(file)
		if want := fmt.Sprintf("%d games, %.0f won", len(games), won); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: found %s, which its header does not say (%v)", file, want, err)
		}
	}
	if _, err := readRecorded("testdata/none.txt"); err == nil {
		t.Error("a missing file was read")
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
