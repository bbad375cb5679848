// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"time"

	"github.com/veilplan/veil/solve"
	solvekrieg "github.com/veilplan/veil/solve/krieg"
	"github.com/veilplan/veil/solve/krieg/problems"
	"github.com/veilplan/veil/web"
)

// games hands the engine to the web.
func (a *app) games(time time.Duration, memory int64) (web.Mines, web.Krieg) {
	limits := solve.Limits{Time: time, Memory: memory}
	desk := a.desk()
	desk.Limits = limits
	lab := &solvekrieg.Desk{Limits: limits}
	mines := web.Mines{
		Prepare: desk.Prepare, PrepareCode: desk.PrepareCode, Explain: desk.Explain, Hint: desk.Hint,
		Check: desk.Check, Review: desk.Review, Draw: desk.Draw, Convert: desk.Convert,
	}
	krieg := web.Krieg{
		Belief: lab.Belief, Why: lab.Why, Mate: lab.Mate, WhatIf: lab.WhatIf, Check: lab.Check, Print: lab.Print,
		Puzzles: problems.Puzzles,
	}
	return mines, krieg
}
