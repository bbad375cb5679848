// SPDX-License-Identifier: BSD-3-Clause

//go:build !lite

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/cli/commands"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/web"
)

// lab is experiments, farms and the server.
func (a *app) lab() []*cobra.Command {
	return commands.Lab{
		Domains: catalog.All(), Games: a.games,
		Trial: commands.Trial{Run: "doors", Domain: "tiger", Players: []string{"random", "listener"}},
	}.Commands(a.App)
}

// games hands the engine to the web.
func (a *app) games(time time.Duration, memory int64) (web.Mines, web.Krieg, web.Diag) {
	limits := api.Limits{Time: time, Memory: memory}
	desk := a.desk()
	desk.Limits = limits
	lab := &deduction.Desk{Limits: limits}
	mines := web.Mines{
		Prepare: desk.Prepare, PrepareCode: desk.PrepareCode, Explain: desk.Explain, Hint: desk.Hint,
		Check: desk.Check, Review: desk.Review, Draw: desk.Draw, Convert: desk.Convert,
	}
	krieg := web.Krieg{
		Belief: lab.Belief, Why: lab.Why, Mate: lab.Mate, WhatIf: lab.WhatIf, Check: lab.Check, Print: lab.Print,
		Puzzles: composed.Puzzles, Endings: ending.StandardFile(),
	}
	faults := &isolation.Desk{Limits: limits}
	diag := web.Diag{Next: faults.Next, Solve: faults.Solve, Check: faults.Check, Prove: faults.Prove, Replay: faults.Replay}
	return mines, krieg, diag
}
