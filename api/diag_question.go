// SPDX-License-Identifier: BSD-3-Clause

package api

// DiagBudget limits a search. Its zero value means the defaults.
type DiagBudget struct {
	TimeMS   int `json:"time_ms,omitempty" minimum:"0"`
	Nodes    int `json:"nodes,omitempty" minimum:"0" doc:"Limit of sets of faults searched"`
	MemoryMB int `json:"memory_mb,omitempty" minimum:"0"`
}

// DiagQuestion asks about a table of faults and tests, after some readings.
type DiagQuestion struct {
	Table  string     `json:"table" maxLength:"262144" doc:"CSV table: a line per fault with its prior and the reading of each test" example:"fault,prior,lights\nflat battery,5,dim\nbad starter,1,bright\n"`
	Seen   []string   `json:"seen,omitempty" maxItems:"2000" doc:"Readings so far, as TEST=READING" example:"[\"lights=dim\"]"`
	Budget DiagBudget `json:"budget,omitzero" required:"false"`
}

// DiagProveQuestion asks whether every fault is found within a number of tests.
type DiagProveQuestion struct {
	Table  string     `json:"table" maxLength:"262144" doc:"CSV table: a line per fault with its prior and the reading of each test" example:"fault,prior,lights\nflat battery,5,dim\nbad starter,1,bright\n"`
	Within int        `json:"within" minimum:"1" maximum:"2000" example:"4"`
	Budget DiagBudget `json:"budget,omitzero" required:"false"`
}

// DiagReplayQuestion asks whether a proof holds for a table.
type DiagReplayQuestion struct {
	Table string    `json:"table" maxLength:"262144" doc:"CSV table: a line per fault with its prior and the reading of each test"`
	Proof DiagProof `json:"proof"`
}
