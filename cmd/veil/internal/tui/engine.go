// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"cmp"
	"context"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

// engine is the search for the winning chances of a position.
type engine struct {
	service *analysis.Service
	first   api.Budget         // of the first search of a position
	budget  api.Budget         // of the last search
	number  int                // counts searches, so that late answers are recognised
	halt    context.CancelFunc // nil if no search is running
	stopped bool               // the player ended the last search
	refines bool               // the search refines an answer that is shown
}

// insight contains the engine's results.
type insight struct {
	position int                // the number of the position it is about
	at       *analysis.Position // nil before the first answer, or if the search failed
	err      error
}

// answerMsg contains the results of a search so far.
type answerMsg struct {
	search int
	at     *analysis.Position
	err    error
	last   bool
	next   tea.Cmd // waits for a better answer
}

// deepened returns a budget with four times the work of the limit that stopped an answer: the nodes
// of an exact search, or the games of an estimate if no exact search began.
func deepened(b api.Budget, limited *analysis.Values) api.Budget {
	if limited.Searched() {
		b.Nodes = 4 * cmp.Or(b.Nodes, api.DefaultNodes)
		return b
	}
	games := api.DefaultGames
	if b.Games != nil {
		games = *b.Games
	}
	games *= 4
	b.Games = &games
	return b
}

// stop ends the running search, if any.
func (e engine) stop() engine {
	if e.halt != nil {
		e.halt()
		e.halt = nil
	}
	return e
}

// start ends the running search and begins one for a view. Its answers arrive as messages: the last
// one from the command that searches, earlier ones from a command that reads them from a channel.
// Flags are opinions, so they are removed.
func (e engine) start(ctx context.Context, v mines.View) (engine, tea.Cmd) {
	e = e.stop()
	ctx, e.halt = context.WithCancel(ctx)
	e.number++
	e.stopped = false
	service, question, search := e.service, api.MinesAnalyseQuestion{Budget: e.budget}, e.number
	view, better := withoutFlags(v), make(chan *analysis.Position)
	work := func() tea.Msg {
		defer close(better)
		at, err := service.Solve(ctx, view, question, func(p *analysis.Position) {
			select {
			case better <- p.Snapshot():
			case <-ctx.Done():
			}
		})
		if ctx.Err() != nil {
			return nil
		}
		return answerMsg{search: search, at: at, err: err, last: true}
	}
	var listen tea.Cmd
	listen = func() tea.Msg {
		if at, ok := <-better; ok {
			return answerMsg{search: search, at: at, next: listen}
		}
		return nil
	}
	return e, tea.Batch(work, listen)
}

func withoutFlags(v mines.View) mines.View {
	v = v.Clone()
	for i, mark := range v.Marks {
		if mark == mines.Flag {
			v.Marks[i] = mines.Hidden
		}
	}
	return v
}

// think starts the analysis of the position on the board.
func (m model) think() (model, tea.Cmd) {
	m.position++
	m.talk, m.rung, m.asked, m.posed = talk{}, 0, nil, nil
	m.search.budget, m.search.refines = m.search.first, false
	if m.game.status != veil.Open {
		m.search = m.search.stop()
		return m, nil
	}
	var cmd tea.Cmd
	m.search, cmd = m.search.start(m.ctx, m.game.view)
	return m, cmd
}

// learn processes an answer. Answers of earlier searches, and those overtaken by the last one, are
// dropped.
func (m model) learn(msg answerMsg) (model, tea.Cmd) {
	if msg.search != m.search.number || m.search.halt == nil {
		return m, nil
	}
	first := m.insight.position != m.position
	if msg.last {
		m.search = m.search.stop()
	}
	if msg.last || !m.search.refines || first || narrower(&msg.at.Win, &m.insight.at.Win) {
		m.insight = insight{m.position, msg.at, msg.err}
	}
	if first || msg.last {
		return m, tea.Batch(msg.next, m.reply())
	}
	return m, msg.next
}

// narrower reports whether an answer has tighter bounds than another and lacks nothing of it.
func narrower(a, b *analysis.Values) bool {
	lo, hi := a.Value.Interval()
	least, most := b.Value.Interval()
	within := least <= lo && hi <= most && hi-lo < most-least
	return a.Searched() && within && a.Estimate.Badge() >= b.Estimate.Badge()
}

// deeper searches the position again with four times the work, or with the same if the player ended
// the last search.
func (m model) deeper() (model, tea.Cmd) {
	switch {
	case m.game.status != veil.Open:
		return m.over(), nil
	case m.search.halt != nil:
		return m.say("The search is still running. Esc stops it."), nil
	case !m.search.stopped && !m.unfinished():
		return m.say("There is nothing to search deeper."), nil
	}
	m.search.refines = m.fresh()
	if !m.search.stopped {
		m.search.budget = deepened(m.search.budget, m.wins())
	}
	var cmd tea.Cmd
	m.search, cmd = m.search.start(m.ctx, m.game.view)
	return m, cmd
}

// escape clears the text beside the board, or else ends the search.
func (m model) escape() model {
	if len(m.talk.lines) > 0 || m.search.halt == nil {
		m.talk, m.asked, m.rung, m.posed = talk{}, nil, 0, nil
		return m
	}
	m.search = m.search.stop()
	m.search.stopped = true
	return m.say("Search stopped. + starts it again.")
}

// fresh reports whether the results are about the current position.
func (m model) fresh() bool { return m.insight.at != nil && m.insight.position == m.position }

// unfinished reports whether a larger search may find more.
func (m model) unfinished() bool {
	return m.fresh() && m.insight.at.Counted() && !m.insight.at.Win.Done
}

// wins returns the winning chances, if they are about the current position.
func (m model) wins() *analysis.Values {
	if !m.fresh() {
		return &analysis.Values{}
	}
	return &m.insight.at.Win
}

// risk returns the last known risk of a cell.
func (m model) risk(c mines.Cell) (text.Chance, bool) {
	if m.insight.at == nil {
		return text.Chance{}, false
	}
	risk := text.ChanceOf(m.insight.at.Risks[c])
	return risk, risk.Known()
}

// certainty returns whether a cell is certain, if the results are not stale.
func (m model) certainty(c mines.Cell) count.Certainty {
	if !m.fresh() || !m.game.view.Marks[c].IsHidden() {
		return count.Unsure
	}
	return m.insight.at.Certainty(c)
}
