// SPDX-License-Identifier: BSD-3-Clause

package values

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxBytes is the maximum size of a file.
const MaxBytes = 64 << 20

// Parse parses the rows of a file, in their order; a click may have several. Text after the last
// newline was torn by a crash: it is not a row, and torn is its size.
func Parse(text []byte) (rows []Row, torn int, err error) {
	if len(text) > MaxBytes {
		return nil, 0, fmt.Errorf("more than %d bytes", MaxBytes)
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	header := strings.Join(Columns(), "\t")
	number := 0
	for line := range bytes.Lines(text[:end]) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 || line[0] == '#' || string(line) == header {
			continue
		}
		row, err := parseRow(string(line))
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", number, err)
		}
		rows = append(rows, row)
	}
	return rows, len(text) - end, nil
}

// parseRow parses a line. Its fields must be in the written form.
func parseRow(line string) (Row, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != len(Columns()) {
		return Row{}, fmt.Errorf("%d columns, want %d", len(fields), len(Columns()))
	}
	var r Row
	var errs []error
	number := func(text string) uint64 {
		n, err := strconv.ParseUint(text, 10, 63)
		errs = append(errs, err)
		return n
	}
	r.Width, r.Height, r.Mines = int(number(fields[0])), int(number(fields[1])), int(number(fields[2]))
	r.First, r.Cell = fields[3], fields[4]
	lo, hi, bounds := strings.Cut(fields[5], "..")
	r.Lo = number(lo)
	if r.Hi = r.Lo; bounds {
		r.Hi = number(hi)
	}
	r.Layouts, r.Nodes, r.Entries = number(fields[6]), number(fields[9]), number(fields[10])
	r.Budget = parseBudget(fields[8])
	if err := errors.Join(errs...); err != nil {
		return r, err
	}
	if err := r.validate(); err != nil {
		return r, err
	}
	if !slices.Equal(r.Fields(), fields) {
		return r, fmt.Errorf("%q: want %q", line, strings.Join(r.Fields(), "\t"))
	}
	return r, nil
}

// parseBudget parses as much of a budget as is valid; the caller compares the result with the text.
func parseBudget(text string) (b Budget) {
	for part := range strings.SplitSeq(text, ",") {
		if n, ok := strings.CutSuffix(part, "s"); ok {
			b.Seconds, _ = strconv.ParseUint(n, 10, 63)
		} else if n, ok := strings.CutSuffix(part, "n"); ok {
			b.Nodes, _ = strconv.ParseUint(n, 10, 63)
		}
	}
	return b
}

// validate reports a row that cannot be true of any board.
func (r Row) validate() error {
	row, col, ok := place(r.Cell)
	switch {
	case r.Width < 1 || r.Height < 1 || r.Width > 1<<16 || r.Height > 1<<16:
		return fmt.Errorf("board %dx%d: want 1 to 65536 columns and rows", r.Width, r.Height)
	case r.Mines < 0 || r.Mines > r.Width*r.Height:
		return fmt.Errorf("%d mines on %dx%d", r.Mines, r.Width, r.Height)
	case r.First != "safe" && r.First != "zero":
		return fmt.Errorf("rule %q: want safe or zero", r.First)
	case !ok || row < 1 || row > r.Height || col < 1 || col > r.Width:
		return fmt.Errorf("no cell %q on %dx%d", r.Cell, r.Width, r.Height)
	case r.Lo > r.Hi || r.Hi > r.Layouts:
		return fmt.Errorf("%d..%d wins of %d layouts", r.Lo, r.Hi, r.Layouts)
	}
	return nil
}

// place parses the name of a cell: r1c2.
func place(cell string) (row, col int, ok bool) {
	r, c, found := strings.Cut(strings.TrimPrefix(cell, "r"), "c")
	row, err1 := strconv.Atoi(r)
	col, err2 := strconv.Atoi(c)
	ok = found && err1 == nil && err2 == nil && cell == fmt.Sprintf("r%dc%d", row, col)
	return row, col, ok
}
