// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/play"
)

// From the root of the repository: the pages, and what they are made from.
const (
	standingsPage = "docs/results/standings.md"
	strengthPage  = "docs/results/minesweeper-strength.md"
	standingsData = "experiments/standings/standings.json"
)

// runStandings collects runs, measures what a game costs, and writes docs/results/standings.md and the
// tables of docs/results/minesweeper-strength.md.
func runStandings(ctx context.Context, root, runs string, log io.Writer) error {
	name := filepath.Join(root, standingsData)
	d, err := readData(name)
	if err != nil {
		return err
	}
	d.pair = true
	if err := d.collect(runs, "", log); err != nil {
		return err
	}
	if err := d.addCosts(ctx); err != nil {
		return err
	}
	if err := d.write(name); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, standingsPage), []byte(d.standings()), 0o644); err != nil {
		return err
	}
	page := filepath.Join(root, strengthPage)
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	text, err := d.strengthPage(string(old))
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(text), 0o644)
}

// leastGames is how many games a row needs.
const leastGames = 1000

// standings is the page: a table for each board.
func (d *data) standings() string {
	var page strings.Builder
	page.WriteString(`# Standings

Players on the boards of the 2012 paper and on the standard boards. In each table all players meet the same boards, with the
same first click if it can be set, and are ranked by the games they won, with 95 % Wilson intervals. The
differences to ` + "`safest`" + ` and to the best are paired, game by game, in points with 95 % intervals (Tango 1998); a difference
whose interval contains zero has not been shown. A row has at least 1,000 games; on the standard boards the
players that search take seconds a game and are left out. Parameters that are not in the row have their defaults. CPU time is
per game on one core, the mean of as many games as fit into a third of a second, at least one. Players that solve positions
remember them, so their first games, which are timed here, are the slowest.

"Hill (recorded)" is D. Hill's player (JavaMinesweeper, bulk default analysis), which played the same boards; its games are in
` + "`mines/recorded`" + `, and its CPU time, under Java, is not compared here.
` + "`tools/nightly standings` plays what is missing and writes this page; `veil exp run` with one of the specs under\n" +
		"`experiments/standings` plays one table. The matches of the [Kriegspiel player](kriegspiel-player.md#how-well) are on its own page.\n")
	for _, name := range d.standingRuns() {
		r := d.Runs[name]
		fmt.Fprintf(&page, "\n## %s, first click %s\n\n%s", strings.Replace(r.Board, "x", "×", 1), r.First, standingTable(r))
	}
	return page.String()
}

// standingRuns lists the runs with enough games, small boards first.
func (d *data) standingRuns() []string {
	return slices.DeleteFunc(d.bySize("standing-"), func(name string) bool { return d.Runs[name].Episodes < leastGames })
}

// bySize lists the runs whose names begin so, small boards first.
func (d *data) bySize(prefix string) []string {
	names := d.named(prefix)
	slices.SortStableFunc(names, func(x, y string) int {
		a, b := d.Runs[x], d.Runs[y]
		return cmp.Or(cells(a.Board)-cells(b.Board), strings.Compare(a.Board, b.Board), strings.Compare(a.First, b.First))
	})
	return names
}

func cells(board string) int {
	var w, h int
	_, _ = fmt.Sscanf(board, "%dx%d", &w, &h) // a spec that was run is well-formed
	return w * h
}

// standingTable lists the policies of a run, best first. Those that won as often share a rank.
func standingTable(r runData) string {
	list := slices.Clone(r.Policies)
	slices.SortStableFunc(list, func(a, b policyData) int { return cmp.Compare(b.Won, a.Won) })
	var rows [][]string
	rank := 1
	for i, p := range list {
		if i > 0 && p.Won < list[i-1].Won {
			rank = i + 1
		}
		rows = append(rows, []string{
			fmt.Sprint(rank), p.ID, parameters(p.Params), fmt.Sprint(p.Rate.N), rate(p), pairedPoints(p.Gain), pairedPoints(p.ToBest), milliseconds(p.CPU),
		})
	}
	return markdown([]string{"rank", "player", "parameters", "games", "won", "less `safest`", "less the best", "CPU a game"}, rows)
}

// parameters prints those of a policy that are its budget, and not where it begins.
func parameters(raw json.RawMessage) string {
	params := map[string]any{}
	_ = json.Unmarshal(raw, &params) // a spec that was run is well-formed
	var list []string
	for name, value := range params {
		if name != "start" {
			list = append(list, fmt.Sprintf("%s %v", strings.ReplaceAll(name, "_", " "), value))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// pairedPoints prints a paired difference.
func pairedPoints(e *experiment.Estimate) string {
	if e == nil {
		return "–"
	}
	return fmt.Sprintf("%+.2f [%+.2f, %+.2f]", 100*e.Value, 100*e.Low, 100*e.High)
}

// milliseconds prints a time, long ones in seconds.
func milliseconds(x float64) string {
	switch {
	case x == 0:
		return "–"
	case x >= 1000:
		return fmt.Sprintf("%.1f s", x/1000)
	case x >= 10:
		return fmt.Sprintf("%.0f ms", x)
	}
	return fmt.Sprintf("%.2g ms", x)
}

// addCosts measures the CPU time of a game of every policy that has none yet.
func (d *data) addCosts(ctx context.Context) error {
	for _, name := range d.named("") {
		r := d.Runs[name]
		for i := range r.Policies {
			if p := &r.Policies[i]; p.CPU == 0 && p.Player != "" {
				spent, err := costOf(ctx, r, *p)
				if err != nil {
					return fmt.Errorf("%s: %s: %w", name, p.ID, err)
				}
				p.CPU = spent
			}
		}
	}
	return nil
}

// costOf plays ordinary games for about a third of a second and returns the milliseconds of CPU time a game.
func costOf(ctx context.Context, r runData, p policyData) (float64, error) {
	rules, err := json.Marshal(map[string]string{"board": r.Board, "first": r.First, "objective": r.Objective})
	if err != nil {
		return 0, err
	}
	m, _, err := catalog.All().Match(play.Setup{Domain: "mines", Rules: rules, Player: p.Player, Params: p.Params})
	if err != nil {
		return 0, err
	}
	start := rusage.CPU()
	for i := uint64(0); ; i++ {
		if spent := rusage.CPU() - start; spent > time.Second/3 || i == r.Episodes {
			return float64(spent) / 1e6 / float64(i), nil
		}
		if _, err := m.Play(ctx, r.Seed, i); err != nil {
			return 0, err
		}
	}
}
