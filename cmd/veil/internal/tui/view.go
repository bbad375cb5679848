// SPDX-License-Identifier: BSD-3-Clause

package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
)

// Lines that are not part of the board: title, two lines of verdict and column names above, the
// keys below.
const (
	linesAbove = 4
	linesBelow = 1
	leastWidth = 24
	leastLines = linesAbove + linesBelow + 4
	sideWidth  = 36 // minimum width of a panel beside the board
)

// geometry is the layout of the screen.
type geometry struct {
	form       cellForm
	label      int // width of the row names
	rows, cols int // in sight
	side       bool
	panelWidth int
	panel      []string
}

func (m model) geometry() geometry {
	r := m.game.rules
	g := geometry{label: len("^r") + len(strconv.Itoa(r.Height))}
	room := m.width - g.label - 1
	g.form = formFor(r.Width, room, m.overlay != overlayOff)
	g.cols = min(r.Width, max(1, (room-1)/g.form.pitch()))
	if g.form.span(r.Width) <= room {
		g.cols = r.Width
	}
	g.panelWidth = m.width - g.label - g.form.span(g.cols) - 2
	g.side = g.cols == r.Width && g.panelWidth >= max(sideWidth, m.talk.tableWidth())
	height := max(1, m.height-linesAbove-linesBelow)
	if g.side {
		g.panel = m.panel(g.panelWidth, true)
		g.rows = min(r.Height, height)
		return g
	}
	g.panelWidth = m.width
	g.panel = m.panel(g.panelWidth, false)
	g.rows = min(r.Height, max(4, height-max(3, len(g.panel))))
	return g
}

// scrolled returns the model with the cursor in the visible part.
func (m model) scrolled() model {
	g := m.geometry()
	row, col := m.game.rules.RowCol(m.cursor)
	m.top = follow(m.top, row, g.rows, m.game.rules.Height)
	m.left = follow(m.left, col, g.cols, m.game.rules.Width)
	return m
}

// follow moves a window so that it contains at, with a neighbour if there is one.
func follow(first, at, size, all int) int {
	margin := min(1, (size-1)/2)
	first = min(first, at-margin)
	first = max(first, at+margin-size+1)
	return max(0, min(first, all-size))
}

// View draws the screen.
func (m model) View() tea.View {
	view := tea.NewView(m.screen())
	view.AltScreen = true
	view.WindowTitle = "veil mines " + m.game.rules.String()
	return view
}

func (m model) screen() string {
	if m.width < leastWidth || m.height < leastLines {
		return fmt.Sprintf("too small: %dx%d at least", leastWidth, leastLines)
	}
	if m.help {
		return m.clip(strings.Join(m.glyphs.helpLines(m.width), "\n"))
	}
	g := m.geometry()
	verdict := m.verdict()
	lines := []string{m.title(), verdict[0], verdict[1]}
	board := m.board(g)
	if g.side {
		lines = append(lines, beside(board, g)...)
	} else {
		lines = append(append(lines, board...), g.panel...)
	}
	last := m.height - linesBelow
	for len(lines) < last {
		lines = append(lines, "")
	}
	return m.clip(strings.Join(append(lines[:last], m.footer()), "\n"))
}

// clip cuts text that does not fit.
func (m model) clip(text string) string {
	return lipgloss.NewStyle().MaxWidth(m.width).MaxHeight(m.height).Render(text)
}

// board draws the column names and the visible rows.
func (m model) board(g geometry) []string {
	r := m.game.rules
	to := m.left + g.cols
	names := strings.Repeat(" ", g.label) + m.columnNames(g.form, m.left, to)
	if m.left > 0 {
		names = m.glyphs.left + names[1:]
	}
	if to < r.Width {
		names += " " + m.glyphs.more
	}
	lines := []string{faintStyle().Render(names)}
	for row := m.top; row < m.top+g.rows; row++ {
		name := fmt.Sprintf("%*s", g.label-1, "r"+strconv.Itoa(row+1))
		mark := " "
		switch {
		case row == m.top && row > 0:
			mark = m.glyphs.up
		case row == m.top+g.rows-1 && row < r.Height-1:
			mark = m.glyphs.down
		}
		lines = append(lines, faintStyle().Render(mark+name)+m.boardRow(g.form, row, m.left, to))
	}
	return lines
}

// beside draws the panel to the right of the board.
func beside(board []string, g geometry) []string {
	width := g.label + g.form.span(g.cols) + 2
	lines := make([]string, max(len(board), len(g.panel)))
	for i := range lines {
		if i < len(board) {
			lines[i] = board[i]
		}
		if i < len(g.panel) {
			lines[i] += strings.Repeat(" ", max(0, width-lipgloss.Width(lines[i]))) + g.panel[i]
		}
	}
	return lines
}

// title returns the line that identifies the game.
func (m model) title() string {
	g := m.game
	left := fmt.Sprintf("veil mines %v %s first: %v %s seed %d", g.rules, m.glyphs.dot, g.rules.First, m.glyphs.dot, g.seed)
	right := fmt.Sprintf("mines left %d %s %s", g.minesLeft(), m.glyphs.dot, text.Plural(len(g.moves), "move"))
	if m.engine {
		right += " " + m.glyphs.dot + " overlay " + m.overlay.String()
	}
	gap := m.width - lipgloss.Width(left) - lipgloss.Width(right)
	if gap < 2 { // drop the seed first
		left = fmt.Sprintf("veil mines %v", g.rules)
		gap = max(2, m.width-lipgloss.Width(left)-lipgloss.Width(right))
	}
	return boldStyle().Render(left) + strings.Repeat(" ", gap) + right
}

// verdict returns the two lines above the board.
func (m model) verdict() [2]string {
	switch m.game.status {
	case veil.Won:
		return [2]string{safeStyle().Render("You won in "+text.Plural(len(m.game.moves), "move")+".") + "  s saves the game, r begins a new one.", m.taken()}
	case veil.Lost:
		return [2]string{mineStyle().Render("You lost: " + m.lostAt() + "."), "u takes the move back, s saves the game, r begins a new one."}
	case veil.Open:
	}
	if !m.engine {
		return [2]string{"", ""}
	}
	return [2]string{boldStyle().Render(m.winLine()), m.layoutLine()}
}

// lostAt names the mines that were opened.
func (m model) lostAt() string {
	var names []string
	for c, mark := range m.game.view.Marks {
		if mark == mines.Mine {
			names = append(names, m.game.rules.Name(mines.Cell(c)))
		}
	}
	if len(names) == 1 {
		return names[0] + " was a mine"
	}
	return strings.Join(names, ", ") + " were mines"
}

// taken returns the help that the player used, as text.
func (m model) taken() string {
	if m.used == (assistance{}) {
		return "Without any help."
	}
	text := fmt.Sprintf("Help taken: %s, %s, %s", text.Plural(m.used.hints, "hint"), text.Plural(m.used.whys, "why"), text.Plural(m.used.undos, "undo"))
	if m.used.engine {
		text += ", engine"
	}
	return text + "."
}

// winLine returns the winning chance of the position, with its badge.
func (m model) winLine() string {
	switch {
	case m.fresh():
		return m.chances()
	case m.insight.position == m.position && m.insight.err != nil:
		return "Winning chances: not computed"
	case m.search.stopped:
		return "Search stopped  (+ starts it again)"
	case m.insight.at != nil:
		return "Best play wins ...  (grey numbers: previous position)"
	default:
		return "Best play wins ..."
	}
}

// chances returns the line of winning chances for an analysed position.
func (m model) chances() string {
	w, estimated := m.wins(), m.wins().Estimate.Badge() == veil.Estimate
	var said string
	switch {
	case w.Searched():
		said = "Best play wins " + valueText(w.Value) + "  " + m.glyphs.badge(w.Value)
		if estimated && !w.Done {
			said += " " + m.glyphs.dot + " " + short(w.Estimate) + "  " + m.glyphs.badge(w.Estimate)
		}
	case estimated:
		said = "Estimated winning chance " + short(w.Estimate) + "  " + m.glyphs.badge(w.Estimate)
	case m.search.halt != nil:
		return "Best play wins ..."
	case w.Why != "":
		said = "Winning chances: not computed (" + w.Why + ")"
	default:
		said = "Winning chances: not computed"
	}
	switch {
	case m.search.halt != nil && !w.Done:
		return said + "  (searching)"
	case m.unfinished():
		return said + "  (+ deeper)"
	default:
		return said
	}
}

// short prints an estimate without the size of its sample.
func short(v veil.Value) string {
	said, _, _ := strings.Cut(v.String(), " (")
	return said
}

// valueText prints a value without its badge; long fractions are omitted.
func valueText(v veil.Value) string {
	if v.Badge() != veil.Exact {
		return v.String()
	}
	return text.ChanceOf(v).String()
}

// layoutLine returns the number of layouts, and advice.
func (m model) layoutLine() string {
	in := m.insight
	switch {
	case in.position == m.position && in.err != nil:
		return sentence(in.err)
	case !m.fresh() && m.search.stopped:
		return ""
	case !m.fresh():
		return "counting layouts ..."
	case !in.at.Counted():
		return "layouts not counted: too hard"
	}
	return text.LayoutsFit(in.at.Analysis.Layouts()) + " " + m.glyphs.dot + " " + m.advice()
}

func (m model) advice() string {
	p := m.insight.at
	switch {
	case len(p.Safe) == 1 && !p.Opening:
		return "1 cell is certainly safe"
	case len(p.Safe) > 1 && !p.Opening:
		return strconv.Itoa(len(p.Safe)) + " cells are certainly safe"
	}
	said := "no safe cell: a guess is forced"
	if p.Opening {
		said = "the first click is protected"
	}
	if len(p.Win.Best) == 0 {
		return said
	}
	best := " recommended "
	if p.Win.Because == analysis.BecauseExact {
		best = " best "
	}
	return said + " " + m.glyphs.dot + best + p.View.Name(p.Win.Best[0])
}

// panel returns the text beside or below the board: the cell under the cursor, then the answer to
// the player's question.
func (m model) panel(width int, side bool) []string {
	var lines []string
	if facts := m.cellFacts(); side {
		for _, fact := range append(facts, "") {
			lines = append(lines, wrap(fact, width)...)
		}
	} else {
		lines = wrap(strings.Join(facts, " "+m.glyphs.dot+" "), width)
	}
	for _, text := range m.talk.lines {
		lines = append(lines, wrap(text, width)...)
	}
	return append(lines, m.talk.table...)
}

// tableWidth returns the width of the table.
func (t talk) tableWidth() int {
	width := 0
	for _, line := range t.table {
		width = max(width, lipgloss.Width(line))
	}
	return width
}

// cellFacts describes the cell under the cursor.
func (m model) cellFacts() []string {
	mark := m.game.view.Marks[m.cursor]
	name := m.game.rules.Name(m.cursor) + " " + analysis.MarkWord(mark)
	if mark.IsNumber() {
		name = m.game.rules.Name(m.cursor) + " shows " + analysis.MarkWord(mark)
	}
	if m.engine && mark.IsHidden() && m.game.status == veil.Open {
		return append([]string{name}, m.facts()...)
	}
	return []string{name}
}

func (m model) facts() []string {
	var parts []string
	switch risk, ok := m.risk(m.cursor); {
	case !m.fresh():
		return []string{"counting"}
	case m.certainty(m.cursor) == count.CertainSafe:
		parts = append(parts, "certainly safe")
	case m.certainty(m.cursor) == count.CertainMine:
		return []string{"certainly a mine"}
	case ok:
		parts = append(parts, "risk "+risk.String()+" exact")
	}
	return append(parts, m.winFacts()...)
}

// winFacts returns the winning chance of opening the cell under the cursor.
func (m model) winFacts() []string {
	var parts []string
	w := m.wins()
	win, searched := w.Of(m.cursor)
	estimate, estimated := w.EstimateOf(m.cursor)
	if searched {
		parts = append(parts, "win "+valueText(win)+" "+m.glyphs.badge(win))
	}
	if estimated && win.Badge() != veil.Exact {
		parts = append(parts, "win "+estimate.String()+" "+m.glyphs.badge(estimate))
	}
	if n := len(parts) - 1; n >= 0 && w.IsBest(m.cursor) {
		parts[n] += map[bool]string{true: ", best", false: ", recommended"}[slices.Contains(w.Proved, m.cursor)]
	}
	return parts
}

// footer returns the line of keys, or the open question.
func (m model) footer() string {
	if m.prompt != nil {
		return boldStyle().Render(m.prompt.line())
	}
	keys := "Enter open  Space flag  h hint  o odds  w why  b best  u undo  ? help  q quit"
	if m.width < len(keys) {
		keys = "Enter open  Space flag  h hint  ? help  q quit"
	}
	return faintStyle().Render(keys)
}

// wrap breaks a text into lines at spaces and keeps its indentation on every line.
func wrap(text string, width int) []string {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	if lipgloss.Width(text) <= width {
		return []string{text}
	}
	var lines []string
	line := indent
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == indent:
			line += word
		case lipgloss.Width(line)+1+lipgloss.Width(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = indent + word
		}
	}
	return append(lines, line)
}
