// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"slices"

	"github.com/veilplan/veil/pomdp/tabular"
)

// startLine passes the line with the prior. It may come before the states, so it is read
// again when they are known.
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
			err = p.next.fault("want the end of start, got %v", p.next)
		}
		*p.scanner = after
		return err
	}
}

// start reads the prior: numbers, uniform, one state, or the states to include or exclude.
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
		p.tables.Start = uniform(n)
		return nil
	}
	if i, ok := p.names[states][first.text]; ok || isName(first.text) {
		if !ok {
			return first.fault("no state %v", first)
		}
		p.take()
		p.tables.Start = []tabular.Chance{{Index: uint32(i), P: 1}}
		return nil
	}
	row := make([]float64, n)
	if err := p.numbers(row); err != nil {
		return err
	}
	var err error
	p.tables.Start, err = normalised(sparse(row))
	if err != nil {
		return first.fault("start: %v", err)
	}
	return nil
}

func (p *parser) startList(include bool) error {
	first, listedStates := p.next, make([]bool, len(p.tables.States))
	for i := 0; i == 0 || !p.atStatement(); i++ {
		s, err := p.state()
		if err != nil {
			return err
		}
		for j := range listedStates {
			listedStates[j] = listedStates[j] || s == j || s == all
		}
	}
	var row []tabular.Chance
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

func uniform(n int) []tabular.Chance {
	row := slices.Repeat([]tabular.Chance{{P: 1 / float64(n)}}, n)
	for i := range row {
		row[i].Index = uint32(i)
	}
	return row
}
