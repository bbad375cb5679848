// SPDX-License-Identifier: BSD-3-Clause

// Package clicks measures the first clicks of Minesweeper on the six standard boards: the winning
// rate of the player instant after each, and an upper bound for any player. It writes two tables
// and a picture of each board; clicks that are in the table are not measured again.
//
//	veil-dev clicks -games 500 -o experiments/strength
package clicks

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/veilplan/veil/mines"
)

// Command defines the flags and returns the function that measures the clicks which the table
// lacks, and writes tables and pictures.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	games := flags.Int("games", 500, "number of `games` after each first click, in product mode")
	layouts := flags.Int("layouts", 100_000, "number of `layouts` drawn for the bounds")
	out := flags.String("o", "experiments/strength", "write to this `directory`")
	return func(ctx context.Context, _, _ io.Writer) error {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		return measureAll(ctx, *games, *layouts, *out)
	}
}

// boards returns the standard boards.
func boards() (all []mines.Rules) {
	for _, b := range [][3]int{{9, 9, 10}, {16, 16, 40}, {30, 16, 99}} {
		for _, first := range []mines.First{mines.Safe, mines.Zero} {
			all = append(all, mines.Rules{Width: b[0], Height: b[1], Mines: b[2], First: first})
		}
	}
	return all
}

func measureAll(ctx context.Context, games, layouts int, out string) error {
	measured, err := readTable(filepath.Join(out, "first-clicks.tsv"))
	if err != nil {
		return err
	}
	var bounds []string
	for _, rules := range boards() {
		if err := measured.measure(ctx, rules, games); err != nil {
			return err
		}
		picture := filepath.Join(out, "first-clicks-"+fileName(rules)+".svg")
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
	return os.WriteFile(filepath.Join(out, "upper-bounds.tsv"), []byte(text), 0o644)
}

func fileName(rules mines.Rules) string {
	return fmt.Sprintf("%dx%d-%d-%v", rules.Width, rules.Height, rules.Mines, rules.First)
}

// representatives returns one cell of each symmetry class of the board, and for every cell its
// representative.
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
