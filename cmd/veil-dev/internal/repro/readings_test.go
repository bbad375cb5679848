// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

const (
	readingsPage = "../../../../docs/results/paper-readings.md"
	readingsData = "../../../../experiments/papers/readings.tsv"
)

// readings returns the scores of the readings that only this page has: run, policy, score.
func readings(t *testing.T) map[string]float64 {
	t.Helper()
	text, err := os.ReadFile(readingsData)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		if all[f[0]+" "+f[1]], err = strconv.ParseFloat(f[2], 64); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
	return all
}

// TestReadings compares what the page says about the readings of the Mines papers with the data.
func TestReadings(t *testing.T) {
	d, err := readData("../../../../" + papersData)
	if err != nil {
		t.Fatal(err)
	}
	own := readings(t)
	scores := func(run string, policies ...string) string {
		var list []string
		for _, id := range policies {
			score, ok := own[run+" "+id]
			if p, known := d.policy(run, id); known {
				score, ok = float64(p.Score.Value), true
			}
			if !ok {
				t.Errorf("no result of %s in %s", id, run)
			}
			list = append(list, fmt.Sprintf("%.3f", score))
		}
		return strings.Join(list, ", ")
	}
	wins := func(run, id string) string {
		p, _ := d.policy(run, id)
		return fmt.Sprintf("%.2f%%", 100*float64(p.Rate.Value))
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
		"| its neighbours, too | rejection " + scores("2011-table1", budgets("rejection", 3)...) + "; Alg. 4 " + scores("2011-table1", budgets("alg4", 3)...) + " |",
		"| nothing else | rejection " + scores("2011-readings", budgets("rejection", 3)...) + "; Alg. 4 " + scores("2011-readings", budgets("alg4", 3)...) + " |",
		"| the mutation is accepted | " + scores("2011-table1", budgets("alg4", 4)...) + " |",
		"| it is rejected unless it fits | " + scores("walk-rejects", budgets("alg4", 4)...) + " |",
		"| the number of mines | " + scores("2011-table1", budgets("alg4", 4)...) + " |",
		"| the number of cells | " + scores("walk-length", budgets("alg4", 4)...) + " |",
		"| from the first step | " + scores("2011-table1", "alg4-10000", "alg4-30000") + " |",
		"| from the first state that fits | " + scores("2011-table1", "inherit-10000", "inherit-30000") + " |",
		"| where the last one ended (Alg. 4) | " + scores("2011-table1", "alg4-1000", "alg4-10000") + " |",
		"| at a random state (Alg. 3) | " + scores("2011-table1", "alg3-1000", "alg3-10000") + " |",
		"| the share of safe cells opened | " + scores("2011-table1", "rejection-300") + " |",
		"| games won | " + wins("2011-table1", "rejection-300") + " |",
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
