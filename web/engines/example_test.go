// SPDX-License-Identifier: BSD-3-Clause

package engines_test

import (
	"fmt"

	"github.com/veilplan/veil/web/engines"
)

// A program without the engine of Kriegspiel says which pages do not work.
func ExampleMissing() {
	for _, sentence := range engines.Missing([]string{"krieg.wasm"}) {
		fmt.Println(sentence)
	}
	// Output:
	// This veil has no engines for browsers (krieg.wasm).
	// Pages that do not work: Kriegspiel and Problems. Experiments, the API and the command line do.
}
