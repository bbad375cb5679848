// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// betterWithTime is where the exact losses by simulations are, from the root.
const betterWithTime = "docs/data/better-with-time.tsv"

// lossTable lists what players lose against best play, by simulations.
func lossTable(name string, optima boardValues) (string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return missing + "\n", nil
	}
	if err != nil {
		return "", err
	}
	var rows [][]string
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 || len(f) != 6 {
			continue
		}
		lost, err1 := strconv.ParseFloat(f[4], 64)
		spread, err2 := strconv.ParseFloat(f[5], 64)
		if err := errors.Join(err1, err2); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		optimum := 0.0
		if v := optima[f[0]]; v != nil {
			optimum, _ = v.Float64()
		}
		if f[2] == "0" {
			f[2] = "–"
		}
		rows = append(rows, []string{
			f[0], f[1], f[2], f[3], fmt.Sprintf("%.2f ± %.2f", 100*lost, 196*spread),
			fmt.Sprintf("%.2f", 100*(optimum-lost)), fmt.Sprintf("%.2f", 100*optimum),
		})
	}
	return markdown([]string{"board", "player", "simulations a move", "games", "points lost", "so it wins %", "optimum %"}, rows), nil
}

// plannerTable lists the planner's runs on the boards of the 2012 paper.
func plannerTable(d *data, optima boardValues) string {
	var rows [][]string
	for _, run := range d.named("2012-planner-") {
		r := d.Runs[run]
		policy, ok := d.policy(run, "lookahead")
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
			r.Board, fmt.Sprintf("%.0f", p.budget().Simulations), fmt.Sprintf("%.0f", p.Slow), percentOf(policy.Score), percentOf(p.Score),
			points(p), optimum, in, fmt.Sprint(p.Score.N),
		})
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"board", "simulations a guess", "ms a move (95%)", "the policy", "the planner", "difference, paired", "optimum", "in the interval", "games"}, rows)
}

// points is a paired difference from the first policy, with its standard error.
func points(p policyData) string {
	if p.Gain == nil {
		return "–"
	}
	return fmt.Sprintf("%+.2f [%+.2f, %+.2f]", 100*p.Gain.Value, 100*p.Gain.Low, 100*p.Gain.High)
}

// neverBehind lists the planner against the policy that it improves on the standard boards.
func neverBehind(d *data) string {
	var rows [][]string
	for _, run := range d.named("planner-") {
		r := d.Runs[run]
		for _, p := range r.Policies {
			if p.Gain == nil {
				continue
			}
			stderr := float64(p.Gain.High-p.Gain.Low) / 2 / 1.96
			rows = append(rows, []string{
				r.Board, r.First, fmt.Sprintf("%.0f", p.budget().Simulations), percentOf(r.Policies[0].Score), percentOf(p.Score), points(p),
				fmt.Sprintf("%.2f", 100*stderr), fmt.Sprint(p.Score.N),
			})
		}
	}
	if len(rows) == 0 {
		return missing + "\n"
	}
	return markdown([]string{"board", "first click", "simulations a guess", "the policy", "the planner", "difference, paired", "its standard error", "games"}, rows)
}
