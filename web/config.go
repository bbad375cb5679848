// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// Config configures a server: the functions that answer, and the plumbing; a nil Page means the
// built-in one. Games must be set unless OnlyRuns is; everything else has a default.
type Config struct {
	server.Config
	Games

	Runs Runs
	// Engines are the engines for browsers, if the program has none in itself: see package engines.
	Engines map[string][]byte
	// Remedy says how to get engines where there are none. Visitors read it, too.
	Remedy string
	// OnlyRuns leaves the games out: no page, no link and no route is about them.
	OnlyRuns bool
}

// Games answers the questions about games.
type Games struct {
	// Verbs are the questions that can be asked; those with a path are served over HTTP.
	Verbs api.Table
	// Position prepares the analysis of a Minesweeper position, given its code.
	Position func(code string, budget api.Budget) (api.Task[*api.MinesAnalysis], error)
	// Puzzles returns the Kriegspiel puzzles. It is called on first use.
	Puzzles func() ([]api.KriegPuzzle, error)
	// Endings are the files of tables that the web app's engine fetches, by name; the program contains
	// them anyway.
	Endings map[string][]byte
}
