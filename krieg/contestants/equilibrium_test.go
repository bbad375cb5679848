// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// TestEquilibriumPage compares the tables of matches on the page of equilibrium search with the data.
// UPDATE=1 writes them. Every match of the data is one of the file of encounters.
func TestEquilibriumPage(t *testing.T) {
	const file = "../../docs/results/equilibrium-search.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, section := range []struct{ label, data string }{
		{"matches", "equilibrium"}, {"parts", "equilibrium"}, {"uniform", "equilibrium-uniform"},
	} {
		order, sums := matchSums(t, filepath.Join(resultsDir, section.data))
		text = testsize.Section(t, text, section.label, matchesTable(section.label, order, sums))
	}
	testsize.Stored(t, file, []byte(text))
}

// matchSums adds up the games of a plan, in its order, and reports games that are not planned.
func matchSums(t *testing.T, name string) (order []string, sums map[string]*matchSum) {
	t.Helper()
	declared := map[string]int{}
	for _, e := range encounters(t, name+".jsonl") {
		key := e.Name + "\t" + e.Rules
		order = append(order, key)
		declared[fmt.Sprintf("%s\t%d", key, e.Seed)] = e.Games
	}
	sums = map[string]*matchSum{}
	for _, r := range matchRows(t, name+".tsv") {
		key := r.name + "\t" + r.rules
		if games, ok := declared[fmt.Sprintf("%s\t%d", key, r.seed)]; !ok || r.game >= games {
			t.Errorf("%+v: no such encounter", r)
		}
		if sums[key] == nil {
			sums[key] = &matchSum{seen: map[int]bool{}}
		}
		sums[key].add(t, &r)
	}
	return order, sums
}

// matchSum adds up the games of a match.
type matchSum struct {
	seen              map[int]bool
	games             record
	spent, moves      [2]int
	searches, invalid int
}

func (s *matchSum) add(t *testing.T, r *matchRow) {
	t.Helper()
	if s.seen[r.game] {
		t.Errorf("%+v is there twice", *r)
	}
	s.seen[r.game] = true
	s.games[2-int(2*r.score)]++
	for i := range 2 {
		s.spent[i] += r.spent[i]
		s.moves[i] += r.moves[i]
	}
	s.searches += r.searches
	s.invalid += r.invalid
}

// score returns the mean score and its interval, Wilson's, which takes draws for half a game won.
func (r record) score() (mean, lo, hi float64) {
	const z = 1.959964
	n := float64(r.all())
	mean = (float64(r[0]) + float64(r[1])/2) / n
	middle := (mean + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(mean*(1-mean)/n+z*z/(4*n*n))
	return mean, max(0, middle-half), min(1, middle+half)
}

// matchesTable prints the matches: those named as parts are experiments with what fails.
func matchesTable(label string, order []string, sums map[string]*matchSum) string {
	var b strings.Builder
	b.WriteString("| match | rules | games | won-drawn-lost | score | CPU ms per move | of the other | invalid searches |\n|---|---|---|---|---|---|---|---|\n")
	for _, key := range order {
		name, rules, _ := strings.Cut(key, "\t")
		s := sums[key]
		if part := strings.HasPrefix(name, "part:"); s == nil || part != (label == "parts") {
			continue
		}
		mean, lo, hi := s.games.score()
		cpu := func(i int) float64 { return float64(s.spent[i]) / float64(max(1, s.moves[i])) }
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %.2f [%.2f, %.2f] | %.0f | %.0f | %.1f%% |\n", strings.TrimPrefix(name, "part:"), rules, s.games.all(), s.games,
			mean, lo, hi, cpu(0), cpu(1), 100*float64(s.invalid)/float64(max(1, s.searches)))
	}
	return b.String()
}
