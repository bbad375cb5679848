// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
)

const readingsPage = "../../../../docs/results/paper-readings.md"

// TestReadings compares what the page says about the readings of the Mines papers with the data.
func TestReadings(t *testing.T) {
	d, err := readData("../../../../" + papersData)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.addReadings(rootDir); err != nil {
		t.Fatal(err)
	}
	scores := func(run string, policies ...string) string {
		var list []string
		for _, id := range policies {
			p, ok := d.policy(run, id)
			if !ok {
				t.Errorf("no result of %s in %s", id, run)
			}
			list = append(list, fmt.Sprintf("%.3f", p.Score.Value))
		}
		return strings.Join(list, ", ")
	}
	wins := func(run, id string) string {
		p, _ := d.policy(run, id)
		return fmt.Sprintf("%.2f%%", 100*float64(p.Rate.Value))
	}
	gains := func(policies ...string) string {
		var list []string
		for _, id := range policies {
			p, ok := d.policy("2012-readings", id)
			if !ok || p.Gain == nil {
				t.Fatalf("no gain of %s", id)
			}
			list = append(list, gainPoints(*p.Gain))
		}
		return strings.Join(list, "; ")
	}
	boards := func(id string) string {
		return fmt.Sprintf("4x4/4 %s, 2x5/3 %s, 1x10/5 %s", wins("2012-myopic-4x4-4", id), wins("2012-myopic-2x5-3", id), wins("2012-myopic-1x10-5", id))
	}
	text, err := os.ReadFile(readingsPage)
	if err != nil {
		t.Fatal(err)
	}
	budgets := func(kind string, n int) []string {
		return []string{kind + "-300", kind + "-1000", kind + "-3000", kind + "-10000"}[:n]
	}
	for _, want := range []string{
		"| its neighbours, too (300, 10,000 and 300,000) | rejection " + scores(cascadeRun, "rejection-300", "rejection-10000", "rejection-300000") + "; Alg. 4 " + scores(cascadeRun, "alg4-300", "alg4-10000", "alg4-300000") + " |",
		"| nothing else (the same) | rejection " + scores(plainRun, "rejection-300", "rejection-10000", "rejection-300000") + "; Alg. 4 " + scores(plainRun, "alg4-300", "alg4-10000", "alg4-300000") + " |",
		"| with mines on covered cells only | 4×4/6: " + scores("2011-covered-4x4-6", budgets("covered", 3)...) + "; 7×7/11: " + scores("2011-covered-7x7-11", "covered-1000", "covered-10000") + " |",
		"| explore 0.1, ⌈4√n⌉ actions, ⌈2√n⌉ answers | " + gains("bssuct-1000") + " |",
		"| explore 0.02; 1 | " + gains("explore-0.02", "explore-1") + " |",
		"| ⌈√n⌉; ⌈16√n⌉ of both | " + gains("widen-1", "widen-16") + " |",
		"| by risk | " + gains("bssuct-1000") + " |",
		"| in reading order (`order: reading`) | " + gains("reading") + " |",
		"| the mutation is accepted | " + scores(cascadeRun, budgets("alg4", 4)...) + " |",
		"| it is rejected unless it fits | " + scores("walk-rejects", budgets("alg4", 4)...) + " |",
		"| the number of mines | " + scores(cascadeRun, budgets("alg4", 4)...) + " |",
		"| the number of cells | " + scores("walk-length", budgets("alg4", 4)...) + " |",
		"| from the first step | " + scores(cascadeRun, "alg4-10000", "alg4-30000") + " |",
		"| from the first state that fits | " + scores(cascadeRun, "inherit-10000", "inherit-30000") + " |",
		"| where the last one ended (Alg. 4) | " + scores(cascadeRun, "alg4-1000", "alg4-10000") + " |",
		"| at a random state (Alg. 3) | " + scores(cascadeRun, "alg3-1000", "alg3-10000") + " |",
		"| the share of safe cells opened | " + scores(cascadeRun, "rejection-300") + " |",
		"| games won | " + wins(cascadeRun, "rejection-300") + " |",
		"| a corner | " + boards("corner") + " |",
		"| any cell | " + boards("uniform") + " |",
		"| 9×9/10 | " + wins("2012-csp-9x9-10", "corner") + " |",
		"| 8×8/10 | " + wins("2012-csp-8x8-10", "corner") + " |",
		"| 16×16/40 | " + wins("2012-csp-16x16-40", "corner") + " |",
		"| 15×13/40 | " + wins("2012-csp-15x13-40", "corner") + " |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestForks: a verdict that depends on a reading is listed with the reading that decides it, and no
// other verdict depends on one; the numbers of verdicts are those of the page of the papers. UPDATE=1
// rewrites the list.
func TestForks(t *testing.T) {
	d, err := readData(filepath.Join(rootDir, papersData))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.addReadings(rootDir); err != nil {
		t.Fatal(err)
	}
	optima, err := readOptima(t.Context(), rootDir)
	if err != nil {
		t.Fatal(err)
	}
	table, err := forkTable(d, optima)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(readingsPage)
	if err != nil {
		t.Fatal(err)
	}
	want, err := marked(string(page), "forks", table)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(readingsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("the list of %s is not\n%s", readingsPage, table)
	}
	checkTallies(t, want, d, optima)
}

func checkTallies(t *testing.T, page string, d *data, optima boardValues) {
	t.Helper()
	first, err := claims2011(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	second, err := claims2012(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := table2Claims(d, optima)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		paper, before string
		claims        []claim
	}{{"2011", "8, 4, 2, 1", first}, {"2012", "16, 3, 0, 2", append(second, rows...)}} {
		n := map[verdict]int{}
		for _, c := range row.claims {
			n[c.verdict]++
		}
		want := fmt.Sprintf("| %s | %d | %s | %d, %d, %d, %d |", row.paper, len(row.claims), row.before, n[agree], n[partly], n[disagree], n[unchecked])
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks %s", readingsPage, want)
		}
	}
}

// TestForkChanges: a fork that makes the fast version perfect changes the verdicts on it and on rejection, one that
// changes nothing does not, and a fork at fewer budgets is compared at these.
func TestForkChanges(t *testing.T) {
	score := func(id string, low, high float64) policyData {
		return policyData{ID: id, Score: experiment.Estimate{Value: experiment.Number((low + high) / 2), Low: experiment.Number(low), High: experiment.Number(high), N: 100}}
	}
	d := &data{Runs: map[string]runData{
		cascadeRun: {Policies: []policyData{score("rejection-1", 0.1, 0.2), score("rejection-3", 1, 1), score("alg4-1", 0.8, 0.9), score("alg4-3", 0.94, 0.95)}},
		"better":   {Policies: []policyData{score("alg4-3", 1, 1)}},
		"same":     {Policies: []policyData{score("alg4-3", 0.94, 0.95)}},
	}}
	for run, want := range map[string]int{"better": 2, "same": 0} {
		f := read("", run, func(d *data) { d.swap(cascadeRun, printedFast, run, printedFast) })
		rows, err := f.decided(d, boardValues{})
		if err != nil || len(rows) != want {
			t.Errorf("%s: %v, %v; want %d rows", run, rows, err, want)
		}
	}
}
