// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

func routePuzzles(s *server.Server, puzzles func() ([]api.KriegPuzzle, error)) {
	list := sync.OnceValues(func() ([]api.KriegPuzzle, error) { return puzzles() })
	choose(s, list, "puzzles", "/problems", "Kriegspiel problems to solve", (*byPuzzle).choose)
	choose(s, list, "daily", "/problems/daily", "The problem of the day", (*byDate).choose)
	choose(s, list, "puzzle", "/problems/{id}", "One problem", chooseOne)
	routeLinks(s, list)
}

// choose routes a question about the puzzles.
func choose[I any](
	s *server.Server, list func() ([]api.KriegPuzzle, error), id, path, summary string,
	pick func(*I, []api.KriegPuzzle) (*api.KriegPuzzles, error),
) {
	server.Route[api.KriegPuzzles](s, id, http.MethodGet, path, summary, func(ctx context.Context, in *I) (*server.Reply, error) {
		body, err := s.Compute(ctx, api.Short, func(context.Context) ([]byte, error) {
			puzzles, err := list()
			if err != nil {
				return nil, err
			}
			doc, err := pick(in, puzzles)
			if err != nil {
				return nil, err
			}
			return api.Encode(doc), nil
		})
		if err != nil {
			return nil, server.ProblemOf(err)
		}
		return server.Document(body), nil
	})
}

func chooseOne(q *server.ByID, list []api.KriegPuzzle) (*api.KriegPuzzles, error) {
	i := slices.IndexFunc(list, func(p api.KriegPuzzle) bool { return p.ID == q.ID })
	if i < 0 {
		return nil, server.NewProblem(http.StatusNotFound, server.NotFound, "no such problem", "see /v1/problems")
	}
	return posed(list[i : i+1]), nil
}

func posed(list []api.KriegPuzzle) *api.KriegPuzzles {
	return &api.KriegPuzzles{Schema: "krieg.puzzles/1", Total: len(list), Puzzles: list}
}

// byPuzzle filters the puzzles.
type byPuzzle struct {
	Moves int    `query:"moves" minimum:"0" doc:"Only mates in this many moves"`
	Rules string `query:"rules" maxLength:"40" doc:"Only under these rules"`
	From  int    `query:"cursor" minimum:"0" doc:"Index of the first, from 0"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (q *byPuzzle) choose(list []api.KriegPuzzle) (*api.KriegPuzzles, error) {
	out := &api.KriegPuzzles{Schema: "krieg.puzzles/1", Puzzles: []api.KriegPuzzle{}}
	for _, p := range list {
		if q.Moves > 0 && p.Moves != q.Moves || q.Rules != "" && p.Rules != q.Rules {
			continue
		}
		if out.Total++; out.Total > q.From && len(out.Puzzles) < q.Limit {
			out.Puzzles = append(out.Puzzles, p)
		}
	}
	return out, nil
}

// byDate selects a day.
type byDate struct {
	Date string `query:"date" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$" doc:"Date; today in UTC if omitted"`
}

// choose returns the puzzle of the day.
func (q *byDate) choose(list []api.KriegPuzzle) (*api.KriegPuzzles, error) {
	date := time.Now().UTC() //nolint:forbidigo // the answer is about today
	if q.Date != "" {
		var err error
		if date, err = time.Parse(time.DateOnly, q.Date); err != nil {
			return nil, server.NewProblem(http.StatusUnprocessableEntity, server.Invalid, "no such day", q.Date+": want a date such as 2026-11-15")
		}
	}
	i := api.Daily(int(date.Unix()/86400), len(list))
	return posed(list[i : i+1]), nil
}
