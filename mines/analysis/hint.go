// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

// Hint points towards a safe cell or, where a guess is forced, towards the best guess; at the
// level of an answer it names the move.
func (m *Position) Hint(ctx context.Context, level explain.HintLevel) (explain.Hint, error) {
	hint, err := explain.NewReasonerWith(ctx, m.Analysis).Hint(level)
	if err != nil || len(m.Win.Best) == 0 || level < explain.Answer {
		return hint, err
	}
	if hint.Guess || m.Opening {
		hint.Sentences = append(hint.Sentences, m.advice())
	}
	return hint, nil
}

// advice returns the sentence that names the move to make and its winning chance.
func (m *Position) advice() explain.Sentence {
	c := m.Win.Best[0]
	text := "Open " + m.View.Name(c)
	switch m.Win.Because {
	case BecauseExact:
		text += ", the best guess"
	case BecauseBounds:
		text += ", for which most is proved"
	case BecauseTested:
		text += ", which won more test games than what one guess ahead suggests"
	case BecausePolicy, BecauseSafe:
	}
	if risk := m.Risks[c]; risk.Badge() == veil.Exact && m.Certainty(c) == count.Unsure {
		num, den := risk.Fraction()
		text += fmt.Sprintf(" (risk %s%%)", veil.Percent(num, den, 1))
	}
	if chance := m.chanceOf(c); chance != "" {
		text += ": " + chance
	}
	return explain.Sentence{Text: text + ".", Cells: []mines.Cell{c}}
}

// chanceOf returns the winning chance of opening c in words, by its best known value.
func (m *Position) chanceOf(c mines.Cell) string {
	worth, ok := m.Win.Worth(c)
	switch {
	case !ok:
		return ""
	case worth.Badge() == veil.Estimate:
		return "it wins about " + worth.String()
	default:
		return "it wins " + worth.String() + " with best play"
	}
}
