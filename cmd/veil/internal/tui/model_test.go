// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/minestest"
	"github.com/veilplan/veil/mines/notation"
)

// gameTable is a game without a terminal: messages go in, the screen comes out.
type gameTable struct {
	t *testing.T
	m model
}

// deal starts a game and lets the engine finish thinking.
func deal(t *testing.T, size string, first mines.First, seed uint64) *gameTable {
	t.Helper()
	return dealWith(t, size, first, seed, api.Budget{})
}

// dealWith is deal with a budget for the engine.
func dealWith(t *testing.T, size string, first mines.First, seed uint64, budget api.Budget) *gameTable {
	t.Helper()
	rules, err := mines.ParseSize(size)
	if err != nil {
		t.Fatal(err)
	}
	rules.First = first
	m, err := newModel(rules, seed)
	if err != nil {
		t.Fatal(err)
	}
	m.ctx, m.dir, m.search.first = t.Context(), t.TempDir(), budget
	g := &gameTable{t, m}
	g.settle(m.Init())
	return g
}

// settle runs a command and all that follow from it, each in a goroutine of its own, as Bubble
// Tea does.
func (g *gameTable) settle(cmd tea.Cmd) {
	msgs, running := make(chan tea.Msg), 0
	start := func(cmd tea.Cmd) {
		if cmd != nil {
			running++
			go func() { msgs <- cmd() }()
		}
	}
	for start(cmd); running > 0; running-- {
		switch msg := (<-msgs).(type) {
		case nil:
		case tea.BatchMsg:
			for _, cmd := range msg {
				start(cmd)
			}
		default:
			start(g.send(msg))
		}
	}
}

// send delivers one message and returns the command it led to.
func (g *gameTable) send(msg tea.Msg) tea.Cmd {
	m, cmd := g.m.Update(msg)
	g.m = m.(model)
	return cmd
}

func keyMsg(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "space": tea.KeySpace, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace,
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// press types keys one by one and lets each have its whole effect.
func (g *gameTable) press(keys ...string) {
	for _, key := range keys {
		g.settle(g.send(keyMsg(key)))
	}
}

func (g *gameTable) screen() string { return ansi.Strip(g.m.screen()) }

func (g *gameTable) shows(texts ...string) {
	g.t.Helper()
	for _, text := range texts {
		if !strings.Contains(g.screen(), text) {
			g.t.Errorf("not seen: %q\n%s", text, g.screen())
		}
	}
}

func (g *gameTable) hides(text string) {
	g.t.Helper()
	if strings.Contains(g.screen(), text) {
		g.t.Errorf("must not be seen: %q\n%s", text, g.screen())
	}
}

// TestKeysAreWhatTheyAreCalled: the names that tests press are those that a real
// terminal's keys have.
func TestKeysAreWhatTheyAreCalled(t *testing.T) {
	for _, name := range []string{"enter", "space", "esc", "backspace", "up", "home", "end", "pgup", "pgdown", "ctrl+c", "ctrl+z", "f", "?", "B", "+"} {
		if got := keyMsg(name).String(); got != name {
			t.Errorf("%s is called %s", name, got)
		}
	}
}

// TestSilentEngine: the engine says nothing until it is asked.
func TestSilentEngine(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	g := deal(t, "4x4/4", mines.Safe, seed)
	g.press("home", "pgup", "enter")
	g.hides("57.42")
	g.hides("660")
	g.press("l")
	g.shows("Best play wins 57.42% (379/660)  ● exact", "660 layouts fit · no safe cell: a guess is forced", "overlay risk %")
	g.press("l")
	g.hides("660")
	if !g.m.used.engine {
		t.Error("that the engine was looked at is not recorded")
	}
}

// TestFlagsAreOpinions: a flag changes no number, and starts no analysis.
func TestFlagsAreOpinions(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	g := deal(t, "4x4/4", mines.Safe, seed)
	g.press("home", "pgup", "enter", "o", "o", "right")
	before := g.m.winLine() + g.m.layoutLine() + strings.Join(g.m.facts(), " ")
	if cmd := g.send(keyMsg("space")); cmd != nil {
		t.Error("a flag started an analysis")
	}
	g.shows("⚑", "mines left 3")
	if after := g.m.winLine() + g.m.layoutLine() + strings.Join(g.m.facts(), " "); after != before {
		t.Errorf("a flag changed the numbers:\n%s\n%s", before, after)
	}
	g.press("w")
	g.shows("220 of 660 layouts")
	g.press("enter")
	g.shows("has a flag: take it off first")
}

// TestStaleNumbers: after a move old numbers are grey and called so, a late answer
// about the old position is dropped.
func TestStaleNumbers(t *testing.T) {
	seed, layout := minestest.CornerSeed(t, nil)
	g := deal(t, "4x4/4", mines.Safe, seed)
	g.press("home", "pgup", "enter", "o", "o")
	old := g.m.insight
	safe := mines.Cell(slices.Index(layout[1:], false) + 1)
	for g.m.cursor != safe {
		g.press("right")
		if _, col := g.m.game.rules.RowCol(g.m.cursor); col == 3 && g.m.cursor != safe {
			g.press("home", "down")
		}
	}
	cmd := g.send(keyMsg("enter"))
	g.shows("Best play wins ...  (grey numbers: previous position)", "counting layouts ...", "57.42")
	last := g.m.game.rules.Cell(3, 3)
	if _, style := g.m.number(cellForm{content: 5}, last); !style.GetFaint() {
		t.Error("a stale number is not grey")
	}
	g.send(answerMsg{search: g.m.search.number - 1, at: old.at, last: true})
	g.shows("counting layouts ...")
	g.settle(cmd)
	g.shows("● exact")
	g.hides("grey")
	if _, style := g.m.number(cellForm{content: 5}, last); style.GetFaint() {
		t.Error("a fresh number is grey")
	}
}

// TestDeeper: bounds are never shown as exact, and + asks for better ones until all is exact.
func TestDeeper(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	games := 400
	g := dealWith(t, "4x4/4", mines.Safe, seed, api.Budget{Nodes: 2, Games: &games})
	g.press("home", "pgup", "enter", "o", "o")
	g.shows("◐ bounds", "○ estimate", "(+ deeper)", "a guess is forced · recommended r")
	g.hides("● exact")
	best, _ := g.m.wins().Worth(g.m.wins().Best[0])
	if best.Badge() != veil.Estimate {
		t.Errorf("the recommended move is worth %v", best)
	}
	for range 12 {
		if g.m.wins().Done {
			break
		}
		lo, hi := g.m.wins().Value.Interval()
		g.press("+")
		least, most := g.m.wins().Value.Interval()
		if least < lo || most > hi {
			t.Fatalf("deeper search gave [%v, %v] after [%v, %v]", least, most, lo, hi)
		}
	}
	g.shows("Best play wins 57.42% (379/660)  ● exact", "▐57.42▌", "a guess is forced · best r")
	g.hides("(+")
	g.press("+")
	g.shows("There is nothing to search deeper.")
}

// TestRefining: a deeper search replaces what is shown only by something better, until its last
// answer.
func TestRefining(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	games := 400
	g := dealWith(t, "4x4/4", mines.Safe, seed, api.Budget{Nodes: 2, Games: &games})
	g.press("home", "pgup", "enter", "l")
	g.send(keyMsg("+")) // its commands are not run
	shown := g.m.insight.at
	worse := shown.Snapshot()
	worse.Win.Value, worse.Win.Estimate = veil.BoundsValue(0, 1), veil.Value{}
	g.send(answerMsg{search: g.m.search.number, at: worse})
	if g.m.insight.at != shown {
		t.Error("worse bounds are shown")
	}
	lo, hi := shown.Win.Value.Interval()
	better := shown.Snapshot()
	better.Win.Value = veil.BoundsValue((lo+hi)/2, hi)
	g.send(answerMsg{search: g.m.search.number, at: better})
	if g.m.insight.at != better {
		t.Error("better bounds are not shown")
	}
	g.shows("(searching)")
	g.send(answerMsg{search: g.m.search.number, at: shown, last: true})
	g.send(answerMsg{search: g.m.search.number, at: better})
	if g.m.insight.at != shown {
		t.Error("the last answer was replaced by one that it overtook")
	}
	g.shows("(+ deeper)")
}

// TestHintLadder: each rung says more, the answer comes last, and the cell is safe.
func TestHintLadder(t *testing.T) {
	g := deal(t, "9x9/10", mines.Zero, 3)
	g.press("enter")
	want := []string{
		"Is a guess forced? No", "logic is not exhausted: look along row 1.", "Look at r1c5 and r3c5.",
		"Rule: chain of 2 steps.", "r1c4 is safe.",
	}
	for i, text := range want {
		g.press("h")
		g.shows(text)
		if i < len(want)-1 {
			g.hides("r1c4 is safe")
		}
	}
	if layout := g.m.game.layout; layout[g.m.game.rules.Cell(0, 3)] {
		t.Fatal("the hint names a mine")
	}
	g.shows("(  ■ )<  1 >")
	g.press("h", "h")
	if g.m.used.hints != len(want) {
		t.Errorf("%d hints recorded, want %d: repeating the answer is no new hint", g.m.used.hints, len(want))
	}
	g.press("up")
	g.shows("r1c4 is safe.") // walking to the cell must not wipe the hint
	g.press("esc")
	g.hides("r1c4 is safe")
}

// TestNeverPeeks: two games that look alike get the same answers to everything,
// wherever the mines are.
func TestNeverPeeks(t *testing.T) {
	seed, layout := minestest.CornerSeed(t, nil)
	var screens []string
	for range 2 {
		g := deal(t, "4x4/4", mines.Safe, seed)
		g.press("home", "pgup", "enter")
		g.m.game.layout = layout
		layout = slices.Clone(layout)
		layout[15], layout[14], layout[13] = !layout[15], !layout[14], !layout[13] // somewhere else entirely
		var all string
		for _, key := range []string{"h", "h", "h", "h", "o", "o", "right", "w", "down", "w", "b", "o"} {
			g.press(key)
			all += g.screen()
		}
		screens = append(screens, all)
	}
	if screens[0] != screens[1] {
		t.Error("the screen depends on the hidden mines")
	}
}

// TestUndo: undo works after a death and keeps the rest; redo repeats the move.
func TestUndo(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, func(l mines.Layout) bool { return l[4] })
	g := deal(t, "4x4/4", mines.Safe, seed)
	g.press("u")
	g.shows("nothing to take back")
	g.press("home", "pgup", "enter", "down", "enter")
	g.shows("You lost: r2c1 was a mine.")
	for _, key := range []string{"enter", "f", "h", "w", "b"} {
		g.press(key)
		g.shows("The game is over: u takes the last move back")
	}
	g.press("ctrl+z")
	if g.m.game.status != veil.Open || len(g.m.game.moves) != 1 || g.m.used.undos != 1 {
		t.Errorf("after undo: %+v", g.m.game)
	}
	g.press("ctrl+y")
	g.shows("You lost: r2c1 was a mine.")
	g.press("u", "U", "u", "u", "u")
	g.shows("nothing to take back", "0 moves")
}

// TestBest: B plays a proved best move until the game is won or a guess was lost.
func TestBest(t *testing.T) {
	won := 0
	for seed := range uint64(20) {
		g := deal(t, "4x4/3", mines.Zero, seed)
		g.press("B")
		for moves := 0; g.m.game.status == veil.Open && moves < 16; moves++ {
			best := g.m.wins().Best
			g.press("B")
			played := g.m.game.moves[len(g.m.game.moves)-1].Cell
			if !slices.Contains(best, played) {
				t.Fatalf("seed %d: played %v of %v", seed, played, best)
			}
		}
		switch g.m.game.status {
		case veil.Won:
			won++
			g.shows("You won in", "Help taken:")
		case veil.Lost:
			g.shows("You lost:")
		case veil.Open:
			t.Errorf("seed %d: not finished\n%s", seed, g.screen())
		}
	}
	if won == 0 {
		t.Error("best play never won")
	}
}

// TestRestart: an unfinished game asks first; the next seed follows.
func TestRestart(t *testing.T) {
	g := deal(t, "9x9/10", mines.Zero, 3)
	g.press("enter", "h", "r")
	g.shows("Give up this game?", "seed 3")
	g.press("up", "r")
	g.shows("Give up this game?")
	g.press("r")
	g.shows("seed 4", "0 moves")
	if g.m.used != (assistance{}) {
		t.Errorf("help of the game before: %+v", g.m.used)
	}
	g.press("r")
	g.shows("seed 5") // nothing was played: nothing to ask
}

// TestSave: the file holds the game and the help that was taken.
func TestSave(t *testing.T) {
	seed, _ := minestest.CornerSeed(t, nil)
	g := deal(t, "4x4/4", mines.Safe, seed)
	g.press("home", "pgup", "enter", "h", "h", "right", "w", "s")
	g.shows("save as: mines-4x4-4-seed-")
	g.press("ctrl+u", "a", "b", "backspace", "q", ".", "b", "enter")
	g.shows("Saved to aq.b.")
	text, err := os.ReadFile(filepath.Join(g.m.dir, "aq.b"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := notation.Parse(text)
	if err != nil || len(doc.Moves) != 1 || doc.Seed == nil || *doc.Seed != seed {
		t.Errorf("%v\n%s", err, text)
	}
	want := []notation.Field{{Key: "engine", Value: "off"}, {Key: "hints", Value: "2"}, {Key: "whys", Value: "1"}, {Key: "undos", Value: "0"}}
	if !slices.Equal(doc.Meta, want) {
		t.Errorf("metadata %v", doc.Meta)
	}
	g.press("s", "ctrl+u", "n", "/", "x", "enter")
	g.shows("Cannot save n/x: no such file or directory.", "save as: n/x")
	g.press("esc")
	g.shows("Not saved.")
}

// TestFits: whatever the board and the window, no line is wider and there are not
// more lines than fit, and the cursor is in sight.
func TestFits(t *testing.T) {
	sizes := []string{"4x4/4", "30x16/99", "1x30/3", "200x1/20", "9x9/10", "16x16/40", "60x30/300"}
	if testing.Short() {
		sizes = sizes[:4]
	}
	for _, size := range sizes {
		games := 200
		g := dealWith(t, size, mines.Any, 1, api.Budget{Games: &games})
		for _, keys := range [][]string{nil, {"l", "w"}, {"o"}, {"end", "pgdown"}, {"z", "w"}} {
			g.press(keys...)
			for _, width := range []int{24, 40, 80, 120, 200} {
				for _, height := range []int{9, 12, 24, 60} {
					g.send(tea.WindowSizeMsg{Width: width, Height: height})
					checkFits(t, g, fmt.Sprintf("%s in %dx%d after %q", size, width, height, keys))
				}
			}
		}
	}
}

func checkFits(t *testing.T, g *gameTable, what string) {
	t.Helper()
	lines := strings.Split(g.screen(), "\n")
	if len(lines) != g.m.height {
		t.Errorf("%s: %d lines", what, len(lines))
	}
	for _, line := range lines {
		if lipgloss.Width(line) > g.m.width {
			t.Errorf("%s: line of %d: %s", what, lipgloss.Width(line), line)
		}
	}
	if !strings.Contains(g.screen(), "[") || !strings.Contains(g.screen(), "]") {
		t.Errorf("%s: no cursor\n%s", what, g.screen())
	}
}

// TestWide: the forms of a cell, from roomy to scarce.
func TestWide(t *testing.T) {
	for _, c := range []struct {
		cols, room int
		numbers    bool
		want       cellForm
	}{
		{4, 76, true, cellForm{content: 5}},
		{9, 76, true, cellForm{content: 4}},
		{16, 76, true, cellForm{content: 2}},
		{16, 50, true, cellForm{content: 2, shared: true}},
		{30, 75, true, cellForm{content: 2, shared: true}},
		{30, 75, false, cellForm{content: 1, shared: true}},
	} {
		if got := formFor(c.cols, c.room, c.numbers); got != c.want {
			t.Errorf("%d columns in %d: %+v", c.cols, c.room, got)
		}
	}
}
