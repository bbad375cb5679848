// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/figure"
)

// The 2012 paper's thesis is that a solver and a tree search together are better than either alone.
// These rows compare them on the same boards, with equal simulations.

// thesisTable lists the lowest risk, the tree alone and BSSUCT, by board and budget, beside the
// planner and the optimum, with the verdict of each board.
func thesisTable(d *data, optima boardValues) (string, error) {
	boards, err := table2012()
	var rows [][]string
	for _, b := range boards {
		rows = append(rows, thesisRows(d, b, optima)...)
	}
	if len(rows) == 0 {
		return missing + "\n", err
	}
	return markdown([]string{
		"board", "simulations", "games", "lowest risk", "tree alone", "BSSUCT", "BSSUCT less lowest risk", "BSSUCT less tree alone",
		"planner", "optimum", "better than both",
	}, rows), err
}

// thesisRows returns the rows of a board, one per budget.
func thesisRows(d *data, b board2012, optima boardValues) (rows [][]string) {
	run := "2012-tree-" + b.name()
	planner, optimum := missing, missing
	if p, ok := d.policy("2012-planner-"+b.name(), "planner"); ok {
		planner = percentOf(p.Score)
	}
	if v, ok := optima[b.board]; ok {
		optimum = strings.TrimSuffix(percent(v), "%")
	}
	for _, part := range []string{run, run + "-deep", run + "-deepest"} {
		for _, p := range d.Runs[part].Policies {
			if p.Player != "bssuct" || p.Gain == nil || p.OverTree == nil {
				continue
			}
			one := d.Runs[part].Policies
			rows = append(rows, []string{
				strings.Replace(b.name(), "-", "/", 1), fmt.Sprintf("%.0f", p.budget().Simulations), fmt.Sprint(p.Score.N),
				percentOf(one[0].Score), percentOf(treeOf(one, p).Score), percentOf(p.Score), gainPoints(*p.Gain), gainPoints(*p.OverTree),
				planner, optimum, "",
			})
		}
	}
	if len(rows) > 0 {
		rows[len(rows)-1][10] = thesisVerdict(d, run)
	}
	return rows
}

// thesisVerdict applies the rule that the specs state: better than both, with a paired lower bound
// above zero, at some budget, and not significantly worse than either at the largest.
func thesisVerdict(d *data, run string) string {
	better, worse, equal := false, false, true
	for _, p := range d.policies(run) {
		if p.Gain == nil || p.OverTree == nil {
			continue
		}
		better = better || p.Gain.Low > 0 && p.OverTree.Low > 0
		worse = p.Gain.High < 0 || p.OverTree.High < 0 // budgets rise
		equal = equal && p.Gain.Value == 0 && p.OverTree.Value == 0
	}
	switch {
	case better && !worse:
		return "yes"
	case equal:
		return "no: all equal"
	default:
		return "no"
	}
}

// treeOf returns the tree alone with the budget of p.
func treeOf(policies []policyData, p policyData) policyData {
	for _, q := range policies {
		if q.ID == treeID(p.ID) {
			return q
		}
	}
	return policyData{}
}

// treeID returns the name of the tree alone that is compared with a policy.
func treeID(bssuct string) string { return strings.Replace(bssuct, "bssuct-", "tree-", 1) }

func gainPoints(e experiment.Estimate) string {
	return fmt.Sprintf("%+.2f [%+.2f, %+.2f]", 100*e.Value, 100*e.Low, 100*e.High)
}

// thesisPanels returns a panel per board of Table 2: percent of games won against simulations.
func thesisPanels(d *data, optima boardValues) ([]figure.Panel, error) {
	boards, err := table2012()
	var panels []figure.Panel
	for _, b := range boards {
		p := figure.Panel{Title: strings.Replace(b.name(), "-", "/", 1)}
		if v, ok := optima[b.board]; ok {
			best, _ := v.Float64()
			p.Levels = append(p.Levels, figure.Level{Name: "optimum (exact)", Y: 100 * best})
		}
		if corner, ok := d.policy("2012-myopic-"+b.name(), "corner"); ok {
			p.Levels = append(p.Levels, figure.Level{Name: "lowest risk", Y: 100 * float64(corner.Rate.Value)})
		}
		for _, s := range []struct{ name, run, player string }{
			{"BSSUCT", "2012-bssuct-", "bssuct"}, {"tree alone", "2012-tree-", "bsruct"}, {"our planner", "2012-planner-", "planner"},
		} {
			p.Series = append(p.Series, percentSeries(d, s.name, s.run+b.name(), s.player))
		}
		panels = append(panels, p)
	}
	return panels, err
}

// percentSeries returns the results of a player in a run against its simulations, in percent.
func percentSeries(d *data, name, run, player string) figure.Series {
	s := figure.Series{Name: name}
	for _, p := range d.policies(run) {
		if e := d.chance(run, p); p.Player == player {
			s.Points = append(s.Points, figure.Point{
				X: p.budget().Simulations, Y: 100 * float64(e.Value), Low: 100 * float64(e.Low), High: 100 * float64(e.High),
			})
		}
	}
	return s
}
