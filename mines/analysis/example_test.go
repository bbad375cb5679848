// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
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

// hero is a board with a forced guess: 660 layouts fit its one number.
const hero = "4x4/4\n1...\n....\n....\n....\n"

// Two cells with different winning chances come with the event that makes the difference.
func ExampleService_Explain() {
	question := api.MinesExplainQuestion{Position: api.Input{Text: hero}, Cells: []string{"r1c3", "r4c4"}}
	doc, err := (&analysis.Service{}).Explain(context.Background(), question)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range doc.Cells {
		fmt.Printf("%s wins with %.3f\n", cell.Cell, *cell.Win.Win)
	}
	fmt.Println(doc.Contrast)
	// Output:
	// r1c3 wins with 0.574
	// r4c4 wins with 0.556
	// r4c4 opens a zero three times as often, but its likeliest answer (1) leaves a position won only 59.9% of the time.
}

// A hint at the first level says whether there is anything to find.
func ExampleService_Hint() {
	for _, text := range []string{"4x2/2\n11..\n....\n", hero} {
		doc, err := (&analysis.Service{}).Hint(context.Background(), api.MinesHintQuestion{Position: api.Input{Text: text}})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(doc.Sentences[0].Text)
	}
	// Output:
	// Yes, logic is not exhausted: look along row 1.
	// No: no hidden cell is certainly safe, so a guess is forced.
}

// A board that can be won without a guess is found by its seed, so it can be drawn again.
func ExampleService_Draw() {
	doc, err := (&analysis.Service{}).Draw(context.Background(), api.MinesGenerateQuestion{Size: "9x9/10", Seed: "1", NoGuess: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("seed", doc.Seed, "after", doc.Certificate.Attempts, "attempts, first click", doc.Click)
	// Output:
	// seed 2 after 2 attempts, first click r5c5
}

// A board in the format of another program.
func ExampleService_Convert() {
	doc, err := (&analysis.Service{}).Convert(context.Background(), api.MinesConvertQuestion{Input: api.Input{Text: hero}, To: "jsm"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(doc.Text)
	// Output:
	// 4x4x4
	// 1HHH
	// HHHH
	// HHHH
	// HHHH
}

// A review separates mistakes from luck. After the 1, r1c4 was safe; the guess at r1c3 went well but gave away half
// of the winning chance.
func ExampleService_Review() {
	game := `{"schema":"mines.position/1","width":4,"height":1,"mines":1,"first":"any","view":["...."],"real":["*100"],
		"moves":[{"move":"open","cell":"r1c2"},{"move":"open","cell":"r1c3"}]}`
	doc, err := (&analysis.Service{}).Review(context.Background(), api.MinesGame{Game: api.Input{Text: game}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, turn := range doc.Turns {
		fmt.Printf("%s %s, best %v\n", turn.Cell, cmp.Or(turn.Verdict, "good"), turn.Best)
	}
	fmt.Println(doc.Result)
	// Output:
	// r1c2 good, best [r1c1 r1c2 r1c3 r1c4]
	// r1c3 blunder, best [r1c4]
	// won
}

// Prove decides whether a position can be won without a guess. Its plan is checked from every layout with the rules
// alone.
func ExampleProve() {
	for _, text := range []string{"4x1/1\n1...\n", hero} {
		doc, err := notation.Parse([]byte(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		proof, err := analysis.Prove(context.Background(), doc.View, api.Limits{}, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		report, err := proof.Check(context.Background(), api.Limits{})
		fmt.Println(proof.Verdict, report.States, err)
	}
	// Output:
	// no guess 1 <nil>
	// guess 660 <nil>
}

// Search returns the exact value of every move, and of what it may show.
func ExampleNewSearch() {
	position, err := count.Analyse(mines.NewView(mines.Rules{Width: 4, Height: 4, Mines: 4}).With(0, 1), count.Limit{})
	if err != nil {
		fmt.Println(err)
		return
	}
	search, err := analysis.NewSearch(context.Background(), position, analysis.SearchConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	values, err := search.Run(context.Background(), veil.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	then, _ := values.Then(values.Proved[0], 0)
	fmt.Println(values.Value, "now,", then, "if a 0 shows")
	// Output:
	// 57.42% (379/660) now, 89.29% (50/56) if a 0 shows
}
