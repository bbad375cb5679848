// SPDX-License-Identifier: BSD-3-Clause

package attack

import (
	"testing"
	"time"

	"github.com/veilplan/veil/farm/internal/audit"
)

func TestTable(t *testing.T) {
	size := Size{1000, 100}
	for _, st := range Strategies() {
		for _, share := range []float64{0.0001, 0.001, 0.01, 0.1} {
			start := time.Now()
			esc, left, caught, forged := 0, 0, 0, 0
			const n = 40
			for seed := range n {
				o := Simulate(audit.Policy{}, size, st, share, uint64(seed))
				if o.Left > 0 {
					esc++
				}
				left += o.Left
				caught += o.Caught
				forged += o.Forged
				if o.Honest > 0 {
					t.Errorf("honest caught")
				}
			}
			t.Logf("%-40.40s %6.4f esc %d/%d left %.1f forged %.1f caught %.1f %v", st.Name, share, esc, n, float64(left)/n, float64(forged)/n, float64(caught)/n, time.Since(start)/n)
		}
	}
}
