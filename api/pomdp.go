// SPDX-License-Identifier: BSD-3-Clause

package api

// PomdpInfo is the document pomdp.info/1: the size of a problem with rewards.
type PomdpInfo struct {
	Schema       string  `json:"schema" enum:"pomdp.info/1"`
	States       int     `json:"states" minimum:"1"`
	Actions      int     `json:"actions" minimum:"1"`
	Observations int     `json:"observations" minimum:"1"`
	Discount     float64 `json:"discount"`
	Starts       int     `json:"starts" minimum:"1" doc:"Number of states in the prior"`
	Reachable    int     `json:"reachable" minimum:"1" doc:"Number of reachable states"`
	Outcomes     int     `json:"outcomes" minimum:"0" doc:"Number of actions over all reachable states"`
	Classes      int     `json:"classes" minimum:"1" doc:"Number of classes into which observations always divide the states"`
	Widest       int     `json:"widest" minimum:"1" doc:"Number of states of the largest class"`
	Least        float64 `json:"least" doc:"Smallest expected reward of a step"`
	Most         float64 `json:"most" doc:"Largest expected reward of a step"`
	// Seeing is missing if the discount is 1: later rewards may then have no bound.
	Seeing  *float64 `json:"seeing,omitempty" doc:"Upper bound on the value of best play: what somebody earns who sees the state"`
	Warning string   `json:"warning,omitempty" doc:"Rows of the file that did not sum to 1 and were scaled, if any"`
}

// PomdpSolution is the document pomdp.solution/1: bounds on the value of best play.
type PomdpSolution struct {
	Schema  string       `json:"schema" enum:"pomdp.solution/1"`
	State   string       `json:"state" enum:"partial,done" doc:"done if the bounds are as close as requested"`
	Cut     bool         `json:"cut,omitempty" doc:"Whether the time limit ended the work; another machine may get further"`
	Value   Bounds       `json:"value" doc:"Expected discounted reward of best play"`
	Gap     float64      `json:"gap" doc:"Gap between the bounds at which the search ends"`
	Moves   []PomdpMove  `json:"moves" doc:"First moves, best first"`
	Work    PomdpWork    `json:"work"`
	Policy  string       `json:"policy,omitempty" doc:"The file that the policy was written to"`
	Drawing PomdpDrawing `json:"drawing,omitzero" doc:"The file that its graph was drawn in"`
	Warning string       `json:"warning,omitempty" doc:"Rows of the file that did not sum to 1 and were scaled, if any"`
}

// Bounds are two proved bounds: the value lies between them.
type Bounds struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// PomdpMove is an action and its value if best play follows.
type PomdpMove struct {
	Action string `json:"action"`
	Value  Bounds `json:"value"`
}

// PomdpWork is the work that a solution took.
type PomdpWork struct {
	Walks   int `json:"walks" doc:"Walks from the initial belief to a belief with distant bounds"`
	Beliefs int `json:"beliefs"`
	Vectors int `json:"vectors" doc:"Number of vectors of the policy"`
}

// PomdpDrawing is a picture of a policy.
type PomdpDrawing struct {
	File  string `json:"file"`
	Nodes int    `json:"nodes"`
	Left  int    `json:"left" doc:"Number of nodes omitted"`
}

// PomdpPlay is the document pomdp.play/1: the rewards that a policy earned.
type PomdpPlay struct {
	Schema   string      `json:"schema" enum:"pomdp.play/1"`
	Episodes int         `json:"episodes" minimum:"1"`
	Steps    int         `json:"steps" minimum:"1" doc:"Of an episode"`
	Seed     uint64      `json:"seed"`
	Mean     float64     `json:"mean" doc:"Discounted reward of an episode"`
	CI95     []float64   `json:"ci95" minItems:"2" maxItems:"2" doc:"95% confidence interval of the mean"`
	Claimed  Bounds      `json:"claimed" doc:"Bounds on the value of best play, from the policy file; the policy earns at least the lower bound in expectation"`
	First    []PomdpStep `json:"first" doc:"The first episode, if it was asked for"`
	Warning  string      `json:"warning,omitempty" doc:"Rows of the file that did not sum to 1 and were scaled, if any"`
}

// PomdpStep is a move of an episode.
type PomdpStep struct {
	Action string  `json:"action"`
	Seen   string  `json:"seen"`
	Reward float64 `json:"reward"`
}
