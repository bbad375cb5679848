// SPDX-License-Identifier: BSD-3-Clause

package arbiter_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/browser/arbiter"
)

// The referee replays a game from its tries and returns what each side has heard. Under these
// rules Black does not hear that White's try was refused.
func ExampleGame() {
	question := api.KriegGameQuestion{Rules: "wild16", Tries: []string{"e2e4", "d7d5", "e4f5", "e4d5"}}
	doc, err := arbiter.Game(context.Background(), question)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("White:", strings.Join(doc.White.Heard, "; "))
	fmt.Println("Black:", strings.Join(doc.Black.Heard, "; "))
	// Output:
	// White: W e2e4 yes tries 0; B moved tries 1; W e4f5 no; W e4d5 yes takes d5 pawn tries 0
	// Black: W moved tries 0; B d7d5 yes tries 1; W takes d5 pawn tries 0
}
