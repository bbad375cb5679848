// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// chiSquareLimit is the 0.999 quantile of the χ² law with df degrees of freedom
// (Wilson and Hilferty 1931).
func chiSquareLimit(df int) float64 {
	k := 2 / (9 * float64(df))
	return float64(df) * math.Pow(1-k+3.0902*math.Sqrt(k), 3)
}

func chiSquareUniform(counts map[string]int, cells, draws int) float64 {
	expected := float64(draws) / float64(cells)
	sum := float64(cells-len(counts)) * expected // the cells nothing fell into
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return sum
}

func choose(n, k int) int {
	r := 1
	for i := range k {
		r = r * (n - i) / (i + 1)
	}
	return r
}

func TestGenerateIsUniform(t *testing.T) {
	const draws = 40_000
	for _, tc := range []struct {
		rules mines.Rules
		click mines.Cell
		zone  []mines.Cell
	}{
		{mines.Rules{Width: 3, Height: 3, Mines: 3, First: mines.Any}, 4, nil},
		{mines.Rules{Width: 3, Height: 3, Mines: 3, First: mines.Safe}, 4, []mines.Cell{4}},
		{mines.Rules{Width: 4, Height: 3, Mines: 3, First: mines.Zero}, 0, []mines.Cell{0, 1, 4, 5}},
		{mines.Rules{Width: 4, Height: 3, Mines: 2, First: mines.Zero}, 7, []mines.Cell{2, 3, 6, 7, 10, 11}},
		{mines.Rules{Width: 4, Height: 4, Mines: 3, First: mines.Zero}, 5, []mines.Cell{0, 1, 2, 4, 5, 6, 8, 9, 10}},
		{mines.Rules{Width: 7, Height: 1, Mines: 2, First: mines.Zero}, 3, []mines.Cell{2, 3, 4}},
		{mines.Rules{Width: 3, Height: 2, Mines: 5, First: mines.Safe}, 2, []mines.Cell{2}},
	} {
		t.Run(fmt.Sprintf("%v/%v", tc.rules, tc.rules.First), func(t *testing.T) {
			counts := map[string]int{}
			for seed := range uint64(draws) {
				layout, err := mines.Generate(tc.rules, seed, tc.click)
				if err != nil {
					t.Fatal(err)
				}
				if layout.Count() != tc.rules.Mines {
					t.Fatalf("seed %d: %d mines", seed, layout.Count())
				}
				for _, c := range tc.zone {
					if layout[c] {
						t.Fatalf("seed %d: a mine on protected %s", seed, tc.rules.Name(c))
					}
				}
				counts[fmt.Sprint(layout)]++
			}
			n := choose(tc.rules.Cells()-len(tc.zone), tc.rules.Mines)
			if len(counts) > n {
				t.Fatalf("%d different layouts, only %d are allowed", len(counts), n)
			}
			if n == 1 {
				return
			}
			if got, limit := chiSquareUniform(counts, n, draws), chiSquareLimit(n-1); got > limit {
				t.Errorf("χ² = %.1f over %d layouts, limit %.1f", got, n, limit)
			}
		})
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, tc := range []struct {
		rules mines.Rules
		click mines.Cell
		want  string
	}{
		{mines.Rules{Width: 4, Height: 4, Mines: 8, First: mines.Zero}, 5, "first click r2c2 keeps 9 cells free of mines: 8 mines do not fit on the other 7"},
		{mines.Rules{Width: 4, Height: 4, Mines: 16, First: mines.Any}, 0, "room for at most 15"},
		{mines.Rules{Width: 4, Height: 4, Mines: 16}, 0, "room for at most 15"},
		{mines.Rules{Width: 3, Height: 3, Mines: 6, First: mines.Zero}, 0, "room for at most 5"},
		{mines.Rules{Width: 3, Height: 3, Mines: mines.UnknownMines}, 0, "number of mines is not given"},
		{mines.Rules{Width: 3, Height: 3, Mines: 1}, 9, "off the board"},
		{mines.Rules{Width: 3, Height: 3, Mines: 1}, -1, "off the board"},
		{mines.Rules{Width: 300, Height: 300, Mines: 1}, 0, "more than 65536 cells"},
	} {
		_, err := mines.Generate(tc.rules, 1, tc.click)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v %v: got %v, want %q", tc.rules, tc.rules.First, err, tc.want)
		}
	}
}

func TestFirstClickOfAGame(t *testing.T) {
	for seed := range uint64(300) {
		g := newGame(t, mines.Rules{Width: 5, Height: 4, Mines: 10, First: mines.Zero}, seed)
		mustPlay(t, g, mines.MoveOpen, 19)
		if v := g.View(); v.Marks[19] != 0 || g.Status() == veil.Lost {
			t.Fatalf("zero, seed %d: the first click shows %d", seed, v.Marks[19])
		}
		g = newGame(t, mines.Rules{Width: 3, Height: 3, Mines: 8, First: mines.Safe}, seed)
		mustPlay(t, g, mines.MoveOpen, 4)
		if g.Status() != veil.Won || g.Fraction() != 1 {
			t.Fatalf("safe, seed %d: %v", seed, g.Status())
		}
	}
	lost := 0
	for seed := range uint64(300) {
		g := newGame(t, mines.Rules{Width: 3, Height: 3, Mines: 4, First: mines.Any}, seed)
		mustPlay(t, g, mines.MoveOpen, 4)
		if g.Status() == veil.Lost {
			lost++
		}
	}
	if lost < 100 || lost > 170 { // 300·4/9 ≈ 133, σ ≈ 8.6
		t.Errorf("any: %d of 300 first clicks hit a mine", lost)
	}
}

func TestGameRefusesMoves(t *testing.T) {
	r := mines.Rules{Width: 3, Height: 1, Mines: 1}
	g, err := mines.NewGameOn(r, mines.Layout{false, false, true})
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(kind mines.MoveKind, c mines.Cell, want string) {
		t.Helper()
		before, moves := g.View(), len(g.Moves())
		err := g.Play(mines.Move{Kind: kind, Cell: c})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v %d: got %v, want %q", kind, c, err, want)
		}
		if !slices.Equal(before.Marks, g.View().Marks) || moves != len(g.Moves()) {
			t.Errorf("%v %d was refused but changed the game", kind, c)
		}
	}
	refuse(mines.MoveOpen, 3, "off the board")
	refuse(mines.MoveChord, 1, "no number")
	mustPlay(t, g, mines.MoveOpen, 1)
	refuse(mines.MoveOpen, 1, "open already")
	refuse(mines.MoveFlag, 1, "only a hidden cell")
	refuse(mines.MoveChord, 1, "has 0 flags")
	mustPlay(t, g, mines.MoveFlag, 2)
	refuse(mines.MoveOpen, 2, "take it off first")
	refuse(9, 0, "no such move")
	mustPlay(t, g, mines.MoveChord, 1)
	if g.Status() != veil.Won {
		t.Fatalf("status %v", g.Status())
	}
	if err := g.Play(mines.Move{Cell: 0}); !errors.Is(err, mines.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
}

// naiveBoard plays by the definition: opening a zero opens each hidden neighbour, and
// so on by recursion. A flag that is taken off later stays closed.
type naiveBoard struct {
	rules  mines.Rules
	layout mines.Layout
	marks  []mines.Mark
	lost   bool
}

func (b *naiveBoard) openOne(c int) {
	if b.marks[c] != mines.Hidden {
		return
	}
	if b.layout[c] {
		b.marks[c], b.lost = mines.Mine, true
		return
	}
	n := 0
	b.each(c, func(d int) {
		if b.layout[d] {
			n++
		}
	})
	b.marks[c] = mines.Mark(n)
	if n == 0 {
		b.each(c, b.openOne)
	}
}

func (b *naiveBoard) each(c int, f func(int)) {
	w := b.rules.Width
	for d := range b.marks {
		dx, dy := d%w-c%w, d/w-c/w
		if d != c && dx*dx <= 1 && dy*dy <= 1 {
			f(d)
		}
	}
}

func (b *naiveBoard) play(m mines.Move) {
	c := int(m.Cell)
	switch m.Kind {
	case mines.MoveOpen:
		b.openOne(c)
	case mines.MoveFlag:
		b.marks[c] = mines.Hidden + mines.Flag - b.marks[c]
	case mines.MoveChord:
		b.each(c, b.openOne)
	}
}

func (b *naiveBoard) status() veil.Status {
	if b.lost {
		return veil.Lost
	}
	for c, mark := range b.marks {
		if !b.layout[c] && !mark.IsNumber() {
			return veil.Open
		}
	}
	return veil.Won
}

func TestGameAgainstNaive(t *testing.T) {
	chords, won, lost := 0, 0, 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		r := mines.Rules{Width: 1 + random.IntN(9), Height: 2 + random.IntN(8), First: mines.First(random.IntN(3))}
		r.Mines = random.IntN(max(1, r.Cells()/4))
		g := newGame(t, r, seed)
		var naive *naiveBoard
		for range 200 {
			m := mines.Move{Kind: mines.MoveKind(random.IntN(3)), Cell: mines.Cell(random.IntN(r.Cells()))}
			if g.Layout() == nil {
				m.Kind = mines.MoveOpen
			}
			if g.Play(m) != nil {
				continue
			}
			if naive == nil {
				naive = &naiveBoard{rules: r, layout: g.Layout(), marks: mines.NewView(r).Marks}
			}
			naive.play(m)
			if m.Kind == mines.MoveChord {
				chords++
			}
			if !slices.Equal(naive.marks, g.View().Marks) || naive.status() != g.Status() {
				t.Fatalf("seed %d after %+v: got %v %v, want %v %v", seed, m, g.View().Marks, g.Status(), naive.marks, naive.status())
			}
			if g.Status() != veil.Open {
				break
			}
		}
		checkReplay(t, g, seed)
		switch g.Status() {
		case veil.Won:
			won++
		case veil.Lost:
			lost++
		case veil.Open:
		}
	}
	if chords < 50 || won < 20 || lost < 20 {
		t.Errorf("the games are too tame: %d chords, %d won, %d lost", chords, won, lost)
	}
}

// checkReplay plays the moves of g again, and takes them back one by one.
func checkReplay(t *testing.T, g *mines.Game, seed uint64) {
	t.Helper()
	again := newGame(t, g.Rules(), seed)
	var views []mines.View
	for _, m := range g.Moves() {
		views = append(views, again.View())
		if err := again.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(again.View().Marks, g.View().Marks) || again.Fraction() != g.Fraction() {
		t.Fatalf("seed %d: the replay differs", seed)
	}
	for len(views) > 0 {
		want := views[len(views)-1]
		views = views[:len(views)-1]
		if !again.Undo() || !slices.Equal(again.View().Marks, want.Marks) {
			t.Fatalf("seed %d: undo to move %d differs", seed, len(views))
		}
	}
	if again.Undo() {
		t.Fatal("undo before the first move")
	}
}

func TestFraction(t *testing.T) {
	r := mines.Rules{Width: 4, Height: 1, Mines: 1}
	g, err := mines.NewGameOn(r, mines.Layout{false, true, false, false})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		open mines.Cell
		want float64
	}{{0, 1. / 3}, {3, 1}} { // the cell at the end is a zero
		mustPlay(t, g, mines.MoveOpen, step.open)
		if g.Fraction() != step.want {
			t.Errorf("after %d: %v, want %v", step.open, g.Fraction(), step.want)
		}
	}
}

func TestNewGameOnRefuses(t *testing.T) {
	for _, layout := range []mines.Layout{nil, {true}, {true, true}, {false, false}} {
		if _, err := mines.NewGameOn(mines.Rules{Width: 2, Height: 1, Mines: 1}, layout); err == nil {
			t.Errorf("layout %v was taken for 2x1/1", layout)
		}
	}
	if _, err := mines.NewGameOn(mines.Rules{Width: 1, Height: 1, Mines: 1}, mines.Layout{true}); err == nil {
		t.Error("a layout without a safe cell was taken")
	}
}

func newGame(t *testing.T, r mines.Rules, seed uint64) *mines.Game {
	t.Helper()
	g, err := mines.NewGame(r, seed)
	if err != nil {
		// The random tests draw a size first; a strip under Zero may have no room.
		r.First = mines.Any
		if g, err = mines.NewGame(r, seed); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func mustPlay(t *testing.T, g *mines.Game, kind mines.MoveKind, c mines.Cell) {
	t.Helper()
	if err := g.Play(mines.Move{Kind: kind, Cell: c}); err != nil {
		t.Fatal(err)
	}
}
