// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// overlay selects the numbers drawn on hidden cells.
type overlay uint8

const (
	overlayOff overlay = iota
	overlayRisk
	overlayWin
)

func (o overlay) String() string { return [...]string{"off", "risk %", "win %"}[o] }

// talk is the text beside the board, and the cells it refers to.
type talk struct {
	lines   []string
	table   []string // below the lines; its rows are not wrapped
	cells   []mines.Cell
	numbers []mines.Cell
}

// model is the state of the screen: a function of the received messages. The commands it returns do
// the slow work.
type model struct {
	ctx    context.Context // Update has none to pass on
	dir    string
	game   game
	cursor mines.Cell
	used   assistance

	// results of the engine
	position int // counts positions, so that stale numbers are recognised
	search   engine
	insight  insight

	// state of the screen
	width, height int // of the terminal
	top, left     int // first row and column in sight
	glyphs        glyphs
	heat          bool // the terminal has enough colours for a ramp
	engine        bool // its verdict is shown
	overlay       overlay
	talk          talk
	posed         question     // the last question; nil if none is open
	question      int          // counts questions, so that only the last is answered
	rung          int          // of the hint ladder, next
	asked         []mines.Cell // by the last why
	help          bool
	giveUp        bool // r was pressed once
	prompt        *savePrompt
}

func newModel(rules mines.Rules, seed uint64) (model, error) {
	game, err := newGame(rules, seed)
	if err != nil {
		return model{}, err
	}
	m := model{
		ctx: context.Background(), game: game, width: 80, height: 24, search: engine{service: &analysis.Service{}},
		glyphs: unicodeGlyphs(), cursor: rules.Cell((rules.Height-1)/2, (rules.Width-1)/2),
	}
	m.talk.lines = []string{"Enter opens a cell, Space flags it, h gives a hint, o shows the odds."}
	return m.scrolled(), nil
}

// Init starts the analysis, so that it is available when the player asks.
func (m model) Init() tea.Cmd {
	return func() tea.Msg { return startMsg{} }
}

// startMsg begins the first analysis.
type startMsg struct{}

// Update processes one message.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case startMsg:
		hello := m.talk
		m, cmd = m.think()
		m.talk = hello
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.heat = msg.Profile >= colorprofile.ANSI256
	case answerMsg:
		m, cmd = m.learn(msg)
	case talkMsg:
		if msg.position == m.position && msg.question == m.question {
			m.talk = msg.talk
			if msg.top {
				m.rung = lastRung + 1
			}
		}
	case savedMsg:
		m = m.saved(msg)
	case tea.KeyPressMsg:
		m, cmd = m.press(msg)
	}
	return m.scrolled(), cmd
}

// press handles one key.
func (m model) press(key tea.KeyPressMsg) (model, tea.Cmd) {
	name := key.String()
	switch {
	case name == "ctrl+c":
		return m, tea.Interrupt
	case m.prompt != nil:
		return m.typing(key)
	case m.help:
		m.help = false
		return m, nil
	}
	if name != "r" {
		m.giveUp = false
	}
	if to := m.towards(name); to != m.cursor {
		m.cursor = to
		return m, nil
	}
	return m.command(name)
}

// command performs the action of a key.
func (m model) command(name string) (model, tea.Cmd) {
	switch name {
	case "enter", "ctrl+j": // some terminals send this for Enter before setup
		return m.open()
	case "space", "f":
		return m.flag()
	case "u", "ctrl+z":
		return m.back()
	case "U", "ctrl+y":
		return m.again()
	case "o":
		return m.showEngine((m.overlay + 1) % 3), nil
	case "l":
		if m.engine {
			return m.hideEngine(), nil
		}
		return m.showEngine(overlayRisk), nil
	case "z":
		return m.hideEngine(), nil
	case "h":
		return m.hint()
	case "w":
		return m.why()
	case "b":
		return m.best(), nil
	case "B", "shift+enter":
		return m.playBest()
	case "+":
		return m.deeper()
	case "r":
		return m.restart()
	case "s":
		return m.save(), nil
	case "?":
		m.help = true
	case "esc":
		return m.escape(), nil
	case "q":
		return m, tea.Quit
	}
	return m, nil
}

// showEngine shows the engine's verdict and an overlay.
func (m model) showEngine(o overlay) model {
	m.engine, m.overlay, m.used.engine = true, o, true
	return m
}

func (m model) hideEngine() model {
	m.engine, m.overlay = false, overlayOff
	return m
}

// say replaces the text beside the board.
func (m model) say(lines ...string) model {
	m.question++ // drops answers to earlier questions
	m.posed = nil
	m.talk = talk{lines: lines}
	return m
}

// over handles a question that needs a game in progress.
func (m model) over() model {
	return m.say("The game is over: u takes the last move back, r begins a new one.")
}

// towards returns the cell to which a key moves the cursor.
func (m model) towards(key string) mines.Cell {
	r := m.game.rules
	row, col := r.RowCol(m.cursor)
	switch key {
	case "up":
		row--
	case "down":
		row++
	case "left":
		col--
	case "right":
		col++
	case "home":
		col = 0
	case "end":
		col = r.Width - 1
	case "pgup":
		row = 0
	case "pgdown":
		row = r.Height - 1
	}
	return r.Cell(min(max(row, 0), r.Height-1), min(max(col, 0), r.Width-1))
}

// open opens the cell under the cursor, or chords a number.
func (m model) open() (model, tea.Cmd) {
	kind := mines.MoveOpen
	if m.game.view.Marks[m.cursor].IsNumber() {
		kind = mines.MoveChord
	}
	return m.play(mines.Move{Kind: kind, Cell: m.cursor})
}

func (m model) play(move mines.Move) (model, tea.Cmd) {
	if m.game.status != veil.Open {
		return m.over(), nil
	}
	next, err := m.game.play(move)
	if err != nil {
		return m.say(sentence(err)), nil
	}
	m.game = next
	return m.think()
}

// flag sets or removes a flag. The engine ignores flags.
func (m model) flag() (model, tea.Cmd) {
	if m.game.status != veil.Open {
		return m.over(), nil
	}
	next, err := m.game.play(mines.Move{Kind: mines.MoveFlag, Cell: m.cursor})
	if err != nil {
		return m.say(sentence(err)), nil
	}
	m.game = next
	return m, nil
}

// back undoes a move, even one that lost the game.
func (m model) back() (model, tea.Cmd) {
	next, ok := m.game.undo()
	if !ok {
		return m.say("There is nothing to take back."), nil
	}
	last := m.game.moves[len(m.game.moves)-1]
	m.game, m.cursor = next, last.Cell
	if last.Kind == mines.MoveFlag {
		return m, nil
	}
	m.used.undos++
	m, cmd := m.think()
	return m.say("Took back " + last.Kind.String() + " " + m.game.rules.Name(last.Cell) + "."), cmd
}

// again redoes a move.
func (m model) again() (model, tea.Cmd) {
	next, ok := m.game.redo()
	if !ok {
		return m.say("There is nothing to repeat."), nil
	}
	m.game = next
	m.cursor = next.moves[len(next.moves)-1].Cell
	return m.think()
}

// restart begins a new game with the next seed; an unfinished game needs a second press.
func (m model) restart() (model, tea.Cmd) {
	if m.game.status == veil.Open && len(m.game.moves) > 0 && !m.giveUp {
		m.giveUp = true
		return m.say("Give up this game? Press r again for a new one, any other key to continue."), nil
	}
	game, err := newGame(m.game.rules, m.game.seed+1)
	if err != nil {
		return m.say(sentence(err)), nil
	}
	m.game, m.giveUp, m.used = game, false, assistance{engine: m.engine}
	m.insight = insight{}
	return m.think()
}
