// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/veilplan/veil/pomdp/tabular"
)

// Read parses a problem. Syntax errors are of type [*Error].
func Read(r io.Reader) (*tabular.Problem, error) { return ReadWithin(nil, r) }

// ReadWithin is Read with a memory limit.
func ReadWithin(room *tabular.Room, r io.Reader) (*tabular.Problem, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the file is larger than %d MB", MaxBytes>>20)
	}
	return ParseWithin(room, string(text))
}

// Parse parses a problem. Syntax errors are of type [*Error].
func Parse(text string) (*tabular.Problem, error) { return ParseWithin(nil, text) }

// ParseWithin is Parse with a memory limit. A problem that does not fit is a [*tabular.FullError],
// and is refused before anything is allocated for it.
func ParseWithin(room *tabular.Room, text string) (*tabular.Problem, error) {
	p := &parser{scanner: newScanner(strings.TrimPrefix(text, "\uFEFF")), room: room}
	if err := p.head(); err != nil {
		return nil, err
	}
	if err := p.body(); err != nil {
		return nil, err
	}
	return p.finish()
}

// parser holds the state of parsing.
type parser struct {
	*scanner

	tables  tabular.Tables
	names   [3]map[string]int // of states, actions and observations
	costs   bool
	given   map[string]bool // the lines of the preamble
	moves   table
	signs   table
	rewards rules
	entries int // stored so far
	room    *tabular.Room

	dense  []float64        // the row being read
	scarce []tabular.Chance // its entries that are not zero
}

// The kinds of names.
const (
	states = iota
	actions
	observations
)

func kinds() [3]string { return [3]string{"state", "action", "observation"} }

// head parses the preamble, up to the first T, O or R.
func (p *parser) head() error {
	p.given = map[string]bool{}
	var start func() error
	for p.next.text != "T" && p.next.text != "O" && p.next.text != "R" {
		key := p.take()
		if p.given[key.text] {
			return key.fault("%s is given twice", key.text)
		}
		p.given[key.text] = true
		var err error
		switch key.text {
		case "discount", "values", "states", "actions", "observations":
			err = p.setting(key.text)
		case "start":
			start = p.startLine()
		case "":
			return key.fault("the file ends before any T, O or R")
		default:
			return key.fault("want discount, values, states, actions, observations, start, T, O or R, got %v", key)
		}
		if err != nil {
			return err
		}
	}
	for _, key := range []string{"discount", "states", "actions", "observations"} {
		if !p.given[key] {
			return p.next.fault("%s is missing", key)
		}
	}
	if err := p.makeTables(); err != nil {
		return err
	}
	if start == nil {
		return p.startEvenly()
	}
	return start()
}

// makeTables allocates the tables, with empty rows.
func (p *parser) makeTables() error {
	rows := len(p.tables.States) * len(p.tables.Actions)
	if rows > MaxEntries {
		return p.next.fault("%d states and %d actions are too many", len(p.tables.States), len(p.tables.Actions))
	}
	if err := p.room.Take(rows, 2*tabular.RowSize); err != nil {
		return err
	}
	if err := p.room.Take(rows, 2*placeSize); err != nil {
		return err
	}
	p.moves = newTable(len(p.tables.States), rows)
	p.signs = newTable(len(p.tables.Observations), rows)
	return nil
}

func (p *parser) setting(key string) error {
	if err := p.expectColon(); err != nil {
		return err
	}
	switch key {
	case "discount":
		t := p.next
		x, err := p.number()
		if err == nil && !(x > 0 && x <= 1) {
			err = t.fault("discount %v: want more than 0 and at most 1", x)
		}
		p.tables.Discount = x
		return err
	case "values":
		t := p.take()
		p.costs = t.text == "cost" || t.text == "costs"
		if !p.costs && t.text != "reward" && t.text != "rewards" {
			return t.fault("want reward or cost, got %v", t)
		}
		return nil
	case "states":
		return p.list(states, &p.tables.States, tabular.MaxStates)
	case "actions":
		return p.list(actions, &p.tables.Actions, tabular.MaxActions)
	default:
		return p.list(observations, &p.tables.Observations, tabular.MaxObservations)
	}
}

// list parses a list of names, or their number.
func (p *parser) list(kind int, into *[]string, most int) error {
	first := p.next
	p.names[kind] = map[string]int{}
	if n, err := strconv.Atoi(first.text); err == nil {
		p.take()
		if n < 1 || n > most {
			return first.fault("%d %ss: want 1 to %d", n, kinds()[kind], most)
		}
		if err := p.room.Take(n, tabular.NameSize); err != nil {
			return err
		}
		*into = make([]string, n)
		for i := range n {
			(*into)[i] = strconv.Itoa(i)
		}
		return nil
	}
	for !p.atStatement() {
		t := p.take()
		if !isName(t.text) {
			return t.fault("want the name of a %s, got %v", kinds()[kind], t)
		}
		if _, ok := p.names[kind][t.text]; ok {
			return t.fault("%s %q is listed twice", kinds()[kind], t.text)
		}
		if len(*into) == most {
			return t.fault("more than %d %ss", most, kinds()[kind])
		}
		if err := p.room.Take(1, listedSize); err != nil {
			return err
		}
		p.names[kind][t.text] = len(*into)
		*into = append(*into, t.text)
	}
	if len(*into) == 0 {
		return first.fault("want names or a number, got %v", first)
	}
	return nil
}

// atStatement reports whether a statement begins here: a keyword followed by a colon. Names
// may look like keywords.
func (p *parser) atStatement() bool {
	switch p.next.text {
	case "":
		return true
	case "start", "discount", "values", "states", "actions", "observations", "T", "O", "R":
	default:
		return false
	}
	ahead := *p.scanner
	ahead.take()
	return ahead.next.text == ":" || p.next.text == "start" && (ahead.next.text == "include" || ahead.next.text == "exclude")
}

// isName reports whether a text can be a name: a letter, then letters, digits and ._-
func isName(text string) bool {
	for i, c := range []byte(text) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', i > 0 && ('0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return text != "" && len(text) <= 200
}

// index parses a name or a number. It returns all for a star.
const all = -1

func (p *parser) index(kind, many int) (int, error) {
	t := p.take()
	if t.text == "*" {
		return all, nil
	}
	if i, ok := p.names[kind][t.text]; ok {
		return i, nil
	}
	i, err := strconv.Atoi(t.text)
	if err != nil || i < 0 || i >= many {
		return 0, t.fault("no %s %v", kinds()[kind], t)
	}
	return i, nil
}

func (p *parser) state() (int, error)       { return p.index(states, len(p.tables.States)) }
func (p *parser) action() (int, error)      { return p.index(actions, len(p.tables.Actions)) }
func (p *parser) observation() (int, error) { return p.index(observations, len(p.tables.Observations)) }

// colon skips a colon if there is one.
func (p *parser) colon() bool {
	if p.next.text != ":" {
		return false
	}
	p.take()
	return true
}

// Bytes of a listed name in its list and its map, both of which grow; of an entry that is added to
// a row, which grows; of a line R, in its list and map; and of the place of a row.
const (
	listedSize = 5*16 + 100
	addedSize  = 5 * tabular.ChanceSize
	ruleSize   = 5*(16+4) + 150
	placeSize  = 8
)

// charge counts stored entries against MaxEntries.
func (p *parser) charge(n int) error {
	if p.entries += n; p.entries > MaxEntries {
		return p.next.fault("the problem has more than %d probabilities and rewards", MaxEntries)
	}
	return nil
}
