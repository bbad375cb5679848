// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// From the root of the repository: the exact losses by simulations, and without ingredients.
const (
	betterWithTime = papersDir + "/better-with-time.tsv"
	ingredients    = papersDir + "/ingredients.tsv"
)

// loss is the mean loss of a player's moves against best play, per game.
type loss struct {
	board, player      string
	simulations, games int
	lost, stderr       float64
}

// readLosses reads the table of losses; a missing file has none.
func readLosses(name string) ([]loss, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []loss
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i == 0 {
			continue // the head
		}
		var l loss
		board, rest, _ := strings.Cut(line, "\t")
		player, rest, _ := strings.Cut(rest, "\t")
		if _, err := fmt.Sscan(rest, &l.simulations, &l.games, &l.lost, &l.stderr); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		l.board, l.player = board, player
		list = append(list, l)
	}
	return list, nil
}

// lossTable lists the losses of players against best play, by simulations.
func lossTable(losses []loss, optima boardValues) string {
	var rows [][]string
	for _, l := range losses {
		simulations := "–"
		if l.simulations > 0 {
			simulations = fmt.Sprint(l.simulations)
		}
		optimum, _ := optima[l.board].Float64()
		rows = append(rows, []string{
			l.board, l.player, simulations, fmt.Sprint(l.games), fmt.Sprintf("%.2f ± %.2f", 100*l.lost, 196*l.stderr),
			fmt.Sprintf("%.2f", 100*(optimum-l.lost)), fmt.Sprintf("%.2f", 100*optimum),
		})
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"board", "player", "simulations per move", "games", "points lost (95%)", "so it wins %", "optimum %"}, rows)
}

// ablation lists the losses of the tree search without each of its ingredients.
func ablation(losses []loss) string {
	var rows [][]string
	for _, l := range losses {
		rows = append(rows, []string{l.board, l.player, fmt.Sprint(l.simulations), fmt.Sprint(l.games), fmt.Sprintf("%.2f ± %.2f", 100*l.lost, 196*l.stderr)})
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"board", "without", "simulations per move", "games", "points lost (95%)"}, rows)
}

// plannerTable lists the planner's runs on the boards of the 2012 paper.
func plannerTable(d *data, optima boardValues) string {
	var rows [][]string
	for _, run := range d.named("2012-planner-") {
		r := d.Runs[run]
		policy, ok := d.policy(run, "fast")
		p, found := d.policy(run, "planner")
		if !ok || !found || p.Gain == nil {
			continue
		}
		optimum, in := missing, ""
		if v := optima[r.Board]; v != nil {
			x, _ := v.Float64()
			optimum, in = fmt.Sprintf("%.2f", 100*x), "no"
			if float64(p.Score.Low) <= x+1e-9 && x <= float64(p.Score.High)+1e-9 {
				in = "yes"
			}
		}
		rows = append(rows, []string{
			r.Board, fmt.Sprintf("%.0f", p.budget().Simulations), fmt.Sprintf("%.0f; %.0f", p.Mean, p.Slow), percentOf(policy.Score), percentOf(p.Score),
			points(p), optimum, in, fmt.Sprint(p.Score.N),
		})
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"board", "simulations per guess", "CPU ms per move: mean; 95%", "the policy", "the planner", "difference, paired", "optimum", "in the interval", "games"}, rows)
}

// points returns the paired difference from the first policy, with its standard error.
func points(p policyData) string { return pairedPoints(p.Gain) }

// neverBehind compares the planner with the policy that it improves, on the standard boards.
func neverBehind(d *data) string {
	var rows [][]string
	for _, run := range d.named("planner-") {
		r := d.Runs[run]
		for _, p := range r.Policies {
			if p.Gain == nil {
				continue
			}
			rows = append(rows, []string{
				r.Board, r.First, fmt.Sprintf("%.0f", p.budget().Simulations), percentOf(r.Policies[0].Score), percentOf(p.Score), points(p),
				fmt.Sprintf("%.2f", stderr(*p.Gain)), fmt.Sprint(p.Score.N),
			})
		}
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"board", "first click", "simulations per guess", "the policy", "the planner", "difference, paired", "its standard error", "games"}, rows)
}

// behind counts the comparisons with the policy, and those that the planner certainly loses.
func behind(d *data) string {
	rows, lost := 0, 0
	for _, run := range d.named("planner-") {
		for _, p := range d.Runs[run].Policies {
			if p.Gain == nil {
				continue
			}
			if rows++; p.Gain.High < 0 {
				lost++
			}
		}
	}
	return fmt.Sprintf("%d of %d", lost, rows)
}
