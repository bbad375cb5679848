// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/explain"
	"github.com/veilplan/veil/internal/text"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// talkMsg is the answer to a question of the player.
type talkMsg struct {
	position, question int
	talk               talk
	top                bool // of the hint ladder: there is no more to tell
}

// ask has a question answered in the background. The answer gets an analysis of its
// own: a Knowledge is not for two goroutines.
func (m model) ask(answer func(*solvemines.Position, *solvemines.Values) (t talk, top bool)) (model, tea.Cmd) {
	m.question++
	position, question, view := m.position, m.question, m.game.view
	var wins *solvemines.Values
	if m.freshWins() {
		wins = m.insight.wins
	}
	return m, func() tea.Msg {
		an, err := findOut(view)
		if err != nil {
			return talkMsg{position: position, question: question, talk: talk{lines: []string{sentence(err)}}}
		}
		t, top := answer(an, wins)
		return talkMsg{position, question, t, top}
	}
}

// sentence returns an error as a sentence.
func sentence(err error) string { return err.Error() + "." }

// The ladder has rung 0, whether a guess is forced, and the four of package mines.
const lastRung = int(explain.Answer)

// hint climbs one rung.
func (m model) hint() (model, tea.Cmd) {
	if m.game.status != veil.Open {
		return m.over(), nil
	}
	rung := m.rung
	if rung <= lastRung {
		m.used.hints++
		m.rung++
	}
	return m.ask(func(an *solvemines.Position, wins *solvemines.Values) (talk, bool) {
		return ladder(an, wins, min(rung, lastRung))
	})
}

// ladder answers on one rung, and tells whether it is the last.
func ladder(an *solvemines.Position, wins *solvemines.Values, rung int) (t talk, top bool) {
	switch {
	case an.Opening:
		return talk{lines: []string{"Open any cell: the first click is protected."}}, true
	case an.Forced() == nil:
		return talk{lines: []string{"This position is too hard to say more."}}, true
	case *an.Forced():
		return guessLadder(an, wins, rung), rung >= 2
	case rung == 0:
		return talk{lines: []string{"Is a guess forced? No: some hidden cell is certainly safe.", "h again: where to look"}}, false
	}
	hint, err := explain.NewReasonerWith(an.Know).Hint(explain.HintLevel(rung))
	if err != nil {
		return talk{lines: []string{noWords(err)}}, true
	}
	t = spoken(hint.Sentences)
	if rung < lastRung {
		t.lines = append(t.lines, "h again: "+[...]string{"", "which numbers", "how to reason", "the answer"}[rung])
	}
	return t, rung == lastRung
}

// guessLadder helps where logic ends: how bad it is, then the best cell.
func guessLadder(an *solvemines.Position, wins *solvemines.Values, rung int) talk {
	lowest := an.Lowest()
	switch rung {
	case 0:
		return talk{lines: []string{"Is a guess forced? Yes: no hidden cell is certainly safe.", "h again: how risky"}}
	case 1:
		text := fmt.Sprintf("The lowest risk is %s exact, at %s.", text.ChanceOf(an.Risks[lowest[0]]), text.Plural(len(lowest), "cell"))
		if wins != nil {
			text += " Best play wins " + badged(wins.Value) + "."
		}
		return talk{lines: []string{text, "h again: the best cell"}}
	}
	if wins != nil && len(wins.Best) > 0 {
		return talk{lines: []string{bestLine(an, wins)}, cells: wins.Best}
	}
	return talk{lines: []string{lowestLine(an)}, cells: lowest}
}

// bestLine names the best moves.
func bestLine(an *solvemines.Position, wins *solvemines.Values) string {
	verb := "wins"
	if len(wins.Best) > 1 {
		verb = "win"
	}
	return fmt.Sprintf("Best: %s %s %s.", text.ShortList(an.Names(wins.Best), 40), verb, badged(wins.Value))
}

// lowestLine names the least risky cells, and does not call them best.
func lowestLine(an *solvemines.Position) string {
	lowest := an.Lowest()
	return fmt.Sprintf("Lowest risk: %s at %s exact. Which of the cells wins most is not computed.",
		text.ShortList(an.Names(lowest), 40), text.ChanceOf(an.Risks[lowest[0]]))
}

// badged prints a value with how it is known.
func badged(v veil.Value) string {
	return valueText(v) + " " + v.Badge().String()
}

// noWords says why there is no reason to give.
func noWords(err error) string {
	if errors.Is(err, veil.ErrTooHard) {
		return "It is certain, but the reason is too hard to find in a moment."
	}
	return sentence(err)
}

// spoken puts sentences beside the board and marks what they speak of.
func spoken(sentences []explain.Sentence) talk {
	var t talk
	for _, s := range sentences {
		t.lines = append(t.lines, s.Text)
		t.cells = append(t.cells, s.Cells...)
		t.numbers = append(t.numbers, s.Numbers...)
	}
	return t
}

// best moves the cursor to the best move that is known, and says how well it is known.
func (m model) best() model {
	in := m.insight
	switch {
	case m.game.status != veil.Open:
		return m.over()
	case m.freshWins() && len(in.wins.Best) > 0:
		m.used.hints++
		m.cursor = in.wins.Best[0]
		m = m.say(bestLine(in.an, in.wins))
		m.talk.cells = in.wins.Best
	case !m.fresh():
		return m.say("Still counting.")
	case len(in.an.Safe) > 0:
		m.used.hints++
		m.cursor = in.an.Safe[0]
		m = m.say(m.game.rules.Name(m.cursor) + " is certainly safe. Winning chances are " + m.noWins() + ".")
	case len(in.an.Lowest()) > 0:
		m.used.hints++
		m.cursor = in.an.Lowest()[0]
		m = m.say(lowestLine(in.an))
	default:
		return m.say("No move can be told from another here.")
	}
	return m
}

// playBest plays the best move, if one is proved to be that or certainly safe.
func (m model) playBest() (model, tea.Cmd) {
	proved := m.freshWins() && len(m.insight.wins.Best) > 0 || m.fresh() && len(m.insight.an.Safe) > 0
	m = m.best()
	if m.game.status != veil.Open || !proved {
		return m, nil
	}
	if m.game.view.Marks[m.cursor] == mines.Flag {
		return m.say(m.game.rules.Name(m.cursor) + " is the best move, but has a flag: take it off first."), nil
	}
	return m.open()
}

// noWins says why there are no winning chances, or that they are being looked for.
func (m model) noWins() string {
	if m.insight.valued == m.position && m.insight.no != "" {
		return m.insight.no
	}
	return "not computed yet"
}
