// SPDX-License-Identifier: BSD-3-Clause

// Package equilibrium measures how exploitable the search for equilibria is in small games, against
// exact best responses.
//
//	veil-dev equilibria -o experiments/equilibrium
//
// The figures are counts and payoffs, so they are the same on every machine.
package equilibrium

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// page has the table of the last figures.
const page = "docs/results/equilibrium-search.md"

// Command defines the flags and returns the function that measures.
func Command(flags *flag.FlagSet) func(ctx context.Context, out, log io.Writer) error {
	into := flags.String("o", "", "the `folder` for curves.tsv and figures; the page is written too (default: print)")
	only := flags.String("only", "", "measure the `game` alone: "+strings.Join(names(), ", "))
	return func(ctx context.Context, out, log io.Writer) error {
		rows, err := measure(ctx, log, *only)
		if err != nil {
			return err
		}
		if *into == "" {
			_, err := io.WriteString(out, tsv(rows))
			return err
		}
		all, err := merge(filepath.Join(*into, "curves.tsv"), rows)
		if err != nil {
			return err
		}
		return write(*into, all)
	}
}

// merge returns the rows of a file with those of the measured games replaced, in the order of the
// games.
func merge(file string, rows []row) ([]row, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return rows, nil
	}
	if err != nil {
		return nil, err
	}
	old, err := parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var all []row
	for _, name := range names() {
		from := old
		if slices.ContainsFunc(rows, func(r row) bool { return r.game == name }) {
			from = rows
		}
		for _, r := range from {
			if r.game == name {
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// write writes the data, and from what it says the figures and the table of the page.
func write(into string, rows []row) error {
	rows, err := parse(tsv(rows)) // rounded
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(into, "curves.tsv"), []byte(tsv(rows)), 0o644); err != nil {
		return err
	}
	if err := draw(into, rows); err != nil {
		return err
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	next, err := withTable(string(text), rows)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(next), 0o644)
}

const (
	begin = "<!-- curves -->\n"
	end   = "<!-- /curves -->\n"
)

// withTable returns the page with the table of some rows.
func withTable(text string, rows []row) (string, error) {
	before, rest, ok := strings.Cut(text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("%s: want the lines %q and %q", page, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + table(rows) + end + after, nil
}

// table returns the last row of each curve in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| game | exact value | tree | nodes | iterations | first player has at least | at most | exploitability, last | average |\n|---|---|---|---|---|---|---|---|---|\n")
	for i, r := range rows {
		if i+1 < len(rows) && rows[i+1].game == r.game && rows[i+1].tree == r.tree {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %.7f | %.7f | %.1e | %.1e |\n", r.game, r.exact, r.tree, r.nodes, r.iterations, r.least, r.most, r.last, r.average)
	}
	return b.String()
}
