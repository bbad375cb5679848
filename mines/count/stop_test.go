// SPDX-License-Identifier: BSD-3-Clause

package count_test

import (
	"errors"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// striped is a large board on which every third row is open.
func striped(width, height int) mines.View {
	rules := mines.Rules{Width: width, Height: height}
	layout := make(mines.Layout, rules.Cells())
	for c := range layout {
		row, col := rules.RowCol(mines.Cell(c))
		layout[c] = row%3 > 0 && (5*row+7*col)%4 == 0
	}
	rules.Mines = layout.Count()
	v := mines.NewView(rules)
	for c := range v.Marks {
		if row, _ := rules.RowCol(mines.Cell(c)); row%3 == 0 {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		}
	}
	return v
}

// TestLawUntil: the law of a cell is given up when it is told to stop, and not remembered; the same law is found later.
func TestLawUntil(t *testing.T) {
	a, err := count.Analyse(striped(60, 31), count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	c := mines.Cell(0)
	for a.Certainty(c) != count.Unsure {
		c++
	}
	asked := 0
	if _, err := a.LawUntil(c, func() bool { asked++; return true }); !errors.Is(err, veil.ErrTooHard) || asked == 0 || asked > 5 {
		t.Errorf("%v after %d questions", err, asked)
	}
	if law, err := a.Law(c); err != nil || law[1] == nil {
		t.Errorf("%v, %v", law, err)
	}
}

// TestStopsWhileCounting: counting asks often, and every time it is told to stop it does.
func TestStopsWhileCounting(t *testing.T) {
	v := striped(90, 61)
	asked := 0
	if _, err := count.Analyse(v, count.Limit{Stop: func() bool { asked++; return false }}); err != nil || asked < 20 {
		t.Fatalf("%v after %d questions", err, asked)
	}
	for _, stop := range []int{1, 2, asked / 4, asked / 2, 3 * asked / 4, asked - 1} {
		left := stop
		_, err := count.Analyse(v, count.Limit{Stop: func() bool { left--; return left <= 0 }})
		if !errors.Is(err, veil.ErrTooHard) || left < 0 && left < -asked/10 {
			t.Errorf("stopped at question %d of %d: %v, %d more questions", stop, asked, err, -left)
		}
	}
}
