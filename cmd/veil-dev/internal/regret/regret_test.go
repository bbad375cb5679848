// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

const layouts = 2 // for each value in tests

// formerFast is fast as it was when the benchmark was made, whose guesses it contains.
const formerFast = `fast {"foresight":false,"ahead":true,"within":0.88,"cells":20,"off":8}`

func makersOf(t *testing.T) []*maker {
	t.Helper()
	makers, err := newMakers()
	if err != nil {
		t.Fatal(err)
	}
	return makers
}

// TestMake: a benchmark that is continued, with more layouts, is the one that is made at once, byte by byte, and is read
// as it was written.
func TestMake(t *testing.T) {
	once, twice := t.TempDir(), t.TempDir()
	var log bytes.Buffer
	for _, c := range []struct {
		dir            string
		layouts, games int
	}{{once, 2 * layouts, 2}, {twice, layouts, 1}, {twice, 2 * layouts, 2}} {
		if err := extend(t.Context(), &log, c.dir, c.layouts, c.games); err != nil {
			t.Fatal(err)
		}
	}
	for _, sealed := range []bool{false, true} {
		want, err1 := os.ReadFile(half(once, sealed))
		got, err2 := os.ReadFile(half(twice, sealed))
		if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("sealed %v: %d and %d bytes (%v, %v)", sealed, len(got), len(want), err1, err2)
		}
		s, err := read(half(once, sealed))
		if err != nil || s.games != 2 || len(s.positions) == 0 {
			t.Fatalf("%+v, %v", s, err)
		}
		for _, p := range s.positions {
			if again, err := parse(p.line()); err != nil || again.line() != p.line() || p.sealed() != sealed {
				t.Errorf("%s: %v", p.line(), err)
			}
		}
	}
}

// TestReport: fast gives away as much as itself, values are kept once they are known, and a
// continuation that plays otherwise is noticed.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	var log, out bytes.Buffer
	if err := extend(t.Context(), &log, dir, layouts, 1); err != nil {
		t.Fatal(err)
	}
	s, err := read(half(dir, false))
	if err != nil {
		t.Fatal(err)
	}
	if err := (sample{s}).report(t.Context(), &out, []string{formerFast, `safest {"ties":"random"}`}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()[:strings.Index(out.String(), "\n\nsafest")]) {
		if f := strings.Split(line, "|"); len(f) > 7 && strings.Contains(f[1], "/") && f[3] != " 0% " {
			t.Errorf("fast does not choose as it did: %s", line)
		}
	}
	if !s.changed {
		t.Fatal("no value was added")
	}
	again, err := read(s.name)
	if err != nil {
		t.Fatal(err)
	}
	if err := (sample{again}).report(t.Context(), &out, []string{`safest {"ties":"random"}`}); err != nil || again.changed {
		t.Errorf("values were not kept: %v", err)
	}
	for _, p := range again.positions {
		if w, ok := p.worths[p.cells[0]]; ok {
			w[0][0]++
			p.worths[p.cells[0]] = w
		}
		for _, c := range p.added {
			delete(p.worths, c)
		}
		p.added = nil
	}
	if err := (sample{again}).report(t.Context(), &out, []string{`safest {"ties":"random"}`}); err == nil || !strings.Contains(err.Error(), errChanged.Error()) {
		t.Errorf("a changed continuation was not noticed: %v", err)
	}
}

// TestFirstToDiffer: where all have agreed, the player that is the first to choose another cell is compared with
// the value of theirs, not with nothing.
func TestFirstToDiffer(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	if err := extend(t.Context(), &log, dir, layouts, 1); err != nil {
		t.Fatal(err)
	}
	s, err := read(half(dir, false))
	if err != nil {
		t.Fatal(err)
	}
	makers := makersOf(t)
	at := s.positions[0]
	at.cells, at.worths = at.cells[:1], map[mines.Cell]worth{}
	if err := s.supply(makers, at, at.cells[0]); err != nil || len(at.worths) > 0 {
		t.Errorf("the cell that all chose was played out: %v", err)
	}
	m := makers[at.board]
	if err := at.load(m.now); err != nil {
		t.Fatal(err)
	}
	other := slices.IndexFunc(at.marks, mines.Mark.IsHidden)
	for mines.Cell(other) == at.cells[0] || m.now.Certainty(mines.Cell(other)) != count.Unsure {
		other++
	}
	if err := s.supply(makers, at, mines.Cell(other)); err != nil || len(at.worths) != 2 {
		t.Errorf("%d cells have values, want 2 (%v)", len(at.worths), err)
	}
}

// TestEndgameValues: the values of an endgame are those of an exact search that shares no code with
// the continuation.
func TestEndgameValues(t *testing.T) {
	makers := makersOf(t)
	seen := 0
	for game := 0; game < 40 && seen < testsize.Of(12, 6, 3); game++ {
		list, err := makers[2].play(t.Context(), 2, game, layouts)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.phase != endgame || len(p.worths) == 0 {
				continue
			}
			seen++
			want := exactWorths(t, p.view())
			for c := range p.worths {
				if math.Abs(p.mean(c, 0)-want[c]) > 1.0/unit {
					t.Errorf("%s: cell %d is worth %v, want %v", p.line(), c, p.mean(c, 0), want[c])
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no endgame was compared")
	}
}

func exactWorths(t *testing.T, v mines.View) map[mines.Cell]float64 {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := analysis.NewSearch(t.Context(), a, analysis.SearchConfig{MaxLayouts: endLayouts})
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

// TestAway: a half of the layouts selects the best cell and the other one values it, so candidates
// that are equally good give nothing away on average, however noisy their values are.
func TestAway(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	sum, square, n := 0.0, 0.0, 20_000.0
	for range int(n) {
		p := &position{layouts: 2, cells: []mines.Cell{1, 2, 3}, worths: map[mines.Cell]worth{}}
		for _, c := range p.cells {
			p.worths[c] = worth{{int(5000 + 500*r.NormFloat64()), int(5000 + 500*r.NormFloat64())}}
		}
		x := p.away(1)
		sum, square = sum+x, square+x*x
	}
	if mean, deviation := sum/n, math.Sqrt(square)/n; math.Abs(mean) > 4*deviation {
		t.Errorf("equal cells give away %.5f ± %.5f", mean, deviation)
	}
}

// TestTally: games, not positions, are independent.
func TestTally(t *testing.T) {
	x := newTally(4)
	for _, v := range []float64{1, 2} {
		x.add(0, v)
	}
	x.add(2, 5)
	if mean, deviation := x.mean(); mean != 2 || math.Abs(deviation-math.Sqrt(18.0/12)) > 1e-12 {
		t.Errorf("%v ± %v", mean, deviation)
	}
	if !slices.Equal([]int{numbered(3, false), numbered(3, true)}, []int{6, 7}) {
		t.Error("the halves share a game")
	}
}

// TestKept: the benchmark in the repository is sound, and its games still continue as they did, bit
// by bit, whatever the players have become.
func TestKept(t *testing.T) {
	makers := makersOf(t)
	for _, sealed := range []bool{false, true} {
		s, err := read(half("../../../../experiments/strength/regret", sealed))
		if err != nil || s.games == 0 {
			t.Fatal(err)
		}
		if sealed {
			err = s.check(makers)
		}
		if err != nil {
			t.Error(err)
		}
		for i, p := range s.positions {
			if p.sealed() != sealed || p.game >= 2*s.games || len(p.cells) > maxCandidates || p.weight <= 0 {
				t.Errorf("%v", p.line())
			}
			if i%20 != 0 {
				continue
			}
			m := makers[p.board]
			if err := p.load(m.now); err != nil {
				t.Error(err)
			}
			for _, c := range slices.Concat(p.cells, p.added) {
				if m.now.Certainty(c) != count.Unsure {
					t.Errorf("%s is no guess: %s", m.board.rules.Name(c), p.line())
				}
			}
		}
	}
}
