// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines/analysis"
)

// One call answers a position.
func ExampleAnswer() {
	doc, err := analysis.Answer(context.Background(), "4x4/4\n1...\n....\n....\n....\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("best:", doc.Best, "because:", doc.Because)
	fmt.Printf("wins %s of %s layouts, %s\n", doc.Value.Num, doc.Layouts, doc.Value.Kind)
	// Output:
	// best: [r1c3 r3c1] because: exact
	// wins 379 of 660 layouts, exact
}

// A board that cannot exist is a problem that names the numbers that clash.
func ExampleAnswer_contradiction() {
	_, err := analysis.Answer(context.Background(), "3x1/1\n2..\n")
	if problem, ok := errors.AsType[*api.Problem](err); ok {
		fmt.Println(problem.Title)
		fmt.Println(problem.Conflict)
	}
	// Output:
	// no mine layout fits this board
	// [r1c1]
}

// A service answers with limits, and hands on better and better documents on the way.
func ExampleService_Analyse() {
	service := &analysis.Service{}
	question := api.MinesAnalyseQuestion{Position: api.Input{Text: "4x4/4\n1...\n....\n....\n....\n"}, Budget: api.Budget{Nodes: 50_000}, Top: 1}
	first := true
	doc, err := service.Analyse(context.Background(), question, func(latest func() *api.MinesAnalysis) {
		if first {
			fmt.Println(latest().State)
		}
		first = false
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	move := doc.Moves[0]
	fmt.Printf("%s: %s wins with %.4f, risk %.2f\n", doc.State, move.Cell, *move.Win.Win, move.Risk.P)
	// Output:
	// running
	// done: r1c3 wins with 0.5742, risk 0.25
}
