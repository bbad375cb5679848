// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
)

// TestSameBits: games of the fast players, move by move and with the bits of their scores, are
// those of every other machine. CONTRIBUTING.md says how to run it on other machines.
func TestSameBits(t *testing.T) {
	sum := sha256.New()
	for _, c := range []struct {
		board, first string
		games        uint64
	}{{"9x9/10", "safe", 12}, {"16x16/40", "zero", 12}, {"30x16/99", "safe", 12}, {"30x16/99", "zero", 12}} {
		for _, player := range []string{"instant", "lookahead", "fast", "full", "max"} {
			if player == "max" {
				c.games /= 12
			}
			match, _, err := play.Domains{sweepers.Domain()}.Match(play.Setup{
				Domain: "mines", Rules: json.RawMessage(`{"board":"` + c.board + `","first":"` + c.first + `","estimator":"product"}`), Player: player,
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.games {
				rec, err := match.Play(t.Context(), 12, i)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(sum, "%s %s %x", c.board, player, math.Float64bits(rec.Score))
				for _, ply := range rec.Plies {
					fmt.Fprint(sum, ply.Action, ply.Seen)
				}
			}
		}
	}
	testsize.Stored(t, "testdata/bits.txt", fmt.Appendf(nil, "%x\n", sum.Sum(nil)))
}
