// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"testing"
)

func TestChooseForm(t *testing.T) {
	for _, c := range []struct {
		board, room int
		width       int
		short       bool
		columns     int
	}{
		{4, 80, 6, false, 4},
		{12, 80, 6, false, 12},
		{14, 80, 5, false, 14},
		{16, 80, 5, false, 8},  // in two panels
		{24, 80, 5, false, 12}, // in two
		{30, 80, 5, false, 15},
		{30, 120, 5, false, 15},
		{30, 200, 6, false, 30},
		{45, 80, 5, false, 15}, // in three
		{46, 80, 3, true, 23},
		{75, 80, 3, true, 25},
		{76, 80, 0, false, 0},
		{100, 10, 0, false, 0},
	} {
		form, columns := Grid{Rows: 16, Columns: c.board, Forms: []GridForm{{Width: 6}, {Width: 5}, {Width: 3, Short: true}}}.choose(c.room)
		if form.Width != c.width || form.Short != c.short || columns != c.columns {
			t.Errorf("%d cells in %d columns: %+v, %d; want %+v", c.board, c.room, form, columns, c)
		}
	}
}
