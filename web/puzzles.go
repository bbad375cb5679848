// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/analysis"
)

func (s *Server) routePuzzles() {
	puzzles := sync.OnceValues(func() ([]analysis.KriegPuzzle, error) { return s.cfg.Krieg.Puzzles() })
	doc := reflect.TypeFor[analysis.KriegPuzzles]()
	huma.Register(s.api, s.operation("puzzles", http.MethodGet, "/problems", "Kriegspiel problems to solve", doc, http.StatusOK),
		func(_ context.Context, in *byPuzzle) (*reply, error) {
			list, err := puzzles()
			if err != nil {
				return nil, problemOf(err)
			}
			return document(analysis.Encode(in.choose(list))), nil
		})
	huma.Register(s.api, s.operation("daily", http.MethodGet, "/problems/daily", "The problem of the day", doc, http.StatusOK),
		func(_ context.Context, in *byDate) (*reply, error) {
			list, err := puzzles()
			if err != nil {
				return nil, problemOf(err)
			}
			return in.choose(list)
		})
	huma.Register(s.api, s.operation("puzzle", http.MethodGet, "/problems/{id}", "One problem", doc, http.StatusOK),
		func(_ context.Context, in *byID) (*reply, error) {
			list, err := puzzles()
			if err != nil {
				return nil, problemOf(err)
			}
			i := slices.IndexFunc(list, func(p analysis.KriegPuzzle) bool { return p.ID == in.ID })
			if i < 0 {
				return nil, newProblem(http.StatusNotFound, notFound, "there is no such problem", "see /v1/problems")
			}
			return posed(list[i : i+1]), nil
		})
}

func posed(list []analysis.KriegPuzzle) *reply {
	return document(analysis.Encode(analysis.KriegPuzzles{Schema: "krieg.puzzles/1", Total: len(list), Puzzles: list}))
}

// byPuzzle filters the problems.
type byPuzzle struct {
	Moves int    `query:"moves" minimum:"0" doc:"Only mates in so many moves"`
	Rules string `query:"rules" maxLength:"40" doc:"Only under these rules"`
	From  int    `query:"cursor" minimum:"0" doc:"Number of the first one, from 0"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (q *byPuzzle) choose(list []analysis.KriegPuzzle) analysis.KriegPuzzles {
	out := analysis.KriegPuzzles{Schema: "krieg.puzzles/1", Puzzles: []analysis.KriegPuzzle{}}
	for _, p := range list {
		if q.Moves > 0 && p.Moves != q.Moves || q.Rules != "" && p.Rules != q.Rules {
			continue
		}
		if out.Total++; out.Total > q.From && len(out.Puzzles) < q.Limit {
			out.Puzzles = append(out.Puzzles, p)
		}
	}
	return out
}

// byDate names a day.
type byDate struct {
	Date string `query:"date" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$" doc:"Today, in UTC, if left out"`
}

// choose returns the problem of the day.
func (q *byDate) choose(list []analysis.KriegPuzzle) (*reply, error) {
	date := now().UTC()
	if q.Date != "" {
		var err error
		if date, err = time.Parse(time.DateOnly, q.Date); err != nil {
			return nil, newProblem(http.StatusUnprocessableEntity, invalid, "no such day", q.Date)
		}
	}
	i := analysis.Daily(int(date.Unix()/86400), len(list))
	return posed(list[i : i+1]), nil
}
