// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// Config is a server: who answers, and the plumbing, whose Page is the built-in one if nil.
// Games must be set unless it shows OnlyRuns; everything else has a default.
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

// Games answers questions.
type Games struct {
	// Verbs are the questions that can be asked, those with a path over HTTP.
	Verbs api.Table
	// Position prepares the analysis of a position of Minesweeper by its code.
	Position func(code string, budget api.Budget) (api.Task[*api.MinesAnalysis], error)
	// Puzzles are the problems of Kriegspiel that are posed; they are asked for when they are needed.
	Puzzles func() ([]api.KriegPuzzle, error)
	// Endings is the file of tables that the engine of the page fetches; the program has it anyway.
	Endings []byte
}
