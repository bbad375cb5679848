// SPDX-License-Identifier: BSD-3-Clause

package diag

import "errors"

// hasMoney reports whether the columns "repair" and "wrong" of a table are prices, not tests of these names. A table of
// tests has a word, a price or a chance in each of their cells; a table of prices leaves cells empty in its line "cost",
// for parts that cannot be replaced, or for the fault none. Where no cell is empty they are tests.
func hasMoney(text []byte) bool {
	m, c := moneyMarks{}, reader(text)
	if err := eachRow(c, pointed(c, m.row)); err != nil && !errors.Is(err, errDecided) {
		return false // the table is refused, at the place that is wrong
	}
	return m.prices || m.blank && !m.words
}

// errDecided ends the reading of a table once the meaning of its columns is known.
var errDecided = errors.New("decided")

// moneyMarks collects what shows the meaning of the columns "repair" and "wrong".
type moneyMarks struct {
	named  bool // the first line has them
	prices bool // a line that only a table of prices has
	words  bool // a cell that is not a price
	blank  bool // an empty cell
}

func (m *moneyMarks) row(row []string) error {
	if !m.named {
		if m.named = len(row) > 4 && row[2] == "repair" && row[3] == "wrong"; !m.named {
			return errDecided
		}
		return nil
	}
	if len(row) < 4 {
		return nil
	}
	switch row[0] + "," + row[1] {
	case "cost,":
		m.prices, m.words = row[2] == "" && row[3] == "", true
		return errDecided
	case "give up,":
		m.prices = true
		return errDecided
	case "error,", "repeat,":
		m.words = m.words || row[2] != "" || row[3] != ""
	default:
		m.words = m.words || !isPrice(row[2]) || !isPrice(row[3])
	}
	m.blank = m.blank || row[2] == "" || row[3] == ""
	return nil
}

// isPrice reports whether a cell may be a price: a number, or nothing.
func isPrice(cell string) bool {
	_, err := decimals(cell)
	return cell == "" || err == nil
}
