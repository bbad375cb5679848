// SPDX-License-Identifier: BSD-3-Clause

// Command clicks measures what the first clicks of Minesweeper are worth on the six standard
// boards: how often the player instant wins after each, and how often any player can at most. It
// writes two tables and a picture of each board; clicks that are in the table are not measured
// again.
//
//	clicks -games 500 -o docs
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/veilplan/veil/domain/mines"
)

func main() {
	games := flag.Int("games", 500, "play so many `games` after each first click, in product mode")
	layouts := flag.Int("layouts", 100_000, "draw so many `layouts` for the bounds")
	out := flag.String("o", "docs", "write to this `directory`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *games, *layouts, *out); err != nil {
		fmt.Fprintln(os.Stderr, "clicks:", err)
		os.Exit(1)
	}
}

// boards are the standard ones.
func boards() (all []mines.Rules) {
	for _, b := range [][3]int{{9, 9, 10}, {16, 16, 40}, {30, 16, 99}} {
		for _, first := range []mines.First{mines.Safe, mines.Zero} {
			all = append(all, mines.Rules{Width: b[0], Height: b[1], Mines: b[2], First: first})
		}
	}
	return all
}

func run(ctx context.Context, games, layouts int, out string) error {
	measured, err := readTable(filepath.Join(out, "data", "first-clicks.tsv"))
	if err != nil {
		return err
	}
	var bounds []string
	for _, rules := range boards() {
		if err := measured.measure(ctx, rules, games); err != nil {
			return err
		}
		picture := filepath.Join(out, "figures", "first-clicks-"+fileName(rules)+".svg")
		if err := os.WriteFile(picture, []byte(draw(rules, measured)), 0o644); err != nil {
			return err
		}
		row, err := boundOf(rules, layouts)
		if err != nil {
			return err
		}
		bounds = append(bounds, row)
	}
	text := boundsHead + strings.Join(bounds, "")
	return os.WriteFile(filepath.Join(out, "data", "upper-bounds.tsv"), []byte(text), 0o644)
}

func fileName(rules mines.Rules) string {
	return fmt.Sprintf("%dx%d-%d-%v", rules.Width, rules.Height, rules.Mines, rules.First)
}

// representatives lists one cell of each set that the symmetries of the board exchange, and for
// every cell of the board the one that stands for it.
func representatives(rules mines.Rules) (cells, standsFor []mines.Cell) {
	symmetries := mines.NewView(rules).Symmetries()
	for c := range mines.Cell(rules.Cells()) {
		least := c
		for _, p := range symmetries {
			least = min(least, p[c])
		}
		if standsFor = append(standsFor, least); least == c {
			cells = append(cells, c)
		}
	}
	return cells, standsFor
}
