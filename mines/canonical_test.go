// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
)

// TestCanonical: all mirror images of a view, with and without flags, have one canonical
// form, of which every cell is where p says.
func TestCanonical(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for range 200 {
		v := mines.NewView(mines.Rules{Width: 1 + r.IntN(5), Height: 1 + r.IntN(5), Mines: 0})
		for c := range v.Marks {
			v.Marks[c] = mines.Mark(r.IntN(4) - 1)
		}
		want, _ := v.Canonical()
		for turn := range 8 {
			u := turnedBy(v, turn)
			for c := range u.Marks {
				if u.Marks[c] == mines.Hidden && r.IntN(2) == 0 {
					u.Marks[c] = mines.Flag
				}
			}
			got, p := u.Canonical()
			if got.Code() != want.Code() {
				t.Fatalf("turn %d of %s: %s, want %s", turn, v.Code(), got.Code(), want.Code())
			}
			for c, d := range p {
				if mark := u.Marks[d]; mark.IsNumber() && got.Marks[c] != mark || mark.IsHidden() && got.Marks[c] != mines.Hidden {
					t.Fatalf("%s: cell %d is %v, but cell %d of %s is %v", got.Code(), c, got.Marks[c], d, u.Code(), mark)
				}
			}
		}
	}
}

// turnedBy rotates v a quarter turn at a time and reflects the second four.
func turnedBy(v mines.View, turn int) mines.View {
	for range turn % 4 {
		u := mines.NewView(mines.Rules{Width: v.Height, Height: v.Width, Mines: v.Mines})
		for c, mark := range v.Marks {
			row, col := v.RowCol(mines.Cell(c))
			u.Marks[u.Cell(col, v.Height-1-row)] = mark
		}
		v = u
	}
	if turn < 4 {
		return v.Clone()
	}
	u := v.Clone()
	for c, mark := range v.Marks {
		row, col := v.RowCol(mines.Cell(c))
		u.Marks[u.Cell(row, v.Width-1-col)] = mark
	}
	return u
}

func FuzzParseCode(f *testing.F) {
	for _, code := range []string{"4x4-4-safe-1_______________", "2x1-x-any-*o", "", "0x0-0-safe-", "1x1-99-zero-_", "65536x65536-1-safe-_"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		v, err := mines.ParseCode(code)
		if err != nil {
			return
		}
		again, err := mines.ParseCode(v.Code())
		if err != nil || again.Code() != v.Code() {
			t.Errorf("%q became %q, then %q, %v", code, v.Code(), again.Code(), err)
		}
	})
}
