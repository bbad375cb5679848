// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/explain"
)

// pair is a board whose first row shows 1 and 1 beside a border: the classic pattern.
func pair() mines.View {
	return mines.NewView(mines.Rules{Width: 4, Height: 2, Mines: 2}).With(0, 1).With(1, 1)
}

// Every certain cell has a reason in words, which names the numbers that it uses.
func ExampleReasoner_Explain() {
	r, err := explain.NewReasoner(context.Background(), pair())
	if err != nil {
		fmt.Println(err)
		return
	}
	why, err := r.Explain(2, false) // r1c3 is safe
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(why.Verdict.Text)
	for _, s := range why.Sentences {
		fmt.Println(s.Text)
	}
	fmt.Println(why.Summary())
	// Output:
	// r1c3 is safe.
	// The 1 at r1c1 touches only r2c1 and r2c2, so one of them is its mine.
	// Both also touch the 1 at r1c2, which has room for no other: its other cells, r1c3 and r2c3, must be safe.
	// uses r1c1, r1c2 · rule: nested pair
}

// A certificate is the numbers alone. The independent checker verifies it.
func ExampleReasoner_Certificates() {
	view := pair()
	r, err := explain.NewReasoner(context.Background(), view)
	if err != nil {
		fmt.Println(err)
		return
	}
	certificates, err := r.Certificates()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range certificates {
		fmt.Println(view.Name(c.Cell), "mine:", c.Mine, "because of", len(c.Numbers), "numbers; verified:", c.Verify(context.Background(), view) == nil)
	}
	// Output:
	// r1c3 mine: false because of 2 numbers; verified: true
	// r2c3 mine: false because of 2 numbers; verified: true
}

// Numbers that cannot all be right are named, as few as possible.
func ExampleReasoner_ExplainConflict() {
	view := mines.NewView(mines.Rules{Width: 4, Height: 1, Mines: 1}).With(0, 1).With(2, 0)
	r, err := explain.NewReasoner(context.Background(), view)
	if err != nil {
		fmt.Println(err)
		return
	}
	conflict, found, err := r.ExplainConflict()
	if err != nil || !found {
		fmt.Println(found, err)
		return
	}
	fmt.Println(conflict.Headline.Text)
	for _, s := range conflict.Sentences {
		fmt.Println(s.Text)
	}
	fmt.Println(conflict.Advice.Text)
	// Output:
	// r1c1 (1) and r1c3 (0) cannot both be right:
	// r1c1 makes r1c2 a mine; but r1c3 needs r1c2 to be safe.
	// Check these two numbers first.
}

// Hints reveal more from level to level.
func ExampleReasoner_Hint() {
	r, err := explain.NewReasoner(context.Background(), pair())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, level := range []explain.HintLevel{explain.Nudge, explain.Region, explain.Answer} {
		hint, err := r.Hint(level)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(hint.Sentences[0].Text)
	}
	// Output:
	// Yes, logic is not exhausted: look along row 1.
	// Look at r1c1 and r1c2.
	// r1c3 is safe.
}
