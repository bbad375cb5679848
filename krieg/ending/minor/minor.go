// SPDX-License-Identifier: BSD-3-Clause

// Package minor provides the tables of endings with minor pieces: two bishops (KBBK), and bishop and
// knight (KBNK). They are apart from those of package ending because they take a megabyte and are
// needed rarely: a [Book] reads them when it is first asked for one of them, and clients fetch them then.
//
// They contain one claim about the largest set of squares of each placement, and the claims that its
// win needs; see retro.Config.Largest. From smaller sets that no claim covers [ending.Book.Crowd] often
// finds a win, too.
package minor

import (
	"bytes"

	"github.com/veilplan/veil/krieg/ending"
)

// Book returns the book of all tables that come with veil: those of [ending.Standard] at once, and these
// on demand. With the build tag small there are none of these.
func Book() (*ending.Book, error) {
	standard, err := ending.Standard()
	if err != nil {
		return nil, err
	}
	return With(standard, File), nil
}

// With returns a book with the tables of a file, which is fetched and decoded on demand. A file that is
// nil or damaged adds nothing.
func With(book *ending.Book, file func() []byte) *ending.Book {
	load := func() []*ending.Table {
		list, err := ending.Decode(bytes.NewReader(file()))
		if err != nil {
			return nil // without tables the player hunts
		}
		return list
	}
	return book.OnDemand(load, ending.KBBK, ending.KBNK)
}
