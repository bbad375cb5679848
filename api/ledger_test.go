// SPDX-License-Identifier: BSD-3-Clause

package api_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
)

func exact(num, den int64) veil.Value { return veil.ExactValue(big.NewInt(num), big.NewInt(den)) }

// TestVerdicts checks the scale at its edges: 5, 10 and 15 points given away.
func TestVerdicts(t *testing.T) {
	for _, tc := range []struct {
		played int64 // of 10,000, where the best is 5,000
		want   string
	}{{5000, ""}, {4501, ""}, {4500, "?!"}, {4001, "?!"}, {4000, "?"}, {3501, "?"}, {3500, "??"}, {0, "??"}} {
		turn := api.Turn{Value: exact(5000, 10000), Played: exact(tc.played, 10000), After: exact(0, 1)}
		if got := turn.Verdict().String(); got != tc.want {
			t.Errorf("%d of 5000: %q, want %q", tc.played, got, tc.want)
		}
	}
	best := api.Turn{Value: exact(1, 2), Played: exact(1, 2), After: exact(1, 1)}
	worst := api.Turn{Value: exact(1, 1), Played: exact(0, 1), After: exact(0, 1)}
	if a, b := best.Accuracy(), worst.Accuracy(); a < 99.99 || a > 100 || b > 1 {
		t.Errorf("accuracies %v and %v", a, b)
	}
}

// TestBalance adds up two turns, and refuses what is not exact or does not follow.
func TestBalance(t *testing.T) {
	turns := []api.Turn{
		{Value: exact(1, 2), Played: exact(1, 3), After: exact(3, 4)},
		{Value: exact(3, 4), Played: exact(3, 4), After: exact(1, 1)},
	}
	l, err := api.Balance(turns)
	if err != nil || !l.Balanced() || l.GivenAway.RatString() != "1/6" || l.Luck.RatString() != "2/3" {
		t.Errorf("%v, %v", l, err)
	}
	turns[1].Value = exact(1, 4) // not where the first turn ended
	if l, err := api.Balance(turns); err != nil || l.Balanced() {
		t.Errorf("turns that do not follow one another balance: %v, %v", l, err)
	}
	turns[1].After = veil.BoundsValue(0, 1)
	if _, err := api.Balance(turns); !errors.Is(err, api.ErrNotExact) {
		t.Errorf("got %v, want ErrNotExact", err)
	}
}
