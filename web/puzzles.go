// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/veilplan/veil/api"
)

func (s *Server) routePuzzles() {
	list := sync.OnceValues(func() ([]api.KriegPuzzle, error) { return s.cfg.Krieg.Puzzles() })
	choose(s, list, "puzzles", "/problems", "Kriegspiel problems to solve", (*byPuzzle).choose)
	choose(s, list, "daily", "/problems/daily", "The problem of the day", (*byDate).choose)
	choose(s, list, "puzzle", "/problems/{id}", "One problem", (*byID).choose)
}

// choose routes a question about the puzzles.
func choose[I any](
	s *Server, list func() ([]api.KriegPuzzle, error), id, path, summary string,
	pick func(*I, []api.KriegPuzzle) (*reply, error),
) {
	route[api.KriegPuzzles](s, id, http.MethodGet, path, summary, func(_ context.Context, in *I) (*reply, error) {
		puzzles, err := list()
		if err != nil {
			return nil, problemOf(err)
		}
		return pick(in, puzzles)
	})
}

func (q *byID) choose(list []api.KriegPuzzle) (*reply, error) {
	i := slices.IndexFunc(list, func(p api.KriegPuzzle) bool { return p.ID == q.ID })
	if i < 0 {
		return nil, newProblem(http.StatusNotFound, notFound, "there is no such problem", "see /v1/problems")
	}
	return posed(list[i : i+1]), nil
}

func posed(list []api.KriegPuzzle) *reply {
	return document(api.Encode(api.KriegPuzzles{Schema: "krieg.puzzles/1", Total: len(list), Puzzles: list}))
}

// byPuzzle filters the problems.
type byPuzzle struct {
	Moves int    `query:"moves" minimum:"0" doc:"Only mates in so many moves"`
	Rules string `query:"rules" maxLength:"40" doc:"Only under these rules"`
	From  int    `query:"cursor" minimum:"0" doc:"Number of the first one, from 0"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (q *byPuzzle) choose(list []api.KriegPuzzle) (*reply, error) {
	out := api.KriegPuzzles{Schema: "krieg.puzzles/1", Puzzles: []api.KriegPuzzle{}}
	for _, p := range list {
		if q.Moves > 0 && p.Moves != q.Moves || q.Rules != "" && p.Rules != q.Rules {
			continue
		}
		if out.Total++; out.Total > q.From && len(out.Puzzles) < q.Limit {
			out.Puzzles = append(out.Puzzles, p)
		}
	}
	return document(api.Encode(out)), nil
}

// byDate names a day.
type byDate struct {
	Date string `query:"date" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$" doc:"Today, in UTC, if left out"`
}

// choose returns the problem of the day.
func (q *byDate) choose(list []api.KriegPuzzle) (*reply, error) {
	date := now().UTC()
	if q.Date != "" {
		var err error
		if date, err = time.Parse(time.DateOnly, q.Date); err != nil {
			return nil, newProblem(http.StatusUnprocessableEntity, invalid, "no such day", q.Date)
		}
	}
	i := api.Daily(int(date.Unix()/86400), len(list))
	return posed(list[i : i+1]), nil
}
