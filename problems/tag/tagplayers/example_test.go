// SPDX-License-Identifier: BSD-3-Clause

package tagplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/tag/tagplayers"
)

// The planner chases a person whom it sees only in its own cell.
func ExampleDomain() {
	match, _, err := play.Domains{tagplayers.Domain()}.Match(play.Setup{
		Domain: "tag", Rules: json.RawMessage(`{}`), Player: "uct", Params: json.RawMessage(`{"simulations":400}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := match.Play(context.Background(), 1, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	last := record.Plies[len(record.Plies)-1]
	fmt.Printf("%s after %d moves, score %.1f\n", last.Seen, len(record.Plies), record.Score)
	// Output:
	// tagged after 11 moves, score -2.0
}
