// SPDX-License-Identifier: BSD-3-Clause

package export_test

import (
	"fmt"
	"os"

	"github.com/veilplan/veil/experiment/export"
)

// Episodes as CSV, one row for each policy in each episode.
func ExampleNew() {
	w, err := export.New(os.Stdout, "csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range []export.Row{
		{Episode: 0, Policy: "listener", Result: "done", Score: 7, Moves: 4},
		{Episode: 0, Policy: "random", Result: "done", Score: -103, Moves: 4},
	} {
		if err := w.Write(row); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// episode,policy,result,score,moves,guesses,simulations,nodes
	// 0,listener,done,7,4,0,0,0
	// 0,random,done,-103,4,0,0,0
}
