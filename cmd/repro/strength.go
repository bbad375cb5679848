// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/veilplan/veil/experiment"
)

// What is between these lines of docs/strength.md is made from data.
const (
	resultsBegin = "<!-- results: made by make strength -->\n"
	resultsEnd   = "<!-- end of results -->\n"
)

// strengthPage replaces the results in the page.
func (d *data) strengthPage(page string) (string, error) {
	before, rest, ok := strings.Cut(page, resultsBegin)
	_, after, found := strings.Cut(rest, resultsEnd)
	if !ok || !found {
		return "", errors.New("docs/strength.md: no lines that say where the results are")
	}
	return before + resultsBegin + d.strengthTables() + resultsEnd + after, nil
}

// strengthTables are the two tables: ordinary games, and product mode.
func (d *data) strengthTables() string {
	var ordinary, product [][]string
	for _, name := range d.bySize("strength-") {
		r := d.Runs[name]
		for _, p := range r.Policies {
			switch {
			case p.Player == "":
			case r.Estimator != "":
				product = append(product, []string{boardOf(r), "`" + p.ID + "`", fmt.Sprint(p.Score.N), spread(p.Score), pointsSpread(p.Gain)})
			default:
				ordinary = append(ordinary, []string{boardOf(r), "`" + p.ID + "`", fmt.Sprint(p.Rate.N), rate(p), hillGames(p.ToHill), pairedPoints(p.ToHill)})
			}
		}
	}
	return "\nOrdinary games, seed 2026:\n\n" +
		markdown([]string{"board", "player", "games", "won", "games with Hill's", "less Hill's player, paired"}, ordinary) +
		"\nProduct mode, seed 2027; percent ± standard error:\n\n" +
		markdown([]string{"board", "player", "games", "won", "less `fast`, paired"}, product) + "\n"
}

func boardOf(r runData) string { return strings.Replace(r.Board, "x", "×", 1) + " " + r.First }

func hillGames(e *experiment.Estimate) string {
	if e == nil {
		return "–"
	}
	return fmt.Sprint(e.N)
}

// normal is the 95% quantile of the normal distribution, two-sided.
const normal = 1.959964

// spread prints a mean in percent with its standard error.
func spread(e experiment.Estimate) string {
	return fmt.Sprintf("%.2f ± %.2f", 100*e.Value, 100*(e.High-e.Low)/2/normal)
}

func pointsSpread(e *experiment.Estimate) string {
	if e == nil {
		return "–"
	}
	return fmt.Sprintf("%+.2f ± %.2f", 100*e.Value, 100*(e.High-e.Low)/2/normal)
}
