// SPDX-License-Identifier: BSD-3-Clause

package isolation_test

import (
	"context"
	"fmt"
	"os"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
)

const car = `fault,        prior, lights, click
cost,         ,      1,      2
flat battery, 5,     dim,    no
bad starter,  1,     bright, yes
loose wire,   2,     bright, no
`

// The plan with the least expected cost, as a runbook.
func ExampleSolve() {
	table, err := isolation.Read([]byte(car))
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := isolation.Solve(context.Background(), table, nil, api.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("expected cost", plan.Plan.Fraction)
	if err := isolation.WriteText(os.Stdout, plan.Steps); err != nil {
		fmt.Println(err)
	}
	// Output:
	// expected cost 7/4
	// Test: lights
	// ├─ dim: it is flat battery
	// └─ bright: test click
	//    ├─ no: it is loose wire
	//    └─ yes: it is bad starter
}

// A session asks for one reading after the other until the fault is found.
func ExampleSession() {
	table, err := isolation.Read([]byte(car))
	if err != nil {
		fmt.Println(err)
		return
	}
	session, err := isolation.NewSession(context.Background(), table, nil, api.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, reading := range []string{"bright", "yes"} {
		fmt.Println(session.Now().Test, session.Readings())
		if err := session.Hear(context.Background(), reading); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(session.Now().Left)
	// Output:
	// lights [dim bright]
	// click [no yes]
	// [{bad starter 1}]
}

// Is every fault found within a number of tests? The proof is replayed by the rules alone.
func ExampleProve() {
	table, err := isolation.Read([]byte(car))
	if err != nil {
		fmt.Println(err)
		return
	}
	for within := 1; within <= 2; within++ {
		doc, err := isolation.Prove(context.Background(), table, within, api.Limits{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("within", within, doc.Verdict)
	}
	// Output:
	// within 1 disproved
	// within 2 proved
}
