// SPDX-License-Identifier: BSD-3-Clause

package contestants_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/krieg/contestants"
	"github.com/veilplan/veil/play"
)

// A method of the 2005 paper and veil's own decide the same problem, with different work.
func ExampleDomain() {
	for _, method := range []string{"GL-DBU", "veil"} {
		match, _, err := play.Domains{contestants.Domain()}.Match(play.Setup{
			Domain: "krieg", Player: "prover", Params: json.RawMessage(`{"method":"` + method + `"}`),
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		record, err := match.Play(context.Background(), 1, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(method, record.Plies[0].Action, record.Status, record.Work().Nodes)
	}
	// Output:
	// GL-DBU mate won 6788
	// veil mate won 1025
}

// A whole game between two players, each of which hears only the referee.
func ExampleGames() {
	match, _, err := play.Domains{contestants.Games()}.Match(play.Setup{
		Domain: "krieg-game", Rules: json.RawMessage(`{"opponent":"random","plies":40}`), Player: "heuristic",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := match.Play(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(record.Plies[0].Action, record.Plies[0].Seen)
	fmt.Println("score", record.Score, "after", len(record.Plies), "tries")
	// Output:
	// e7e5 B e7e5 yes tries 0; W moved tries 0
	// score 0.5 after 49 tries
}
