// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"errors"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// TestMessageLimits: work and results whose numbers make no sense, or are too large, are
// refused, and those at the limits are not.
func TestMessageLimits(t *testing.T) {
	for _, c := range []struct {
		first, end uint64
		wait       time.Duration
		fits       bool
	}{
		{0, 1, 1, true},
		{0, maxRange, 1, true},
		{0, maxRange + 1, 1, false},
		{3, 3, 1, false},
		{4, 3, 1, false},
		{0, 1, 0, false},
		{0, 1, -1, false},
		{experiment.MaxEpisodes - 1, experiment.MaxEpisodes, 1, true},
		{experiment.MaxEpisodes, experiment.MaxEpisodes + 1, 1, false},
	} {
		w := someWork()
		w.First, w.End, w.Wait = c.first, c.end, c.wait
		text, err := w.encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeWork(text); (err == nil) != c.fits || err != nil && !errors.Is(err, ErrMessage) {
			t.Errorf("work %+v: %v", c, err)
		}
	}
	for _, c := range []struct {
		first, end, asked uint64
		fits              bool
	}{
		{0, 1, 1, true}, {0, 0, 1, true}, {2, 1, 3, false}, {0, 2, 1, false}, {0, maxRange, maxRange, true}, {0, 1, maxRange + 1, false},
	} {
		r := &result{First: c.first, End: c.end, Asked: c.asked, Token: "t"}
		text, err := r.encode(&compressors{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeResult(text); (err == nil) != c.fits || err != nil && !errors.Is(err, ErrMessage) {
			t.Errorf("a result of %d to %d, of %d: %v", c.first, c.end, c.asked, err)
		}
	}
}
