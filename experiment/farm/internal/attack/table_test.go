// SPDX-License-Identifier: BSD-3-Clause

package attack

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/veilplan/veil/experiment/farm/internal/audit"
	"github.com/veilplan/veil/experiment/stats"
)

// The run of the table: 1,000 chunks of 100 episodes.
func tableSize() Size { return Size{1000, 100} }

// columns are the shares of the episodes that are forged.
func columns() []float64 { return []float64{0.0001, 0.001, 0.01, 0.1} }

// trials is how often an attack is tried. Where nothing may escape, 4,000 attacks of which
// none does bound the probability below 1 in 1,000, at 95% confidence.
func trials(share float64) int {
	if share >= 0.01 {
		return 4000
	}
	return 200
}

// tally is what came of many attacks.
type tally struct {
	trials, escapes, left, most, honest int
}

func attempt(s Strategy, share float64, trials int) (sum tally) {
	var mu sync.Mutex
	var all sync.WaitGroup
	seeds := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for seed := range seeds {
				o := Simulate(audit.Policy{}, tableSize(), s, share, seed)
				mu.Lock()
				sum.trials++
				sum.left += o.Left
				sum.most = max(sum.most, o.Left)
				sum.escapes += min(o.Left, 1)
				sum.honest += o.Honest
				mu.Unlock()
			}
		})
	}
	for seed := range trials {
		seeds <- uint64(seed)
	}
	close(seeds)
	all.Wait()
	return sum
}

// cell is how a tally is written: the part of the attacks after which something forged was
// left, with its interval, and how many episodes were left on average.
func (s tally) cell() string {
	if s.escapes == 0 {
		return fmt.Sprintf("0 of %d (< %.2g)", s.trials, stats.ClopperPearson(0, s.trials, 0.95).Hi)
	}
	in := stats.ClopperPearson(s.escapes, s.trials, 0.95)
	if s.trials > 1000 {
		return fmt.Sprintf("%d of %d (%.2g–%.2g), %.3g left", s.escapes, s.trials, in.Lo, in.Hi, float64(s.left)/float64(s.trials))
	}
	return fmt.Sprintf("%.2f (%.2f–%.2f), %.3g left", float64(s.escapes)/float64(s.trials), in.Lo, in.Hi, float64(s.left)/float64(s.trials))
}

// document holds the table.
const document = "../../../../docs/explanation/farm-trust.md"

// documented reads the table in the documentation.
func documented(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | "); len(cells) == len(columns())+1 {
			rows[cells[0]] = cells[1:]
		}
	}
	return rows
}

// rewrite replaces a row of the table in the documentation.
func rewrite(t *testing.T, name, cells string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(name) + ` \|.*$`)
	text = row.ReplaceAllLiteral(text, []byte("| "+name+" | "+cells+" |"))
	if err := os.WriteFile(document, text, 0o644); err != nil { //nolint:gosec // a document
		t.Fatal(err)
	}
}

// TestTable: the documentation says how attacks end. VEIL_FULL=1 simulates every one of
// them and demands the same numbers, or with UPDATE=1 writes them; otherwise a few of each
// must fit.
func TestTable(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		fits(t)
		return
	}
	rows := documented(t)
	for _, s := range Strategies() {
		t.Run(s.Name, func(t *testing.T) {
			var cells []string
			for _, share := range columns() {
				sum := attempt(s, share, trials(share))
				cells = append(cells, sum.cell())
				if sum.honest > 0 {
					t.Errorf("%d honest workers were caught", sum.honest)
				}
				if share >= 0.01 && stats.ClopperPearson(sum.escapes, sum.trials, 0.99).Lo > 0.001 {
					t.Errorf("%v of the episodes were forged, and %d of %d times not all was replaced", share, sum.escapes, sum.trials)
				}
			}
			line := strings.Join(cells, " | ")
			t.Logf("| %s | %s |", s.Name, line)
			if os.Getenv("UPDATE") != "" {
				rewrite(t, s.Name, line)
			} else if line != strings.Join(rows[s.Name], " | ") {
				t.Errorf("docs/explanation/farm-trust.md says: %s", strings.Join(rows[s.Name], " | "))
			}
		})
	}
}

// fits tries the first attacks of every cell.
func fits(t *testing.T) {
	rows := documented(t)
	for _, s := range Strategies() {
		if len(rows[s.Name]) != len(columns()) {
			t.Errorf("docs/explanation/farm-trust.md has no row %q", s.Name)
			continue
		}
		for i, c := range columns() {
			sum := attempt(s, c, max(3, trials(c)/400))
			if sum.honest > 0 || c >= 0.01 && sum.escapes > 1 {
				t.Errorf("%s at %v: %+v", s.Name, c, sum)
			}
			var low, high float64
			if n, _ := fmt.Sscanf(rows[s.Name][i][strings.Index(rows[s.Name][i], "("):], "(%f–%f)", &low, &high); n != 2 {
				low, high = 0, 0
			}
			if in := stats.ClopperPearson(sum.escapes, sum.trials, 0.9999); in.Hi < low || in.Lo > high {
				t.Errorf("%s at %v: %d of %d escape, docs/explanation/farm-trust.md says %s", s.Name, c, sum.escapes, sum.trials, rows[s.Name][i])
			}
		}
	}
}

// TestHonest: where nobody forges, nobody is caught, and the checks cost little.
func TestHonest(t *testing.T) {
	for _, s := range []Strategy{Strategies()[0], {Name: "100 workers", workers: 100, forgers: half, density: steady}} {
		sum, played := 0, 0
		for seed := range uint64(5) {
			o := Simulate(audit.Policy{}, tableSize(), s, 0, seed)
			if o.Caught > 0 || o.Left > 0 {
				t.Errorf("%s: %+v", s.Name, o)
			}
			sum, played = sum+o.Checked, played+o.Played
		}
		cost := float64(sum) / float64(played)
		t.Logf("%d workers: %.2f%% of the episodes are played again", max(s.workers, 20), 100*cost)
		if cost > 0.03 {
			t.Errorf("%s: the checks cost %v", s.Name, cost)
		}
	}
}
