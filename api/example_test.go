// SPDX-License-Identifier: BSD-3-Clause

package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines/analysis"
)

// A question in JSON is answered by the verb it names. Every wing has a table of its verbs.
func ExampleTable_Ask() {
	table := (&analysis.Service{}).Verbs()
	question := `{"ask":"mines.check","position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`
	fmt.Println(string(table.Ask(context.Background(), []byte(question), nil)))
	// Output:
	// {"schema":"mines.check/1","consistent":true,"layouts":"660","forced_guess":true,"solved":false,"flags":0,"wrong_flags":0}
}

// greeting is the question of a new verb, and greeted its document.
type greeting struct {
	Name string `json:"name"`
}

type greeted struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
}

// A new verb is a function and a row. A field that its question does not have is refused with a document, not ignored.
func ExampleAnswer() {
	table := api.Table{api.Answer(api.Verb{Name: "hello"}, func(_ context.Context, q greeting) (*greeted, error) {
		return &greeted{"hello/1", "Hello, " + q.Name}, nil
	})}
	fmt.Println(string(table.Ask(context.Background(), []byte(`{"ask":"hello","name":"Ada"}`), nil)))
	var problem api.Problem
	if err := json.Unmarshal(table.Ask(context.Background(), []byte(`{"ask":"hello","nme":"Ada"}`), nil), &problem); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(problem.Schema, problem.Detail)
	// Output:
	// {"schema":"hello/1","text":"Hello, Ada"}
	// veil.problem/1 unknown field "nme"; want name
}

// A ledger splits the result of a game into what was given away and luck, exactly.
func ExampleBalance() {
	value := func(num, den int64) veil.Value { return veil.ExactValue(big.NewInt(num), big.NewInt(den)) }
	ledger, err := api.Balance([]api.Turn{
		{Action: "r1c1", Value: value(1, 2), Played: value(1, 4), After: value(1, 3)},
		{Action: "r1c2", Value: value(1, 3), Played: value(1, 3), After: value(1, 1)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ledger.Start, "-", ledger.GivenAway, "+", ledger.Luck, "=", ledger.Result)
	// Output:
	// 1/2 - 1/4 + 3/4 = 1/1
}

// A decision that gives away 15 points of winning chance or more is a blunder.
func ExampleTurn_Verdict() {
	for _, played := range []int64{50, 44, 38, 20} {
		turn := api.Turn{Value: veil.ExactValue(big.NewInt(50), big.NewInt(100)), Played: veil.ExactValue(big.NewInt(played), big.NewInt(100))}
		fmt.Printf("%q %.0f%%\n", turn.Verdict().Word(), turn.Accuracy())
	}
	// Output:
	// "" 100%
	// "inaccuracy" 76%
	// "mistake" 58%
	// "blunder" 25%
}

// Limits bound every answer; a budget asks for less within them.
func ExampleLimits_Of() {
	server := api.Limits{Nodes: 1000, Layouts: 5000}
	limits := server.Of(api.Budget{Nodes: 50_000, MaxLayouts: 200})
	fmt.Println(limits.Nodes, limits.Layouts)
	// Output:
	// 1000 200
}
