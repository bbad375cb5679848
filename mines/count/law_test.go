// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// TestLawIsShared: the law of a cell is the one of every cell with the same outlook, on
// boards too large for brute force.
func TestLawIsShared(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 30))
	asked, counted := 0, 0
	for range 10 {
		v, ok := randomView(r, mines.Rules{Width: 30, Height: 16, Mines: 99}, 3+r.IntN(25))
		if !ok {
			continue
		}
		a, err := Analyse(v, Limit{})
		if err != nil {
			t.Fatal(err)
		}
		for c, m := range v.Marks {
			if !m.IsHidden() || a.Certainty(mines.Cell(c)) == CertainMine {
				continue
			}
			asked++
			got, err := a.law(int32(c), a.limit)
			if err != nil {
				t.Fatal(err)
			}
			if asked%10 > 0 {
				continue
			}
			want, err := a.countLaw(int32(c), a.limit)
			for x := range want {
				if err != nil || got[x].Cmp(want[x]) != 0 {
					t.Fatalf("%s shows %d in %v layouts, not %v (%v)", v.Name(mines.Cell(c)), x, want[x], got[x], err)
				}
			}
		}
		counted += len(a.laws)
	}
	t.Logf("%d cells, %d laws", asked, counted)
	if counted == 0 || asked < 2*counted {
		t.Errorf("%d cells have %d laws", asked, counted)
	}
}

// TestAnalyseStops: counting can be given up, and what is known stays true.
func TestAnalyseStops(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 31))
	v, ok := randomView(r, mines.Rules{Width: 30, Height: 16, Mines: 99}, 12)
	for !ok {
		v, ok = randomView(r, mines.Rules{Width: 30, Height: 16, Mines: 99}, 12)
	}
	whole, err := Analyse(v, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	total, asked := 0, 0
	if _, err := Analyse(v, Limit{Stop: func() bool { total++; return false }}); err != nil || total == 0 {
		t.Fatalf("asked %d times: %v", total, err)
	}
	for stop := 1; stop <= total; stop += 1 + total/20 {
		asked = 0
		a, err := Analyse(v, Limit{Stop: func() bool { asked++; return asked >= stop }})
		if !errors.Is(err, veil.ErrTooHard) || a.Counted() {
			t.Fatalf("stopped at %d of %d: %v", stop, total, err)
		}
		for c := range mines.Cell(v.Cells()) {
			if is := a.Certainty(c); is != Unsure && is != whole.Certainty(c) {
				t.Fatalf("stopped at %d: %s is %v", stop, v.Name(c), is)
			}
		}
	}
}
