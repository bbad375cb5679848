// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
)

// Contents reads a table of either kind and returns its faults and tests. The error is an [api.Problem] with the line
// and the cell.
func Contents(text []byte) (*api.DiagTable, error) {
	certain, erring, err := ReadAny(text)
	switch {
	case err != nil:
		return nil, err
	case erring != nil:
		return erringContents(erring), nil
	default:
		return certainContents(certain), nil
	}
}

func certainContents(t *diag.Table) *api.DiagTable {
	doc := &api.DiagTable{Schema: "diag.table/1", Kind: "certain"}
	for f := range t.Faults {
		doc.Faults = append(doc.Faults, api.DiagTableFault{Fault: t.Faults[f].Name})
	}
	for i := range t.Tests {
		x := &t.Tests[i]
		doc.Tests = append(doc.Tests, api.DiagTableTest{Test: x.Name, Cost: float64(x.Cost) / float64(t.Unit), Readings: x.Words})
	}
	return doc
}

func erringContents(t *diag.Erring) *api.DiagTable {
	doc := &api.DiagTable{Schema: "diag.table/1", Kind: "erring", Money: t.Money, GiveUp: price(t.GiveUp)}
	for f := range t.Faults {
		doc.Faults = append(doc.Faults, api.DiagTableFault{Fault: t.Faults[f].Name, Repair: price(t.Faults[f].Repair)})
	}
	for i := range t.Tests {
		x := &t.Tests[i]
		doc.Tests = append(doc.Tests, api.DiagTableTest{Test: x.Name, Cost: x.Cost, Readings: x.Words, Repeat: x.Repeat})
	}
	return doc
}

// price returns a cost of a table, or nil for one that is negative: the action is not allowed.
func price(cost float64) *float64 {
	if cost < 0 {
		return nil
	}
	return &cost
}
