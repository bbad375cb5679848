// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// What can White know after losing the pawn on e4?
func ExampleEstimate() {
	h, err := krieg.ParseLog(`
ruleset berkeley
W e2e4 yes
B moved
W d2d4 yes
B takes e4
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := krieg.Estimate(context.Background(), &h, krieg.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Len(), "boards")
	heat := b.Heat()
	for _, letter := range []byte("pnb") {
		if n := b.Heat(letter)[28]; n > 0 { // e4
			fmt.Printf("%c on e4: %d of %d\n", letter, n, heat[28])
		}
	}
	// Output:
	// 3 boards
	// p on e4: 2 of 3
	// n on e4: 1 of 3
}

// What could be heard after a try, and how much would it reveal?
func ExampleBelief_Chances() {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := krieg.Estimate(context.Background(), &h, krieg.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := krieg.ParseAction("e4d5")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := b.Chances(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range list {
		fmt.Printf("%-14s %2d of %d\n", c.Heard.Describe(b.Rules()), c.Boards, b.Len())
	}
	fmt.Printf("%.2f bits\n", krieg.Bits(list))
	// Output:
	// yes takes d5    1 of 20
	// no             19 of 20
	// 0.29 bits
}

// A position is read from text: the player's own men, and where the others may be. Four boards fit here.
func ExampleParseProblem() {
	problem, err := krieg.ParseProblem(context.Background(), `ruleset: wild16
to move: white
me:   8/7B/8/2K5/2N5/8/8/1R6
opp:  k@a4  q|r|b|n@e1
goal: mate in 2
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, board := range problem.Positions {
		fmt.Println(board.Placement())
	}
	// Output:
	// 8/7B/8/2K5/k1N5/8/8/1R2q3
	// 8/7B/8/2K5/k1N5/8/8/1R2r3
	// 8/7B/8/2K5/k1N5/8/8/1R2b3
	// 8/7B/8/2K5/k1N5/8/8/1R2n3
}

// A reader takes a position, a referee log or PGN. An event that no board explains is an error that names the event.
func ExampleReader() {
	_, err := krieg.Reader{}.Read(context.Background(), "W e2e4 yes\nB takes e4\n")
	if heard, ok := errors.AsType[*krieg.HeardError](err); ok {
		fmt.Printf("event %d, %q: %v\n", heard.Event, heard.Said, errors.Is(err, veil.ErrImpossible))
	}
	// Output:
	// event 1, "B takes e4": true
}

// A stream finds boards one at a time, in little memory. It is for beliefs that are too large to hold.
func ExampleStream() {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\nW d2d4 yes\nB moved\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	for _, err := range krieg.Stream(context.Background(), &h, krieg.StreamConfig{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		n++
	}
	fmt.Println(n, "boards")
	// Output:
	// 260 boards
}

// A ruleset decides what the referee announces. The same capture is announced in different words.
func ExampleRules_Answer() {
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Cincinnati(), krieg.Dutch()} {
		start, err := chess.ParseFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
		if err != nil {
			fmt.Println(err)
			return
		}
		try, err := krieg.ParseAction("e4d5")
		if err != nil {
			fmt.Println(err)
			return
		}
		heard := rules.Answer(&krieg.State{Pos: start}, try)
		fmt.Printf("%s: %s\n", rules, heard.Words(rules))
	}
	// Output:
	// berkeley: takes d5
	// cincinnati: takes d5 (a pawn)
	// dutch: takes d5 by a pawn
}

// Which lines of a log cannot all be right? A pawn can capture, but neither to the left nor to the right.
func ExampleHistory_Conflict() {
	h, err := krieg.ParseLog("ruleset english\nW e2e4 yes\nB moved\nW any? yes\nW e4d5 no\nW e4f5 no\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	conflict := h.Conflict(context.Background(), len(h.Events)-1)
	for _, i := range conflict.Events {
		fmt.Println(h.Line(h.Events[i]))
	}
	// Output:
	// W any? yes
	// W e4d5 no
	// W e4f5 no
}

// During a game a player knows its own men and may try what they could do on an empty board.
func ExampleNewOwnView() {
	own := krieg.NewOwnView(krieg.Berkeley(), krieg.White, chess.Start())
	fmt.Println(len(own.Tries()), "tries")
	for _, line := range []string{"W e2e4 yes", "B takes e4"} {
		event, err := own.ReadLine(line)
		if err != nil {
			fmt.Println(err)
			return
		}
		if own, err = own.Hear(event); err != nil {
			fmt.Println(err)
			return
		}
	}
	board := own.Board()
	fmt.Println(bits.OnesCount64(board.Men(krieg.White)), "men left, against", own.Hidden())
	// Output:
	// 34 tries
	// 15 men left, against 16
}
