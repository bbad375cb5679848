// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// TestPage compares the tables of the result page with the data. UPDATE=1 rewrites them.
func TestPage(t *testing.T) {
	const file = "../../docs/results/equilibrium-search.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for label, tabulate := range map[string]func(*testing.T, string) string{"subgame": tabulate, "budget": tabulateBudget} {
		data, err := os.ReadFile(map[string]string{
			"subgame": "../../experiments/kriegspiel/subgame.tsv", "budget": "../../experiments/kriegspiel/equilibrium-budget.tsv",
		}[label])
		if err != nil {
			t.Fatal(err)
		}
		text = testsize.Section(t, text, label, tabulate(t, string(data)))
	}
	testsize.Stored(t, file, []byte(text))
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

// tabulateBudget averages the losses of each budget.
func tabulateBudget(t *testing.T, data string) string {
	t.Helper()
	var order []string
	losses := map[string][]float64{}
	for line := range strings.Lines(data) {
		f := strings.Fields(line)
		if len(f) != 5 {
			t.Fatalf("%q: want 5 columns", line)
		}
		v, err := strconv.ParseFloat(f[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		if losses[f[3]] == nil {
			order = append(order, f[3])
		}
		losses[f[3]] = append(losses[f[3]], v)
	}
	var b strings.Builder
	b.WriteString("| chosen by | decisions | mean loss in the tree of 600,000 nodes | largest |\n|---|---|---|---|\n")
	for _, nodes := range order {
		sum, most := 0.0, 0.0
		for _, v := range losses[nodes] {
			sum += v
			most = max(most, v)
		}
		name := nodes + " nodes"
		if nodes == "0" {
			name = "the evaluation"
		}
		fmt.Fprintf(&b, "| %s | %d | %.4f | %.4f |\n", name, len(losses[nodes]), sum/float64(len(losses[nodes])), most)
	}
	return b.String()
}
