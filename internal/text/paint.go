// SPDX-License-Identifier: BSD-3-Clause

package text

// Paint adds colour to words that carry the meaning by themselves: nothing is expressed by colour
// alone, and no pair of colours is red and green.
type Paint struct{ On bool }

func (p Paint) sgr(code, text string) string {
	if !p.On {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Safe paints what is certainly safe, in bold blue.
func (p Paint) Safe(text string) string { return p.sgr("1;34", text) }

// Mine paints what is certainly a mine, in orange.
func (p Paint) Mine(text string) string { return p.sgr("33", text) }

// Best paints the most important entry, in bold.
func (p Paint) Best(text string) string { return p.sgr("1", text) }

// Dim paints text that is only for orientation.
func (p Paint) Dim(text string) string { return p.sgr("2", text) }
