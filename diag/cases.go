// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Cases counts what closed cases showed.
type Cases struct {
	N      int
	Faults []int // cases with each fault
	// Readings are the cases by test, fault and word.
	Readings [][][]int
}

// ReadCases reads closed cases of the machine that a table describes. The first line is "fault" and the names of tests.
// Every other line is a case: the fault that was found, and the readings that were taken; the others are empty.
//
//	fault, pressure, fan noise
//	leak,  low,
//	fan,   normal,   loud
func ReadCases(r io.Reader, t *Erring) (*Cases, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	p := caseParser{csv: reader(text), table: t, cases: &Cases{Faults: make([]int, len(t.Faults))}}
	for i := range t.Tests {
		rows := make([][]int, len(t.Faults))
		for f := range rows {
			rows[f] = make([]int, len(t.Tests[i].Words))
		}
		p.cases.Readings = append(p.cases.Readings, rows)
	}
	if err := eachRow(p.csv, p.row); err != nil {
		return nil, err
	}
	if p.cases.N == 0 {
		return nil, &Error{Line: 1, Column: 1, What: "no closed case"}
	}
	return p.cases, nil
}

type caseParser struct {
	csv   *csv.Reader
	table *Erring
	cases *Cases
	tests []int // by cell after the fault
}

func (p *caseParser) fail(cell int, format string, args ...any) error {
	line, _ := p.csv.FieldPos(0)
	return &Error{Line: line, Column: cell + 1, What: fmt.Sprintf(format, args...)}
}

func (p *caseParser) row(row []string) error {
	if p.tests == nil {
		return p.header(row)
	}
	if len(row) != len(p.tests)+1 {
		return p.fail(min(len(row), len(p.tests)+1)-1, "%d cells, want %d", len(row), len(p.tests)+1)
	}
	fault := slices.IndexFunc(p.table.Faults, func(f ErringFault) bool { return f.Name == row[0] })
	if fault < 0 {
		return p.fail(0, "no fault %q in the table: add it, or leave the case out", row[0])
	}
	p.cases.N++
	p.cases.Faults[fault]++
	for k, word := range row[1:] {
		if word == "" {
			continue
		}
		x := &p.table.Tests[p.tests[k]]
		at := slices.Index(x.Words, word)
		if at < 0 {
			return p.fail(k+1, "%s never reads %q in the table; it reads: %s", x.Name, word, strings.Join(x.Words, ", "))
		}
		p.cases.Readings[p.tests[k]][fault][at]++
	}
	return nil
}

func (p *caseParser) header(row []string) error {
	if len(row) < 2 || row[0] != "fault" {
		return p.fail(0, `the first line is "fault" and the names of tests`)
	}
	for k, name := range row[1:] {
		at := slices.IndexFunc(p.table.Tests, func(t ErringTest) bool { return t.Name == name })
		if at < 0 || slices.Contains(p.tests, at) {
			return p.fail(k+1, "%q: want a test of the table, once", name)
		}
		p.tests = append(p.tests, at)
	}
	return nil
}

// Vague is the number of cases of each kind assumed before the first one (Jeffreys 1946).
const Vague = 0.5

// z95 is the two-sided normal quantile of 95%.
const z95 = 1.959964

// Interval returns the 95% interval of a chance after k of n cases (Wilson 1927).
func Interval(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	p, size := float64(k)/float64(n), float64(n)
	centre := (p + z95*z95/(2*size)) / (1 + z95*z95/size)
	half := z95 / (1 + z95*z95/size) * math.Sqrt(p*(1-p)/size+z95*z95/(4*size*size))
	return max(centre-half, 0), min(centre+half, 1)
}

// With returns the table with other priors and chances, which a function returns for the counts of each kind.
func (t *Erring) With(c *Cases, chances func(counts []int) []float64) *Erring {
	learned := *t
	learned.Faults, learned.Tests = slices.Clone(t.Faults), slices.Clone(t.Tests)
	for f, p := range chances(c.Faults) {
		learned.Faults[f].Weight = max(p, 1e-6)
	}
	for i := range learned.Tests {
		x := &learned.Tests[i]
		x.Chances = make([][]float64, len(t.Faults))
		for f := range t.Faults {
			x.Chances[f] = chances(c.Readings[i][f])
		}
	}
	return &learned
}

// Write writes a table with all its chances, rounded to millionths. [ReadErring] reads it.
func (t *Erring) Write(w io.Writer) error {
	c := csv.NewWriter(w)
	lines := [][]string{t.line("fault", "prior", []string{"repair", "wrong"}, func(x *ErringTest) string { return x.Name })}
	lines = append(lines, t.line("cost", "", []string{"", ""}, func(x *ErringTest) string { return plain(x.Cost) }))
	if slices.ContainsFunc(t.Tests, func(x ErringTest) bool { return x.Repeat }) {
		lines = append(lines, t.line("repeat", "", []string{"", ""}, func(x *ErringTest) string {
			if x.Repeat {
				return "yes"
			}
			return ""
		}))
	}
	if t.GiveUp >= 0 {
		lines = append(lines, t.line("give up", "", []string{plain(t.GiveUp), ""}, func(*ErringTest) string { return "" }))
	}
	for f, x := range t.Faults {
		money := []string{"", plain(x.Wrong)}
		if x.Repair >= 0 {
			money[0] = plain(x.Repair)
		}
		lines = append(lines, t.line(x.Name, plain(x.Weight), money, func(x *ErringTest) string { return x.cell(f) }))
	}
	for i := range t.Tests {
		if slices.ContainsFunc(t.Tests[i].Words, func(w string) bool { return strings.Contains(w, "|") }) {
			return errors.New("a reading that holds | cannot be written with its chance: rename it")
		}
	}
	return c.WriteAll(lines)
}

// line returns a line of a table.
func (t *Erring) line(name, prior string, money []string, cell func(*ErringTest) string) []string {
	row := []string{name, prior}
	if t.Money {
		row = append(row, money...)
	}
	for i := range t.Tests {
		row = append(row, cell(&t.Tests[i]))
	}
	return row
}

// plain returns a number with at most six digits after the point.
func plain(x float64) string {
	text := strconv.FormatFloat(x, 'f', maxDigits, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// cell returns the chances for a fault as a cell; they add up to 1 because the likeliest reading gets what rounding left.
func (t *ErringTest) cell(fault int) string {
	row := t.Chances[fault]
	if len(row) == 1 {
		return t.Words[0]
	}
	likeliest, left := slices.Index(row, slices.Max(row)), whole
	ppm := make([]int, len(row))
	for w, p := range row {
		if w != likeliest {
			ppm[w] = int(p * whole)
			left -= ppm[w]
		}
	}
	ppm[likeliest] = left
	var parts []string
	for w, n := range ppm {
		parts = append(parts, t.Words[w]+":"+plain(float64(n)/whole))
	}
	return strings.Join(parts, "|")
}
