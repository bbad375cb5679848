// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"fmt"
	"strings"
)

// SyntaxError reports an unreadable text, and where it is wrong.
type SyntaxError struct {
	Line, Column int    // from 1; 0 if the format has no lines, or the fault has no single place
	Message      string // what is wrong
	Expected     string // what is accepted there, if a few words can name it
}

// Error returns place, fault and expectation in one line.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d, ", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, "column %d, ", e.Column)
		}
	}
	text := strings.TrimSuffix(b.String(), ", ")
	if text != "" {
		text += ": "
	}
	text += e.Message
	if e.Expected != "" {
		text += "; want " + e.Expected
	}
	return text
}
