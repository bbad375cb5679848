// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/experiment/values"
)

// What docs/values-5x5.md is made of.
const (
	valuesPage   = "docs/values-5x5.md"
	valuesFile   = "docs/data/5x5.tsv"
	valuesFigure = "docs/data/5x5.svg"
	playedFile   = "docs/data/optimal-played.tsv"
	playedSpecs  = "experiments/optimal"
)

func table5x5(t *testing.T) values.Table {
	t.Helper()
	table, err := values.NewTable(parseValues(t, readFile(t, filepath.Join(rootDir, valuesFile))))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestValues5x5 checks the table of 5×5 boards: every first click of every board is
// there, and whatever an independent program computed is the same.
func TestValues5x5(t *testing.T) {
	table := table5x5(t)
	if !bytes.Equal(table.Text(), readFile(t, filepath.Join(rootDir, valuesFile))) {
		t.Error("the file is not what veil mines values writes")
	}
	have := map[values.Key]bool{}
	for _, r := range table {
		have[r.Key] = true
	}
	job := &valuesJob{}
	if err := job.plan(allBoards(5, 5)); err != nil {
		t.Fatal(err)
	}
	for _, key := range job.clicks {
		if !have[key] {
			t.Errorf("no value of %+v", key)
		}
	}
	wanted := 0
	for key := range oracle(t) {
		if key.Width == 5 && key.Height == 5 {
			wanted++
		}
	}
	if common := agrees(t, table); common != wanted {
		t.Errorf("%d values could be compared, want %d", common, wanted)
	}
	t.Logf("%d first clicks, %d of them known elsewhere", len(table), wanted)
}

func allBoards(w, h int) (boards []mines.Rules) {
	for n := range w * h {
		for _, first := range []mines.First{mines.Safe, mines.Zero} {
			boards = append(boards, mines.Rules{Width: w, Height: h, Mines: n, First: first})
		}
	}
	return boards
}

// TestValuesPage compares the tables and the figure of the page with the data.
// UPDATE=1 rewrites them.
func TestValuesPage(t *testing.T) {
	name := filepath.Join(rootDir, valuesPage)
	page := string(readFile(t, name))
	table := table5x5(t)
	got := page
	for label, text := range map[string]string{
		"safe": clicksTable(table, "safe"), "zero": clicksTable(table, "zero"), "played": playedTable(t, table),
	} {
		got = between(t, got, label, text)
	}
	compare(t, name, page, got)
	var svg bytes.Buffer
	if err := chanceFigure(t, table).Write(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	drawn := filepath.Join(rootDir, valuesFigure)
	old, err := os.ReadFile(drawn)
	if err != nil && os.Getenv("UPDATE") == "" {
		t.Fatal(err)
	}
	compare(t, drawn, string(old), svg.String())
}

// between replaces what stands between the marks of a label.
func between(t *testing.T, page, label, text string) string {
	t.Helper()
	from, to := "<!-- "+label+" -->\n", "<!-- /"+label+" -->\n"
	head, rest, ok := strings.Cut(page, from)
	_, tail, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("the page has no marks %s", label)
	}
	return head + from + text + to + tail
}

// clicksTable shows every first click under a rule, in percent, the best in bold.
func clicksTable(table values.Table, first string) string {
	cells := []string{"r1c1", "r1c2", "r1c3", "r2c2", "r2c3", "r3c3"}
	var b strings.Builder
	b.WriteString("| mines | " + strings.Join(cells, " | ") + " | best | |\n|---:|" + strings.Repeat("---:|", len(cells)+1) + "---|\n")
	for _, board := range table.Boards() {
		if board[0].First != first {
			continue
		}
		best, value := bestClicks(board)
		fmt.Fprintf(&b, "| %d |", board[0].Mines)
		for _, cell := range cells {
			i := slices.IndexFunc(board, func(r values.Row) bool { return r.Cell == cell })
			switch {
			case i < 0:
				b.WriteString(" |")
			case slices.Contains(best, cell):
				b.WriteString(" **" + inPercent(winningShare(board[i])) + "** |")
			default:
				b.WriteString(" " + inPercent(winningShare(board[i])) + " |")
			}
		}
		fmt.Fprintf(&b, " %s | %s |\n", fraction(value), value.Badge())
	}
	return b.String()
}

func inPercent(v veil.Value) string {
	if v.Badge() == veil.Exact {
		return chanceOf(v).percent(2)
	}
	lo, hi := v.Interval()
	return fmt.Sprintf("%.2f–%.2f", 100*lo, 100*hi)
}

func fraction(v veil.Value) string {
	if v.Badge() != veil.Exact {
		return inPercent(v) + " %"
	}
	c := chanceOf(v)
	return grouped(c.num) + " / " + grouped(c.den)
}

// chanceFigure draws the chance of winning from the best first click.
func chanceFigure(t *testing.T, table values.Table) *figure.Figure {
	t.Helper()
	var series []figure.Series
	for _, first := range []string{"safe", "zero"} {
		s := figure.Series{Name: first}
		for _, board := range table.Boards() {
			if board[0].First == first {
				_, value := bestClicks(board)
				lo, hi := value.Interval()
				s.Points = append(s.Points, figure.Point{X: float64(board[0].Mines), Y: (lo + hi) / 2, Low: lo, High: hi})
			}
		}
		series = append(series, s)
	}
	f, err := figure.Bands(figure.Axes{Title: "5x5: chance of winning with best play", X: "mines", Y: "chance"}, series)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// played is a board on which the optimal player was tried.
type played struct {
	board, first, start string
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
	size, err := mines.ParseSize(rules.Board)
	if err != nil {
		t.Fatal(err)
	}
	best, value := bestClicks(clicksOf(t, size, rules.First, table))
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
			wins := uint64(number(t, v[0]))
			rows = append(rows, values.Row{Key: key, Lo: wins, Hi: wins, Layouts: uint64(number(t, v[1]))})
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
	b.WriteString("| board | rule | first click | exact | games | won | rate | 95 % interval | within |\n|---|---|---|---|---:|---:|---:|---|---|\n")
	for _, p := range readPlayed(t, table) {
		within := "yes"
		if x := p.exact.Float(); x < p.low || x > p.high {
			within = "no"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %.3f %% | %.3f–%.3f %% | %s |\n", p.board, p.first, p.start, p.exact,
			groupedInt(p.games), groupedInt(p.won), 100*float64(p.won)/float64(p.games), 100*p.low, 100*p.high, within)
	}
	return b.String()
}
