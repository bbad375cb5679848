// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/certcheck"
	"github.com/veilplan/veil/mines/explain"
)

// reachedView returns a position of a game in play: a random layout of which some safe
// cells are open, zeros with all their neighbours. Now and then some mines are known,
// as after trusted flags, and now and then the mine count is not.
func reachedView(r *rand.Rand, rules mines.Rules) (mines.View, mines.Layout) {
	layout := make(mines.Layout, rules.Cells())
	for _, c := range r.Perm(rules.Cells())[:rules.Mines] {
		layout[c] = true
	}
	v := mines.NewView(rules)
	clicks := 1 + r.IntN(1+rules.Cells()/2)
	for range clicks {
		openCell(v, layout, mines.Cell(r.IntN(rules.Cells())))
	}
	if r.IntN(6) == 0 {
		for c, mine := range layout {
			if mine && r.IntN(4) == 0 {
				v.Marks[c] = mines.Mine
			}
		}
	}
	if r.IntN(10) == 0 {
		v.Mines = mines.UnknownMines
	}
	return v, layout
}

func openCell(v mines.View, layout mines.Layout, c mines.Cell) {
	if layout[c] || v.Marks[c] != mines.Hidden {
		return
	}
	n := layout.Number(v.Rules, c)
	v.Marks[c] = mines.Mark(n)
	if n > 0 {
		return
	}
	for _, d := range v.AppendNeighbours(nil, c) {
		openCell(v, layout, d)
	}
}

// reasonRules returns the board of the i-th test position.
func reasonRules(r *rand.Rand, i int) mines.Rules {
	w, h := 4+r.IntN(6), 4+r.IntN(6)
	if i%20 == 0 {
		w, h = 16, 16
	}
	cells := w * h
	return mines.Rules{Width: w, Height: h, Mines: 1 + cells/12 + r.IntN(1+cells/5), First: mines.Any}
}

// dumbClues restates a view for the checker: all its numbers, or those kept.
func dumbClues(v mines.View, keep func(mines.Cell) bool, count bool) (certcheck.Problem, map[mines.Cell]int) {
	var p certcheck.Problem
	id := map[mines.Cell]int{}
	known := 0
	for c, m := range v.Marks {
		switch m {
		case mines.Hidden, mines.Flag:
			id[mines.Cell(c)] = p.Hidden
			p.Hidden++
		case mines.Mine:
			known++
		default: // open
		}
	}
	p.Counted, p.Total = count && v.Mines != mines.UnknownMines, v.Mines-known
	for c, m := range v.Marks {
		if !m.IsNumber() || !keep(mines.Cell(c)) {
			continue
		}
		clue := certcheck.Clue{Mines: int(m)}
		for _, d := range v.AppendNeighbours(nil, mines.Cell(c)) {
			if k, ok := id[d]; ok {
				clue.Cells = append(clue.Cells, k)
			} else if v.Marks[d] == mines.Mine {
				clue.Mines--
			}
		}
		p.Clues = append(p.Clues, clue)
	}
	return p, id
}

func everyNumber(mines.Cell) bool { return true }

func dumbVerdict(t *testing.T, p certcheck.Problem, claim certcheck.Claim) certcheck.Verdict {
	t.Helper()
	verdict, err := certcheck.Check(p, claim)
	if err != nil {
		t.Fatal(err)
	}
	return verdict
}

// certainByLayouts returns what is certain by listing every layout of a small board.
func certainByLayouts(v mines.View) map[mines.Cell]bool {
	p, id := dumbClues(v, everyNumber, true)
	n, all, none := 0, ^uint(0), ^uint(0)
	for layout := range uint(1) << p.Hidden {
		if fitsAll(p, layout) {
			n++
			all &= layout
			none &= ^layout
		}
	}
	certain := map[mines.Cell]bool{}
	for c, k := range id {
		switch {
		case n == 0:
		case all>>k&1 == 1:
			certain[c] = true
		case none>>k&1 == 1:
			certain[c] = false
		}
	}
	return certain
}

func fitsAll(p certcheck.Problem, layout uint) bool {
	total := 0
	for k := range p.Hidden {
		total += int(layout >> k & 1)
	}
	if p.Counted && total != p.Total {
		return false
	}
	for _, c := range p.Clues {
		n := 0
		for _, k := range c.Cells {
			n += int(layout >> k & 1)
		}
		if n != c.Mines {
			return false
		}
	}
	return true
}

// certainBySearch returns what is certain by asking the checker about every cell.
func certainBySearch(t *testing.T, v mines.View, truth mines.Layout) map[mines.Cell]bool {
	t.Helper()
	p, id := dumbClues(v, everyNumber, true)
	certain := map[mines.Cell]bool{}
	said := map[string]certcheck.Verdict{} // cells that touch the same numbers share their fate
	for c, k := range id {
		kind, key := certcheck.Safe, fmt.Sprint(truth[c])
		if truth[c] {
			kind = certcheck.Mine
		}
		for _, d := range v.AppendNeighbours(nil, c) {
			if v.Marks[d].IsNumber() {
				key += fmt.Sprint(" ", d)
			}
		}
		verdict, ok := said[key]
		if !ok {
			verdict = dumbVerdict(t, p, certcheck.Claim{Kind: kind, Cell: k})
			said[key] = verdict
		}
		switch verdict {
		case certcheck.Implied:
			certain[c] = truth[c]
		case certcheck.Undecided:
			t.Fatalf("the checker gave up on a board of %v", v.Rules)
		case certcheck.NotImplied:
		}
	}
	return certain
}

func TestEveryCertainCellHasAMinimalCertificate(t *testing.T) {
	positions := 2_000 // about 10 s of CPU
	switch {
	case os.Getenv("VEIL_FULL") != "":
		positions = 10_000
	case testing.Short():
		positions = 500
	}
	r := rand.New(rand.NewPCG(6, 0))
	var safe, mine, counted, largest, listed int
	sizes := map[int]int{}
	for i := range positions {
		v, layout := reachedView(r, reasonRules(r, i))
		var want map[mines.Cell]bool
		if p, _ := dumbClues(v, everyNumber, true); p.Hidden <= 12 {
			want = certainByLayouts(v)
			listed++
		} else {
			want = certainBySearch(t, v, layout)
		}
		reasons, err := explain.NewReasoner(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		certs, err := reasons.Certificates()
		if err != nil {
			t.Fatal(err)
		}
		if len(certs) != len(want) {
			t.Fatalf("position %d: %d certificates for %d certain cells", i, len(certs), len(want))
		}
		for _, cert := range certs {
			if mineThere, ok := want[cert.Cell]; !ok || mineThere != cert.Mine {
				t.Fatalf("position %d: certificate %+v for a cell that is certain=%v mine=%v", i, cert, ok, mineThere)
			}
			checkMinimal(t, v, cert)
			if cert.Mine {
				mine++
			} else {
				safe++
			}
			if cert.Count {
				counted++
			}
			sizes[len(cert.Numbers)]++
			largest = max(largest, len(cert.Numbers))
		}
	}
	t.Logf("%d positions (%d by listing layouts): %d safe and %d mine cells, every one with a minimal certificate; %d need the mine count",
		positions, listed, safe, mine, counted)
	for n := range largest + 1 {
		t.Logf("%6d certificates with %d numbers", sizes[n], n)
	}
	if safe == 0 || mine == 0 || counted == 0 || largest < 3 {
		t.Error("the positions do not exercise every kind of certificate")
	}
}

// checkMinimal fails the test unless the premises imply the claim and no longer do
// when any one of them is dropped.
func checkMinimal(t *testing.T, v mines.View, cert explain.Certificate) {
	t.Helper()
	kind := certcheck.Safe
	if cert.Mine {
		kind = certcheck.Mine
	}
	verdict := func(without int, count bool) certcheck.Verdict {
		numbers := cert.Numbers
		if without >= 0 {
			numbers = slices.Delete(slices.Clone(numbers), without, without+1)
		}
		p, id := dumbClues(v, func(c mines.Cell) bool { return slices.Contains(numbers, c) }, count)
		return dumbVerdict(t, p, certcheck.Claim{Kind: kind, Cell: id[cert.Cell]})
	}
	if got := verdict(-1, cert.Count); got != certcheck.Implied {
		t.Fatalf("%v\n%+v: %v", v.Marks, cert, got)
	}
	for i := range cert.Numbers {
		if got := verdict(i, cert.Count); got != certcheck.NotImplied {
			t.Fatalf("%v\n%+v without %s: %v", v.Marks, cert, v.Name(cert.Numbers[i]), got)
		}
	}
	if cert.Count {
		if got := verdict(-1, false); got != certcheck.NotImplied {
			t.Fatalf("%v\n%+v without the mine count: %v", v.Marks, cert, got)
		}
	}
}

// corruptedView changes one number, or now and then the mine count.
func corruptedView(r *rand.Rand, v mines.View) mines.View {
	v = v.Clone()
	var numbers []int
	for c, m := range v.Marks {
		if m.IsNumber() {
			numbers = append(numbers, c)
		}
	}
	if v.Mines != mines.UnknownMines && (len(numbers) == 0 || r.IntN(5) == 0) {
		v.Mines = max(0, v.Mines+1+r.IntN(3)-4*r.IntN(2))
		v.Mines = min(v.Mines, v.Cells())
		return v
	}
	if len(numbers) > 0 {
		c := numbers[r.IntN(len(numbers))]
		v.Marks[c] = mines.Mark((int(v.Marks[c]) + 1 + r.IntN(8)) % 9)
	}
	return v
}

func TestEveryContradictionHasAMinimalConflict(t *testing.T) {
	boards := 5_000
	if testing.Short() {
		boards = 500
	}
	r := rand.New(rand.NewPCG(7, 0))
	var conflicts, fine, counted, largest int
	sizes := map[int]int{}
	for i := 0; conflicts < boards; i++ {
		v, _ := reachedView(r, reasonRules(r, i))
		v = corruptedView(r, v)
		reasons, err := explain.NewReasoner(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		got, found, err := reasons.Conflict()
		if err != nil {
			t.Fatal(err)
		}
		p, _ := dumbClues(v, everyNumber, true)
		want := dumbVerdict(t, p, certcheck.Claim{Kind: certcheck.Contradiction})
		if found != (want == certcheck.Implied) || want == certcheck.Undecided {
			t.Fatalf("board %d: conflict found %v, checker says %v", i, found, want)
		}
		if !found {
			fine++
			continue
		}
		conflicts++
		checkConflict(t, v, got)
		if got.Count {
			counted++
		}
		sizes[len(got.Numbers)]++
		largest = max(largest, len(got.Numbers))
	}
	t.Logf("%d contradictory boards, every one with a minimal conflict; %d need the mine count; %d changed boards had no contradiction",
		conflicts, counted, fine)
	for n := range largest + 1 {
		t.Logf("%6d conflicts with %d numbers", sizes[n], n)
	}
	if counted == 0 || fine == 0 || largest < 3 {
		t.Error("the boards do not exercise every kind of conflict")
	}
}

// checkConflict fails the test unless the premises clash and no longer do when any
// one of them is dropped.
func checkConflict(t *testing.T, v mines.View, got explain.Conflict) {
	t.Helper()
	verdict := func(without int, count bool) certcheck.Verdict {
		keep := func(c mines.Cell) bool { i := slices.Index(got.Numbers, c); return i >= 0 && i != without }
		p, _ := dumbClues(v, keep, count)
		return dumbVerdict(t, p, certcheck.Claim{Kind: certcheck.Contradiction})
	}
	if said := verdict(-1, got.Count); said != certcheck.Implied {
		t.Fatalf("%v\n%+v: %v", v.Marks, got, said)
	}
	for i := range got.Numbers {
		if said := verdict(i, got.Count); said != certcheck.NotImplied {
			t.Fatalf("%v\n%+v without %s: %v", v.Marks, got, v.Name(got.Numbers[i]), said)
		}
	}
	if got.Count {
		if said := verdict(-1, false); said != certcheck.NotImplied {
			t.Fatalf("%v\n%+v without the mine count: %v", v.Marks, got, said)
		}
	}
}

func TestNothingIsCertifiedThatIsNotCertain(t *testing.T) {
	v := mines.NewView(mines.Rules{Width: 4, Height: 4, Mines: 4})
	v.Marks[0] = 1
	reasons, err := explain.NewReasoner(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	for c := range v.Marks {
		for _, mine := range []bool{false, true} {
			if cert, err := reasons.Certify(mines.Cell(c), mine); !errors.Is(err, explain.ErrNotCertain) {
				t.Errorf("%s mine=%v: got %+v, %v", v.Name(mines.Cell(c)), mine, cert, err)
			}
		}
	}
}
