// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import "github.com/veilplan/veil/pomdp/tabular"

// body reads the lines T, O and R.
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

// chances reads a T or O: one probability, a row or a matrix.
func (p *parser) chances(t *table, column func() (int, error), moves bool) error {
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
	x, err := p.number()
	if err != nil {
		return err
	}
	from, end := span(c, t.width)
	return p.eachRow(a, s, func(row int) int {
		grown := 0
		for i := from; i < end; i++ {
			grown += t.set(row, i, x)
		}
		return grown
	})
}

// span returns the range that an index stands for.
func span(i, many int) (from, end int) {
	if i == all {
		return 0, many
	}
	return i, i + 1
}

// eachRow changes the rows of an action and a state, either of which may be all.
func (p *parser) eachRow(a, s int, change func(row int) (grown int)) error {
	n := len(p.tables.States)
	a, lastAction := span(a, len(p.tables.Actions))
	s, lastState := span(s, n)
	for ; a < lastAction; a++ {
		for i := s; i < lastState; i++ {
			if err := p.charge(change(a*n + i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// row reads the rest of a row.
func (p *parser) row(t *table, a, s int, moves bool) error {
	var list []tabular.Chance
	switch {
	case p.next.text == "uniform":
		p.take()
		list = uniform(t.width)
	case p.next.text == "reset" && moves:
		p.take()
		list = p.tables.Start
	default:
		row := make([]float64, t.width)
		if err := p.numbers(row); err != nil {
			return err
		}
		list = sparse(row)
	}
	return p.eachRow(a, s, func(row int) int { return t.replace(row, list) })
}

// matrix reads the rows of all states.
func (p *parser) matrix(t *table, a int, moves bool) error {
	switch {
	case p.next.text == "identity" && moves:
		p.take()
		n := len(p.tables.States)
		return p.eachRow(a, all, func(row int) int {
			return t.replace(row, []tabular.Chance{{Index: uint32(row % n), P: 1}})
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

// numbers fills a row.
func (p *parser) numbers(row []float64) error {
	for i := range row {
		x, err := p.number()
		if err != nil {
			return err
		}
		row[i] = x
	}
	return nil
}

// reward reads an R: one number, a row or a matrix.
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
	x, err := p.number()
	if err != nil {
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
		p.rewards.add(a, s, next, o, x)
	}
	return p.charge(len(p.tables.Observations))
}

// finish checks every row and makes the problem.
func (p *parser) finish() (*tabular.Problem, error) {
	n := len(p.tables.States)
	for i := range p.moves.rows {
		for _, t := range []struct {
			name string
			rows [][]tabular.Chance
		}{{"T", p.moves.rows}, {"O", p.signs.rows}} {
			row, err := normalised(t.rows[i])
			if err != nil {
				return nil, p.next.fault("%s: %s : %s: %v", t.name, p.tables.Actions[i/n], p.tables.States[i%n], err)
			}
			t.rows[i] = row
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
	problem, err := tabular.New(p.tables)
	if err != nil {
		return nil, p.next.fault("%v", err)
	}
	return problem, nil
}

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
		if work > 64*MaxEntries {
			return p.next.fault("the rewards would take too long to look up: list fewer of them for all actions and states")
		}
	}
	return nil
}
