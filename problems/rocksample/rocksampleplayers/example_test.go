// SPDX-License-Identifier: BSD-3-Clause

package rocksampleplayers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/rocksample/rocksampleplayers"
)

// The solver's rover examines rocks, samples the good ones and leaves.
func ExampleDomain() {
	match, _, err := play.Domains{rocksampleplayers.Domain()}.Match(play.Setup{
		Domain: "rocksample", Rules: json.RawMessage(`{"size":4,"rocks":2,"layout":1}`), Player: "alpha",
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
	for _, ply := range record.Plies {
		fmt.Println(ply.Action, ply.Seen, ply.Reward)
	}
	// Output:
	// check-2 good 0
	// sample nothing 10
	// check-1 good 0
	// south nothing 0
	// sample nothing 10
	// east nothing 0
	// east nothing 0
	// east nothing 0
	// east nothing 10
}
