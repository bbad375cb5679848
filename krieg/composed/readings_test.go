// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"fmt"
	"os"
	"slices"
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
		met[o.by(b, axes, sets)]++
	}
	return tallied(met)
}

// by judges the ordering by some kinds of limits only, on some sets.
func (o ordering) by(b *bench, axes, sets []string) string {
	var answers []string
	for _, set := range sets {
		for _, verdict := range o.panels {
			for _, axis := range axes {
				answers = append(answers, o.on(b, set, verdict, axis))
			}
		}
	}
	return overall(answers)
}

// forks lists the orderings whose verdict is another one by one kind of limit, or on one kind of games.
func (b *bench) forks() string {
	rows := []string{"| ordering | both | CPU time | hidden states | seed | blind |", "|---|---|---|---|---|---|"}
	for _, o := range orderings() {
		verdicts := []string{
			o.by(b, limited(), sampled()), o.by(b, []string{byCPU}, sampled()), o.by(b, []string{byStates}, sampled()),
			o.by(b, limited(), sampled()[:2]), o.by(b, limited(), sampled()[2:]),
		}
		if slices.ContainsFunc(verdicts, func(v string) bool { return v != verdicts[0] }) {
			rows = append(rows, fmt.Sprintf("| %s | %s |", o.Text, strings.Join(verdicts, " | ")))
		}
	}
	return strings.Join(rows, "\n") + "\n"
}

// TestForks: an ordering whose verdict depends on the kind of limit or of games is listed with all of
// them, no other is, and the numbers of verdicts are those of the page. UPDATE=1 rewrites the list.
func TestForks(t *testing.T) {
	b := newBench(t, publishedRuns(t))
	text, err := os.ReadFile(readingsPage)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- forks-2005 -->\n", "<!-- /forks-2005 -->"
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no marks %s", readingsPage, begin)
	}
	compareFile(t, readingsPage, []byte(head+begin+b.forks()+end+tail))
	met := map[string]int{}
	for _, r := range b.Claims() {
		met[r.Verdict]++
	}
	if row := fmt.Sprintf("| 2005, orderings | 16 | 10, 4, 2, 0 | %d, %d, %d, %d |", met["agree"], met["partly"], met["disagree"], met["not checked"]); !strings.Contains(string(text), row) {
		t.Errorf("%s lacks %s", readingsPage, row)
	}
}

// pair judges one ordering on all sets.
func (b *bench) pair(o ordering) string {
	var answers []string
	for _, set := range sampled() {
		answers = append(answers, combined(o.answers(b, set)))
	}
	return fmt.Sprintf("%s: %s", overall(answers), strings.Join(answers, ", "))
}

// changes spells a list of differences.
func changes(list []string) string {
	if len(list) == 0 {
		return "no answer changes"
	}
	return strings.Join(list, "; ")
}

// TestReadings compares what the page of readings says about the 2005 paper with the runs.
func TestReadings(t *testing.T) {
	b := newBench(t, publishedRuns(t))
	each, together := []string{composed.Mate, composed.NearMiss}, []string{""}
	text, err := os.ReadFile(readingsPage)
	if err != nil {
		t.Fatal(err)
	}
	turned := reversedBench(t)
	for reading, result := range map[string]string{
		"as generated (blind-3, by hidden states)": b.by([]string{byStates}, []string{"blind-3"}),
		"reversed (blind-3, by hidden states)":     turned.by([]string{byStates}, []string{"blind-3"}) + ": " + changes(otherwise(b, turned)),
		"by CPU time":                              b.by([]string{byCPU}, sampled()),
		"by hidden states":                         b.by([]string{byStates}, sampled()),
		"Black sees the board (seed)":              b.by(limited(), sampled()[:2]),
		"Black is blind (blind)":                   b.by(limited(), sampled()[2:]),
		"E-DFS against L-DFS":                      b.pair(ordering{"", each, "L-DFS", "E-DFS", faster, beats}),
		"LE-DFS against L-DFS":                     b.pair(ordering{"", each, "L-DFS", "LE-DFS", faster, beats}),
		"mates and near misses together":           b.pair(ordering{"", together, "IPNS", "GL-DBU", faster, beats}),
		"each of them":                             b.pair(ordering{"", each, "IPNS", "GL-DBU", faster, beats}),
		"GX-DFS against PNS on near misses":        b.pair(ordering{"", each[1:], "PNS", "GX-DFS", faster, beats}),
		"GX-DFS against PNS on mates":              b.pair(ordering{"", each[:1], "PNS", "GX-DFS", faster, beats}),
	} {
		if row := fmt.Sprintf("| %s | %s |", reading, result); !strings.Contains(string(text), row) {
			t.Errorf("%s lacks %s", readingsPage, row)
		}
	}
}
