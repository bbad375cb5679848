// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestPage compares the table of the result page with the data. UPDATE=1 rewrites it.
func TestPage(t *testing.T) {
	const file, begin, end = "../../docs/results/equilibrium-search.md", "<!-- subgame -->\n", "<!-- /subgame -->\n"
	data, err := os.ReadFile("../../experiments/kriegspiel/subgame.tsv")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	want := before + begin + tabulate(t, string(data)) + end + after
	if want == string(page) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("%s does not have the table of the data: UPDATE=1 writes it", file)
	}
	if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// tabulate adds up the rows of each ruleset.
func tabulate(t *testing.T, data string) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(data), "\n")
	names := strings.Split(lines[0], "\t")
	totals, rules, seen := map[string]map[string]float64{}, []string(nil), map[string]bool{}
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != len(names) || seen[f[0]+f[1]] {
			t.Fatalf("%q: want %d columns, and each piece once", line, len(names))
		}
		seen[f[0]+f[1]] = true
		if totals[f[0]] == nil {
			totals[f[0]] = map[string]float64{}
			rules = append(rules, f[0])
		}
		for i, name := range names[1:] {
			v, err := strconv.ParseFloat(f[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			totals[f[0]][name] += v
		}
	}
	var b strings.Builder
	b.WriteString("| rules | searches | invalid | doubles per board | nodes per root set of the opponent | nodes per set in the tree | sets with one node | tries of the evaluation drawn |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range rules {
		s := totals[r]
		fmt.Fprintf(&b, "| %s | %.0f | %.0f | %.2f | %.2f | %.2f | %.1f%% | %.1f%% |\n", r, s["searches"], s["invalid"], s["doubles"]/s["boards"],
			s["root nodes"]/s["root sets"], s["opponent nodes"]/s["opponent sets"], 100*s["opponent single"]/s["opponent sets"], 100*s["agree"]/s["searches"])
	}
	return b.String()
}
