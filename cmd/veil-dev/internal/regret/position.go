// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// board is a kind of game that the benchmark takes positions from.
type board struct {
	rules mines.Rules
	first mines.Cell
}

func boards() []board {
	expert := mines.Rules{Width: 30, Height: 16, Mines: 99, First: mines.Safe}
	open := expert
	open.First = mines.Zero
	return []board{
		{open, open.Cell(3, 3)},
		{expert, expert.Cell(0, 0)},
		{mines.Rules{Width: 16, Height: 16, Mines: 40, First: mines.Safe}, 0},
	}
}

func (b board) String() string {
	return fmt.Sprintf("%dx%d/%d %v", b.rules.Width, b.rules.Height, b.rules.Mines, b.rules.First)
}

// phase is a part of the game.
type phase byte

// The phases: no zero is open yet; then by the layouts that fit; and positions that are solved.
const (
	opening phase = 'o'
	wide    phase = 'w' // more than 10^40 layouts
	middle  phase = 'm' // more than 10^8
	late    phase = 'l'
	endgame phase = 'e' // at most endLayouts
)

const phases = "owmle"

func (p phase) String() string {
	return map[phase]string{opening: "before a zero", wide: "above 10^40", middle: "10^8 to 10^40", late: "below 10^8", endgame: "endgames"}[p]
}

// worth is the sum of what a cell scored on each layout, in units of 10^-4: by continuation, and by
// half of the layouts.
type worth [continuations][halves]int

const (
	continuations = 2
	halves        = 2 // one to select the best cell, the other to value it, and the other way round
)

// mean returns what a cell scored with a continuation.
func (p *position) mean(c mines.Cell, continuation int) float64 {
	w := p.worths[c][continuation]
	return float64(w[0]+w[1]) / float64(p.layouts*unit)
}

const unit = 10_000

// position is a guess of a game of the fast player.
type position struct {
	board, game, guess int
	weight             float64 // the expected number of such positions in a game
	phase              phase
	layouts            int // for each value
	marks              []mines.Mark
	cells              []mines.Cell // the candidates: the choice of fast first
	worths             map[mines.Cell]worth
	added              []mines.Cell // valued later
}

// sealed reports whether the position belongs to the half that claims use.
func (p *position) sealed() bool { return p.game%2 == 1 }

// stream numbers the position among all, for separate random sources.
func (p *position) stream() uint64 {
	return uint64(p.board)<<40 | uint64(p.game)<<8 | uint64(p.guess)
}

// view returns the position as a player sees it.
func (p *position) view() mines.View {
	return mines.View{Rules: boards()[p.board].rules, Marks: p.marks}
}

// load sets a solver to the position and weighs its risks.
func (p *position) load(s *count.Solver) error {
	if err := s.Load(p.view()); err != nil {
		return err
	}
	for _, step := range []func() error{s.Propagate, s.Deduce, s.Weigh} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// line writes the position: numbers, phase, cells with their worths, and the marks.
func (p *position) line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %.4f %c %d ", p.board, p.game, p.guess, p.weight, p.phase, p.layouts)
	for i, c := range append(append([]mines.Cell{}, p.cells...), p.added...) {
		switch {
		case i == len(p.cells):
			b.WriteByte('+')
		case i > 0:
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(c)))
		if w, ok := p.worths[c]; ok {
			fmt.Fprintf(&b, ":%d:%d:%d:%d", w[0][0], w[0][1], w[1][0], w[1][1])
		}
	}
	b.WriteByte(' ')
	for _, m := range p.marks {
		b.WriteByte(glyph(m))
	}
	b.WriteByte('\n')
	return b.String()
}

func glyph(m mines.Mark) byte {
	if m.IsNumber() {
		return '0' + byte(m)
	}
	return '.'
}

// parse reads a line.
func parse(line string) (*position, error) {
	f := strings.Fields(line)
	if len(f) != 8 || len(f[4]) != 1 || !strings.Contains(phases, f[4]) {
		return nil, fmt.Errorf("%.60q: want eight fields", line)
	}
	p := &position{phase: phase(f[4][0]), worths: map[mines.Cell]worth{}}
	if _, err := fmt.Sscan(f[0]+" "+f[1]+" "+f[2]+" "+f[3]+" "+f[5], &p.board, &p.game, &p.guess, &p.weight, &p.layouts); err != nil {
		return nil, err
	}
	if p.board < 0 || p.board >= len(boards()) || p.layouts < halves || len(f[7]) != boards()[p.board].rules.Cells() {
		return nil, fmt.Errorf("%.60q: another board", line)
	}
	cells, added, more := strings.Cut(f[6], "+")
	var err error
	if p.cells, err = p.parseCells(cells); err == nil && more {
		p.added, err = p.parseCells(added)
	}
	for _, m := range []byte(f[7]) {
		mark := mines.Hidden
		if m >= '0' && m <= '8' {
			mark = mines.Mark(m - '0')
		}
		p.marks = append(p.marks, mark)
	}
	return p, err
}

func (p *position) parseCells(text string) (cells []mines.Cell, err error) {
	for item := range strings.SplitSeq(text, ",") {
		f := strings.Split(item, ":")
		numbers := make([]int, len(f))
		for i, digits := range f {
			if numbers[i], err = strconv.Atoi(digits); err != nil {
				return nil, err
			}
		}
		c := mines.Cell(numbers[0])
		if c < 0 || int(c) >= boards()[p.board].rules.Cells() || len(f) != 1 && len(f) != 1+continuations*halves {
			return nil, fmt.Errorf("%q: want a cell and four values", item)
		}
		cells = append(cells, c)
		if len(f) > 1 {
			p.worths[c] = worth{{numbers[1], numbers[2]}, {numbers[3], numbers[4]}}
		}
	}
	return cells, nil
}
