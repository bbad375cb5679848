// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// Config is a server: who answers, and the plumbing, whose Page is the built-in one if nil.
// Mines, Krieg and Diag must be set unless it shows OnlyRuns; everything else has a default.
type Config struct {
	server.Config

	Mines Mines
	Krieg Krieg
	Diag  Diag
	Runs  Runs
	// OnlyRuns leaves the games out: no page, no link and no route is about them.
	OnlyRuns bool
}

// Mines answers questions about Minesweeper.
type Mines struct {
	Prepare     func(api.MinesQuestion) (api.Task[*api.MinesAnalysis], error)
	PrepareCode func(code string, budget api.Budget) (api.Task[*api.MinesAnalysis], error)
	Explain     func(context.Context, api.MinesWhy) (*api.MinesExplanation, error)
	Hint        func(context.Context, api.MinesHintQuestion) (*api.MinesHint, error)
	Check       func(context.Context, api.MinesCheckQuestion) (*api.MinesCheck, error)
	Review      func(context.Context, api.MinesGame) (*api.MinesReview, error)
	Draw        func(context.Context, api.MinesDraw) (*api.MinesBoard, error)
	Convert     func(context.Context, api.Conversion) (*api.Converted, error)
}

// Diag answers questions about machines with a hidden fault.
type Diag struct {
	Next   func(context.Context, api.DiagQuestion) (*api.DiagNext, error)
	Solve  func(context.Context, api.DiagQuestion) (*api.DiagPlan, error)
	Check  func(context.Context, api.DiagQuestion) (*api.DiagCheck, error)
	Prove  func(context.Context, api.DiagProveQuestion) (*api.DiagProof, error)
	Replay func(context.Context, api.DiagReplayQuestion) (*api.DiagReplay, error)
}

// Krieg answers questions about Kriegspiel.
type Krieg struct {
	Belief func(context.Context, api.KriegBeliefQuestion) (*api.KriegBelief, error)
	Why    func(context.Context, api.KriegWhyQuestion) (*api.KriegWhy, error)
	Mate   func(context.Context, api.KriegMateQuestion, api.Tell[*api.KriegMate]) (*api.KriegMate, error)
	WhatIf func(context.Context, api.KriegWhatIfQuestion) (*api.KriegWhatIf, error)
	Check  func(context.Context, api.KriegCheckQuestion) (*api.KriegCheck, error)
	Print  func(context.Context, api.KriegPrintQuestion) (*api.KriegPrinted, error)
	// Puzzles are the problems that are posed; they are asked for when they are needed.
	Puzzles func() ([]api.KriegPuzzle, error)
	// Endings is the file of tables that the engine of the page fetches; the program has it anyway.
	Endings []byte
}
