// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg/composed"
)

const kriegProblemsDailyLong = `daily prints the problem of the day: a mate that can be forced, without its answer. It
depends only on the date, so it is the same for everybody, also in the web app. --all prints
all problems in the rotation; with --json in the form that the web app reads.`

func newKriegProblemsDaily(a *app) *cobra.Command {
	var date string
	var all bool
	cmd := frame.Verb("daily", "print the problem of the day", kriegProblemsDailyLong,
		"veil krieg problems daily --date 2026-11-15", "veil krieg problems daily --date 2026-11-15 --json")
	cmd.Flags().StringVar(&date, "date", "", "`DAY` as 2026-11-15 (default: today, in UTC)")
	cmd.Flags().BoolVar(&all, "all", false, "print all problems that take turns")
	cmd.Args = frame.AtMost(0)
	cmd.RunE = func(*cobra.Command, []string) error {
		list, err := composed.Puzzles()
		if err != nil {
			return err
		}
		if all {
			return a.Emit(&puzzleAnswer{api.KriegPuzzles{Schema: "krieg.puzzles/1", Total: len(list), Puzzles: list}})
		}
		day := time.Now().UTC()
		if date != "" {
			if day, err = time.Parse(time.DateOnly, date); err != nil {
				return frame.Usage("--date "+strconv.Quote(date)+": no such day", "write it as 2026-11-15")
			}
		}
		i := api.Daily(int(day.Unix()/86400), len(list))
		return a.Emit(&puzzleAnswer{api.KriegPuzzles{Schema: "krieg.puzzles/1", Total: 1, Puzzles: list[i : i+1]}})
	}
	return cmd
}

// puzzleAnswer is the puzzle of the day, without its solution.
type puzzleAnswer struct{ api.KriegPuzzles }

func (q *puzzleAnswer) Text(p *text.Page) {
	for _, z := range q.Puzzles {
		p.Line("%s", strings.TrimSuffix(z.History, "\n"))
		p.Line("")
		p.Line("%s: mate in %d, %s rules, %s", z.ID, z.Moves, z.Rules, positions(z.Boards))
	}
	if len(q.Puzzles) == 1 {
		p.Advise("the answer: veil krieg problems show %s", q.Puzzles[0].ID)
	}
}

func (q *puzzleAnswer) Rows() [][]string {
	rows := [][]string{{"id", "moves", "rules", "boards"}}
	for _, z := range q.Puzzles {
		rows = append(rows, []string{z.ID, strconv.Itoa(z.Moves), z.Rules, strconv.Itoa(z.Boards)})
	}
	return rows
}

func (q *puzzleAnswer) Document() any { return q.KriegPuzzles }
