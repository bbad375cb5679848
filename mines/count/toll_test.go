// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math/big"
	"testing"
)

// TestToll: arithmetic on long numbers asks in proportion to its work, and stays stopped.
func TestToll(t *testing.T) {
	asked, stop := 0, false
	pace := &toll{limit: Limit{Stop: func() bool { asked++; return stop }}}
	long := new(big.Int).Lsh(big.NewInt(1), 64*100)
	for range 10 * tollEvery / 10_000 {
		if !pace.times(long, long) {
			t.Fatal("stopped by nobody")
		}
	}
	if asked < 9 || asked > 12 {
		t.Errorf("asked %d times", asked)
	}
	if stop = true; pace.pay(tollEvery) || pace.pay(1) || pace.err == nil {
		t.Errorf("goes on: %v", pace.err)
	}
}
