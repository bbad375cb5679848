// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Limits of a table.
const (
	MaxBytes  = 8 << 20
	MaxFaults = 20_000
	MaxTests  = 2_000
	MaxGroups = 64
)

// Error reports a fault of a file, with its place.
type Error struct {
	Line, Column int // from 1; Column counts cells
	What         string
	// Errs reports that only [ReadErring] can read the table: its tests err, or it prices repairs.
	Errs bool
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, cell %d: %s", e.Line, e.Column, e.What)
}

// Read reads a table. The first line names the tests, after the cells "fault" and "prior". A line
// whose fault is "cost" gives the prices of the tests; without it each costs 1. Every other line is
// a fault: its name, its weight relative to the others, and the reading of each test. Lines that
// begin with # are comments.
//
// Cells may also have semicolons or tabs between them; then numbers may have a comma for the point.
//
// Tests may share a setup that must be done once before the first of them. A line "group" without a
// prior names the group of each test, or none; a line "setup" gives the cost of the group's setup,
// in the cells of one or more of its tests.
//
// A table whose tests err is refused: [ReadErring] reads it.
//
//	fault,        prior, lights, click
//	cost,         ,      1,      2
//	flat battery, 5,     dim,    no
//	bad starter,  1,     bright, yes
func Read(r io.Reader) (*Table, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	c := reader(text)
	p := parser{csv: c, table: &Table{Unit: 1}, names: map[string]bool{}, money: hasMoney(text)}
	if err := eachRow(c, pointed(c, p.row)); err != nil {
		return nil, err
	}
	return p.finish()
}

// readAll reads the text of a table, without the mark before it.
func readAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(&limited{r: r, left: MaxBytes})
	return bytes.TrimPrefix(text, []byte(mark)), err
}

// reader returns the reader of a table's cells.
func reader(text []byte) *csv.Reader {
	c := csv.NewReader(bytes.NewReader(text))
	c.Comma, c.Comment, c.FieldsPerRecord, c.ReuseRecord = divider(text), '#', -1, true
	c.TrimLeadingSpace = c.Comma != '\t' // it would take the tabs of empty cells
	return c
}

// eachRow calls a function with every line, its cells trimmed.
func eachRow(c *csv.Reader, use func(row []string) error) error {
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return &Error{Line: bad.Line, Column: 1, What: bad.Err.Error()}
		}
		if err != nil {
			return err
		}
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if err := use(row); err != nil {
			return err
		}
	}
}

// limited is a reader that refuses input that is too long, instead of truncating it.
type limited struct {
	r    io.Reader
	left int
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.r.Read(b)
	if l.left -= n; l.left < 0 {
		return 0, fmt.Errorf("the table has more than %d bytes", MaxBytes)
	}
	return n, err
}

type parser struct {
	csv     *csv.Reader
	table   *Table
	words   []map[string]uint16 // the index of each reading of each test
	names   map[string]bool     // of the faults
	weights []string
	costs   []string
	groups  []string // of the tests; nil without groups
	setups  []string // as given
	at      int      // the line of the setups
	header  bool
	money   bool // the columns "repair" and "wrong" are prices
}

// fail returns an error about a cell of the current line.
func (p *parser) fail(cell int, format string, args ...any) error {
	line, _ := p.csv.FieldPos(0)
	return &Error{Line: line, Column: cell + 1, What: fmt.Sprintf(format, args...)}
}

// errs refuses a table that only [ReadErring] reads.
func (p *parser) errs(cell int, what string) error {
	line, _ := p.csv.FieldPos(0)
	return &Error{Line: line, Column: cell + 1, What: what + ": readings must be certain here", Errs: true}
}

func (p *parser) row(row []string) error {
	switch {
	case !p.header:
		return p.tests(row)
	case isErringRow(row):
		return p.errs(0, fmt.Sprintf("a line %q", row[0]))
	case len(row) != len(p.table.Tests)+2:
		return p.fail(min(len(row), len(p.table.Tests)+2)-1, "%d cells, want %d: fault, prior and one for each test", len(row), len(p.table.Tests)+2)
	case row[0] == "cost" && p.costs == nil:
		p.costs = slices.Clone(row)
		for i, c := range row[2:] {
			if _, err := decimals(c); err != nil {
				return p.fail(i+2, "cost %q: %v", c, err)
			}
		}
		return nil
	case row[0] == "group" && row[1] == "" && p.groups == nil:
		p.groups = slices.Clone(row[2:])
		return nil
	case row[0] == "setup" && row[1] == "" && p.setups == nil:
		p.setups = slices.Clone(row[2:])
		p.at, _ = p.csv.FieldPos(0)
		return nil
	default:
		return p.fault(row)
	}
}

func (p *parser) tests(row []string) error {
	p.header = true
	if len(row) < 3 || row[0] != "fault" || row[1] != "prior" {
		return p.fail(0, `the first line begins with "fault,prior," and names the tests`)
	}
	if p.money {
		return p.errs(2, "columns for repairs and for being wrong")
	}
	if len(row)-2 > MaxTests {
		return p.fail(0, "%d tests, at most %d", len(row)-2, MaxTests)
	}
	for i, name := range row[2:] {
		if name == "" || strings.ContainsAny(name, "=\n") || slices.Contains(row[2:i+2], name) {
			return p.fail(i+2, "%q names no test of its own, or holds =", name)
		}
		p.table.Tests = append(p.table.Tests, Test{Name: strings.Clone(name), Cost: 1})
		p.words = append(p.words, map[string]uint16{})
	}
	return nil
}

func (p *parser) fault(row []string) error {
	t := p.table
	switch {
	case row[0] == "":
		return p.fail(0, "a fault without a name")
	case p.names[row[0]]:
		return p.fail(0, "%q is there twice", row[0])
	case len(t.Faults) == MaxFaults:
		return p.fail(0, "more than %d faults", MaxFaults)
	}
	if _, err := decimals(row[1]); err != nil {
		return p.fail(1, "prior %q: %v", row[1], err)
	}
	name := strings.Clone(row[0])
	p.names[name] = true
	t.Faults, p.weights = append(t.Faults, Fault{Name: name}), append(p.weights, strings.Clone(row[1]))
	for i, word := range row[2:] {
		if word == "" {
			return p.fail(i+2, "what does %s read for %s?", t.Tests[i].Name, row[0])
		}
		if likeChances(word) {
			return p.errs(i+2, fmt.Sprintf("%q gives chances", word))
		}
		k, ok := p.words[i][word]
		if !ok {
			k = uint16(len(p.words[i]))
			word = strings.Clone(word)
			p.words[i][word] = k
			t.Tests[i].Words = append(t.Tests[i].Words, word)
		}
		t.Tests[i].Reads = append(t.Tests[i].Reads, k)
	}
	return nil
}

// maxDigits limits the digits after the point.
const maxDigits = 6

// decimals returns the number of digits after the point of a number that is not negative.
func decimals(text string) (int, error) {
	whole, rest, _ := strings.Cut(text, ".")
	if len(whole) > 9 || len(rest) > maxDigits || whole+rest == "" || strings.Trim(whole+rest, "0123456789") != "" {
		return 0, fmt.Errorf("want a number such as 3 or 0.25, below 10^9 and with at most %d digits after the point", maxDigits)
	}
	return len(rest), nil
}

// scaled reads numbers and multiplies them by the least power of ten, unit, that makes all of them
// integers.
func scaled(texts []string) (values []uint64, unit uint64) {
	digits := 0
	for _, s := range texts {
		n, _ := decimals(s)
		digits = max(digits, n)
	}
	for _, s := range texts {
		whole, rest, _ := strings.Cut(s, ".")
		n, err := strconv.ParseUint(whole+rest+strings.Repeat("0", digits-len(rest)), 10, 64)
		if err != nil {
			panic(err) // decimals has checked it
		}
		values = append(values, n)
	}
	unit = 1
	for range digits {
		unit *= 10
	}
	return values, unit
}

func (p *parser) finish() (*Table, error) {
	t := p.table
	if len(t.Faults) == 0 {
		return nil, &Error{Line: 1, Column: 1, What: "a table without faults"}
	}
	weights, _ := scaled(p.weights)
	for f, w := range weights {
		if w == 0 {
			return nil, &Error{Line: 1, Column: 2, What: fmt.Sprintf("the prior of %s is zero: leave it out, or give it a small one", t.Faults[f].Name)}
		}
		t.Faults[f].Weight = w
	}
	setups, err := p.group()
	if err != nil {
		return nil, err
	}
	costs := slices.Repeat([]string{"1"}, len(t.Tests))
	if p.costs != nil {
		costs = p.costs[2:]
	}
	values, unit := scaled(append(slices.Clone(costs), setups...))
	t.Unit = unit
	for i := range t.Tests {
		t.Tests[i].Cost = values[i]
	}
	for g := range t.Groups {
		t.Groups[g].Setup = values[len(t.Tests)+g]
	}
	return t, nil
}
