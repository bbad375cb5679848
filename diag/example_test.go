// SPDX-License-Identifier: BSD-3-Clause

package diag_test

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/diag"
)

// car is a car that does not start: faults, how likely each is, and what each test reads.
const car = `fault,        prior, lights, click
cost,         ,      1,      2
flat battery, 5,     dim,    no
bad starter,  1,     bright, yes
loose wire,   2,     bright, no
`

// Readings leave the faults that explain all of them.
func ExampleTable_Left() {
	table, err := diag.Read(strings.NewReader(car))
	if err != nil {
		fmt.Println(err)
		return
	}
	reading, err := table.Find("lights=bright")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fault := range table.Left([]diag.Reading{reading}) {
		fmt.Println(table.Faults[fault].Name)
	}
	// Output:
	// bad starter
	// loose wire
}

// Readings that no fault explains together are reduced to those that contradict each other.
func ExampleTable_Conflict() {
	table, err := diag.Read(strings.NewReader(car))
	if err != nil {
		fmt.Println(err)
		return
	}
	var seen []diag.Reading
	for _, text := range []string{"lights=dim", "click=yes"} {
		reading, err := table.Find(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		seen = append(seen, reading)
	}
	for _, r := range table.Conflict(seen) {
		fmt.Println(table.Spell(r))
	}
	// Output:
	// lights=dim
	// click=yes
}

// A table with a mistake is refused with its place.
func ExampleRead() {
	_, err := diag.Read(strings.NewReader("fault, prior, lights\nflat battery, many, dim\n"))
	fmt.Println(err)
	// Output:
	// line 2, cell 2: prior "many": want a number such as 3 or 0.25, below 10^9 and with at most 6 digits after the point
}
