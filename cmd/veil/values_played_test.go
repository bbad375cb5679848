// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/text"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/mines"
)

// What the table of games is made of.
const (
	playedFile  = "experiments/optimal/optimal-played.tsv"
	playedSpecs = "experiments/optimal"
)

// played is a board on which the optimal player was tried.
type played struct {
	board, first, start string
	rules               mines.Rules
	exact               veil.Value
	games, won          int
	low, high           float64
}

// readPlayed joins what veil exp report --plain printed with the specs and with the
// exact values.
func readPlayed(t *testing.T, table values.Table) (list []played) {
	t.Helper()
	for i, line := range strings.Split(strings.TrimSpace(string(readFile(t, filepath.Join(rootDir, playedFile)))), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		name := filepath.Join(rootDir, playedSpecs, strings.TrimPrefix(f[0], "optimal-")+".yaml")
		spec, err := experiment.Parse(readFile(t, name))
		if err != nil {
			t.Fatal(err)
		}
		p := played{games: number(t, f[2]), won: number(t, f[3]), low: decimal(t, f[6]), high: decimal(t, f[7])}
		p.describe(t, spec, table)
		checkThresholds(t, name, spec, p.exact)
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(p, q played) int {
		return cmp.Or(cmp.Compare(p.rules.Cells(), q.rules.Cells()), cmp.Compare(p.first, q.first), cmp.Compare(p.rules.Mines, q.rules.Mines))
	})
	return list
}

// describe takes the board from the spec and its value from the table or the oracle.
func (p *played) describe(t *testing.T, spec *experiment.Spec, table values.Table) {
	t.Helper()
	plan, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		t.Fatal(err)
	}
	var rules struct{ Board, First string }
	var params struct{ Start string }
	if err := json.Unmarshal(plan.Spec.Rules, &rules); err != nil {
		t.Fatal(err)
	}
	if raw := spec.Policies[0].Params; raw != nil {
		if err := json.Unmarshal(raw, &params); err != nil {
			t.Fatal(err)
		}
	}
	p.board, p.first = rules.Board, rules.First
	if p.rules, err = mines.ParseSize(rules.Board); err != nil {
		t.Fatal(err)
	}
	best, value := bestClicks(clicksOf(t, p.rules, rules.First, table))
	p.start, p.exact = best[0], value
	if params.Start != "" && !slices.Contains(best, params.Start) {
		t.Errorf("%s begins with %s, best is %v", p.board, params.Start, best)
	}
	p.start = cmp.Or(params.Start, p.start)
}

// clicksOf returns the values of a board's first clicks.
func clicksOf(t *testing.T, size mines.Rules, first string, table values.Table) values.Board {
	t.Helper()
	for _, b := range table.Boards() {
		if b[0].Width == size.Width && b[0].Height == size.Height && b[0].Mines == size.Mines && b[0].First == first {
			return b
		}
	}
	var rows []values.Row
	for key, v := range oracle(t) {
		if key.Width == size.Width && key.Height == size.Height && key.Mines == size.Mines && key.First == first {
			rows = append(rows, values.Row{Key: key, Lo: v[0], Hi: v[0], Layouts: v[1]})
		}
	}
	if len(rows) == 0 { // small enough to be solved here
		got := try(testEnv(t.TempDir(), "mines", "values", fmt.Sprintf("%dx%d", size.Width, size.Height),
			"--mines", strconv.Itoa(size.Mines), "--first", first, "--plain"))
		rows = parseValues(t, []byte(got.out))
	}
	known, err := values.NewTable(rows)
	if err != nil || len(known) == 0 {
		t.Fatalf("nothing is known of %v %s: %v", size, first, err)
	}
	return known.Boards()[0]
}

// checkThresholds demands that a spec asks for the exact value.
func checkThresholds(t *testing.T, name string, spec *experiment.Spec, exact veil.Value) {
	t.Helper()
	want := strconv.FormatFloat(exact.Float(), 'f', 9, 64)
	for _, text := range spec.Thresholds {
		if !strings.HasSuffix(text, " "+want) {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
	if len(spec.Thresholds) != 2 {
		t.Errorf("%s has %d thresholds", name, len(spec.Thresholds))
	}
}

func decimal(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) {
		t.Fatal(text, err)
	}
	return x
}

// playedTable shows the games of the optimal player beside the exact values.
func playedTable(t *testing.T, table values.Table) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| board | rule | first click | exact | games | won | rate | 95% interval | within |\n|---|---|---|---|---:|---:|---:|---|---|\n")
	for _, p := range readPlayed(t, table) {
		within := "yes"
		if x := p.exact.Float(); x < p.low || x > p.high {
			within = "no"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %.3f%% | %.3f–%.3f%% | %s |\n", p.board, p.first, p.start, p.exact,
			text.Thousands(p.games), text.Thousands(p.won), 100*float64(p.won)/float64(p.games), 100*p.low, 100*p.high, within)
	}
	return b.String()
}
