// SPDX-License-Identifier: BSD-3-Clause

package cassandra_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/veilplan/veil/pomdp/cassandra"
)

// coin is the problem of a coin under a cup, in the format of pomdp-solve.
const coin = `discount: 0.9
values: reward
states: heads tails
actions: peek call
observations: shiny dull
start: uniform
T: *
identity
O: *
0.75 0.25
0.25 0.75
R: peek : * : * : * -1
R: call : heads : * : * 10
R: call : tails : * : * -10
`

// A file becomes a problem that every solver of rewards can take.
func ExampleParse() {
	problem, err := cassandra.Parse(coin)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, start := range problem.AppendStarts(nil) {
		reward, _ := problem.Rewards(1, start.State)
		fmt.Println(problem.NameState(&start.State), start.P, reward)
	}
	// Output:
	// heads 0.5 10
	// tails 0.5 -10
}

// A mistake in a file has a line and a column.
func ExampleParse_error() {
	_, err := cassandra.Parse("discount: 0.9\nvalues: reward\nstates: 2\nactions: 1\nobservations: 1\nT: 0\n0.5 0.6\n0 1\n")
	if fault, ok := errors.AsType[*cassandra.Error](err); ok {
		fmt.Println(fault.Line, fault)
	}
	// Output:
	// 7 line 7, column 1: T: 0 : 0: probabilities sum to 1.1, not 1
}

// What is written is read back as the same problem.
func ExampleWrite() {
	problem, err := cassandra.Parse("discount: 0.5\nvalues: reward\nstates: on off\nactions: wait\nobservations: light\nT: *\nuniform\nO: *\nuniform\nR: * : on : * : * 1\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := cassandra.Write(os.Stdout, problem); err != nil {
		fmt.Println(err)
	}
	// Output:
	// discount: 0.5
	// values: reward
	// states: on off
	// actions: wait
	// observations: light
	// start: 0.5 0.5
	// T: 0 : 0 : 0 0.5
	// T: 0 : 0 : 1 0.5
	// T: 0 : 1 : 0 0.5
	// T: 0 : 1 : 1 0.5
	// O: 0 : 0 : 0 1
	// O: 0 : 1 : 0 1
	// R: 0 : 0 : * : * 1
}
