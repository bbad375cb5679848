// SPDX-License-Identifier: BSD-3-Clause

// Package recorded contains games of other Minesweeper programs on veil's boards, so that players
// can be compared with them game by game.
package recorded

import (
	"embed"
	"fmt"
	"strings"
)

// The games of D. Hill's player (github.com/DavidNHill/JavaMinesweeper, bulk default analysis) on
// the six standard boards.
//
//go:embed games/hill-*.txt
var files embed.FS // embedding needs a variable; nothing writes it

// Seed is the seed of the boards on which the games were played.
const Seed = 2026

// Hill returns which games D. Hill's player won, episode by episode, on a board such as "30x16/99"
// with the first click "safe" or "zero", and the cell of that click. It reports false if no games
// are recorded there.
func Hill(board, first string) (won []bool, start string, ok bool) {
	prefix := fmt.Sprintf("hill-%s-%s-", strings.Replace(board, "/", "-", 1), first)
	entries, _ := files.ReadDir("games") // embedded: it is there
	for _, e := range entries {
		if name, found := strings.CutPrefix(e.Name(), prefix); found {
			text, _ := files.ReadFile("games/" + e.Name())
			return digits(string(text)), strings.TrimSuffix(name, ".txt"), true
		}
	}
	return nil, "", false
}

// digits reads lines of digits, 1 for a game won, and leaves out comments, which begin with #.
func digits(text string) (won []bool) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, digit := range strings.TrimSpace(line) {
			won = append(won, digit == '1')
		}
	}
	return won
}
