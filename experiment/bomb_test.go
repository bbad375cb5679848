// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestBombs reads texts that are small and expensive: deep, wide, or both. None may cost
// more than a fixed amount of memory.
func TestBombs(t *testing.T) {
	var keys, steps strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	for i := range 500 {
		fmt.Fprintf(&steps, "%sa:\n", strings.Repeat(" ", i))
	}
	for name, text := range map[string]string{
		"[": strings.Repeat("[", 200_000), "[ in limits": strings.Repeat("[", 100_000), "[]": strings.Repeat("[", 60_000) + strings.Repeat("]", 60_000),
		"{": strings.Repeat("{a: ", 30_000), "- ": strings.Repeat("- ", 60_000), "? ": strings.Repeat("? ", 60_000), "!!": strings.Repeat("!!x ", 30_000),
		"&": strings.Repeat("&x ", 40_000), "[x": strings.Repeat("[\"]\",", 20_000), "lines": strings.Repeat("-\n - ", 20_000),
		"keys": keys.String(), "few keys": keys.String()[:60_000], "fewer keys": keys.String()[:22_000], "deep keys": strings.Repeat("[", 30) + strings.Repeat("{a: 1},", 1300), "steps": steps.String(), "list": "a: [" + strings.Repeat("1,", 60_000) + "1]",
		"json": strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000), "docs": strings.Repeat("---\n", 30_000), "anchors": strings.Repeat("a: &a [*a,*a]\n", 9000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := experiment.Parse([]byte(text))
		runtime.ReadMemStats(&after)
		if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; err == nil || grown > 100 {
			t.Errorf("%s: %d MB, %v", name, grown, err)
		} else {
			t.Logf("%-12s %4d MB  %.80q", name, grown, err)
		}
	}
}

// TestSpecSize: a text is measured before it is read, even if it is one long word.
func TestSpecSize(t *testing.T) {
	spec := "{name: doors, domain: tiger, policies: [{id: random}], episodes: 4, seed: 1}\n# "
	for size, fits := range map[int]bool{experiment.MaxSpecBytes: true, experiment.MaxSpecBytes + 1: false} {
		_, err := experiment.Parse([]byte(spec + strings.Repeat("x", size-len(spec))))
		if (err == nil) != fits {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
