// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/mines/analysis"
)

// TestTimeIsKept: positions that would take minutes end about in time, with what is known.
func TestTimeIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("times mean nothing under the race detector")
	}
	grid := func(width, height, mines int, shows func(i int) bool) string {
		var text strings.Builder
		fmt.Fprintf(&text, "%dx%d/%d\n", width, height, mines)
		for i := range width * height {
			letter := "."
			if shows(i) {
				letter = "1"
			}
			text.WriteString(letter)
			if i%width == width-1 {
				text.WriteByte('\n')
			}
		}
		return text.String()
	}
	service := &analysis.Service{Limits: api.Limits{Time: 300 * time.Millisecond}}
	for name, board := range map[string]string{
		"components that share long counts": grid(200, 200, 8000, func(i int) bool { return i%13 == 0 }),
		"layouts of many cells":             grid(24, 24, 2, func(int) bool { return false }),
		"long counts":                       grid(200, 200, 8000, func(int) bool { return false }),
		"games":                             grid(64, 64, 850, func(i int) bool { return i == 0 }),
		"a search":                          grid(5, 5, 6, func(i int) bool { return i == 0 }),
	} {
		start := rusage.CPU() // on a busy machine the clock runs while others work
		_, err := service.Analyse(t.Context(), api.MinesAnalyseQuestion{
			Position: api.Input{Text: board}, Budget: api.Budget{MaxLayouts: 1 << 30, TimeMS: 1 << 20, Games: new(1 << 20)},
		}, nil)
		took := rusage.CPU() - start
		t.Logf("%s: %v of CPU, %v", name, took, err)
		if took > 5*time.Second { // of all cores
			t.Errorf("%s took %v", name, took)
		}
	}
}
