// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
)

// TestListingIsComplete compares listed layouts and readings with enumeration.
func TestListingIsComplete(t *testing.T) {
	r := rand.New(rand.NewPCG(2026, 5))
	for range 1500 {
		rules := mines.Rules{Width: 1 + r.IntN(5), Height: 1 + r.IntN(4), First: mines.First(r.IntN(3))}
		rules.Mines = r.IntN(rules.Cells() + 1)
		v, ok := randomView(r, rules, r.IntN(rules.Cells()))
		if !ok || hiddenBinomial(v) > 20_000 {
			continue
		}
		a, err := Analyse(v, Limit{})
		if err != nil {
			t.Fatal(err)
		}
		list, err := a.List(1<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[uint32]bool{}
		for _, mines := range brute(v) {
			want[mines] = true
		}
		if list.Len() != len(want) {
			t.Fatalf("%v: %d layouts listed, want %d", v.Marks, list.Len(), len(want))
		}
		for i := range list.Len() {
			mines := certainMines(a)
			for j, c := range list.Cells {
				if list.Mine(i, j) {
					mines |= 1 << c
				}
			}
			if !want[mines] {
				t.Fatalf("%v: %b listed twice or does not fit", v.Marks, mines)
			}
			delete(want, mines)
			compareReadings(t, list, i, mines, surroundings(rules))
		}
	}
}

func certainMines(a *Analysis) (found uint32) {
	for c := range mines.Cell(a.view.Cells()) {
		if a.Certainty(c) == CertainMine {
			found |= 1 << c
		}
	}
	return found
}

func compareReadings(t *testing.T, list *Listing, layout int, mines uint32, around []uint32) {
	t.Helper()
	seen := make([]uint8, len(list.Cells))
	list.Read(layout, seen)
	for j, c := range list.Cells {
		want := uint8(bits.OnesCount32(mines & around[c]))
		if mines>>c&1 == 1 {
			want = ReadMine
		}
		if seen[j] != want {
			t.Fatalf("layout %b: cell %d reads %d, want %d", mines, c, seen[j], want)
		}
	}
}

// TestPosterior checks the belief against enumeration along random games: predictions,
// samples that fit, and impossible observations refused.
func TestPosterior(t *testing.T) {
	r := rand.New(rand.NewPCG(2026, 6))
	for range 300 {
		rules := mines.Rules{Width: 2 + r.IntN(3), Height: 2 + r.IntN(3), First: mines.First(r.IntN(3))}
		rules.Mines = 1 + r.IntN(rules.Cells()/2)
		m, err := mines.NewModel(rules, mines.Won)
		if err != nil {
			continue // under zero no first click leaves room for the mines
		}
		p, err := NewPosterior(m, mines.NewView(rules), Limit{})
		if err != nil {
			t.Fatal(err)
		}
		s := m.Start(r)
		for m.Status(&s) == 0 {
			actions := m.AppendActions(nil, &s)
			a := actions[r.IntN(len(actions))]
			comparePrediction(t, m, p, a, r)
			o, _, _ := m.Step(r, &s, a)
			next, err := p.Update(a, o)
			if err != nil {
				t.Fatal(err)
			}
			p = next.(*Posterior)
			if got := p.Sample(r); got.Open != s.Open || got.Left != s.Left || got.Lost != s.Lost {
				t.Fatalf("sampled %+v in %+v", got, s)
			}
		}
	}
}

// comparePrediction compares what a belief predicts with the first-click rule applied
// to enumerated layouts.
func comparePrediction(t *testing.T, m *mines.Model, p *Posterior, a mines.Cell, r *rand.Rand) {
	t.Helper()
	around := surroundings(m.Rules())
	var want [10]float64
	total := 0.0
	for _, layout := range brute(p.view) {
		protected := uint32(0)
		if p.protected() {
			protected = 1 << a
			if m.Rules().First == mines.Zero {
				protected |= around[a]
			}
		}
		if layout&protected != 0 {
			continue
		}
		total++
		if layout>>a&1 == 1 {
			want[9]++
		} else {
			want[bits.OnesCount32(layout&around[a])]++
		}
	}
	got := [10]float64{}
	for o, x := range p.Predict(a) {
		if o == mines.Boom {
			o = 9
		}
		got[o] = x
	}
	for o := range want {
		if math.Abs(got[o]-want[o]/total) > 1e-12 {
			t.Fatalf("%v %v: %d shows %d with %v, want %v", m.Rules(), p.view.Marks, a, o, got[o], want[o]/total)
		}
	}
	s := p.Sample(r)
	if s.Placed && s.Mines.Count() != m.Rules().Mines {
		t.Fatalf("sampled %d mines", s.Mines.Count())
	}
}
