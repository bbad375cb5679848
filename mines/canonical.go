// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"errors"
	"fmt"
	"strings"
)

// Canonical returns the canonical one among the rotations and reflections of a view, without flags,
// and the place of each of its cells in v: cell c of the result is cell p[c] of v. A first-click
// rule has no effect after the first click; there it is made the same too.
func (v View) Canonical() (w View, p []Cell) {
	for turn := range 8 {
		u, q := v.transformed(turn)
		if p == nil || u.less(w) {
			w, p = u, q
		}
	}
	return w, p
}

// transformed returns v under a symmetry of the square (see turn).
func (v View) transformed(turn int) (View, []Cell) {
	rules := v.Rules
	if !v.Untouched() {
		rules.First = Safe
	}
	if turn&4 != 0 {
		rules.Width, rules.Height = rules.Height, rules.Width
	}
	u, p := NewView(rules), make([]Cell, v.Cells())
	for c := range v.Marks {
		d := u.Cell(v.turn(Cell(c), turn))
		p[d] = Cell(c)
		if u.Marks[d] = v.Marks[c]; v.Marks[c] == Flag {
			u.Marks[d] = Hidden
		}
	}
	return u, p
}

// less orders views of one board: the wider first, then by marks.
func (v View) less(w View) bool {
	if v.Width != w.Width {
		return v.Width > w.Width
	}
	for c := range v.Marks {
		if v.Marks[c] != w.Marks[c] {
			return v.Marks[c] > w.Marks[c]
		}
	}
	return false
}

// markCodes spells marks in a [View.Code].
const markCodes = "_x*o" // Hidden, -, Mine, Opened, by their negative

// MaxCode is the longest text that ParseCode reads.
const MaxCode = MaxCells + 32

// Code returns the view, without flags, as a text that can be part of a URL:
// "4x4-4-safe-1_______________", cells row by row. An unknown mine count is "x".
func (v View) Code() string {
	mines := "x"
	if v.Mines != UnknownMines {
		mines = fmt.Sprint(v.Mines)
	}
	text := []byte(fmt.Sprintf("%dx%d-%s-%s-", v.Width, v.Height, mines, v.First))
	for _, m := range v.Marks {
		switch {
		case m.IsNumber():
			text = append(text, '0'+byte(m))
		case m == Flag:
			text = append(text, markCodes[0])
		default:
			text = append(text, markCodes[-1-m])
		}
	}
	return string(text)
}

// errCode reports a text that is not the code of a view.
var errCode = errors.New("not the code of a position, such as 4x4-4-safe-1_______________")

// ParseCode reads the output of Code.
func ParseCode(text string) (View, error) {
	parts := strings.Split(text, "-")
	if len(text) > MaxCode || len(parts) != 4 {
		return View{}, errCode
	}
	size := parts[0]
	if parts[1] != "x" {
		size += "/" + parts[1]
	}
	rules, err := ParseSize(size)
	if err != nil {
		return View{}, err
	}
	if err := rules.First.UnmarshalText([]byte(parts[2])); err != nil {
		return View{}, err
	}
	if err := rules.Validate(); err != nil || rules.Cells() != len(parts[3]) {
		return View{}, errors.Join(errCode, err)
	}
	v := NewView(rules)
	for c := range v.Marks {
		switch x := parts[3][c]; {
		case x >= '0' && x <= '8':
			v.Marks[c] = Mark(x - '0')
		case x != 'x' && strings.IndexByte(markCodes, x) >= 0:
			v.Marks[c] = Mark(-1 - strings.IndexByte(markCodes, x))
		default:
			return View{}, errCode
		}
	}
	return v, nil
}
