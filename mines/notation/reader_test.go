// SPDX-License-Identifier: BSD-3-Clause

package notation_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// TestReader: what is added counts where the text says nothing, and may not contradict it.
func TestReader(t *testing.T) {
	zero, two, nine := mines.Zero, 2, 9
	const silent, said = "1..\n...\n", "3x2/2\n1F.\n...\n"
	for _, c := range []struct {
		name   string
		reader notation.Reader
		text   string
		want   string // in the error
	}{
		{"nothing added", notation.Reader{}, said, ""},
		{"a number that the text lacks", notation.Reader{Mines: &two, First: &zero}, silent, ""},
		{"the number of the text", notation.Reader{Mines: &two, TrustFlags: true}, said, ""},
		{"another number", notation.Reader{Mines: &nine}, said, "9 mines, but the board says 2"},
		{"more mines than cells", notation.Reader{Mines: &nine}, silent, "mines"},
		{"another format", notation.Reader{Format: "json"}, said, "invalid character"},
		{"an unknown format", notation.Reader{Format: "xml"}, said, `format "xml" is not known`},
	} {
		doc, err := c.reader.Parse([]byte(c.text))
		if err == nil {
			err = c.reader.Complete(&doc)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
			continue
		}
		if _, ok := errors.AsType[*notation.CountError](err); ok != (c.name == "another number") {
			t.Errorf("%s: %T", c.name, err)
		}
		if r := c.reader; err == nil && (r.Mines != nil && doc.View.Mines != *r.Mines || r.First != nil && doc.View.First != *r.First) {
			t.Errorf("%s: %+v", c.name, doc.View.Rules)
		}
		if flagged := doc.View.Marks; err == nil && c.text == said && (flagged[1] == mines.Flag) == c.reader.TrustFlags {
			t.Errorf("%s: the flag is %v", c.name, flagged[1])
		}
	}
}
