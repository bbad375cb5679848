// SPDX-License-Identifier: BSD-3-Clause

package api

// PomdpInfoQuestion asks how large a problem is.
type PomdpInfoQuestion struct {
	Problem string `json:"problem" doc:"The problem, in the format of pomdp-solve or of PomdpX"`
}

// PomdpBudget limits a search. Its zero value means the defaults.
type PomdpBudget struct {
	TimeMS   int `json:"time_ms,omitempty" minimum:"0" doc:"Time limit; none if omitted"`
	Walks    int `json:"walks,omitempty" minimum:"0" doc:"Limit of walks to beliefs where the bounds are far apart; none if omitted"`
	MemoryMB int `json:"memory_mb,omitempty" minimum:"0" doc:"Memory limit; 512 if omitted"`
}

// PomdpSolveQuestion asks for bounds on the value of best play.
type PomdpSolveQuestion struct {
	Problem string      `json:"problem" doc:"The problem, in the format of pomdp-solve or of PomdpX"`
	Gap     float64     `json:"gap,omitempty" minimum:"0" doc:"Gap between the bounds at which the search ends; 0.001 if omitted"`
	Budget  PomdpBudget `json:"budget,omitzero" required:"false"`
}

// PomdpPlayQuestion asks how much a policy earns.
type PomdpPlayQuestion struct {
	Problem  string      `json:"problem" doc:"The problem, in the format of pomdp-solve or of PomdpX"`
	Policy   []byte      `json:"policy,omitempty" doc:"A policy file, in base64; if omitted, a policy is found first, with gap and budget"`
	Gap      float64     `json:"gap,omitempty" minimum:"0" doc:"Gap between the bounds at which the search ends; 0.001 if omitted"`
	Budget   PomdpBudget `json:"budget,omitzero" required:"false"`
	Episodes int         `json:"episodes,omitempty" minimum:"0" maximum:"1000000" doc:"100 if omitted"`
	Seed     uint64      `json:"seed,omitempty" maximum:"9007199254740991" doc:"Seed of the episodes; 0 counts as 1"`
	Show     bool        `json:"show,omitempty" doc:"Include the first episode"`
}
