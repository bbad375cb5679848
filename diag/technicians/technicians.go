// SPDX-License-Identifier: BSD-3-Clause

// Package technicians provides players for fault isolation: a table of faults and tests is a problem like others.
package technicians

import (
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/diag"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
)

type rules struct {
	// Example names a table of package isolation; File is another table, with its checksum.
	Example string `json:"example,omitempty"`
	File    string `json:"file,omitempty"`
	SHA256  string `json:"sha256,omitempty"`
	// Wrong is the cost of naming a wrong fault.
	Wrong    float64 `json:"wrong"`
	Discount float64 `json:"discount"`
}

// dear is the default cost of naming a wrong fault, as a multiple of the cost of all tests.
const dear = 10

// Domain returns fault isolation: tests are performed until a fault is named.
func Domain() play.Domain {
	return play.Domain{
		Name: "diag", About: "a machine with a hidden fault, tests that cost something",
		Open:     func(raw json.RawMessage) (play.Configured, error) { return open(play.Access{}, raw) },
		OpenWith: open,
	}
}

func open(out play.Access, raw json.RawMessage) (play.Configured, error) {
	r, err := play.Strict(raw, rules{Discount: 0.99})
	if err == nil {
		err = methods.CheckDiscount(r.Discount)
	}
	if err != nil {
		return play.Configured{}, err
	}
	table, err := r.table(out)
	if err != nil {
		return play.Configured{}, err
	}
	switch {
	case r.Wrong < 0:
		return play.Configured{}, fmt.Errorf("wrong %v: want 0 or more", r.Wrong)
	case r.Wrong == 0:
		r.Wrong = dear * table.Total()
	}
	return configure(r, diag.NewVisit(table, r.Wrong)), nil
}

// table reads the table that the rules name.
func (r *rules) table(out play.Access) (*diag.Table, error) {
	switch {
	case r.Example != "" && r.File != "":
		return nil, fmt.Errorf("example %q and file %q: want one of them", r.Example, r.File)
	case r.File != "":
		text, sum, err := out.Read(play.File{Name: r.File, SHA256: r.SHA256, Most: diag.MaxBytes})
		if err != nil {
			return nil, err
		}
		r.SHA256 = sum
		return isolation.Read(text)
	case r.Example == "":
		r.Example = "car"
	}
	text, err := isolation.Example(r.Example)
	if err != nil {
		return nil, err
	}
	return isolation.Read([]byte(text))
}

func configure(r rules, v *diag.Visit) play.Configured {
	problem := methods.Problem[diag.Case, diag.Action, diag.Reading]{
		Game: play.Game[diag.Case, diag.Action, diag.Reading]{
			Model:   v,
			Actions: play.Listed(play.Text[diag.Action]{Format: v.NameAction, Parse: v.ParseAction}, v.Actions()...),
			Seen:    play.Listed(play.Text[diag.Reading]{Format: v.FormatSeen, Parse: v.ParseSeen}, v.Readings()...),
		},
		Exact: v, Discount: r.Discount,
	}
	return methods.Configure(r, problem, methods.Rollouts(problem))
}
