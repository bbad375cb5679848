// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"cmp"
	"fmt"

	"github.com/veilplan/veil/mines"
)

// Reader reads a text and adds settings that it lacks: every file, flag and question becomes a
// position here. Its zero value recognises the format and adds nothing.
type Reader struct {
	Format     Format       // recognised if empty
	First      *mines.First // replaces the first-click rule of the text
	Mines      *int         // the mine count of a text without one
	TrustFlags bool         // read flags as facts
}

// CountError reports a given mine count that differs from the text's.
type CountError struct{ Given, Says int }

func (e *CountError) Error() string {
	return fmt.Sprintf("%d mines, but the board says %d", e.Given, e.Says)
}

// Parse reads a text.
func (r *Reader) Parse(text []byte) (Document, error) {
	return ParseFormat(cmp.Or(r.Format, Recognise(text)), text)
}

// Complete adds the reader's settings to a document. The error is a [*CountError], or names why the
// position cannot exist.
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
