// SPDX-License-Identifier: BSD-3-Clause

package selfplay_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/selfplay"
)

// Self-play makes positions with beliefs of a wanted size, together with the log that led there.
func ExampleGenerator_Game() {
	generator := selfplay.Generator{Rules: krieg.Berkeley(), Min: 8, Max: 100, Keep: func(_ *krieg.History, b *krieg.Belief) bool {
		fmt.Println(b.Len(), "boards")
		return true
	}}
	history, err := generator.Game(context.Background(), 1, 2)
	if err != nil || history == nil {
		fmt.Println("no instance:", err)
		return
	}
	fmt.Println(len(history.Events), "events, the last:", history.Line(history.Events[len(history.Events)-1]))
	// Output:
	// 76 boards
	// 4 events, the last: B moved
}
