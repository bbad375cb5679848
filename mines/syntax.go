// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"fmt"
	"strings"
)

// SyntaxError says where a text stops making sense.
type SyntaxError struct {
	Line, Column int    // from 1; 0 if the format has no lines, or no one place is at fault
	Message      string // what is wrong
	Expected     string // what would have been right, if that can be said in a few words
}

// Error returns place, fault and remedy in one line.
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
