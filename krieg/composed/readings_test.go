// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg/composed"
)

// readingsPage quotes how the verdicts depend on the reading of the paper.
const readingsPage = "../../docs/results/paper-readings.md"

// by judges all orderings by some kinds of limits only, on some sets.
func (b *bench) by(axes, sets []string) string {
	met := map[string]int{}
	for _, o := range orderings() {
		var answers []string
		for _, set := range sets {
			for _, verdict := range o.panels {
				for _, axis := range axes {
					answers = append(answers, o.on(b, set, verdict, axis))
				}
			}
		}
		met[overall(answers)]++
	}
	return tallied(met)
}

// pair judges one ordering on all sets.
func (b *bench) pair(o ordering) string {
	var answers []string
	for _, set := range sampled() {
		answers = append(answers, combined(o.answers(b, set)))
	}
	return fmt.Sprintf("%s: %s", overall(answers), strings.Join(answers, ", "))
}

// TestReadings compares what the page of readings says about the 2005 paper with the runs.
func TestReadings(t *testing.T) {
	b := newBench(t, publishedRuns(t))
	each, together := []string{composed.Mate, composed.NearMiss}, []string{""}
	text, err := os.ReadFile(readingsPage)
	if err != nil {
		t.Fatal(err)
	}
	for reading, result := range map[string]string{
		"by CPU time":                       b.by([]string{byCPU}, sampled()),
		"by hidden states":                  b.by([]string{byStates}, sampled()),
		"Black sees the board (seed)":       b.by(limited(), sampled()[:2]),
		"Black is blind (blind)":            b.by(limited(), sampled()[2:]),
		"E-DFS against L-DFS":               b.pair(ordering{"", each, "L-DFS", "E-DFS", faster, beats}),
		"LE-DFS against L-DFS":              b.pair(ordering{"", each, "L-DFS", "LE-DFS", faster, beats}),
		"mates and near misses together":    b.pair(ordering{"", together, "IPNS", "GL-DBU", faster, beats}),
		"each of them":                      b.pair(ordering{"", each, "IPNS", "GL-DBU", faster, beats}),
		"GX-DFS against PNS on near misses": b.pair(ordering{"", each[1:], "PNS", "GX-DFS", faster, beats}),
		"GX-DFS against PNS on mates":       b.pair(ordering{"", each[:1], "PNS", "GX-DFS", faster, beats}),
	} {
		if row := fmt.Sprintf("| %s | %s |", reading, result); !strings.Contains(string(text), row) {
			t.Errorf("%s lacks %s", readingsPage, row)
		}
	}
}
