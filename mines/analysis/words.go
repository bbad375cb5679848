// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"strconv"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// CertainWord returns "safe", "mine" or "".
func CertainWord(c count.Certainty) string {
	switch c {
	case count.CertainSafe:
		return "safe"
	case count.CertainMine:
		return "mine"
	default:
		return ""
	}
}

// MarkWord returns the mark of a cell in one word.
func MarkWord(m mines.Mark) string {
	switch {
	case m.IsNumber():
		return strconv.Itoa(int(m))
	case m == mines.Flag:
		return "flag"
	case m == mines.Mine:
		return "mine"
	default:
		return "hidden"
	}
}

// HandForm returns a view as people type it.
func HandForm(v mines.View) string {
	text, err := notation.WriteFormat(notation.FormatHand, notation.Document{View: v}, notation.WriteOptions{})
	if err != nil {
		panic("writing a view: " + err.Error())
	}
	return string(text)
}
