// SPDX-License-Identifier: BSD-3-Clause

package diag

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Limits of a table whose tests err. A belief about it is a list of numbers, one per fault, so it is smaller than a
// table of certain readings.
const (
	MaxErringFaults = 256
	MaxErringTests  = 128
	MaxErringWords  = 64      // readings of a test
	MaxErringCells  = 1 << 17 // faults times readings of all tests
)

// None is the name of the fault "nothing is wrong" in a table whose tests err.
const None = "none"

// Erring describes a machine whose tests may err: each reading has a probability given the fault.
type Erring struct {
	Faults []ErringFault
	Tests  []ErringTest
	// Money reports whether the table has the columns "repair" and "wrong". Without them the plan ends by naming a
	// fault.
	Money bool
	// GiveUp is the cost of giving up, whatever the fault; negative if it is not allowed.
	GiveUp float64
}

// ErringFault is a possible cause, or [None].
type ErringFault struct {
	Name   string
	Weight float64 // relative to the other faults
	Repair float64 // cost of replacing it and trying; negative if it cannot be replaced
	Wrong  float64 // cost of stopping while it is there
}

// ErringTest is a test and its chances.
type ErringTest struct {
	Name  string
	Cost  float64
	Words []string
	// Chances are the probabilities of the readings, by fault and word.
	Chances [][]float64
	// Repeat reports whether the test errs independently each time. Otherwise it repeats its reading.
	Repeat bool
}

// isErringRow reports whether a line belongs to tables whose tests err. It has no prior, so it is not a fault.
func isErringRow(row []string) bool {
	return len(row) > 1 && row[1] == "" && slices.Contains([]string{"error", "repeat", "give up"}, row[0])
}

// ReadErring reads a table whose tests err. It has the form that [Read] describes, and:
//
// A cell may give the chances of readings: "often:0.7|once:0.3". A line "error" without a prior gives the chance that
// a test reads another word than its cell says; the other words of the test share it. A line "repeat" says "yes" for
// tests that err independently each time.
//
// The columns "repair" and "wrong" after "prior" give the cost of replacing a part and trying, and of stopping while
// the fault is there. A line "give up" has its cost in the column "repair". The fault "none" means that nothing is
// wrong. Tests may have these two names: the columns are prices only if a line leaves a cell of them empty, such as the
// line "cost", which has nothing to say about them.
func ReadErring(r io.Reader) (*Erring, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	c := reader(text)
	p := erringParser{csv: c, table: &Erring{GiveUp: -1, Money: hasMoney(text)}, rows: map[string][]string{}, names: map[string]bool{}}
	if err := eachRow(c, pointed(c, p.row)); err != nil {
		return nil, err
	}
	return p.finish()
}

type erringParser struct {
	csv    *csv.Reader
	table  *Erring
	first  int                 // cells before the tests
	rows   map[string][]string // the lines that are not faults, by name
	names  map[string]bool
	errors []int    // of the tests, in millionths
	cells  [][]cell // by fault and test
}

// cell is one cell of a fault's line.
type cell struct {
	list  []chance
	given bool // as chances, so the line "error" does not apply
}

func (p *erringParser) fail(at int, format string, args ...any) error {
	line, _ := p.csv.FieldPos(0)
	return &Error{Line: line, Column: at + 1, What: fmt.Sprintf(format, args...)}
}

func (p *erringParser) row(row []string) error {
	switch want := p.first + len(p.table.Tests); {
	case p.first == 0:
		return p.tests(row)
	case len(row) != want:
		return p.fail(min(len(row), want)-1, "%d cells, want %d", len(row), want)
	case row[1] == "" && slices.Contains([]string{"group", "setup"}, row[0]):
		return p.fail(0, "a line %q: tests that err cannot share a setup yet; add the setup to their costs", row[0])
	case row[0] == "cost" || isErringRow(row):
		return p.prices(row)
	default:
		return p.fault(row)
	}
}

func (p *erringParser) tests(row []string) error {
	if len(row) < 3 || row[0] != "fault" || row[1] != "prior" {
		return p.fail(0, `the first line begins with "fault,prior," and names the tests`)
	}
	p.first = 2
	if p.table.Money {
		p.first = 4
	}
	names := row[p.first:]
	if len(names) > MaxErringTests {
		return p.fail(0, "%d tests that err, at most %d", len(names), MaxErringTests)
	}
	for i, name := range names {
		if name == "" || strings.ContainsAny(name, "=\n") || slices.Contains(names[:i], name) {
			return p.fail(i+p.first, "%q names no test of its own, or holds =", name)
		}
		p.table.Tests = append(p.table.Tests, ErringTest{Name: strings.Clone(name), Cost: 1})
	}
	p.errors = make([]int, len(names))
	return nil
}

// prices reads a line that is not a fault.
func (p *erringParser) prices(row []string) error {
	if p.rows[row[0]] != nil {
		return p.fail(0, "the line %q is there twice", row[0])
	}
	p.rows[strings.Clone(row[0])] = []string{}
	if p.first == 4 && row[3] != "" || p.first == 4 && row[2] != "" && row[0] != "give up" {
		return p.fail(2, `the line %q has nothing to say about "repair" and "wrong"`, row[0])
	}
	if row[0] == "give up" {
		return p.giveUp(row)
	}
	for i, text := range row[p.first:] {
		if err := p.price(row[0], &p.table.Tests[i], &p.errors[i], text); err != nil {
			return p.fail(i+p.first, "%s %q: %v", row[0], text, err)
		}
	}
	return nil
}

// price reads one cell of a line "cost", "error" or "repeat".
func (p *erringParser) price(kind string, t *ErringTest, wrong *int, text string) (err error) {
	switch {
	case kind == "cost":
		t.Cost, err = number(text)
	case text == "":
	case kind == "repeat":
		if t.Repeat = text == "yes"; !t.Repeat && text != "no" {
			err = fmt.Errorf("want yes, no, or nothing")
		}
	default:
		*wrong, err = parts(text)
		if err == nil && *wrong >= whole {
			err = fmt.Errorf("want a chance below 1")
		}
	}
	return err
}

func (p *erringParser) giveUp(row []string) (err error) {
	if p.first != 4 {
		return p.fail(0, `a line "give up" needs the columns "repair" and "wrong" after "prior"`)
	}
	if p.table.GiveUp, err = number(row[2]); err != nil {
		return p.fail(2, "give up %q: %v", row[2], err)
	}
	if at := slices.IndexFunc(row[4:], func(s string) bool { return s != "" }); at >= 0 {
		return p.fail(at+4, `the line "give up" has a cost in the column "repair" only`)
	}
	return nil
}

// number reads a cost or a weight.
func number(text string) (float64, error) {
	if _, err := decimals(text); err != nil {
		return 0, err
	}
	values, unit := scaled([]string{text})
	return float64(values[0]) / float64(unit), nil
}

func (p *erringParser) fault(row []string) (err error) {
	t := p.table
	switch {
	case row[0] == "":
		return p.fail(0, "a fault without a name")
	case p.names[row[0]]:
		return p.fail(0, "%q is there twice", row[0])
	case len(t.Faults) == MaxErringFaults:
		return p.fail(0, "more than %d faults in a table with tests that err", MaxErringFaults)
	}
	f := ErringFault{Name: strings.Clone(row[0]), Repair: -1}
	p.names[f.Name] = true
	if f.Weight, err = number(row[1]); err != nil || f.Weight == 0 {
		return p.fail(1, "prior %q: want a number above 0", row[1])
	}
	if err := p.money(&f, row); err != nil {
		return err
	}
	cells := make([]cell, len(t.Tests))
	for i, text := range row[p.first:] {
		if cells[i], err = readCell(text); err != nil {
			return p.fail(i+p.first, "%v", err)
		}
		for _, c := range cells[i].list {
			if !slices.Contains(t.Tests[i].Words, c.word) {
				t.Tests[i].Words = append(t.Tests[i].Words, c.word)
			}
		}
		if n := len(t.Tests[i].Words); n > MaxErringWords {
			return p.fail(i+p.first, "%s has %d readings so far, at most %d: put similar ones together", t.Tests[i].Name, n, MaxErringWords)
		}
	}
	t.Faults, p.cells = append(t.Faults, f), append(p.cells, cells)
	return p.room()
}

// room refuses a table of too many chances.
func (p *erringParser) room() error {
	words := 0
	for i := range p.table.Tests {
		words += len(p.table.Tests[i].Words)
	}
	if words*len(p.table.Faults) > MaxErringCells {
		return p.fail(0, "%d faults and %d readings in all: their product is above %d", len(p.table.Faults), words, MaxErringCells)
	}
	return nil
}

// money reads the columns "repair" and "wrong" of a fault.
func (p *erringParser) money(f *ErringFault, row []string) (err error) {
	if p.first != 4 {
		return nil
	}
	if row[2] != "" {
		if f.Repair, err = number(row[2]); err != nil || f.Name == None {
			return p.fail(2, "repair %q: want a number such as 45, and nothing for the fault none", row[2])
		}
	}
	if row[3] == "" && f.Name == None {
		return nil
	}
	if f.Wrong, err = number(row[3]); err != nil {
		return p.fail(3, "wrong %q: what does it cost to stop while %s is there?", row[3], f.Name)
	}
	return nil
}

func readCell(text string) (cell, error) {
	switch {
	case text == "":
		return cell{}, fmt.Errorf("an empty cell: want a reading, or chances such as often:0.7|once:0.3")
	case likeChances(text):
		list, err := readChances(text)
		return cell{list, true}, err
	default:
		return cell{list: []chance{{strings.Clone(text), whole}}}, nil
	}
}

func (p *erringParser) finish() (*Erring, error) {
	t := p.table
	if len(t.Faults) == 0 {
		return nil, &Error{Line: 1, Column: 1, What: "a table without faults"}
	}
	for i := range t.Tests {
		x := &t.Tests[i]
		if x.Repeat && x.Cost == 0 {
			return nil, &Error{Line: 1, Column: p.first + i + 1, What: fmt.Sprintf("%s costs nothing and may be repeated: give it a cost above 0", x.Name)}
		}
		for f := range t.Faults {
			x.Chances = append(x.Chances, x.spread(&p.cells[f][i], p.errors[i]))
		}
	}
	return t, nil
}

// spread returns the chance of every word of a test, from a cell and the test's error in millionths.
func (t *ErringTest) spread(c *cell, wrong int) []float64 {
	chances := make([]float64, len(t.Words))
	for _, x := range c.list {
		chances[slices.Index(t.Words, x.word)] = float64(x.ppm) / whole
	}
	if c.given || wrong == 0 || len(t.Words) == 1 {
		return chances
	}
	for k := range chances {
		if chances[k] == 0 {
			chances[k] = float64(wrong) / whole / float64(len(t.Words)-1)
		} else {
			chances[k] = 1 - float64(wrong)/whole
		}
	}
	return chances
}

// Find parses "TEST=READING".
func (t *Erring) Find(text string) (Reading, error) {
	return find(text, len(t.Tests), func(i int) (string, []string) { return t.Tests[i].Name, t.Tests[i].Words })
}

// Spell returns a reading as "TEST=READING", the inverse of Find.
func (t *Erring) Spell(r Reading) string {
	return t.Tests[r.Test].Name + "=" + t.Tests[r.Test].Words[r.Word]
}

// Total returns the cost of all tests together.
func (t *Erring) Total() float64 {
	sum := 0.0
	for i := range t.Tests {
		sum += t.Tests[i].Cost
	}
	return sum
}
