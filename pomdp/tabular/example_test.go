// SPDX-License-Identifier: BSD-3-Clause

package tabular_test

import (
	"fmt"

	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/problems/tiger"
)

// From lists a problem of any domain as tables, which can be written as a file.
func ExampleFrom() {
	problem, err := tabular.From(tiger.Model{}, tiger.Discount, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	tables := problem.Tables()
	fmt.Println(tables.States)
	fmt.Println(tables.Actions)
	fmt.Println(tables.Observations)
	// Output:
	// [0 1]
	// [listen left right]
	// [growl-left growl-right silence]
}

// Tables are checked when a problem is made: rows of probabilities must sum to 1.
func ExampleNew() {
	always := []tabular.Chance{{Index: 0, P: 1}}
	_, err := tabular.New(tabular.Tables{
		Discount: 0.9, States: []string{"here", "there"}, Actions: []string{"go"}, Observations: []string{"nothing"},
		Start: always,
		Moves: [][]tabular.Chance{{{Index: 0, P: 0.25}, {Index: 1, P: 0.5}}, always},
		Signs: [][]tabular.Chance{always, always},
	})
	fmt.Println(err)
	// Output:
	// moves of go in here: probabilities sum to 0.75, not 1
}
