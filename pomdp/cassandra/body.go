// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/veilplan/veil/pomdp/tabular"
)

// body parses the lines T, O and R.
func (p *parser) body() error {
	for p.next.text != "" {
		key := p.take()
		if err := p.expectColon(); err != nil {
			return err
		}
		var err error
		switch key.text {
		case "T":
			err = p.chances(&p.moves, p.state, true)
		case "O":
			err = p.chances(&p.signs, p.observation, false)
		case "R":
			err = p.reward()
		default:
			err = key.fault("want T, O or R, got %v", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// chances parses a T or O: one probability, a row or a matrix.
func (p *parser) chances(t *table, column func() (int, error), moves bool) error {
	from := p.next.place()
	a, err := p.action()
	if err != nil {
		return err
	}
	if !p.colon() {
		return p.matrix(t, a, moves)
	}
	s, err := p.state()
	if err != nil {
		return err
	}
	if !p.colon() {
		return p.row(t, a, s, moves)
	}
	c, err := column()
	if err != nil {
		return err
	}
	p.colon() // some files have one before the number
	x, err := p.number()
	if err != nil {
		return err
	}
	first, end := span(c, t.width)
	return p.eachRow(a, s, func(row int) (int, error) {
		before := len(t.rows[row])
		t.from[row] = from
		for i := first; i < end; i++ {
			if err := p.set(t, row, i, x); err != nil {
				return 0, err
			}
		}
		return len(t.rows[row]) - before, nil
	})
}

// span returns the half-open range that an index stands for; all is the whole range.
func span(i, many int) (from, end int) {
	if i == all {
		return 0, many
	}
	return i, i + 1
}

// eachRow changes the rows of an action and a state, either of which may be all.
func (p *parser) eachRow(a, s int, change func(row int) (grown int, err error)) error {
	n := len(p.tables.States)
	a, lastAction := span(a, len(p.tables.Actions))
	s, lastState := span(s, n)
	for ; a < lastAction; a++ {
		for i := s; i < lastState; i++ {
			grown, err := change(a*n + i)
			if err != nil {
				return err
			}
			if err := p.charge(grown); err != nil {
				return err
			}
		}
	}
	return nil
}

// row parses the rest of a row.
func (p *parser) row(t *table, a, s int, moves bool) error {
	list, from := p.tables.Start, p.next.place()
	var err error
	switch {
	case p.next.text == "uniform":
		p.take()
		list, err = p.uniform(t.width)
	case p.next.text == "reset" && moves:
		p.take()
	default:
		list, err = p.numbers(t.width)
	}
	if err != nil {
		return err
	}
	return p.eachRow(a, s, func(row int) (int, error) {
		t.from[row] = from
		return p.replace(t, row, list)
	})
}

// matrix parses the rows of all states.
func (p *parser) matrix(t *table, a int, moves bool) error {
	switch {
	case p.next.text == "identity" && moves:
		from := p.take().place()
		n := len(p.tables.States)
		return p.eachRow(a, all, func(row int) (int, error) {
			t.from[row] = from
			return p.replace(t, row, []tabular.Chance{{Index: uint32(row % n), P: 1}})
		})
	case p.next.text == "uniform" || p.next.text == "reset" && moves:
		return p.row(t, a, all, moves)
	}
	for s := range p.tables.States {
		if err := p.row(t, a, s, false); err != nil {
			return err
		}
	}
	return nil
}

// numbers parses a row and returns its entries that are not zero. The slice is valid until the next row.
func (p *parser) numbers(width int) ([]tabular.Chance, error) {
	if err := p.widen(width); err != nil {
		return nil, err
	}
	for i := range width {
		x, err := p.number()
		if err != nil {
			return nil, err
		}
		p.dense[i] = x
	}
	p.scarce = appendSparse(p.scarce[:0], p.dense[:width])
	return p.scarce, p.room.Step(width)
}

// widen makes room for a row.
func (p *parser) widen(width int) error {
	if len(p.dense) >= width {
		return nil
	}
	if err := p.room.Take(width, 8+tabular.ChanceSize); err != nil {
		return err
	}
	p.dense, p.scarce = make([]float64, width), make([]tabular.Chance, 0, width)
	return nil
}

// reward parses an R: one number, a row or a matrix.
func (p *parser) reward() error {
	a, err := p.action()
	if err != nil {
		return err
	}
	if err := p.expectColon(); err != nil {
		return err
	}
	s, err := p.state()
	if err != nil {
		return err
	}
	if !p.colon() {
		for next := range p.tables.States {
			if err := p.rewardRow(a, s, next); err != nil {
				return err
			}
		}
		return nil
	}
	next, err := p.state()
	if err != nil {
		return err
	}
	if !p.colon() {
		return p.rewardRow(a, s, next)
	}
	o, err := p.observation()
	if err != nil {
		return err
	}
	p.colon()
	x, err := p.number()
	if err != nil {
		return err
	}
	return p.rule(a, s, next, o, x)
}

// rule stores one reward of an R line.
func (p *parser) rule(a, s, next, o int, x float64) error {
	if err := p.room.Take(1, ruleSize); err != nil {
		return err
	}
	p.rewards.add(a, s, next, o, x)
	return p.charge(1)
}

func (p *parser) rewardRow(a, s, next int) error {
	for o := range p.tables.Observations {
		x, err := p.number()
		if err != nil {
			return err
		}
		if err := p.rule(a, s, next, o, x); err != nil {
			return err
		}
	}
	return nil
}

// finish checks every row and builds the problem.
func (p *parser) finish() (*tabular.Problem, error) {
	for i := range p.moves.rows {
		if err := cmp.Or(p.settle("T", &p.moves, i), p.settle("O", &p.signs, i)); err != nil {
			return nil, err
		}
	}
	p.tables.Moves, p.tables.Signs = p.moves.rows, p.signs.rows
	if err := p.affordable(); err != nil {
		return nil, err
	}
	sign := 1.0
	if p.costs {
		sign = -1
	}
	p.tables.Reward = p.rewards.reward(sign)
	problem, err := tabular.NewWithin(p.room, p.tables)
	if err != nil {
		return nil, p.located(err)
	}
	return problem, nil
}

// settle scales a row, or tells where the row was given and what is wrong with it.
func (p *parser) settle(key string, t *table, i int) error {
	name := func() string {
		n := len(p.tables.States)
		return fmt.Sprintf("%s: %s : %s", key, p.tables.Actions[i/n], p.tables.States[i%n])
	}
	if t.from[i] == (place{}) {
		return p.next.fault("%s: no line gives these probabilities", name())
	}
	row, sum, err := normalised(t.rows[i])
	if err != nil {
		return &Error{int(t.from[i].line), int(t.from[i].column), fmt.Sprintf("%s: %v", name(), err)}
	}
	p.note(t.from[i], name, sum)
	t.rows[i] = row
	return p.room.Step(1 + len(row))
}

// note remembers a row that missed 1 by more than a written problem does.
func (p *parser) note(from place, row func() string, sum float64) {
	if math.Abs(sum-1) > tabular.Slack {
		p.tables.Scaled.Add(int(from.line), row, sum)
	}
}

// located adds a place to an error about the tables. Lack of memory or time is not a syntax error.
func (p *parser) located(err error) error {
	if _, full := errors.AsType[*tabular.FullError](err); full || p.room.Step(stopped) != nil {
		return err
	}
	return p.next.fault("%v", err)
}

// stopped is an amount of work after which Step checks the context at once.
const stopped = 1 << 20

// affordable limits the work of finding all rewards: the outcomes of every action in every
// state, times the lines that speak of them.
func (p *parser) affordable() error {
	n, work := len(p.tables.States), 0
	for i, row := range p.tables.Moves {
		a, s := i/n, i%n
		lines := 1
		for _, key := range [4][2]int{{a, s}, {a, all}, {all, s}, {all, all}} {
			lines += len(p.rewards.of[key])
		}
		for _, next := range row {
			work += len(p.tables.Signs[a*n+int(next.Index)]) * lines
		}
		if err := p.room.Step(1 + len(row)); err != nil {
			return err
		}
		if work > 64*MaxEntries {
			return p.next.fault("the rewards would take too long to look up: list fewer of them for all actions and states")
		}
	}
	return nil
}
