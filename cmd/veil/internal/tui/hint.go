// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/explain"
)

// talkMsg is the answer to a question of the player.
type talkMsg struct {
	position, question int
	talk               talk
	top                bool // the last rung of the hint ladder
}

// question answers a player's question about a position. top reports that it is the last rung of
// the hint ladder.
type question func(*analysis.Position) (t talk, top bool)

// ask has a question answered in the background: now if there are results for the position, and
// again when the search ends.
func (m model) ask(q question) (model, tea.Cmd) {
	m.question++
	m.posed = q
	if !m.fresh() {
		m.talk = talk{lines: []string{"Still counting."}}
	}
	return m, m.reply()
}

// reply answers the open question on a snapshot, because finding the words may require more counting.
func (m model) reply() tea.Cmd {
	if m.posed == nil || !m.fresh() {
		return nil
	}
	position, number, q, at := m.position, m.question, m.posed, m.insight.at.Snapshot()
	return func() tea.Msg {
		t, top := q(at)
		return talkMsg{position, number, t, top}
	}
}

// sentence returns an error as a sentence.
func sentence(err error) string { return err.Error() + "." }

// The ladder has rung 0, whether a guess is forced, and the four of package explain.
const lastRung = int(explain.Answer)

// hint moves up one rung.
func (m model) hint() (model, tea.Cmd) {
	if m.game.status != veil.Open {
		return m.over(), nil
	}
	rung := m.rung
	if rung <= lastRung {
		m.used.hints++
		m.rung++
	}
	return m.ask(func(p *analysis.Position) (talk, bool) { return ladder(p, min(rung, lastRung)) })
}

// ladder returns the answer on one rung, and whether it is the last.
func ladder(p *analysis.Position, rung int) (t talk, top bool) {
	switch {
	case p.Opening && rung == 0:
		return more(rungOf(p, explain.Nudge), "the best cell"), false
	case p.Opening:
		return rungOf(p, explain.Answer), true
	case p.Forced() == nil:
		return talk{lines: []string{"This position is too hard to count, so there is no hint."}}, true
	case *p.Forced():
		return guessLadder(p, rung), rung >= 2
	case rung == 0:
		return more(talk{lines: []string{"Is a guess forced? No: some hidden cell is certainly safe."}}, "where to look"), false
	case rung == lastRung:
		return rungOf(p, explain.Answer), true
	}
	next := [...]string{"", "which numbers", "how to reason", "the answer"}[rung]
	return more(rungOf(p, explain.HintLevel(rung)), next), false
}

// more adds a note on the next rung.
func more(t talk, next string) talk {
	t.lines = append(t.lines, "h again: "+next)
	return t
}

// rungOf returns a hint in the words of the solver.
func rungOf(p *analysis.Position, level explain.HintLevel) talk {
	ctx, cancel := api.WithTime(context.Background(), wordsTime)
	defer cancel()
	hint, err := p.Hint(ctx, level)
	if err != nil {
		return talk{lines: []string{noWords(err)}}
	}
	t := spoken(hint.Sentences)
	if level == explain.Answer && len(p.Win.Best) == 0 {
		t.lines = append(t.lines, "Searching for the best move ...")
	}
	return t
}

// guessLadder helps where logic ends: first the lowest risk, then the recommended cell.
func guessLadder(p *analysis.Position, rung int) talk {
	switch rung {
	case 0:
		return more(talk{lines: []string{"Is a guess forced? Yes: no hidden cell is certainly safe."}}, "how risky")
	case 1:
		lowest := p.Lowest()
		said := fmt.Sprintf("The lowest risk is %s exact, at %s.", text.ChanceOf(p.Risks[lowest[0]]), text.Plural(len(lowest), "cell"))
		if chance := chanceLine(&p.Win); chance != "" {
			said += " " + chance + "."
		}
		return more(talk{lines: []string{said}}, "the best cell")
	default:
		return rungOf(p, explain.Answer)
	}
}

// chanceLine returns the winning chance of a position as text, or "" if it is unknown.
func chanceLine(w *analysis.Values) string {
	switch {
	case w.Searched():
		return "Best play wins " + badged(w.Value)
	case w.Estimate.Badge() == veil.Estimate:
		return "The estimated winning chance is " + w.Estimate.String()
	default:
		return ""
	}
}

// bestLine returns the recommended moves and the reason.
func bestLine(p *analysis.Position) string {
	w := &p.Win
	names := text.ShortList(p.Names(w.Best), 40)
	verb, be := "wins", "is"
	if len(w.Best) > 1 {
		verb, be = "win", "are"
	}
	if w.Because == analysis.BecauseSafe {
		said := names + " " + be + " certainly safe."
		if chance := chanceLine(w); chance != "" {
			said += " " + chance + "."
		}
		return said
	}
	label := "Recommended: "
	if w.Because == analysis.BecauseExact {
		label = "Best: "
	}
	value, ok := w.Worth(w.Best[0])
	if !ok {
		return label + names + "." + because(w.Because, value)
	}
	return label + names + " " + verb + " " + badged(value) + "." + because(w.Because, value)
}

// because returns the reason for recommending a move that is not proved best.
func because(reason analysis.Reason, value veil.Value) string {
	switch {
	case reason == analysis.BecauseBounds:
		return " No other move has a higher proved chance."
	case reason == analysis.BecauseTested:
		return " It won more test games than the engine's first choice. Best play wins at least as often."
	case reason == analysis.BecausePolicy && value.Badge() == veil.Estimate:
		return " No other move won clearly more test games. Best play wins at least as often."
	case reason == analysis.BecausePolicy:
		return " No winning chance is known yet."
	default:
		return ""
	}
}

// badged prints a value with its badge.
func badged(v veil.Value) string {
	return valueText(v) + " " + v.Badge().String()
}

// noWords explains why there is no reason to give.
func noWords(err error) string {
	if errors.Is(err, veil.ErrTooHard) {
		return "The reason is too hard to find. The cell is still proved safe or a mine."
	}
	return sentence(err)
}

// spoken shows sentences beside the board and marks their cells.
func spoken(sentences []explain.Sentence) talk {
	var t talk
	for _, s := range sentences {
		t.lines = append(t.lines, s.Text)
		t.cells = append(t.cells, s.Cells...)
		t.numbers = append(t.numbers, s.Numbers...)
	}
	return t
}

// best moves the cursor to the recommended move, and shows the reason.
func (m model) best() model {
	w := m.wins()
	switch {
	case m.game.status != veil.Open:
		return m.over()
	case !m.fresh():
		return m.say("Still counting.")
	case len(w.Best) > 0:
		m.used.hints++
		m.cursor = w.Best[0]
		m = m.say(bestLine(m.insight.at))
		m.talk.cells = w.Best
		return m
	case m.search.halt != nil:
		return m.say("Still searching.")
	default:
		return m.say("This position is too hard to recommend a move.")
	}
}

// playBest plays the recommended move. While a search is running, it plays only a move that the
// search cannot change.
func (m model) playBest() (model, tea.Cmd) {
	w := m.wins()
	settled := m.search.halt == nil || w.Because == analysis.BecauseSafe || w.Because == analysis.BecauseExact
	playable := m.game.status == veil.Open && len(w.Best) > 0
	m = m.best()
	switch {
	case !playable:
		return m, nil
	case !settled:
		m.talk.lines = append(m.talk.lines, "The search is still running: Enter plays the move anyway.")
		return m, nil
	case m.game.view.Marks[m.cursor] == mines.Flag:
		return m.say(m.game.rules.Name(m.cursor) + " is the recommended move, but has a flag: take it off first."), nil
	}
	return m.open()
}
