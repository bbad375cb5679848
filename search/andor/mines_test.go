// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

type fieldRules = proof.Rules[mines.State, mines.Cell, mines.Reading]

// TestMinesweeperWithoutGuessing asks of random positions whether they can be won
// without a guess, and compares with the value of best play being 1.
func TestMinesweeperWithoutGuessing(t *testing.T) {
	n := 1000
	switch {
	case os.Getenv("VEIL_FULL") != "":
		n = 5000
	case testing.Short():
		n = 200
	}
	tally := map[andor.Verdict]int{}
	for seed := range uint64(n) {
		m, b := somePosition(t, seed)
		want := andor.Disproved
		if best(m, b, map[string]int{}) == len(b) {
			want = andor.Proved
		}
		tally[want]++
		names := []string{"veil", "GLE-DFS", "GL-DBU", "G-DUB"}
		if b[0].Left <= 5 && len(b) <= 8 {
			names = append(names, baseline.Names()...)
		}
		for _, name := range names {
			method, err := baseline.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			res, err := baseline.Prove(t.Context(), fieldRules(m), b, int(b[0].Left), method, andor.Config{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != want {
				t.Fatalf("seed %d, %s: %v, want %v", seed, name, res.Verdict, want)
			}
			if want == andor.Proved {
				if _, err := proof.Check(t.Context(), fieldRules(m), b, res.Plan); err != nil {
					t.Fatalf("seed %d, %s: %v", seed, name, err)
				}
			}
		}
	}
	t.Log(tally)
}

// somePosition opens safe cells of a random board and returns the layouts that fit.
func somePosition(t *testing.T, seed uint64) (*mines.Model, []mines.State) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	rules := mines.Rules{Width: 2 + r.IntN(3), Height: 3 + r.IntN(2), First: mines.Any}
	rules.Mines = 1 + r.IntN(min(4, rules.Cells()-2))
	m, err := mines.NewModel(rules, mines.Won)
	if err != nil {
		t.Fatal(err)
	}
	var b []mines.State
	for _, w := range m.AppendStarts(nil) {
		b = append(b, w.State)
	}
	truth := b[r.IntN(len(b))]
	stop := 1 + r.IntN(int(truth.Left))
	for int(truth.Left) > min(stop, 6) {
		a := mines.Cell(r.IntN(rules.Cells()))
		if truth.Mines.Has(a) || truth.Open.Has(a) {
			continue
		}
		o, _, _ := m.Step(r, &truth, a)
		b = after(m, b, a)[o]
	}
	return m, b
}

// after divides layouts by what opening a shows.
func after(m *mines.Model, b []mines.State, a mines.Cell) map[mines.Reading][]mines.State {
	by := map[mines.Reading][]mines.State{}
	for i := range b {
		for _, out := range m.AppendOutcomes(nil, &b[i], a) {
			by[out.Seen] = append(by[out.Seen], out.State)
		}
	}
	return by
}

// best returns how many layouts best play wins, by trying everything.
func best(m *mines.Model, b []mines.State, memo map[string]int) int {
	if len(b) == 0 || b[0].Left == 0 {
		return len(b)
	}
	key := []byte{byte(b[0].Open[0]), byte(b[0].Open[0] >> 8)} // at most 16 cells
	for i := range b {
		key = append(key, byte(b[i].Mines[0]), byte(b[i].Mines[0]>>8))
	}
	if v, ok := memo[string(key)]; ok {
		return v
	}
	value := 0
	for _, a := range m.AppendActions(nil, &b[0]) {
		sum := 0
		for o, c := range after(m, b, a) {
			if o != mines.Boom {
				sum += best(m, c, memo)
			}
		}
		value = max(value, sum)
	}
	memo[string(key)] = value
	return value
}
