// SPDX-License-Identifier: BSD-3-Clause

package slip_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg/slip"
)

// No knight can check so soon: the line is located, and mended.
func ExampleFind() {
	log := "ruleset berkeley\nme white\nW e2e4 yes\nB moved\nW d2d4 yes\nB moved check knight\n"
	r, err := slip.Find(context.Background(), log, slip.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("line", r.Line, "proved", r.Proved)
	fmt.Printf("%q instead of %q\n", r.Changes[0].New, r.Changes[0].Old)
	// Output:
	// line 6 proved true
	// "B moved" instead of "B moved check knight"
}
