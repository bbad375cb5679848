// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"strconv"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines/analysis"
)

// clickValues is the answer of values.
type clickValues struct{ table values.Table }

// newClickValues returns the requested rows of the store.
func newClickValues(j *valuesJob) (*clickValues, error) {
	var rows []values.Row
	for _, key := range j.clicks {
		if row, ok := j.store.Row(key); ok {
			rows = append(rows, row)
		}
	}
	table, err := values.NewTable(rows)
	return &clickValues{table}, err
}

// complete reports clicks with bounds only.
func (v *clickValues) complete() error {
	open := 0
	for _, r := range v.table {
		if !r.Exact() {
			open++
		}
	}
	if open == 0 {
		return nil
	}
	return &frame.Failure{
		Code: frame.ExitBudget, Kind: frame.KindBudget, What: text.Plural(open, "first click") + " known only within bounds",
		Notes: []string{"run the same command with more --patience or --nodes to continue"},
	}
}

// Text prints the best first clicks of each board.
func (v *clickValues) Text(p *text.Page) {
	last := values.Key{}
	for _, b := range v.table.Boards() {
		key := b[0].Key
		if key.First != last.First {
			if last.First != "" {
				p.Line("")
			}
			p.Line("%dx%d, first: %s", key.Width, key.Height, key.First)
			p.Line("%5s  %-26s %s", "mines", "best first click", "wins")
		}
		last = key
		best, value := bestClicks(b)
		p.Line("%5d  %-26s %v  %s", key.Mines, text.ShortList(best, 26), value, value.Badge())
	}
	p.Advise("")
	p.Advise("One cell represents all that a symmetry of the board maps to it.")
}

func (v *clickValues) Rows() [][]string {
	list := [][]string{values.Columns()}
	for _, r := range v.table {
		list = append(list, r.Fields())
	}
	return list
}

func (v *clickValues) Document() any {
	doc := api.MinesFirstClicks{Schema: "mines.values/1", Clicks: []api.MinesFirstClick{}}
	for _, r := range v.table {
		doc.Clicks = append(doc.Clicks, api.MinesFirstClick{
			Width: r.Width, Height: r.Height, Mines: r.Mines, First: r.First, Cell: r.Cell,
			Layouts: strconv.FormatUint(r.Layouts, 10),
			Lo:      strconv.FormatUint(r.Lo, 10), Hi: strconv.FormatUint(r.Hi, 10), Win: api.NewValue(winningShare(r)),
		})
	}
	return doc
}

// winningShare returns the value of a click.
func winningShare(r values.Row) veil.Value {
	return analysis.WonShare(r.Lo, r.Hi, r.Layouts)
}

// bestClicks returns the clicks that are proved best, and the value of best play. Clicks of one
// board may allow different numbers of layouts, so shares are compared.
func bestClicks(b values.Board) (cells []string, value veil.Value) {
	lo, hi := new(big.Rat), new(big.Rat)
	for _, r := range b {
		if low := ratio(r.Lo, r.Layouts); low.Cmp(lo) > 0 {
			lo = low
		}
		if high := ratio(r.Hi, r.Layouts); high.Cmp(hi) >= 0 {
			hi, value = high, winningShare(r)
		}
	}
	for _, r := range b {
		if ratio(r.Lo, r.Layouts).Cmp(hi) == 0 {
			cells = append(cells, r.Cell)
			value = winningShare(r)
		}
	}
	if len(cells) > 0 {
		return cells, value
	}
	low, _ := lo.Float64()
	high, _ := hi.Float64()
	return []string{"?"}, veil.BoundsValue(low, high)
}

func ratio(num, den uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(num), new(big.Int).SetUint64(den))
}
