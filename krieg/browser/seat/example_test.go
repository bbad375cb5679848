// SPDX-License-Identifier: BSD-3-Clause

package seat_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/browser/seat"
)

// What one side would try after all that it has heard, and the number of boards in its belief.
func ExampleService_Think() {
	question := api.KriegThinkQuestion{
		Rules: "berkeley", Me: "white", Level: 2, Seed: 1, Belief: true, Heard: []string{"W e2e4 yes", "B moved", "W d2d3 yes", "B takes e4"},
	}
	doc, err := (&seat.Service{}).Think(context.Background(), question)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Best, doc.Source, doc.Belief.Positions, doc.Belief.Kind)
	// Output:
	// d3e4 evaluation 3 exact
}
