// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

func TestProgressLine(t *testing.T) {
	for _, test := range []struct {
		have, session uint64
		taken         time.Duration
		want          string
	}{
		{0, 0, 0, "░░░░░░░░░░░░░░░░ 0 of 8,000 episodes  "},
		{4000, 1000, 10 * time.Second, "████████░░░░░░░░ 4,000 of 8,000 episodes, 100 per second, 40s left  "},
		{8000, 8000, time.Second, "████████████████ 8,000 of 8,000 episodes, 8e+03 per second, 0s left  "},
	} {
		p := experiment.Progress{Have: test.have, Session: test.session, Want: 8000}
		if got := progressLine(p, test.taken); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
