// SPDX-License-Identifier: BSD-3-Clause

package main

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

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/player"
)

// standing is how a player fares on a board.
type standing struct {
	policyData

	run   string
	games uint64
}

const standingsData = "data/standings.json"

// runStandings collects runs, measures what a game costs, and writes docs/standings.md.
func runStandings(ctx context.Context, docs, runs string, log io.Writer) error {
	name := filepath.Join(docs, standingsData)
	d, err := readData(name)
	if err != nil {
		return err
	}
	if err := d.collect(runs, "", log); err != nil {
		return err
	}
	if err := d.addCosts(ctx); err != nil {
		return err
	}
	if err := d.write(name); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(docs, "standings.md"), []byte(d.standings()), 0o644)
}

// standings is the page: a table for each board.
func (d *data) standings() string {
	var page strings.Builder
	page.WriteString(`# Standings

Every player on the boards of the 2012 paper and on the standard boards: share of games won with its 95 % Wilson
interval, best first. CPU time is that of one game on one core, the mean of as many games as fit into a second, at least
one. Players that solve positions remember them, so their first games, which is what is timed here, are the dearest; over a
whole run a move takes them milliseconds. All players meet the same boards (seed 2026).
` + "`make standings` plays what is missing and writes this page; `veil exp run` with one of the specs under\n" +
		"`experiments/` plays one table.\n")
	for _, b := range d.standingBoards() {
		list := d.standingOn(b)
		fmt.Fprintf(&page, "\n## %s, first click %s\n\n%s", strings.Replace(b.Board, "x", "×", 1), b.First, standingTable(list))
	}
	return page.String()
}

// standingBoards lists the boards, small ones first.
func (d *data) standingBoards() []runData {
	var boards []runData
	for _, name := range d.named("standing-") {
		r := d.Runs[name]
		if !slices.ContainsFunc(boards, func(b runData) bool { return b.Board == r.Board && b.First == r.First }) {
			boards = append(boards, r)
		}
	}
	slices.SortStableFunc(boards, func(a, b runData) int {
		return cmp.Or(cells(a.Board)-cells(b.Board), strings.Compare(a.Board, b.Board), strings.Compare(a.First, b.First))
	})
	return boards
}

func cells(board string) int {
	var w, h int
	_, _ = fmt.Sscanf(board, "%dx%d", &w, &h) // a spec that was run is well-formed
	return w * h
}

// standingOn lists what was played on a board, best first.
func (d *data) standingOn(b runData) []standing {
	var list []standing
	for _, name := range d.named("") {
		r := d.Runs[name]
		if r.Board != b.Board || r.First != b.First || r.Objective != b.Objective {
			continue
		}
		for _, p := range r.Policies {
			list = append(list, standing{p, name, r.Episodes})
		}
	}
	slices.SortStableFunc(list, func(a, b standing) int { return cmp.Compare(b.Rate.Value, a.Rate.Value) })
	return list
}

func standingTable(list []standing) string {
	var rows [][]string
	for _, s := range list {
		rows = append(rows, []string{
			s.ID, fmt.Sprint(s.games), rate(s.policyData), milliseconds(s.CPU), "`" + s.run + "`",
		})
	}
	return markdown([]string{"player", "games", "won", "CPU a game", "run"}, rows)
}

// milliseconds prints a time, long ones in seconds.
func milliseconds(x float64) string {
	switch {
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
			if p := &r.Policies[i]; p.CPU == 0 {
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

// costOf plays games for about a second and returns the milliseconds of CPU time a game.
func costOf(ctx context.Context, r runData, p policyData) (float64, error) {
	rules, err := json.Marshal(map[string]string{"board": r.Board, "first": r.First, "objective": r.Objective})
	if err != nil {
		return 0, err
	}
	m, _, err := player.All().Match(play.Setup{Domain: "mines", Rules: rules, Player: p.Player, Params: p.Params})
	if err != nil {
		return 0, err
	}
	start := rusage.CPU()
	for i := uint64(0); ; i++ {
		if spent := rusage.CPU() - start; spent > time.Second || i == r.Episodes {
			return float64(spent) / 1e6 / float64(i), nil
		}
		if _, err := m.Play(ctx, r.Seed, i); err != nil {
			return 0, err
		}
	}
}
