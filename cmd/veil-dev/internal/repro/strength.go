// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/veilplan/veil/experiment"
)

// The text between these lines of docs/results/minesweeper-strength.md is generated from data.
const (
	resultsBegin = "<!-- results: made by tools/nightly strength -->\n"
	resultsEnd   = "<!-- end of results -->\n"
)

// strengthPage replaces the results in the page.
func (d *data) strengthPage(page string) (string, error) {
	before, rest, ok := strings.Cut(page, resultsBegin)
	_, after, found := strings.Cut(rest, resultsEnd)
	if !ok || !found {
		return "", errors.New("docs/results/minesweeper-strength.md: no lines that mark the results")
	}
	return before + resultsBegin + d.strengthTables() + resultsEnd + after, nil
}

// strengthTables returns the two tables: ordinary games, and product mode.
func (d *data) strengthTables() string {
	return "\nOrdinary games, seed 2026:\n\n" + d.ordinaryTable() +
		"\n<details><summary>Product mode: percent ± standard error</summary>\n\n" +
		"A player's winning chance is that of the player before it plus the paired difference. Each comes from other games\n" +
		"(seeds 2042, 2044 and 2027), so the variances add.\n\n" + d.productTable() + "\n</details>\n\n"
}

// ordinaryTable lists the runs of ordinary games.
func (d *data) ordinaryTable() string {
	var rows [][]string
	for _, name := range d.bySize("strength-") {
		r := d.Runs[name]
		for _, p := range r.Policies {
			if p.Player != "" && r.Estimator == "" {
				rows = append(rows, []string{boardOf(r), "`" + p.ID + "`", fmt.Sprint(p.Rate.N), rate(p), hillGames(p.ToHill), pairedPoints(p.ToHill)})
			}
		}
	}
	return markdown([]string{"board", "player", "games", "won", "games with Hill's", "less Hill's player, paired"}, rows)
}

// productTable adds three means: the winning rate of instant, from many cheap games, and the gains
// of fast and then full, from fewer paired games.
func (d *data) productTable() string {
	const many = "strength-mean-"
	var rows [][]string
	for _, name := range d.bySize(many) {
		board := strings.TrimPrefix(name, many)
		instant, ok := d.policy(name, "instant")
		fast, paired := d.policy("strength-fast-"+board, "fast")
		full, again := d.policy("strength-full-"+board, "full")
		if !ok || !paired || !again || fast.Gain == nil || full.Gain == nil {
			continue
		}
		by := sum(instant.Score, *fast.Gain)
		rows = append(rows, []string{
			boardOf(d.Runs[name]), counted("%.2f", instant.Score), counted("%+.2f", *fast.Gain), spread(by), counted("%+.2f", *full.Gain), spread(sum(by, *full.Gain)),
		})
	}
	return markdown([]string{"board", "`instant` (games)", "`fast` more (pairs)", "`fast`", "`full` more (pairs)", "`full`"}, rows)
}

// counted prints a mean or a paired difference, with its number of games or pairs.
func counted(form string, e experiment.Estimate) string {
	return fmt.Sprintf(form+" ± %.2f (%d)", 100*e.Value, stderr(e), e.N)
}

// sum returns the sum of two means that were estimated from different games.
func sum(a, b experiment.Estimate) experiment.Estimate {
	middle := float64(a.Value + b.Value)
	half := math.Hypot(float64(a.High-a.Low), float64(b.High-b.Low)) / 2
	return experiment.Estimate{
		N: min(a.N, b.N), Value: experiment.Number(middle),
		Low: experiment.Number(middle - half), High: experiment.Number(middle + half),
	}
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
func spread(e experiment.Estimate) string { return fmt.Sprintf("%.2f ± %.2f", 100*e.Value, stderr(e)) }

// stderr is the standard error of a mean, in percent.
func stderr(e experiment.Estimate) float64 { return 100 * float64(e.High-e.Low) / 2 / normal }
