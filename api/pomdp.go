// SPDX-License-Identifier: BSD-3-Clause

package api

// PomdpInfo is the document pomdp.info/1: the size of a problem with rewards.
type PomdpInfo struct {
	Schema       string  `json:"schema" enum:"pomdp.info/1"`
	States       int     `json:"states" minimum:"1"`
	Actions      int     `json:"actions" minimum:"1"`
	Observations int     `json:"observations" minimum:"1"`
	Discount     float64 `json:"discount"`
	Starts       int     `json:"starts" minimum:"1" doc:"States that the prior allows"`
	Reachable    int     `json:"reachable" minimum:"1" doc:"States that can be reached"`
	Outcomes     int     `json:"outcomes" minimum:"0" doc:"Of all actions in all states that can be reached"`
	Classes      int     `json:"classes" minimum:"1" doc:"Sets of states that observations always tell apart"`
	Widest       int     `json:"widest" minimum:"1" doc:"States of the largest of them"`
	Least        float64 `json:"least" doc:"Smallest expected reward of a step"`
	Most         float64 `json:"most" doc:"Largest expected reward of a step"`
}

// PomdpSolution is the document pomdp.solution/1: what best play is worth.
type PomdpSolution struct {
	Schema  string       `json:"schema" enum:"pomdp.solution/1"`
	State   string       `json:"state" enum:"partial,done" doc:"done: the bounds are as close as was asked for"`
	Cut     bool         `json:"cut,omitempty" doc:"The clock ended the work: another machine may get further"`
	Value   Bounds       `json:"value" doc:"Expected discounted reward of best play"`
	Gap     float64      `json:"gap" doc:"How close the bounds were to come"`
	Moves   []PomdpMove  `json:"moves" doc:"First moves, the best first"`
	Work    PomdpWork    `json:"work"`
	Policy  string       `json:"policy,omitempty" doc:"The file that the policy was written to"`
	Drawing PomdpDrawing `json:"drawing,omitzero" doc:"The file that its graph was drawn in"`
}

// Bounds are proved: the number lies between them.
type Bounds struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// PomdpMove is an action and what it is worth if best play follows.
type PomdpMove struct {
	Action string `json:"action"`
	Value  Bounds `json:"value"`
}

// PomdpWork is what a solution took.
type PomdpWork struct {
	Walks   int `json:"walks" doc:"From the first belief to where the bounds were far apart"`
	Beliefs int `json:"beliefs"`
	Vectors int `json:"vectors" doc:"Of the policy"`
}

// PomdpDrawing is a picture of a policy.
type PomdpDrawing struct {
	File  string `json:"file"`
	Nodes int    `json:"nodes"`
	Left  int    `json:"left" doc:"Nodes that were left out"`
}

// PomdpPlay is the document pomdp.play/1: what a policy earned.
type PomdpPlay struct {
	Schema   string      `json:"schema" enum:"pomdp.play/1"`
	Episodes int         `json:"episodes" minimum:"1"`
	Steps    int         `json:"steps" minimum:"1" doc:"Of an episode"`
	Seed     uint64      `json:"seed"`
	Mean     float64     `json:"mean" doc:"Discounted reward of an episode"`
	CI95     []float64   `json:"ci95" minItems:"2" maxItems:"2" doc:"95% confidence interval of the mean"`
	Claimed  Bounds      `json:"claimed" doc:"What the policy says that best play is worth; it earns at least the lower bound in expectation"`
	First    []PomdpStep `json:"first" doc:"The first episode, if it was asked for"`
}

// PomdpStep is a move of an episode.
type PomdpStep struct {
	Action string  `json:"action"`
	Seen   string  `json:"seen"`
	Reward float64 `json:"reward"`
}
