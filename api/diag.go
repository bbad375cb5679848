// SPDX-License-Identifier: BSD-3-Clause

package api

import "github.com/veilplan/veil/search/proof"

// DiagCheck is the document diag.check/1: what a table of faults and tests can determine.
type DiagCheck struct {
	Schema   string     `json:"schema" enum:"diag.check/1"`
	Faults   int        `json:"faults" minimum:"1"`
	Tests    int        `json:"tests" minimum:"1"`
	Alike    [][]string `json:"alike,omitempty" doc:"Groups of faults that no test separates"`
	Idle     []string   `json:"idle,omitempty" doc:"Tests with the same reading for all faults"`
	Seen     []string   `json:"seen,omitempty" doc:"Readings that were given"`
	Left     []string   `json:"left,omitempty" doc:"Faults that explain them"`
	Conflict []string   `json:"conflict,omitempty" doc:"Minimal set of readings that no fault explains"`
}

// DiagCost is an expected cost: exact, or proved bounds.
type DiagCost struct {
	Kind string  `json:"kind" enum:"exact,bounds"`
	Lo   float64 `json:"lo"`
	Hi   float64 `json:"hi"`
	// Fraction is the exact cost.
	Fraction string `json:"fraction,omitempty"`
}

// DiagNext is the document diag.next/1: the best test to run now.
type DiagNext struct {
	Schema string       `json:"schema" enum:"diag.next/1"`
	State  string       `json:"state" enum:"partial,done"`
	Cut    bool         `json:"cut,omitempty" doc:"Whether the time limit ended the work; another machine may get further"`
	Seen   []string     `json:"seen,omitempty" doc:"Readings that were given"`
	Left   []DiagFault  `json:"left" doc:"Possible faults, most likely first"`
	Found  bool         `json:"found,omitempty" doc:"Whether no test could reveal more"`
	Test   string       `json:"test,omitempty" doc:"The test to perform now"`
	Price  float64      `json:"price,omitempty" doc:"Cost of the test, preparation included"`
	Paid   float64      `json:"paid,omitempty" doc:"Cost of the tests performed so far"`
	Cost   DiagCost     `json:"cost" doc:"Least expected cost to find the fault from here"`
	Tests  []DiagTest   `json:"tests,omitempty" doc:"Informative tests, best first"`
	Answer []DiagAnswer `json:"answers,omitempty" doc:"Possible readings of the test"`
}

// DiagFault is a fault and its probability.
type DiagFault struct {
	Fault  string  `json:"fault"`
	Chance float64 `json:"chance" minimum:"0" maximum:"1"`
}

// DiagTest is a test and the least expected cost of a plan that begins with it.
type DiagTest struct {
	Test string   `json:"test"`
	Cost DiagCost `json:"cost"`
}

// DiagAnswer is one possible reading of a test, and the faults that remain possible after it.
type DiagAnswer struct {
	Reading string   `json:"reading"`
	Chance  float64  `json:"chance" minimum:"0" maximum:"1"`
	Left    []string `json:"left" doc:"Possible faults after this reading"`
	Then    string   `json:"then,omitempty" doc:"The test to perform next"`
}

// DiagPlan is the document diag.plan/1: a complete test plan.
type DiagPlan struct {
	Schema string    `json:"schema" enum:"diag.plan/1"`
	State  string    `json:"state" enum:"partial,done"`
	Cut    bool      `json:"cut,omitempty" doc:"Whether the time limit ended the work; another machine may get further"`
	Cost   DiagCost  `json:"cost" doc:"Least expected cost of any plan"`
	Plan   DiagSpend `json:"plan" doc:"Expected cost of the plan"`
	Greedy DiagSpend `json:"greedy" doc:"Expected cost of always choosing the test with the most information per cost"`
	Steps  *DiagStep `json:"steps"`
}

// DiagSpend is the cost of a plan.
type DiagSpend struct {
	Expected float64 `json:"expected"`
	Fraction string  `json:"fraction"`
	Worst    float64 `json:"worst" doc:"Cost for the most expensive fault"`
	Tests    int     `json:"tests" doc:"The most tests on one way"`
}

// DiagStep is a test and the step after each of its readings, or the end.
type DiagStep struct {
	Left     []string     `json:"left" doc:"Possible faults at this node"`
	Test     string       `json:"test,omitempty"`
	Branches []DiagBranch `json:"branches,omitempty"`
}

// DiagBranch is a reading and the step after it.
type DiagBranch struct {
	Reading string    `json:"reading"`
	Next    *DiagStep `json:"next"`
}

// DiagProof is the document diag.proof/1: a proof that every fault is found within a number of tests.
type DiagProof struct {
	Schema  string      `json:"schema" enum:"diag.proof/1"`
	Within  int         `json:"within" minimum:"0" doc:"Limit of tests"`
	Verdict string      `json:"verdict" enum:"proved,disproved,unknown"`
	Checked bool        `json:"checked" doc:"Whether the independent checker accepted the proof"`
	Proof   *proof.Plan `json:"proof,omitempty"`
	Steps   *DiagStep   `json:"steps,omitempty" doc:"The proof as a runbook"`
	Table   string      `json:"table,omitempty" doc:"The table that the proof is about, for replays"`
}

// DiagReplay is the document diag.replay/1: whether a proof holds for a table.
type DiagReplay struct {
	Schema string `json:"schema" enum:"diag.replay/1"`
	Holds  bool   `json:"holds"`
	Why    string `json:"why,omitempty" doc:"Reason why it does not hold"`
	Within int    `json:"within" minimum:"0" doc:"Limit of tests"`
	Faults int    `json:"faults" doc:"Number of faults from which the plan was replayed"`
	Steps  int    `json:"steps" doc:"Number of pairs of node and fault replayed"`
}
