// SPDX-License-Identifier: BSD-3-Clause

package tui

import "fmt"

// keys lists the keys and their actions.
func keys() [][2]string {
	return [][2]string{
		{"arrows", "move the cursor; Home End PgUp PgDn go to the edges"},
		{"Enter", "open the cell; on a number, open what its flags leave (chord)"},
		{"Space, f", "set or remove a flag; the engine ignores flags"},
		{"h", "hint, one rung more each time: is a guess forced, where to look,"},
		{"", "which numbers, how to reason, the answer"},
		{"w", "why: the reason or the counts of a cell; on a second cell, compare"},
		{"b, B", "show the recommended move; play it"},
		{"o", "odds on the board: mine risk, win chance, off"},
		{"l, z", "engine on or off; hide everything it shows"},
		{"+", "search deeper: four times the work, if not all is exact"},
		{"Esc", "clear the text; again, stop the search"},
		{"u, U", "undo, also after a death; redo (also Ctrl-Z, Ctrl-Y)"},
		{"r", "new game, with the next seed"},
		{"s", "save the game with its moves and the help you took"},
		{"q, Ctrl-C", "leave"},
	}
}

// helpLines returns the page of keys and signs.
func (g glyphs) helpLines(width int) []string {
	lines := []string{"Keys"}
	for _, key := range keys() {
		lines = append(lines, fmt.Sprintf("  %-10s %s", key[0], key[1]))
	}
	lines = append(lines, "Signs",
		"  [ ] cursor   ( ) cells a reason is about   < > numbers it uses",
		fmt.Sprintf("  %s certainly safe   %s certainly a mine   %s %s recommended   %s flag   %s opened mine", g.safe, g.mine, g.bestLeft, g.bestRight, g.flag, g.boom),
		"  ~57 estimate   12-80 bounds   grey numbers: previous position", "any key goes back")
	var wrapped []string
	for _, line := range lines {
		wrapped = append(wrapped, wrap(line, width)...)
	}
	return wrapped
}
