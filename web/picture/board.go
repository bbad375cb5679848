// SPDX-License-Identifier: BSD-3-Clause

package picture

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/veilplan/veil/internal/raster"
)

// The colours of the page's light theme.
const (
	ground, surface, ink, quiet, accent = 0xf4f4f0, 0xffffff, 0x14161b, 0x5f646e, 0x5636e0
	hidden, hiddenLow, grid, flag       = 0xb9c3d7, 0x98a4bc, 0xeeeeea, 0xb53a0c
	light, dark, heat                   = 0xf8f7f3, 0xe3e2da, 0xc3b8f3
)

// digits returns the colours of the numbers from 1.
func digits() []uint32 {
	return []uint32{0x1f5fd6, 0x177a3c, 0xc6283a, 0x46329f, 0x8b3a12, 0x0b6f80, 0x1b1e25, 0x5d626c}
}

// Mines is a Minesweeper position as players see it.
type Mines struct {
	Width, Height int
	Mines         string // as written; x if unknown
	cells         string
}

// MostCells is the maximum number of cells on a picture.
const MostCells = 2500

// ReadMines parses the code of a position, such as 4x4-4-safe-1_______________.
func ReadMines(code string) (*Mines, error) {
	m := regexp.MustCompile(`^(\d{1,3})x(\d{1,3})-(\d{1,4}|x)-(?:any|safe|zero)-([_0-8F*]+)$`).FindStringSubmatch(code)
	if m == nil {
		return nil, fmt.Errorf("code %.40q: want WIDTHxHEIGHT-MINES-FIRST-CELLS", code)
	}
	width, _ := strconv.Atoi(m[1]) // digits only: cannot fail
	height, _ := strconv.Atoi(m[2])
	if width*height != len(m[4]) || len(m[4]) > MostCells {
		return nil, fmt.Errorf("%dx%d board with %d cells: want %d, and at most %d", width, height, len(m[4]), width*height, MostCells)
	}
	return &Mines{width, height, m[3], m[4]}, nil
}

// draw draws the board into a square.
func (m *Mines) draw(c canvas, x, y, side float32) error {
	cell := side / float32(max(m.Width, m.Height))
	x += (side - cell*float32(m.Width)) / 2
	y += (side - cell*float32(m.Height)) / 2
	c.Box(x-2, y-2, cell*float32(m.Width)+4, cell*float32(m.Height)+4, 8, rgb(grid))
	for i, mark := range m.cells {
		if err := m.cell(c, x+cell*float32(i%m.Width), y+cell*float32(i/m.Width), cell, mark); err != nil {
			return err
		}
	}
	return nil
}

func (m *Mines) cell(c canvas, x, y, size float32, mark rune) error {
	gap := size / 40
	if mark >= '0' && mark <= '8' {
		c.Box(x+gap, y+gap, size-2*gap, size-2*gap, size/20, rgb(surface))
		if mark == '0' {
			return nil
		}
		line := raster.Line{Text: string(mark), Size: float64(size) * 0.56, Font: c.Bold, Color: rgb(digits()[mark-'1']), Anchor: 0.5}
		return c.Write(float64(x+size/2), float64(y+size*0.7), line)
	}
	c.Box(x+gap, y+gap, size-2*gap, size-2*gap, size/10, rgb(hiddenLow))
	c.Box(x+gap, y+gap, size-2*gap, size*0.94-gap, size/10, rgb(hidden))
	switch mark {
	case 'F':
		p := pen{left: x, top: y, scale: size / 24}
		return c.path(p, flag, "M8 5h2v15h-2z", "M10 5l9 4-9 4z")
	case '*':
		c.Disc(x+size/2, y+size/2, size/4, rgb(ink))
	}
	return nil
}

// Chess is a chessboard: visible men, and squares that may hold hidden ones.
type Chess struct {
	Men  string             // the first field of Forsyth-Edwards notation
	Heat map[string]float64 // by square: the probability of a man
}

//go:embed men.json
var menFile []byte

// man is the drawing of a man in a box of 48 units.
type man struct{ Body, Mark []string }

func (b *Chess) draw(c canvas, x, y, side float32) error {
	var men map[string]man
	if err := json.Unmarshal(menFile, &men); err != nil {
		return err
	}
	square := side / 8
	list, err := squares(b.Men)
	if err != nil {
		return err
	}
	for i, letter := range list {
		left, top := x+square*float32(i%8), y+square*float32(i/8)
		col := uint32(light)
		if (i/8+i%8)%2 == 1 {
			col = dark
		}
		c.Box(left, top, square, square, 0, rgb(col))
		if p := b.Heat[string(rune('a'+i%8))+strconv.Itoa(8-i/8)]; p > 0 && letter == 0 {
			c.Disc(left+square/2, top+square/2, square*float32(0.14+0.28*p), rgb(heat))
		}
		if letter == 0 {
			continue
		}
		if err := c.man(men[strings.ToLower(string(letter))], left, top, square, letter < 'a'); err != nil {
			return err
		}
	}
	return nil
}

// man draws a man: white ones have an outline, black ones are solid.
func (c canvas) man(m man, x, y, square float32, white bool) error {
	scale := square / 48
	p := pen{left: x, top: y, scale: scale}
	if !white {
		if err := c.path(p, ink, m.Body...); err != nil {
			return err
		}
		return c.path(p, light, m.Mark...)
	}
	for _, d := range [][2]float32{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}} {
		shifted := pen{left: x + d[0]*scale, top: y + d[1]*scale, scale: scale}
		if err := c.path(shifted, ink, m.Body...); err != nil {
			return err
		}
	}
	if err := c.path(p, surface, m.Body...); err != nil {
		return err
	}
	return c.path(p, ink, m.Mark...)
}

// squares parses the first field of Forsyth-Edwards notation: a letter or 0 for each square, from a8.
func squares(men string) ([]rune, error) {
	list := make([]rune, 0, 64)
	for _, letter := range men {
		switch {
		case letter >= '1' && letter <= '8':
			list = append(list, make([]rune, letter-'0')...)
		case strings.ContainsRune("kqrbnpKQRBNP", letter):
			list = append(list, letter)
		case letter != '/':
			return nil, fmt.Errorf("%q is not a man: want one of kqrbnpKQRBNP", letter)
		}
	}
	if len(list) != 64 {
		return nil, fmt.Errorf("board has %d squares, want 64", len(list))
	}
	return list, nil
}
