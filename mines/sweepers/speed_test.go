// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package sweepers_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
)

// BenchmarkGame is the CPU time of an ordinary game on 30x16/99, by player.
func BenchmarkGame(b *testing.B) {
	for _, first := range []string{"safe", "zero"} {
		for _, player := range []string{"safest", "instant", "lookahead", "fast", "full"} {
			b.Run(player+"/"+first, func(b *testing.B) {
				match, _, err := play.Domains{sweepers.Domain()}.Match(play.Setup{
					Domain: "mines", Rules: json.RawMessage(`{"board":"30x16/99","first":"` + first + `"}`), Player: player,
				})
				if err != nil {
					b.Fatal(err)
				}
				before, won := rusage.CPU(), 0.0
				for i := 0; b.Loop(); i++ {
					rec, err := match.Play(b.Context(), 3, uint64(i))
					if err != nil {
						b.Fatal(err)
					}
					won += rec.Score
				}
				b.ReportMetric((rusage.CPU()-before).Seconds()*1000/float64(b.N), "cpu-ms/game")
				b.ReportMetric(100*won/float64(b.N), "%won")
			})
		}
	}
}
