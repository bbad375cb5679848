// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/deduction"
)

// fourPieces is a problem in which the piece on e1 may be a queen, a rook, a bishop or a knight.
const fourPieces = "ruleset: english\nto move: white\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n"

// One question asks whether mate can be forced, whatever is hidden.
func ExampleService_Mate() {
	question := api.KriegMateQuestion{Position: api.KriegInput{Text: fourPieces}}
	doc, err := (&deduction.Service{}).Mate(context.Background(), question, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Verdict, "in", doc.Moves, "on", doc.Boards, "boards, proved by a", doc.ProvedBy)
	// Output:
	// mate in 2 on 4 boards, proved by a plan
}

// What is possible after a log, and which try reveals most?
func ExampleService_Belief() {
	question := api.KriegBeliefQuestion{Position: api.KriegInput{Text: "W e2e4 yes\nB moved\n"}, Tries: true}
	doc, err := (&deduction.Service{}).Belief(context.Background(), question)
	if err != nil {
		fmt.Println(err)
		return
	}
	best := doc.Tries[0]
	for _, try := range doc.Tries {
		if try.Bits > best.Bits {
			best = try
		}
	}
	fmt.Printf("%d boards (%s); %s is worth %.2f bits\n", doc.Positions, doc.Kind, best.Name, best.Bits)
	// Output:
	// 20 boards (exact); Qh5 is worth 0.75 bits
}

// What could be heard after a try, in words.
func ExampleService_Why() {
	question := api.KriegWhyQuestion{Position: api.KriegInput{Text: "W e2e4 yes\nB moved\n"}, Try: "exd5"}
	doc, err := (&deduction.Service{}).Why(context.Background(), question)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, heard := range doc.Cases[0].Heard {
		fmt.Printf("%s: %.0f%%\n", heard.Words, 100*heard.Share)
	}
	// Output:
	// takes d5: 5%
	// illegal: 95%
}
