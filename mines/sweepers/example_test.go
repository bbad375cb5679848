// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
)

// Players of Minesweeper meet the same boards, so their wins can be compared.
func ExampleDomain() {
	for _, player := range []string{"random", "single-point", "safest", "optimal"} {
		match, _, err := play.Domains{sweepers.Domain()}.Match(play.Setup{
			Domain: "mines", Rules: json.RawMessage(`{"board":"4x4/3"}`), Player: player,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		won := 0
		for episode := range uint64(50) {
			record, err := match.Play(context.Background(), 1, episode)
			if err != nil {
				fmt.Println(err)
				return
			}
			if record.Status == veil.Won {
				won++
			}
		}
		fmt.Println(player, "won", won, "of 50")
	}
	// Output:
	// random won 0 of 50
	// single-point won 18 of 50
	// safest won 45 of 50
	// optimal won 47 of 50
}
