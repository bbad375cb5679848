// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"bytes"
	"fmt"
)

// Page collects the text of an answer.
type Page struct {
	bytes.Buffer
	Paint

	Width int
	Quiet bool // leave out advice
}

// Line prints a line.
func (p *Page) Line(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
}

// Advise prints a line that Quiet leaves out.
func (p *Page) Advise(format string, args ...any) {
	if !p.Quiet {
		p.Line(format, args...)
	}
}
