// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/search/optimal"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// The engine's limits in a game: what a player would wait for.
const (
	memory     = 128 << 20
	firstNodes = 20_000          // until the first bounds are shown
	patience   = 5 * time.Second // until the engine waits to be asked to go deeper
)

// insight is what the engine has found out. Each part may still be about an earlier
// position: its number says about which one.
type insight struct {
	known int
	an    *solvemines.Position // nil before the first answer, or if it failed
	err   error

	valued int
	wins   *solvemines.Values // nil if not computed
	of     map[mines.Cell]veil.Value
	search *solvemines.Search
	spent  int    // nodes
	no     string // why there are no winning chances
}

// knownMsg is what is known of a position.
type knownMsg struct {
	position int
	an       *solvemines.Position
	err      error
}

// winsMsg is what moves of a position are worth, so far.
type winsMsg struct {
	position int
	search   *solvemines.Search
	wins     *solvemines.Values
	spent    int
	no       string
}

// findOut analyses a view. Flags are opinions: they are taken off first.
func findOut(v mines.View) (*solvemines.Position, error) {
	k, err := count.Know(withoutFlags(v), count.Limit{Memory: memory})
	if k == nil {
		return nil, err
	}
	return solvemines.NewPosition(v, k, err != nil), nil
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
	halt := m.halt
	m.position++
	m.talk, m.rung, m.asked, m.patience = talk{}, 0, nil, patience
	ctx, cancel := context.WithCancel(m.ctx)
	m.thinking, m.halt = ctx, cancel
	position, view, over := m.position, m.game.view, m.game.status != veil.Open
	return m, func() tea.Msg {
		if halt != nil {
			halt() // the search of the position before
		}
		if over {
			cancel()
			return nil
		}
		an, err := findOut(view)
		return knownMsg{position, an, err}
	}
}

// learn takes in what is known and asks for winning chances.
func (m model) learn(msg knownMsg) (model, tea.Cmd) {
	if msg.position != m.position {
		return m, nil
	}
	m.insight.known, m.insight.an, m.insight.err = msg.position, msg.an, msg.err
	return m, m.value(nil, 0, firstNodes)
}

// valued takes in winning chances and goes on until they are exact or patience ends.
func (m model) valued(msg winsMsg) (model, tea.Cmd) {
	if msg.position != m.position {
		return m, nil
	}
	in := &m.insight
	in.valued, in.wins, in.search, in.spent, in.no = msg.position, msg.wins, msg.search, msg.spent, msg.no
	in.of = map[mines.Cell]veil.Value{}
	if msg.wins == nil {
		return m, nil
	}
	for _, move := range msg.wins.Moves {
		in.of[move.Cell] = move.Win
	}
	if msg.wins.Done || msg.wins.Cut {
		return m, nil
	}
	return m, m.value(msg.search, msg.spent, msg.spent)
}

// value searches for winning chances, on from where a search stopped.
func (m model) value(search *solvemines.Search, spent, nodes int) tea.Cmd {
	position, an, thinking, patience := m.position, m.insight.an, m.thinking, m.patience
	if an == nil || !an.Counted() {
		return func() tea.Msg { return winsMsg{position: position, no: "not computed: the layouts are not counted"} }
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(thinking, patience)
		defer cancel()
		if search == nil {
			var err error
			search, err = solvemines.NewSearch(an.Know, solvemines.SearchConfig{
				MaxLayouts: solvemines.WinConfig{}.Most(an), Search: optimal.Config{MaxBytes: memory},
			})
			if err != nil {
				return winsMsg{position: position, no: notComputed(an, err)}
			}
		}
		wins, err := search.Run(ctx, veil.Budget{Nodes: nodes})
		if err != nil {
			return winsMsg{position: position, no: notComputed(an, err)}
		}
		return winsMsg{position: position, search: search, wins: &wins, spent: spent + nodes}
	}
}

// notComputed says why there are no winning chances.
func notComputed(an *solvemines.Position, err error) string {
	if errors.Is(err, veil.ErrTooHard) {
		return fmt.Sprintf("not computed (%s layouts)", text.Magnitude(an.Know.Layouts()))
	}
	return "not computed: " + err.Error()
}

// deeper goes on with a search that patience ended, for twice as long.
func (m model) deeper() (model, tea.Cmd) {
	in := m.insight
	if !m.freshWins() || !in.wins.Cut {
		return m.say("There is nothing to search deeper."), nil
	}
	m.patience *= 2
	wins := *in.wins
	wins.Cut = false // until this search ends
	m.insight.wins = &wins
	return m, m.value(in.search, in.spent, in.spent)
}

// fresh reports whether what is known is about the position on the board.
func (m model) fresh() bool { return m.insight.an != nil && m.insight.known == m.position }

// freshWins reports whether winning chances are about the position on the board.
func (m model) freshWins() bool { return m.insight.wins != nil && m.insight.valued == m.position }

// risk returns the last known risk of a cell.
func (m model) risk(c mines.Cell) (text.Chance, bool) {
	if m.insight.an == nil {
		return text.Chance{}, false
	}
	risk := text.ChanceOf(m.insight.an.Risks[c])
	return risk, risk.Known()
}

// certainty returns what is certain of a cell, if what is known is not stale.
func (m model) certainty(c mines.Cell) count.Certainty {
	if !m.fresh() || !m.game.view.Marks[c].IsHidden() {
		return count.Unsure
	}
	return m.insight.an.Certainty(c)
}
