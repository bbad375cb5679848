// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"slices"

	"github.com/veilplan/veil/pomdp/tabular"
)

// startLine skips the line with the prior. It may come before the states, so it is parsed again
// when they are known.
func (p *parser) startLine() func() error {
	from := *p.scanner
	for i := 0; i == 0 || !p.atStatement(); i++ {
		p.take()
	}
	return func() error {
		after := *p.scanner
		*p.scanner = from
		err := p.start()
		if err == nil && p.at != after.at {
			err = p.next.fault("want the end of start, got %v; several states are given by start include:", p.next)
		}
		*p.scanner = after
		return err
	}
}

// start parses the prior: numbers, uniform, one state, or the states to include or exclude.
func (p *parser) start() error {
	n, mode := len(p.tables.States), ""
	if p.next.text == "include" || p.next.text == "exclude" {
		mode = p.take().text
	}
	if err := p.expectColon(); err != nil {
		return err
	}
	first := p.next
	switch {
	case mode != "":
		return p.startList(mode == "include")
	case first.text == "uniform":
		p.take()
		return p.startEvenly()
	}
	if i, ok := p.names[states][first.text]; ok || isName(first.text) {
		if !ok {
			return first.fault("no state %v", first)
		}
		p.take()
		p.tables.Start = []tabular.Chance{{Index: uint32(i), P: 1}}
		return nil
	}
	row, err := p.numbers(n)
	if err != nil {
		return err
	}
	row, sum, err := normalised(row)
	if err != nil {
		return first.fault("start: %v", err)
	}
	p.note(first.place(), func() string { return "start" }, sum)
	return p.keepStart(row)
}

func (p *parser) startList(include bool) error {
	if err := p.room.Take(len(p.tables.States), 1+tabular.ChanceSize); err != nil {
		return err
	}
	first, listedStates := p.next, make([]bool, len(p.tables.States))
	for i := 0; i == 0 || !p.atStatement(); i++ {
		s, err := p.state()
		if err != nil {
			return err
		}
		from, end := span(s, len(listedStates))
		for j := from; j < end; j++ {
			listedStates[j] = true
		}
		if err := p.room.Step(end - from); err != nil {
			return err
		}
	}
	row := make([]tabular.Chance, 0, len(listedStates))
	for i, in := range listedStates {
		if in == include {
			row = append(row, tabular.Chance{Index: uint32(i)})
		}
	}
	if len(row) == 0 {
		return first.fault("start: no state is left")
	}
	for i := range row {
		row[i].P = 1 / float64(len(row))
	}
	p.tables.Start = row
	return nil
}

// startEvenly makes every state as likely as any other.
func (p *parser) startEvenly() error {
	row, err := p.uniform(len(p.tables.States))
	if err != nil {
		return err
	}
	return p.keepStart(row)
}

// keepStart copies a prior, because its row is overwritten by the next one.
func (p *parser) keepStart(row []tabular.Chance) error {
	if err := p.room.Take(len(row), tabular.ChanceSize); err != nil {
		return err
	}
	p.tables.Start = slices.Clone(row)
	return nil
}

// uniform returns a row of equal probabilities. It is valid until the next row is read.
func (p *parser) uniform(n int) ([]tabular.Chance, error) {
	if err := p.widen(n); err != nil {
		return nil, err
	}
	p.scarce = p.scarce[:n]
	for i := range p.scarce {
		p.scarce[i] = tabular.Chance{Index: uint32(i), P: 1 / float64(n)}
		if err := p.room.Step(1); err != nil {
			return nil, err
		}
	}
	return p.scarce, nil
}
