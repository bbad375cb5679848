// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/figure"
	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/play"
)

// From the root of the repository: the pages, and what they are made from.
const (
	standingsPage = "docs/results/standings.md"
	strengthPage  = "docs/results/minesweeper-strength.md"
	standingsData = "experiments/standings/standings.json"

	standingsFigure = "experiments/standings/standings.svg"
)

// runStandings collects runs, measures what a game costs, and writes docs/results/standings.md, its figure
// and the tables of docs/results/minesweeper-strength.md.
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
	return d.writeStandings(root)
}

// writeStandings writes the two pages and the figure from the data.
func (d *data) writeStandings(root string) error {
	files, err := d.standingFiles(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// standingFiles are the two pages and the figure, by name.
func (d *data) standingFiles(root string) (map[string][]byte, error) {
	old, err := os.ReadFile(filepath.Join(root, strengthPage))
	if err != nil {
		return nil, err
	}
	strength, err := d.strengthPage(string(old))
	if err != nil {
		return nil, err
	}
	page, err := d.standings()
	if err != nil {
		return nil, err
	}
	picture, err := costFigure(d.Runs["standing-30x16-99-safe"])
	return map[string][]byte{standingsPage: page, strengthPage: []byte(strength), standingsFigure: picture}, err
}

// leastGames is the minimum number of games of a row.
const leastGames = 1000

// standingsText is the text around the tables of standings.
//
//go:embed standings.md
var standingsText string

// standings is the page: a summary, and a table for each board.
func (d *data) standings() ([]byte, error) {
	type board struct{ Name, Table string }
	var boards []board
	var seed uint64
	for _, name := range d.standingRuns() {
		r := d.Runs[name]
		seed = r.Seed
		boards = append(boards, board{strings.Replace(r.Board, "x", "×", 1) + ", first click " + r.First, standingTable(r)})
	}
	t, err := template.New("standings").Parse(standingsText)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{"Seed": seed, "Leaders": d.leaders(), "Summary": d.standingSummary(), "Boards": boards})
	return out.Bytes(), err
}

// standingSummary lists who won most on each board, and four players to compare with.
func (d *data) standingSummary() string {
	columns := []string{"optimal", "fast", "safest", hillID}
	var rows [][]string
	for _, name := range d.standingRuns() {
		r := d.Runs[name]
		best, most := winners(r)
		row := []string{boardOf(r), strings.Join(best, ", "), wonPercent(most)}
		for _, id := range columns {
			share := "–"
			if p, ok := d.policy(name, id); ok {
				share = wonPercent(p)
			}
			row = append(row, share)
		}
		rows = append(rows, row)
	}
	return markdown(append([]string{"board", "most wins", "won"}, columns...), rows)
}

// winners are the policies with the most games won, and one of them.
func winners(r runData) (ids []string, one policyData) {
	for _, p := range r.Policies {
		if p.Won > one.Won {
			ids, one = nil, p
		}
		if p.Won == one.Won {
			ids = append(ids, p.ID)
		}
	}
	return ids, one
}

// leaders counts the boards on which each policy won most, ties for all of them.
func (d *data) leaders() string {
	count := map[string]int{}
	for _, name := range d.standingRuns() {
		best, _ := winners(d.Runs[name])
		for _, id := range best {
			count[id]++
		}
	}
	ids := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	for i, id := range ids {
		ids[i] = fmt.Sprintf("%s %d", id, count[id])
	}
	return strings.Join(ids, ", ")
}

func wonPercent(p policyData) string { return fmt.Sprintf("%.1f", 100*p.Rate.Value) }

// costFigure draws how often the players of a run won against their CPU time per game.
func costFigure(r runData) ([]byte, error) {
	var series []figure.Series
	for _, p := range r.Policies {
		if p.CPU > 0 {
			point := figure.Point{X: p.CPU, Y: float64(p.Rate.Value), Low: float64(p.Rate.Low), High: float64(p.Rate.High)}
			series = append(series, figure.Series{Name: p.ID, Points: []figure.Point{point}})
		}
	}
	f, err := figure.Dots(figure.Axes{Title: r.Board + ", first click " + r.First, X: "CPU milliseconds per game", Y: "games won", LogX: true}, series)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = f.Write(&out, "svg")
	return out.Bytes(), err
}

// standingRuns returns the runs with enough games, small boards first.
func (d *data) standingRuns() []string {
	return slices.DeleteFunc(d.bySize("standing-"), func(name string) bool { return d.Runs[name].Episodes < leastGames })
}

// bySize returns the runs with a prefix, small boards first.
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

// standingTable lists the policies of a run, best first. Equal winning rates share a rank.
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
	return markdown([]string{"rank", "player", "parameters", "games", "won", "less `safest`", "less the best", "CPU per game"}, rows)
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

// addCosts measures the CPU time per game of every policy that lacks it.
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

// costOf plays ordinary games for about a third of a second and returns the milliseconds of CPU time per game.
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
