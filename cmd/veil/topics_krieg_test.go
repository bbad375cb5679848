// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/domain/krieg"
)

// TestKriegspielTopic reads every sample that the help shows: all of them are possible.
func TestKriegspielTopic(t *testing.T) {
	samples := 0
	for block := range strings.SplitSeq(kriegspielTopic, "\n\n") {
		if !strings.HasPrefix(block, "    ") {
			continue
		}
		samples++
		text := strings.ReplaceAll(block, "\n    ", "\n")[4:] + "\n"
		if s, err := (krieg.Reader{}).Read(t.Context(), text); err != nil || s.Belief.Len() == 0 {
			t.Errorf("%v\n%s", err, text)
		}
	}
	if samples != 3 {
		t.Errorf("%d samples, want a position, a log and a PGN", samples)
	}
}
