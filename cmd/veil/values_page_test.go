// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/mines"
)

// What docs/results/first-clicks.md is made of.
const (
	valuesPage   = "docs/results/first-clicks.md"
	valuesFile   = "experiments/optimal/5x5.tsv"
	valuesFigure = "experiments/optimal/5x5.svg"
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
		return text.ChanceOf(v).Percent(2)
	}
	lo, hi := v.Interval()
	return fmt.Sprintf("%.2f–%.2f", 100*lo, 100*hi)
}

func fraction(v veil.Value) string {
	if v.Badge() != veil.Exact {
		return inPercent(v) + "%"
	}
	c := text.ChanceOf(v)
	return text.Count(c.Num) + " / " + text.Count(c.Den)
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

// TestValuesFindings checks what the page says about the table.
func TestValuesFindings(t *testing.T) {
	boards := map[string]values.Board{}
	for _, b := range table5x5(t).Boards() {
		boards[fmt.Sprint(b[0].First, b[0].Mines)] = b
	}
	best := func(first string, from, to int, cell string) {
		for n := from; n <= to; n++ {
			if got, _ := bestClicks(boards[fmt.Sprint(first, n)]); !slices.Equal(got, []string{cell}) {
				t.Errorf("%s, %d mines: best is %v, not %s alone", first, n, got, cell)
			}
		}
	}
	best("safe", 2, 5, "r1c1")
	best("safe", 6, 8, "r1c2")
	best("safe", 9, 9, "r1c3")
	best("safe", 13, 20, "r2c3")
	best("zero", 3, 15, "r3c3")
	chance := func(first string, n int) float64 {
		_, v := bestClicks(boards[fmt.Sprint(first, n)])
		lo, _ := v.Interval()
		return lo
	}
	for n := range 25 {
		cells, _ := bestClicks(boards[fmt.Sprint("safe", n)])
		if slices.Equal(cells, []string{"r3c3"}) {
			t.Errorf("%d mines: the centre alone is best", n)
		}
		if n >= 13 && n != 18 && chance("safe", n) <= chance("safe", 18) {
			t.Errorf("%d mines are harder than 18", n)
		}
		if n <= 16 && n != 8 && chance("zero", n) <= chance("zero", 8) {
			t.Errorf("%d mines are harder than 8", n)
		}
	}
	for n := 13; n <= 22; n++ {
		for _, r := range boards[fmt.Sprint("safe", n)] {
			if r.Cell != "r1c1" && r.Lo <= boards[fmt.Sprint("safe", n)][0].Hi {
				t.Errorf("%d mines: %s is as bad as the corner", n, r.Cell)
			}
		}
	}
	for n, times := range map[int]int{12: 9, 15: 25} {
		corner := winningShare(boards[fmt.Sprint("zero", n)][0]).Float()
		if got := int(chance("zero", n) / corner); got != times {
			t.Errorf("%d mines: the centre is %d times as good", n, got)
		}
	}
}
