// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/worst"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// boardRanges are those of a position: its size, how many of a hundred cells are mines and are open, which cells
// those are, a number that is wrong, whether the number of mines is known, flags, and the seed of all that is random.
func boardRanges(more ...worst.Range) []worst.Range {
	return append([]worst.Range{{1, 200}, {1, 200}, {1, 80}, {0, 100}, {0, 5}, {0, 3}, {0, 3}, {0, 4}, {0, 1 << 20}}, more...)
}

const boardNumbers = 9 // of a point that make a position

// boardAt makes a position of a point; the other numbers are for the question.
func boardAt(p []int) (text string, v mines.View, other []int) {
	r := rand.New(rand.NewPCG(uint64(p[8]), 7))
	rules := mines.Rules{Width: p[0], Height: p[1]}
	layout := make(mines.Layout, rules.Cells())
	for c := range layout {
		layout[c] = r.IntN(100) < p[2]
	}
	rules.Mines = layout.Count()
	v = mines.NewView(rules)
	for c := range v.Marks {
		if !layout[c] && opened(p, r, rules, mines.Cell(c)) {
			v.Marks[c] = mines.Mark(layout.Number(rules, mines.Cell(c)))
		} else if p[7] == 1 && r.IntN(3) == 0 {
			v.Marks[c] = mines.Flag
		}
	}
	if c := r.IntN(len(v.Marks)); p[5] == 1 && v.Marks[c].IsNumber() {
		v.Marks[c] = (v.Marks[c] + 1) % 9
	}
	if p[6] == 1 {
		v.Mines = mines.UnknownMines
	}
	out, err := notation.WriteFormat(notation.FormatHand, notation.Document{View: v}, notation.WriteOptions{})
	if err != nil {
		return "", v, nil
	}
	return string(out), v, p[boardNumbers:]
}

// opened says which cells of a pattern are open if they are safe.
func opened(p []int, r *rand.Rand, rules mines.Rules, c mines.Cell) bool {
	row, col := rules.RowCol(c)
	switch p[4] {
	case 0: // any
		return r.IntN(100) < p[3]
	case 1: // a checkerboard
		return (row+col)%2 == 0
	case 2: // every second column
		return col%2 == 0
	case 3: // lines some way apart
		return row%(1+p[3]/10) == 0
	case 4: // every second cell of every second row
		return row%2 == 0 && col%2 == 0
	default: // an area
		return row*100 < p[3]*rules.Height
	}
}

func input(text string) api.Input { return api.Input{Text: text} }

func minesSpaces() map[string]worst.Space {
	return map[string]worst.Space{
		"mines.analysis": {Ranges: boardRanges(worst.Range{0, 2}, worst.Range{0, 3}, worst.Range{0, 20}), Make: func(p []int) []byte {
			text, _, q := boardAt(p)
			return question("mines.analysis", api.MinesAnalyseQuestion{
				Position: input(text), Moves: []string{"all", "best", "none"}[q[0]], Fields: [][]string{nil, {"outcomes"}, {"digits"}, {"outcomes", "digits"}}[q[1]], Top: q[2],
			})
		}},
		"mines.explanation": {Ranges: boardRanges(worst.Range{1, 16}), Make: func(p []int) []byte {
			text, v, q := boardAt(p)
			var cells []string
			for c, m := range v.Marks {
				if m.IsHidden() && len(cells) < q[0] && (c*7919+p[8])%3 == 0 {
					cells = append(cells, v.Name(mines.Cell(c)))
				}
			}
			return question("mines.explanation", api.MinesExplainQuestion{Position: input(text), Cells: cells})
		}},
		"mines.hint": {Ranges: boardRanges(worst.Range{1, 4}), Make: func(p []int) []byte {
			text, _, q := boardAt(p)
			return question("mines.hint", api.MinesHintQuestion{Position: input(text), Level: q[0]})
		}},
		"mines.check": {Ranges: boardRanges(), Make: func(p []int) []byte {
			text, _, _ := boardAt(p)
			return question("mines.check", api.MinesCheckQuestion{Position: input(text)})
		}},
		"mines.convert": {Ranges: boardRanges(worst.Range{0, 5}), Make: func(p []int) []byte {
			text, _, q := boardAt(p)
			return question("mines.convert", api.MinesConvertQuestion{Input: input(text), To: string(notation.Formats()[q[0]])})
		}},
		"mines.review": {Ranges: []worst.Range{{1, 200}, {1, 200}, {1, 60}, {1, 2000}, {0, 2}, {0, 1}, {0, 1 << 20}}, Make: playedOut},
		"mines.board": {Ranges: []worst.Range{{1, 200}, {1, 200}, {1, 95}, {0, 2}, {0, 1}, {0, 1 << 20}}, Make: func(p []int) []byte {
			return question("mines.board", api.MinesGenerateQuestion{
				Size: fmt.Sprintf("%dx%d/%d", p[0], p[1], max(1, p[0]*p[1]*p[2]/100)), First: []string{"any", "safe", "zero"}[p[3]],
				NoGuess: p[4] == 1, Seed: fmt.Sprint(p[5]),
			})
		}},
	}
}

// playedOut makes a game: safe cells are opened in a random order, with flags and chords between them.
func playedOut(p []int) []byte {
	r := rand.New(rand.NewPCG(uint64(p[6]), 9))
	rules := mines.Rules{Width: p[0], Height: p[1]}
	layout := make(mines.Layout, rules.Cells())
	for c := range layout {
		layout[c] = r.IntN(100) < p[2]
	}
	rules.Mines = layout.Count()
	game, err := mines.NewGameOn(rules, layout)
	if err != nil {
		return nil
	}
	moves := 0
	for _, c := range r.Perm(len(layout)) {
		if moves == p[3] {
			break
		}
		kind := mines.MoveOpen
		if layout[c] && p[4] > 0 {
			kind = mines.MoveFlag
		}
		if layout[c] == (kind == mines.MoveFlag) {
			if game.Play(mines.Move{Kind: kind, Cell: mines.Cell(c)}) == nil { // else a zero has opened it
				moves++
			}
		}
	}
	doc := notation.Document{View: game.View(), Layout: layout, Moves: game.Moves()}
	text, err := notation.WriteFormat(notation.FormatBoard, doc, notation.WriteOptions{})
	if err != nil {
		return nil
	}
	return question("mines.review", api.MinesGame{Game: input(string(text)), Retry: p[5] == 1})
}
