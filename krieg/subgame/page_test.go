// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
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
	for label, tabulate := range map[string]func(*testing.T, string) string{"subgame": tabulate, "budget": tabulateBudget, "replies": tabulateReplies} {
		data, err := os.ReadFile(map[string]string{
			"subgame": "../../experiments/kriegspiel/subgame.tsv", "budget": "../../experiments/kriegspiel/equilibrium-budget.tsv",
			"replies": "../../experiments/kriegspiel/equilibrium-replies.tsv",
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

// tabulateReplies averages the predictions of the opponent's replies. To count bits, each is mixed with a tenth of
// the uniform one, so that no reply is impossible.
func tabulateReplies(t *testing.T, data string) string {
	t.Helper()
	type record struct{ n, chance, bits, squares float64 }
	sums, names := map[string]*record{}, map[string]bool{}
	for line := range strings.Lines(data) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 6 {
			t.Fatalf("%q: want 6 columns", line)
		}
		legal, err := strconv.ParseFloat(f[4], 64)
		p, wrong := strconv.ParseFloat(f[5], 64)
		if err := errors.Join(err, wrong); err != nil {
			t.Fatal(err)
		}
		names[f[3]] = true
		if sums[f[0]+f[3]] == nil {
			sums[f[0]+f[3]] = &record{}
		}
		s, bits := sums[f[0]+f[3]], -math.Log2(0.9*p+0.1/legal)
		s.n++
		s.chance += p
		s.bits += bits
		s.squares += bits * bits
	}
	order := slices.SortedFunc(maps.Keys(names), func(a, b string) int { return cmp.Compare(sums["wild16"+b].bits, sums["wild16"+a].bits) })
	var b strings.Builder
	b.WriteString("| predicted by | replies | chance given to what was tried, berkeley | wild16 | bits lost, berkeley | wild16 |\n|---|---|---|---|---|---|\n")
	for _, name := range order {
		x, y := sums["berkeley"+name], sums["wild16"+name]
		cell := func(r *record) string {
			mean := r.bits / r.n
			return fmt.Sprintf("%.1f ± %.1f", mean, 2*math.Sqrt((r.squares/r.n-mean*mean)/r.n))
		}
		fmt.Fprintf(&b, "| %s | %.0f | %.2f | %.2f | %s | %s |\n", name, x.n+y.n, x.chance/x.n, y.chance/y.n, cell(x), cell(y))
	}
	return b.String()
}
