// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"math/big"
	"strings"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// maxDeadlock limits the layouts that a deadlock sentence may list.
const maxDeadlock = 4

// deadlock returns the sentence that no cell can reveal anything more, given all the layouts that
// fit the view. It reports false unless there are two to four of them and every hidden cell,
// opened, shows the same number in all layouts in which it is safe. Then opening any cells in any
// order wins in exactly one layout, so the winning chance is one in their number.
func deadlock(v mines.View, layouts []mines.Layout) (Sentence, bool) {
	if len(layouts) < 2 || len(layouts) > maxDeadlock || v.Mines == mines.UnknownMines {
		return Sentence{}, false
	}
	differ := make([][]string, len(layouts))
	var cells []mines.Cell
	for i, m := range v.Marks {
		c := mines.Cell(i)
		if !m.IsHidden() {
			continue
		}
		mined, dead := readings(v.Rules, c, layouts)
		if !dead {
			return Sentence{}, false
		}
		if mined == 0 || mined == len(layouts) {
			continue
		}
		cells = append(cells, c)
		for k, l := range layouts {
			if l[c] {
				differ[k] = append(differ[k], v.Name(c))
			}
		}
	}
	return deadlockSentence(cells, differ), true
}

// DeadlockOf returns the sentence that no cell can reveal anything more, if it is true and at most
// four layouts fit.
func DeadlockOf(a *count.Analysis) (Sentence, bool) {
	if n := a.Layouts(); n == nil || n.Cmp(big.NewInt(maxDeadlock)) > 0 {
		return Sentence{}, false
	}
	list, err := a.List(maxDeadlock, nil)
	if err != nil {
		return Sentence{}, false
	}
	layouts := make([]mines.Layout, list.Len())
	for i := range layouts {
		layouts[i] = make(mines.Layout, len(a.View().Marks))
		for c := range layouts[i] {
			layouts[i][c] = a.Certainty(mines.Cell(c)) == count.CertainMine
		}
		for j, c := range list.Cells {
			layouts[i][c] = list.Mine(i, j)
		}
	}
	return deadlock(a.View(), layouts)
}

// readings returns the number of layouts in which c is a mine, and whether it shows the same number
// in all the others.
func readings(r mines.Rules, c mines.Cell, layouts []mines.Layout) (mined int, dead bool) {
	shown := -1
	for _, l := range layouts {
		if l[c] {
			mined++
			continue
		}
		n := l.Number(r, c)
		if shown >= 0 && n != shown {
			return mined, false
		}
		shown = n
	}
	return mined, true
}

func deadlockSentence(cells []mines.Cell, differ [][]string) Sentence {
	var options []string
	for _, names := range differ {
		options = append(options, strings.Join(names, "+"))
	}
	const start = "Afterwards nothing more can be learned"
	chance := map[int]string{2: "50.00%", 3: "33.33% (1/3)", maxDeadlock: "25.00%"}[len(differ)]
	end := ": an unavoidable guess, " + chance + " exact."
	text := start + " (" + join(options, "or") + ")" + end
	if len(text) > maxSentence {
		text = start + end
	}
	return Sentence{Text: text, Cells: cells}
}
