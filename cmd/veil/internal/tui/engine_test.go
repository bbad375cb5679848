// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/minestest"
)

// midGame is an expert board that is half open, with no cell that is certainly safe. The engine
// has not been asked.
func midGame(t *testing.T, budget api.Budget) *gameTable {
	t.Helper()
	rules, err := mines.ParseSize("30x16/99")
	if err != nil {
		t.Fatal(err)
	}
	rules.First = mines.Zero
	for seed := range uint64(1000) {
		m, err := newModel(rules, seed)
		if err != nil {
			t.Fatal(err)
		}
		m.ctx, m.search.first = t.Context(), budget
		m.game = openSafe(t, m.game, m.cursor)
		hidden := 0
		for _, mark := range m.game.view.Marks {
			if mark.IsHidden() {
				hidden++
			}
		}
		if m.game.status == veil.Open && 200 < hidden && hidden < 280 {
			return &gameTable{t, m}
		}
	}
	t.Fatal("no seed")
	return nil
}

// openSafe opens a cell and then all that are certainly safe.
func openSafe(t *testing.T, g game, first mines.Cell) game {
	t.Helper()
	for next := []mines.Cell{first}; len(next) > 0; next = safeCells(t, g.view) {
		for _, c := range next {
			if !g.view.Marks[c].IsHidden() {
				continue
			}
			var err error
			if g, err = g.play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g
}

func safeCells(t *testing.T, v mines.View) []mines.Cell {
	t.Helper()
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	return analysis.NewPosition(v, a, nil).Safe
}

func document(t *testing.T, p *analysis.Position) []byte {
	t.Helper()
	text, err := json.Marshal(p.Document(context.Background(), analysis.Detail{Outcomes: true}))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestExpert: where no exact search ends, the game shows an estimate and recommends a move, and
// both are what the service answers.
func TestExpert(t *testing.T) {
	g := midGame(t, api.Budget{})
	g.send(tea.WindowSizeMsg{Width: 200, Height: 40})
	g.press("o")
	g.settle(g.m.Init())
	answer, err := g.m.search.service.Solve(t.Context(), g.m.game.view, api.MinesAnalyseQuestion{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := document(t, g.m.insight.at), document(t, answer); !bytes.Equal(got, want) {
		t.Errorf("the game shows\n%s\nthe service answers\n%s", got, want)
	}
	best := g.m.game.rules.Name(answer.Win.Best[0])
	estimate, _, _ := strings.Cut(answer.Win.Estimate.String(), " (")
	g.shows("Estimated winning chance "+estimate+"  ○ estimate  (+ deeper)", "a guess is forced · recommended "+best)
	g.press("o", "b")
	if g.m.cursor != answer.Win.Best[0] {
		t.Errorf("the cursor is at %v, not at %s", g.m.cursor, best)
	}
	g.shows("~", "○ estimate, recommended")
	if said := strings.Join(g.m.talk.lines, " "); !strings.Contains(said, "Recommended: ") || !strings.Contains(said, answer.Win.Estimate.String()+" estimate.") {
		t.Errorf("b says %q", said)
	}
	g.press("h", "h")
	if said := strings.Join(g.m.talk.lines, " "); !strings.Contains(said, "The estimated winning chance is "+answer.Win.Estimate.String()) {
		t.Errorf("the second rung says %q", said)
	}
	g.press("h")
	said := strings.Join(g.m.talk.lines, " ")
	if !strings.Contains(said, "Open "+best) || !strings.Contains(said, answer.Win.Estimate.String()) {
		t.Errorf("the last rung says %q", said)
	}
	g.press("w")
	if table := strings.Join(g.m.talk.table, "\n"); !strings.Contains(table, answer.Win.Estimate.String()+" estimate") {
		t.Errorf("w says\n%s", table)
	}
	g.hides("not computed")
	moves := len(g.m.game.moves)
	g.send(keyMsg("B"))
	if played := g.m.game.moves[moves:]; len(played) != 1 || played[0].Cell != answer.Win.Best[0] {
		t.Errorf("B played %v, not %s", played, best)
	}
}

// endless is more work than a test can wait for.
func endless() api.Budget {
	games := 1 << 30
	return api.Budget{Games: &games}
}

// launch starts a search and returns once its first answer has arrived. What the command that
// searches returns in the end comes from the channel.
func launch(t *testing.T, g *gameTable, cmd tea.Cmd) <-chan tea.Msg {
	t.Helper()
	batch, ok := cmd().(tea.BatchMsg)
	if !ok || len(batch) != 2 {
		t.Fatal("a search is not two commands")
	}
	ended := make(chan tea.Msg, 1)
	go func() { ended <- batch[0]() }()
	g.send(batch[1]())
	if !g.m.fresh() {
		t.Fatal("no first answer")
	}
	return ended
}

func endsSoon(t *testing.T, ended <-chan tea.Msg) {
	t.Helper()
	if msg := testsize.Receive(t, "the search, which would take days, ends", ended); msg != nil {
		t.Errorf("the search was not cancelled: %v", msg)
	}
}

// TestCancelled: a move ends the search of the position before.
func TestCancelled(t *testing.T) {
	g := midGame(t, endless())
	ended := launch(t, g, g.send(g.m.Init()()))
	g.shows("■")
	g.m.cursor = mines.Cell(slices.Index(g.m.game.layout, false))
	for !g.m.game.view.Marks[g.m.cursor].IsHidden() || g.m.game.layout[g.m.cursor] {
		g.m.cursor++
	}
	g.send(keyMsg("enter"))
	endsSoon(t, ended)
	if g.m.fresh() {
		t.Error("the numbers of the position before count as fresh")
	}
	g.m.search.stop()
}

// TestEscape: Esc clears what is said, then stops the search; + starts it again.
func TestEscape(t *testing.T) {
	g := midGame(t, endless())
	ended := launch(t, g, g.send(g.m.Init()()))
	g.press("l", "+")
	g.shows("The search is still running. Esc stops it.")
	g.press("esc")
	if g.m.search.halt == nil {
		t.Fatal("the first Esc stopped the search")
	}
	g.press("esc")
	endsSoon(t, ended)
	g.shows("Search stopped. + starts it again.")
	ended = launch(t, g, g.send(keyMsg("+")))
	if g.m.search.budget != g.m.search.first {
		t.Errorf("the search that was stopped is started again with %+v", g.m.search.budget)
	}
	g.press("B") // a guess that the search may still change
	if g.m.game.status != veil.Open || g.m.search.halt == nil {
		t.Error("B did not wait for the search")
	}
	g.press("esc", "esc")
	endsSoon(t, ended)
}

// TestDeepened: + asks for more of what limited the answer.
func TestDeepened(t *testing.T) {
	searched := &analysis.Values{Value: veil.BoundsValue(0.2, 0.4)}
	if b := deepened(api.Budget{}, searched); b.Nodes != 4*api.DefaultNodes || b.Games != nil {
		t.Errorf("after bounds: %+v", b)
	}
	if b := deepened(deepened(api.Budget{Nodes: 5}, searched), searched); b.Nodes != 80 {
		t.Errorf("after bounds twice: %+v", b)
	}
	first := deepened(api.Budget{}, &analysis.Values{})
	second := deepened(first, &analysis.Values{})
	if *first.Games != 4*api.DefaultGames || *second.Games != 16*api.DefaultGames || second.Nodes != 0 {
		t.Errorf("after estimates: %d and %d games", *first.Games, *second.Games)
	}
}

// TestAskedEarly: a question asked before anything is known is answered when something is, and
// again when the search has ended.
func TestAskedEarly(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	g := deal(t, "4x4/4", mines.Safe, seed)
	g.press("home", "pgup")
	cmd := g.send(keyMsg("enter"))
	g.m.rung = 2 // as if the first rungs were climbed
	g.press("h")
	g.shows("Still counting.")
	g.settle(cmd)
	g.shows("the best guess", "57.42% (379/660)")
	before := g.m.talk
	stale := talkMsg{position: g.m.position, question: g.m.question - 1, talk: talk{lines: []string{"stale"}}}
	g.send(stale)
	if !slices.Equal(g.m.talk.lines, before.lines) {
		t.Error("an answer to an earlier question is shown")
	}
}
