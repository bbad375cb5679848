// SPDX-License-Identifier: BSD-3-Clause

package attackers_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil/krieg/attackers"
	"github.com/veilplan/veil/play"
)

// A mate that is proved for every board that fits the history, against every reply.
func ExampleDomain() {
	opened, err := attackers.Domain().Open(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := opened.Prover
	found, err := p.Prove(context.Background(), play.ProofQuestion{Method: "GL-DBU", Plies: p.Enough})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Verdict, "on", found.Starts, "boards within", found.Plies, "plies")
	fmt.Println("rejected:", p.Check(context.Background(), found.Plan) != nil)
	// Output:
	// proved on 8 boards within 3 plies
	// rejected: false
}
