// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"bytes"
	"encoding/csv"
	"strings"
)

// Spreadsheets save tables with a mark before the first byte, and in many countries with semicolons between cells and
// commas in numbers. Cells that are copied have tabs between them.

// mark may stand before a text in UTF-8.
const mark = "\uFEFF"

// divider returns what stands between the cells of a table: what follows the first cell of its first line.
func divider(text []byte) rune {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		rest, found := bytes.CutPrefix(bytes.TrimPrefix(line, []byte(`"`)), []byte("fault"))
		rest = bytes.TrimLeft(rest, `" `)
		if found && len(rest) > 0 && (rest[0] == ';' || rest[0] == '\t') {
			return rune(rest[0])
		}
		break
	}
	return ','
}

// pointed returns a function of lines that puts points for the commas in their numbers, if no comma stands between
// cells: in the prior, in lines of prices, in the columns "repair" and "wrong", and in chances.
func pointed(c *csv.Reader, use func(row []string) error) func(row []string) error {
	if c.Comma == ',' {
		return use
	}
	first, priced := true, false
	return func(row []string) error {
		if first {
			first, priced = false, len(row) > 4 && row[2] == "repair" && row[3] == "wrong"
			return use(row)
		}
		for i := 1; i < len(row); i++ {
			if i == 1 || row[1] == "" || priced && i < 4 {
				row[i] = point(row[i])
			} else if text := pointedChances(row[i]); likeChances(text) {
				row[i] = text
			}
		}
		return use(row)
	}
}

// point returns a number with a point for its comma, and any other text unchanged.
func point(text string) string {
	whole, rest, found := strings.Cut(text, ",")
	if !found || whole+rest == "" || strings.Trim(whole+rest, "0123456789") != "" {
		return text
	}
	return whole + "." + rest
}

// pointedChances returns a cell of chances with points for commas.
func pointedChances(text string) string {
	parts := strings.Split(text, "|")
	for i, part := range parts {
		if at := strings.LastIndexByte(part, ':'); at >= 0 {
			parts[i] = part[:at+1] + point(strings.TrimSpace(part[at+1:]))
		}
	}
	return strings.Join(parts, "|")
}
