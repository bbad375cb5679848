// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg/composed"
)

const kriegProblemsListLong = `list prints the published sets, or the problems of one set or file: the number of boards
that fit the history, how many of them could be won if they were seen, and from how many
one plan wins.`

func newKriegProblemsList(a *app) *cobra.Command {
	cmd := frame.Verb("list [SET]", "list the sets, or the problems of one", kriegProblemsListLong,
		"veil krieg problems list", "veil krieg problems list seed-3 --plain")
	cmd.Args = frame.AtMost(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.listSets()
		}
		list, err := a.readSet(args[0])
		if err != nil {
			return err
		}
		return a.Emit(problemList(list))
	}
	return cmd
}

// setSummary counts the problems of a set.
type setSummary struct {
	Set           string `json:"set"`
	Mates         int    `json:"mates"`
	NearMisses    int    `json:"near_misses"`
	Informational int    `json:"informational"`
	Halfway       int    `json:"halfway"`
	Refuted       int    `json:"refuted"` // near misses with a refutation
	MedianBoards  int    `json:"median_boards"`
}

func summarise(name string, list []composed.Problem) setSummary {
	s := setSummary{Set: name}
	var boards []int
	for i := range list {
		p := &list[i]
		boards = append(boards, p.Boards)
		add := func(n *int, yes bool) {
			if yes {
				*n++
			}
		}
		add(&s.Mates, p.Verdict == composed.Mate)
		add(&s.NearMisses, p.Verdict == composed.NearMiss)
		add(&s.Informational, p.Informational())
		add(&s.Halfway, p.Halfway())
		add(&s.Refuted, p.Refutation != nil)
	}
	if slices.Sort(boards); len(boards) > 0 {
		s.MedianBoards = boards[len(boards)/2]
	}
	return s
}

// setList is the answer of list without a set.
type setList []setSummary

func (a *app) listSets() error {
	var sets setList
	for _, name := range composed.Sets() {
		list, err := composed.Load(name)
		if err != nil {
			return err
		}
		sets = append(sets, summarise(name, list))
	}
	return a.Emit(sets)
}

func (s setList) Text(p *text.Page) {
	p.Line("%-8s %6s %12s %14s %8s %8s %14s", "set", "mates", "near misses", "informational", "halfway", "refuted", "median boards")
	for _, set := range s {
		p.Line("%-8s %6d %12d %14d %8d %8d %14d", set.Set, set.Mates, set.NearMisses, set.Informational, set.Halfway, set.Refuted, set.MedianBoards)
	}
	p.Advise("see: veil krieg problems list SET, veil krieg problems show ID")
}

func (s setList) Rows() [][]string {
	rows := [][]string{{"set", "mates", "near_misses", "informational", "halfway", "refuted", "median_boards"}}
	for _, set := range s {
		row := []string{set.Set}
		for _, n := range []int{set.Mates, set.NearMisses, set.Informational, set.Halfway, set.Refuted, set.MedianBoards} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return rows
}

func (s setList) Document() any {
	return map[string]any{"schema": "krieg.sets/1", "sets": []setSummary(s)}
}

// problemList is the answer of list for one set.
type problemList []composed.Problem

func (l problemList) Text(p *text.Page) {
	for _, row := range l.Rows() {
		p.Line("%-14s %-10s %7s %9s %8s", row[0], row[1], row[2], row[3], row[4])
	}
}

func (l problemList) Rows() [][]string {
	rows := [][]string{{"id", "verdict", "boards", "winnable", "covered"}}
	for i := range l {
		q := &l[i]
		covered := len(q.Covered)
		if q.Verdict == composed.Mate {
			covered = q.Boards
		}
		rows = append(rows, []string{q.ID, q.Verdict, strconv.Itoa(q.Boards), strconv.Itoa(q.Winnable), strconv.Itoa(covered)})
	}
	return rows
}

func (l problemList) Document() any {
	type entry struct {
		ID      string `json:"id"`
		Plies   int    `json:"plies"`
		Verdict string `json:"verdict"`
		Boards  int    `json:"boards"`
	}
	var list []entry
	for i := range l {
		list = append(list, entry{l[i].ID, l[i].Plies, l[i].Verdict, l[i].Boards})
	}
	return map[string]any{"schema": "krieg.problems/1", "problems": list}
}

// verdictLine describes a problem in words.
func verdictLine(q *composed.Problem) string {
	moves := (q.Plies + 1) / 2
	if q.Verdict == composed.Mate {
		return fmt.Sprintf("MATE IN %d  %s", moves, positions(q.Boards))
	}
	text := fmt.Sprintf("NO MATE IN %d  %s, one plan wins from %d of them", moves, positions(q.Boards), len(q.Covered))
	if q.Informational() {
		return text + "; every one could be won if it were seen"
	}
	return text + fmt.Sprintf("; %d could be won if they were seen", q.Winnable)
}
