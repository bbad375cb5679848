// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/veilplan/veil/mines"
)

// mbfHeader is the length of the header: width, height and, in two bytes, the number of mines.
const mbfHeader = 4

// parseMBF reads MBF, the bytes in which Minesweeper programs exchange layouts: width, height, the
// number of mines (two bytes, the high one first), then x and y of every mine from 0. The board is
// untouched: MBF has no open cells.
func parseMBF(data []byte) (Document, error) {
	if len(data) < mbfHeader {
		return Document{}, &mines.SyntaxError{
			Message: fmt.Sprintf("MBF of %s", counted(len(data), "byte")), Expected: "at least " + counted(mbfHeader, "byte"),
		}
	}
	r := mines.Rules{Width: int(data[0]), Height: int(data[1]), Mines: int(binary.BigEndian.Uint16(data[2:]))}
	if err := r.Validate(); err != nil {
		return Document{}, &mines.SyntaxError{Message: "MBF: " + err.Error()}
	}
	if want := mbfHeader + 2*r.Mines; len(data) != want {
		return Document{}, &mines.SyntaxError{
			Message:  fmt.Sprintf("MBF of %s for %s", counted(len(data), "byte"), counted(r.Mines, "mine")),
			Expected: counted(want, "byte"),
		}
	}
	layout := make(mines.Layout, r.Cells())
	for i := mbfHeader; i < len(data); i += 2 {
		x, y := int(data[i]), int(data[i+1])
		if x >= r.Width || y >= r.Height {
			return Document{}, &mines.SyntaxError{Message: fmt.Sprintf("MBF byte %d: mine @%d,%d is off the %dx%d board", i+1, x, y, r.Width, r.Height)}
		}
		if layout[r.Cell(y, x)] {
			return Document{}, &mines.SyntaxError{Message: fmt.Sprintf("MBF byte %d: mine @%d,%d is there twice", i+1, x, y)}
		}
		layout[r.Cell(y, x)] = true
	}
	return Document{View: mines.NewView(r), Layout: layout}, nil
}

// writeMBF writes the layout. The format has no room for anything else.
func writeMBF(d Document) ([]byte, error) {
	r := d.View.Rules
	if d.Layout == nil {
		return nil, errors.New("format mbf needs the layout, which this position does not have")
	}
	r.Mines = d.Layout.Count()
	if r.Width > 255 || r.Height > 255 {
		return nil, fmt.Errorf("format mbf has room for 255x255, not for %dx%d", r.Width, r.Height)
	}
	data := binary.BigEndian.AppendUint16([]byte{byte(r.Width), byte(r.Height)}, uint16(r.Mines))
	for i, mine := range d.Layout {
		if mine {
			y, x := r.RowCol(mines.Cell(i))
			data = append(data, byte(x), byte(y))
		}
	}
	return data, nil
}
