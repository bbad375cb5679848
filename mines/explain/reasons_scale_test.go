// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"errors"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// TestReasonsOnLargeBoards explains every certain cell of positions as large as people
// play and far larger.
func TestReasonsOnLargeBoards(t *testing.T) {
	for _, rules := range []mines.Rules{
		{Width: 30, Height: 16, Mines: 99},
		{Width: 30, Height: 24, Mines: 180},
		{Width: 100, Height: 100, Mines: 2500},
	} {
		v := halfOpen(t, rules, 3)
		known, err := count.Analyse(v, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		start := rusage.CPU()
		reasons := NewReasonerWith(t.Context(), known)
		certs, err := reasons.Certificates()
		if err != nil {
			t.Fatal(err)
		}
		for _, cert := range certs {
			e, err := reasons.Explain(cert.Cell, cert.Mine)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range e.Sentences {
				if n := utf8.RuneCountInString(s.Text); n > maxSentence {
					t.Errorf("%d characters: %s", n, s.Text)
				}
			}
		}
		t.Logf("%v: %d reasons in %v CPU", rules, len(certs), rusage.CPU()-start)
		certain := 0
		for i, m := range v.Marks {
			if m.IsHidden() && known.Certainty(mines.Cell(i)) != count.Unsure {
				certain++
			}
		}
		if certain != len(certs) || certain == 0 {
			t.Errorf("%v: %d reasons for %d certain cells", rules, len(certs), certain)
		}
	}
}

// halfOpen returns a board of which half of the safe cells are open: what single numbers prove
// is opened, and where they prove nothing, a random safe cell.
func halfOpen(t testing.TB, rules mines.Rules, seed uint64) mines.View {
	t.Helper()
	layout, err := mines.Generate(rules, seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	truth, v, s := layout.Revealed(rules), mines.NewView(rules), count.NewSolver(rules, count.Limit{})
	s.Reset()
	left := (rules.Cells() - rules.Mines) / 2
	open := func(c mines.Cell) {
		v.Marks[c] = truth.Marks[c]
		left--
		if err := s.Set(c, v.Marks[c]); err != nil {
			t.Fatal(err)
		}
	}
	for r := rand.New(rand.NewPCG(seed, 1)); left > 0; {
		if c := mines.Cell(r.IntN(rules.Cells())); v.Marks[c] == mines.Hidden && !layout[c] {
			open(c)
		}
		for err, found := s.Propagate(), s.TakeSafe(); left > 0 && len(found) > 0; err, found = s.Propagate(), s.TakeSafe() {
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range found {
				open(c)
			}
		}
	}
	return v
}

// lattice shows every second number of every second row of a random layout: the shape
// that is hardest to count.
func lattice(r *rand.Rand, rules mines.Rules) mines.View {
	layout := make(mines.Layout, rules.Cells())
	v := mines.NewView(rules)
	var free []mines.Cell
	for c := range layout {
		if y, x := rules.RowCol(mines.Cell(c)); y%2 == 0 || x%2 == 0 {
			free = append(free, mines.Cell(c))
		}
	}
	r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, c := range free[:rules.Mines] {
		layout[c] = true
	}
	for c := range layout {
		if y, x := rules.RowCol(mines.Cell(c)); y%2 == 1 && x%2 == 1 {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		}
	}
	return v
}

func TestHardBoardsEndInAClearError(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 0))
	v := lattice(r, mines.Rules{Width: 41, Height: 41, Mines: 400})
	reasons, err := NewReasoner(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	start := rusage.CPU()
	if _, found, err := reasons.Conflict(); found || !errors.Is(err, veil.ErrTooHard) {
		t.Errorf("found %v, %v; want too hard", found, err)
	}
	if _, err := reasons.Certify(20*41+20, false); !errors.Is(err, veil.ErrTooHard) && !errors.Is(err, ErrNotCertain) {
		t.Errorf("%v; want too hard or not certain", err)
	}
	t.Logf("given up after %v CPU", rusage.CPU()-start)

	// A conflict that shows nearby is found all the same.
	v.Marks[v.Cell(1, 1)], v.Marks[v.Cell(1, 3)] = 0, 6
	if reasons, err = NewReasoner(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	c, found, err := reasons.Conflict()
	if err != nil || !found || len(c.Numbers) != 2 {
		t.Errorf("got %+v, %v, %v; want two numbers", c, found, err)
	}
}
