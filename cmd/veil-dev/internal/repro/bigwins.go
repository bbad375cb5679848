// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/internal/text"
)

// bigWins compares the games won in the paper's Table II with ours: which beliefs win, and which do not.
func bigWins(d *data) (string, error) {
	one, two, err := tables2011()
	if err != nil {
		return "", err
	}
	won, rows := 0, 0
	for _, r := range two {
		if swapped([]timed{r}, one) > 0 {
			continue
		}
		rows++
		if r.rejection == 1 {
			won++
		}
	}
	table := [][]string{
		{"the paper's BSR-UCT", fmt.Sprintf("%d of %d", won, rows), "27 seconds"},
		append([]string{"rejection"}, wonBy(d, "2011-table2", "rejection")...),
		append([]string{"rejection, mines on covered cells only"}, wonBy(d, "2011-covered-7x7-11", "covered")...),
		append([]string{"Alg. 4, to which the wins belong if all columns are exchanged"}, wonBy(d, "2011-table2", printedFast)...),
	}
	if p, ok := d.last("2011-table2", "exact"); ok {
		table = append(table, []string{"exact", fmt.Sprintf("%d of %d", p.Won, p.Rate.N), fmt.Sprintf("%.0f simulations", p.budget().Simulations)})
	}
	return markdown([]string{"belief", "games won", "budget per move, at most"}, table), nil
}

// wonBy returns how many games the policies of a kind won in all, and their largest budget.
func wonBy(d *data, run, kind string) []string {
	won, games, most := 0, 0, 0.0
	for _, p := range d.policies(run) {
		if strings.HasPrefix(p.ID, kind+"-") {
			won, games, most = won+p.Won, games+p.Rate.N, max(most, p.budget().Draws)
		}
	}
	return []string{fmt.Sprintf("%s of %s", text.Thousands(won), text.Thousands(games)), text.Thousands(int(most)) + " hidden states"}
}
