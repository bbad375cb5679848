// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"cmp"
	"fmt"

	"github.com/veilplan/veil/mines"
)

// Reader reads a text and adds what it does not say: the one way from a file, a flag or a question to
// a position. Its zero value recognises the format and adds nothing.
type Reader struct {
	Format     Format       // recognised if empty
	First      *mines.First // in place of the first-click rule of the text
	Mines      *int         // the number of mines of a text without one
	TrustFlags bool         // take flags as facts
}

// CountError reports a number of mines that is not the one of the text.
type CountError struct{ Given, Says int }

func (e *CountError) Error() string {
	return fmt.Sprintf("%d mines, but the board says %d", e.Given, e.Says)
}

// Parse reads a text.
func (r *Reader) Parse(text []byte) (Document, error) {
	return ParseFormat(cmp.Or(r.Format, Recognise(text)), text)
}

// Complete adds to a document what its text did not say. The error is a [*CountError], or says why
// the position cannot be.
func (r *Reader) Complete(doc *Document) error {
	v := &doc.View
	if r.First != nil {
		v.First = *r.First
	}
	if r.Mines != nil {
		if v.Mines != mines.UnknownMines && v.Mines != *r.Mines {
			return &CountError{*r.Mines, v.Mines}
		}
		v.Mines = *r.Mines
	}
	if err := v.Validate(); err != nil {
		return err
	}
	if r.TrustFlags {
		*v = v.TrustFlags()
	}
	return nil
}
