// SPDX-License-Identifier: BSD-3-Clause

package duel

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// part is a series of paired games that was played in one piece.
type part struct {
	board, player string
	from          int
	sums
}

const (
	partsHead = "board\tplayer\tfrom\tgames\tsum\tsquares\n"
	tableHead = "board\tplayer\tgames\tdifference\tlo\thi\n"
)

// partsOf returns the file beside a table that has its parts.
func partsOf(table string) string { return strings.TrimSuffix(table, ".tsv") + "-parts.tsv" }

// merge adds a part to a table and writes it again. A part that has been played before replaces the
// earlier one; parts that share some games are refused.
func merge(table string, p part) error {
	all, err := readParts(partsOf(table))
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(x part) bool {
		return x.board == p.board && x.player == p.player && x.from == p.from && x.n == p.n
	})
	for _, x := range all {
		if x.board == p.board && x.player == p.player && x.from < p.from+p.n && p.from < x.from+x.n {
			return fmt.Errorf("%s: games %d to %d of %s on %s are counted already: play others, or delete the line", partsOf(table), x.from, x.from+x.n-1, x.player, x.board)
		}
	}
	all = append(all, p)
	slices.SortFunc(all, func(x, y part) int {
		return cmp.Or(cmp.Compare(x.board, y.board), cmp.Compare(x.player, y.player), cmp.Compare(x.from, y.from))
	})
	return errors.Join(os.WriteFile(partsOf(table), []byte(writeParts(all)), 0o644), os.WriteFile(table, []byte(writeTable(all)), 0o644))
}

func readParts(name string) (all []part, err error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	rest, ok := strings.CutPrefix(string(text), partsHead)
	if err == nil && !ok {
		err = fmt.Errorf("%s: does not begin with %q", filepath.Base(name), partsHead)
	}
	for line := range strings.Lines(rest) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		var p part
		if len(fields) != 6 {
			return nil, fmt.Errorf("%s: %q: want 6 fields", name, line)
		}
		p.board, p.player = fields[0], fields[1]
		if _, err := fmt.Sscan(strings.Join(fields[2:], " "), &p.from, &p.n, &p.sum, &p.square); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", name, line, err)
		}
		all = append(all, p)
	}
	return all, err
}

func writeParts(all []part) string {
	var b strings.Builder
	b.WriteString(partsHead)
	for _, p := range all {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%d\t%.6f\t%.9f\n", p.board, p.player, p.from, p.n, p.sum, p.square)
	}
	return b.String()
}

// writeTable sums the parts of each player, which are adjacent.
func writeTable(all []part) string {
	var b strings.Builder
	b.WriteString(tableHead)
	for len(all) > 0 {
		total := all[0]
		for all = all[1:]; len(all) > 0 && all[0].board == total.board && all[0].player == total.player; all = all[1:] {
			total.n, total.sum, total.square = total.n+all[0].n, total.sum+all[0].sum, total.square+all[0].square
		}
		fmt.Fprintf(&b, "%s\t%s\t%d\t%+.3f\t%+.3f\t%+.3f\n", total.board, total.player, total.n,
			100*total.mean(), 100*(total.mean()-total.margin()), 100*(total.mean()+total.margin()))
	}
	return b.String()
}
