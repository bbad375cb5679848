// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/search/optimal"
)

// ablationNodes is where a search without one of the ideas is given up.
const ablationNodes = 2_000_000

// TestAblation solves the boards in VEIL_ABLATION, such as "4x4/7 safe,5x5/8 zero",
// with each idea taken away in turn, and prints the table of docs/results/solver-ablation.md.
func TestAblation(t *testing.T) {
	list := os.Getenv("VEIL_ABLATION")
	if list == "" {
		t.Skip("set VEIL_ABLATION to boards, or run tools/nightly ablation")
	}
	configs := ablations()
	names := []string{}
	for name := range configs {
		names = append(names, name)
	}
	slices.Sort(names)
	for name := range strings.SplitSeq(list, ",") {
		var w, h, mines int
		var first string
		if n, err := fmt.Sscanf(name, "%dx%d/%d %s", &w, &h, &mines, &first); n < 4 {
			t.Fatalf("%q is no board: %v", name, err)
		}
		b := newBoard(w, h, mines)
		row := func(without string, cfg optimal.Config) {
			work, spent := ablate(t, b, first, cfg)
			fmt.Printf("| %s | %s | %s | %.2f s |\n", name, without, work, spent.Seconds())
		}
		fmt.Println("| board | without | nodes | entries | bytes each | CPU |\n|---|---|---|---|---|---|")
		row("(nothing)", optimal.Config{})
		for _, without := range names {
			row(without, configs[without])
		}
	}
}

// ablate solves every first click within ablationNodes and describes the work.
func ablate(t *testing.T, b *board, first string, cfg optimal.Config) (string, time.Duration) {
	start := rusage.CPU()
	st := optimal.Stats{}
	done := true
	for c, s := range b.firstClicks(t, first, cfg) {
		for k := range uint8(9) {
			left := ablationNodes - int(st.Nodes)
			if k > 0 && first == "zero" || left <= 0 {
				done = done && left > 0
				break
			}
			before := s.Stats()
			res, err := s.Value(t.Context(), []optimal.Step{{Action: c, Seen: k}}, veil.Budget{Nodes: left})
			if err != nil {
				continue // no layout reads k here
			}
			done = done && res.Done
			st.Nodes += res.Stats.Nodes - before.Nodes
			st.Entries += res.Stats.Entries - before.Entries
			st.Bytes += res.Stats.Bytes - before.Bytes
		}
	}
	more := ""
	if !done {
		more = "> "
	}
	return fmt.Sprintf("%s%d | %d | %.1f", more, st.Nodes, st.Entries, float64(st.Bytes)/float64(max(1, st.Entries))), rusage.CPU() - start
}
