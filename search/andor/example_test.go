// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// fourPieces is a problem in which the piece on e1 may be a queen, a rook, a bishop or a knight.
const fourPieces = `ruleset: english
to move: white
me: 8/7B/8/2K5/2N5/8/8/1R6
opp: k@a4 q|r|b|n@e1
goal: mate in 2
`

// readBoards returns the rules and every board that may be the hidden one.
func readBoards(text string) (proof.Rules[krieg.State, krieg.Action, krieg.Percept], []krieg.State, error) {
	problem, err := krieg.ParseProblem(context.Background(), text)
	if err != nil {
		return nil, nil, err
	}
	model := problem.Model()
	var boards []krieg.State
	for _, w := range model.AppendStarts(nil) {
		boards = append(boards, w.State)
	}
	return model, boards, nil
}

// White mates in two moves, although the piece on e1 may be a queen, a rook, a bishop or
// a knight.
func ExampleProve() {
	rules, boards, err := readBoards(fourPieces)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := andor.Prove(context.Background(), rules, boards, 3, andor.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)
	if err := result.Plan.WriteText(os.Stdout, nil); err != nil {
		fmt.Println(err)
	}
	report, err := proof.Check(context.Background(), rules, boards, result.Plan)
	fmt.Println(report.States, "boards checked, error", err)
	// Output:
	// proved
	// 1. b1a1   4 states
	//    ├─ yes check file, then yes            4 states   2. a1a3
	//    └─ yes check file, then yes takes a1   2 states   2. h7c2
	// 4 boards checked, error <nil>
}

// Keys finds every first try that wins. Of all the tries here, one forces mate.
func ExampleKeys() {
	rules, boards, err := readBoards(fourPieces)
	if err != nil {
		fmt.Println(err)
		return
	}
	keys, err := andor.Keys(context.Background(), rules, boards, 3, andor.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, key := range keys {
		if key.Verdict == andor.Proved {
			fmt.Println(key.Try, "wins;", len(keys), "tries examined")
		}
	}
	// Output:
	// b1a1 wins; 30 tries examined
}

// Where no plan wins, a refutation proves it: a few boards and an answer to every try. The checker shares no code with
// the search.
func ExampleProve_disproved() {
	rules, boards, err := readBoards(fourPieces)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := andor.Prove(context.Background(), rules, boards, 1, andor.Config{Refutation: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict, "by", len(result.Refutation.States), "boards")
	fmt.Println(proof.CheckRefutation(context.Background(), rules, boards, result.Refutation))
	// Output:
	// disproved by 4 boards
	// <nil>
}

// If no plan wins from all boards, a part of them may still be won by one plan.
func ExampleProvePart() {
	rules, boards, err := readBoards("to move: white\nme: 8/8/8/8/8/1K6/7R/8\nopp: k@{a1,b1,c1,e1}\ngoal: mate in 1\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := andor.ProvePart(context.Background(), rules, boards, 1, 1, andor.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(part.Of), "of", len(boards), "boards by", part.Plan.Nodes[0].Try)
	// Output:
	// 2 of 4 boards by h2h1
}

// A search may be limited by its nodes. The result is then the same on every machine.
func ExampleConfig() {
	rules, boards, err := readBoards(fourPieces)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := andor.Prove(context.Background(), rules, boards, 3, andor.Config{Nodes: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict, errors.Is(result.Cut, andor.ErrNodes))
	// Output:
	// unknown true
}
